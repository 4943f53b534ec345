"""The puzzles of the day: daily runs, history, statistics, schedules, notifications, the canary."""
