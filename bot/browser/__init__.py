"""The browser: finding and starting one, connecting to a running one, profiles, time limits."""
