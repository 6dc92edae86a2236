"""docs/other-suites.md is what the lists of differences say."""

from tests.suites_page import PAGE, page


def test_the_page_is_made_from_the_lists() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.suites_page`"
