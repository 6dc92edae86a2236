"""The process `linksift`: what its script and `python -m linksift` start.

The signals come first, and the command is imported behind them: an interrupt meets most processes while they import.
"""

import signal


def main() -> None:
    """Run the command `linksift` with the arguments of the process, which an interrupt or a closed pipe ends at once.

    The signal itself ends the process, without a word: a shell reports 130 and 141, as of grep. SIGINT is left alone
    where it was ignored from the start (`nohup`); Windows has no SIGPIPE.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    from linksift.cli import main as command

    command(prog_name="linksift")


if __name__ == "__main__":
    main()
