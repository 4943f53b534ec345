"""The recorder: what a run leaves on disk, scrubbed."""
