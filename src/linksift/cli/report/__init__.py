"""`--report`: one HTML page for people, with all links that were found, each in its context."""

from linksift.cli.report.write_report import write_report

__all__ = ["write_report"]
