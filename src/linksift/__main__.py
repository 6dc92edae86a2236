"""The entry point of `python -m linksift`; the script `linksift` comes here by `linksift_command`.

It sets the signal handlers before it imports the command: most interrupts come while a process still imports.
"""

import signal


def main() -> None:
    """Run the command `linksift` with the arguments of the process. An interrupt or a closed pipe ends it at once.

    The signal itself ends the process, without a message, so a shell reports 130 or 141, as with grep. If SIGINT was
    ignored from the start (`nohup`), it stays ignored. Windows has no SIGPIPE.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    from linksift.cli import main as command

    command(prog_name="linksift")


if __name__ == "__main__":
    main()
