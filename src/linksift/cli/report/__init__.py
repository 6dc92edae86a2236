"""`--report`: a single HTML page for people, which shows every link that was found, in its context."""

from linksift.cli.report.write_report import write_report

__all__ = ["write_report"]
