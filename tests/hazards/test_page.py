"""docs/hazards.md lists every hazard as the checks report it, and each example there has the hazard of its row."""

import re
from pathlib import Path

import pytest

from linksift.documents import read
from linksift.finding import find
from linksift.hazards import hazards, worth_a_look
from linksift.hazards.all_checks import ALL_CHECKS
from linksift.hazards.phishing_signs import SIGNS
from linksift.hazards.visual_spoofing import _AT_HOME
from linksift.uri import parse
from tests.hazards.mail_counts import rows

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "hazards.md"
TEXT = PAGE.read_text(encoding="utf-8")
HAZARDS, _, OTHERS = TEXT.partition("## Worth a look")
SIGNS_TEXT, _, OTHERS = OTHERS.partition("\n## ")
LINK_HAZARDS, _, COUNTS = OTHERS.partition("\n## Counts on mail")
ROWS = [re.split(r" +\| +", row.strip("| ")) for row in re.findall(r"^\| `.*\|$", HAZARDS + LINK_HAZARDS, re.MULTILINE)]
SIGN_ROWS = [re.split(r" +\| +", row.strip("| ")) for row in re.findall(r"^\| `.*\|$", SIGNS_TEXT, re.MULTILINE)]


def test_every_hazard_has_its_row_in_order() -> None:
    reported = [check.hazard for check in ALL_CHECKS]
    assert [(name.strip("`"), why, source) for name, why, _, source in ROWS] == [tuple(hazard) for hazard in reported]


@pytest.mark.parametrize("row", ROWS, ids=[row[0].strip("`") for row in ROWS])
def test_an_example_has_the_hazard_of_its_row(row: list[str]) -> None:
    text, *shown = re.findall("`([^`]*)`", row[2])
    if shown:
        reported = hazards(parse(text), *shown)
    elif text.startswith("<a "):
        (found,) = read(f"<!doctype html>{text}".encode())
        reported = hazards(found.match)
    else:
        (match,) = find(re.sub(r"\\u([0-9a-f]{4})", lambda escape: chr(int(escape[1], 16)), text))
        reported = hazards(match)
    assert [hazard.name for hazard in reported] == [row[0].strip("`")]


def test_every_sign_has_its_row_in_order_and_its_example_has_it_alone() -> None:
    reported = [sign.hazard for sign in SIGNS]
    assert [(name.strip("`"), why, source) for name, why, _, source, *_ in SIGN_ROWS] == [
        tuple(sign) for sign in reported
    ]
    for name, _, example, *_ in SIGN_ROWS:
        assert [sign.name for sign in worth_a_look(example.strip("`"))] == [name.strip("`")]


@pytest.mark.parametrize(
    ("uri", "sign"), [("https://b%69t.ly./x", "url_shortener"), ("https://a.wordpress.com./", "open_hosting")]
)
def test_signs_are_those_of_the_host_in_normal_form(uri: str, sign: str) -> None:
    assert [found.name for found in worth_a_look(uri)] == [sign]


def test_signs_are_not_hazards_and_the_hosting_of_pictures_is_none() -> None:
    uri = "https://my-bank-login.web.app/"
    assert hazards(uri) == []
    assert [sign.name for sign in worth_a_look(uri)] == ["open_hosting", "long_or_hyphenated_host"]
    assert [sign.name for sign in worth_a_look(uri, is_loaded=True)] == ["long_or_hyphenated_host"]
    [match] = find(f"see {uri}")
    assert worth_a_look(match) == worth_a_look(uri) == worth_a_look(parse(uri))
    with pytest.raises(TypeError):
        worth_a_look(7)  # type: ignore[arg-type]


def test_the_counts_on_mail_are_those_of_the_sets() -> None:
    sets = [ROOT.parent / "shared" / "eval" / f"{name}.jsonl" for name in ("phishing", "harmless")]
    if not all(path.exists() for path in sets):
        pytest.skip("needs the sets of mails, which are other people's")
    shown = [re.split(r" +\| +", row.strip("| ")) for row in re.findall(r"^\| .*\d.*\|$", COUNTS, re.MULTILINE)]
    assert [[cell.replace("`", "") for cell in row] for row in shown] == list(rows(*sets))


def test_the_countries_are_those_of_the_check() -> None:
    reported = TEXT.partition("use the script: ")[2].partition(" (as in Chromium)")[0]
    assert [set(re.findall("`([a-z]+)`", group)) for group in reported.split(";")] == list(_AT_HOME.values())
