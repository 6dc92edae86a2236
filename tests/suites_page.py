"""Makes docs/other-suites.md from the lists of differences: `python -m tests.suites_page` writes it."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tests.finding.test_suites import COLLECTIONS

PAGE = Path(__file__).parents[1] / "docs" / "other-suites.md"
LISTS = Path(__file__).parent / "finding"
TITLE = """\
# Other tools' tests

linksift is compared with {suites} test suites that other projects (chat programs, terminals, mail readers, frameworks
and validators) wrote for themselves. The suites contain {cases:,} texts, each with the answer that its project expects;
linksift's answer is the same for {same:,} of them ({share:.0%}). The other {other:,} answers differ on purpose.

Each table below lists the differences that follow from the linksift rule above it. "The other tool" is the project that
expects a different answer. This page is generated from lists in `tests/finding/`, which a test compares with linksift's
answers. The texts belong to those projects and are not in this repository; the test is skipped if they are absent.
"""


def differences(name: str) -> Iterator[tuple[str, Counter[str]]]:
    """The parts of a list of differences: linksift's rule, and the number of cases that each reason explains."""
    text = (LISTS / name).read_text(encoding="utf-8").partition("\n\n")[2]
    for is_rule, lines in groupby(filter(None, text.split("\n")), key=lambda line: line.startswith("#")):
        if is_rule:
            rule = " ".join(line.removeprefix("#").strip() for line in lines)
        else:
            yield rule, Counter(line.partition("\t")[2] for line in lines)


def page() -> str:
    """The text of the page."""
    cases = sum(sum(collection.suites.values()) for collection in COLLECTIONS)
    parts = [part for collection in COLLECTIONS for part in differences(collection.listed_in)]
    other = sum(reasons.total() for _, reasons in parts)
    suites = sum(len(collection.suites) for collection in COLLECTIONS)
    title = TITLE.format(suites=suites, cases=cases, same=cases - other, share=1 - other / cases, other=other)
    return "\n".join([title, *(line for rule, reasons in parts for line in table(rule, reasons))])


def table(rule: str, reasons: Counter[str]) -> Iterator[str]:
    """A rule and the reasons under it, the most common first."""
    yield f"{rule}\n"
    yield "| where the answers differ | texts |\n| --- | --- |"
    yield from (f"| {reason.replace('|', chr(92) + '|')} | {count} |" for reason, count in reasons.most_common())
    yield ""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
