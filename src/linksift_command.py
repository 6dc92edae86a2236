"""The script `linksift`. It is outside the package, so that an interrupt during the import is silent, too."""

import signal


def main() -> None:
    """Run the command. An interrupt ends the process at once, as in `linksift.__main__`."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from linksift.__main__ import main as command

    command()
