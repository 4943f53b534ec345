"""Recording a run: the session, its secrets removed; the console and the video."""
