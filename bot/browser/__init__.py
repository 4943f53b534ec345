"""The browser: finding and starting one, connecting to a running one, profiles, time limits.

Other rooms import its modules directly: each loads only what it needs.
"""
