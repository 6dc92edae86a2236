"""The entry point of `python -m linksift`; the script `linksift` comes here by `linksift_command`.

It sets the signal handlers before it imports the command: most interrupts come while a process still imports.
"""

import atexit
import gc
import signal

MOST_NEW_OBJECTS = 50_000
"""The garbage collector waits for this many new objects: the command has some 35,000 when it begins to read."""


def main() -> None:
    """Run the command `linksift` with the arguments of the process. An interrupt or a closed pipe ends it at once.

    The signal itself ends the process, without a message, so a shell reports 130 or 141, as with grep. If SIGINT was
    ignored from the start (`nohup`), it stays ignored. Windows has no SIGPIPE.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    collect_less_garbage()
    from linksift.cli import main as command

    command(prog_name="linksift")


def collect_less_garbage() -> None:
    """Look for cycles of objects later than Python would by itself, and not at all when the process ends.

    The command's imports stay in memory, and hardly any object that it creates is part of a reference cycle. The
    collector's passes took 25 ms of a run.
    """
    gc.set_threshold(MOST_NEW_OBJECTS)
    atexit.register(gc.freeze)


if __name__ == "__main__":
    main()
