"""The browser: finding and starting one, connecting to a running one, profiles, time limits.

Other packages import its modules directly: each loads only what it needs.
"""
