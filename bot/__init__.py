"""The bot: the shell around the pure core: command line, browser, play loop, clicker, recorder."""
