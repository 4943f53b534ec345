"""The browser: finding one, starting it, connecting to a running one, profiles, time limits."""
