"""The entry point of `givens` and of `python -m bot`."""

import atexit
import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Run the command line; a Ctrl-C while it is imported, or while Python exits, ends the process at once."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # `nohup` and its like ignore Ctrl-C.
    if ours:
        signal.signal(signal.SIGINT, _end)
        # The last that runs before Python takes its handlers down: then Ctrl-C would replace the exit code.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from bot.cli import main as run

    try:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        _end()
    finally:
        if ours:
            signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    """End the process without a traceback: there is nothing to clean up."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
