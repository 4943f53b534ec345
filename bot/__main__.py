"""The entry point of `givens` and of `python -m bot`."""

import atexit
import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Run the command line; a Ctrl-C while it is imported ends the process at once, as there is nothing to clean up."""
    # The last that runs before Python takes its handlers down: then Ctrl-C would replace the exit code.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    try:
        from bot.cli import main as run

        run()
    except KeyboardInterrupt:
        os.write(2, b"interrupted\n")
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
