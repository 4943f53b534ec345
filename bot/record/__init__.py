"""Recording a run: the session, its secrets removed; the console and the video.

Other packages import its modules directly: each loads only what it needs.
"""
