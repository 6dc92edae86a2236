"""Defanged links are found with `refang=True`, the notes give the original back, and `defang` is the inverse."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import linksift
from linksift.finding.joining import joiner
from linksift.finding.refanging import refanged_text
from linksift.finding.refanging.refanged_text import RefangedText
from linksift.notes import RULES
from linksift.uri import is_uri
from tests.finding.test_corpora import apply_notes
from tests.finding.test_invariants import has_required_host, uris
from tests.growth import executed_lines
from tests.texts import PIECES

FINDER = linksift.Finder(refang=True)
SCHEMES = ["hxxp", "hXXps", "h**p", "fxp"]
LISTED = "[:] [://] (://) {:} [//] [/] [.] (.) {.} <.> [dot] (DOT) [at] (@) <at>"
MARKS = [
    *LISTED.split(),
    "://",
    ":\\\\",
    "\\\\",
    "\\.",
]
DEFANGED = [*SCHEMES, *MARKS]
texts = st.lists(st.sampled_from([*PIECES, *DEFANGED, "a", "b", ".", "evil", "example", "www"]), max_size=30).map(
    "".join
)


def found(text: str) -> list[str]:
    return [match.uri for match in FINDER.find(text)]


@pytest.mark.parametrize(
    "written",
    [
        "hxxp://evil.example/x",
        "hXXp://evil.example/x",
        "h**p://evil.example/x",
        "http[:]//evil[.]example/x",
        "http[://]evil[.]example/x",
        "http(://)evil(.)example/x",
        "http:[//]evil{.}example[/]x",
        "hxxp[:/]/evil[.]example/x",
        r"hxxp:\\evil[.]example/x",
        r"hxxp[:]\\evil\.example/x",
        "http://evil[dot]example/x",
        "http://evil(DOT)example/x",
        "meow://evil<dot>example/x",
    ],
)
def test_each_way_of_defanging_is_undone(written: str) -> None:
    text = f"They came from {written}, and from there only."
    (match,) = FINDER.find(text)
    assert (match.uri, match.text) == ("http://evil.example/x", written)
    assert apply_notes(match) == match.uri


@pytest.mark.parametrize("written", ["hxxps://a.example", "hXXpS://a.example", "h**ps://a.example"])
def test_iocextract_49_https_stays_https(written: str) -> None:
    assert [uri.lower() for uri in found(written)] == ["https://a.example"]


def test_nothing_is_refanged_without_the_option() -> None:
    text = " ".join(f"http{mark}a{mark}example" for mark in DEFANGED)
    assert [m for m in linksift.find(text) if any(note.rule.startswith("refang.") for note in m.notes)] == []


@pytest.mark.parametrize("text", ["see a[.] b", "[dot]", "x(at) y", r"1\. first", "hxxp is a scheme", "s[:]", "<at>"])
def test_marks_outside_of_links_are_left_alone(text: str) -> None:
    assert FINDER.find(text) == []
    assert linksift.refang(text) == text


@pytest.mark.parametrize(
    ("text", "uris"),
    [
        ("It was hxxp://a[.]example[.] Then", ["http://a.example"]),
        ("seen: hxxp://a[.]example(dot)", ["http://a.example"]),
        ("hxxp://a[.]example[.]/b, hxxp://a[.]example[.]:8080", ["http://a.example./b", "http://a.example.:8080"]),
        ("joe[@]a[.]example[.]", ["mailto:joe@a.example"]),
    ],
)
def test_the_last_dot_of_a_host_may_be_defanged_too(text: str, uris: list[str]) -> None:
    assert found(text) == uris


def test_a_host_that_was_defanged_is_read_to_its_end_and_not_to_the_first_mark() -> None:
    assert found(r"http://a\.b.example http://a(dot)b.example www.a[.]example") == [
        "http://a.b.example",
        "http://a.b.example",
        "http://www.a.example",
    ]


def test_a_defanged_link_in_angle_brackets_is_joined() -> None:
    (match,) = FINDER.find("<hxxp://a[.]exa\n  mple/x>")
    assert (match.uri, match.enclosure) == ("http://a.example/x", "angle")
    assert apply_notes(match) == match.uri


def test_alternatives_have_positions_in_the_source_too() -> None:
    text = "<hxxp://a[.]example/b-\nc[.]d>"
    (match,) = FINDER.find(text)
    assert match.uri == "http://a.example/b-c.d"
    assert [other.uri for other in match.alternatives] == ["http://a.example/bc.d", "http://a.example/b-"]
    for other in match.alternatives:
        assert apply_notes(other) == other.uri
        assert other.text == text[other.start : other.end]


def test_a_step_that_covers_a_refanged_span_carries_it() -> None:
    (match,) = FINDER.find("http://münchen[.]example/")
    assert [(note.rule, match.text[note.start : note.end]) for note in match.notes] == [
        ("encode.host_to_ascii", "münchen[.]example")
    ]


def test_max_length_counts_the_text_as_written() -> None:
    finder = linksift.Finder(refang=True, max_length=20)
    assert [match.uri for match in finder.find("http://a.example/bcd http://a[.]example/bcd")] == [
        "http://a.example/bcd"
    ]


def test_skipped_spans_and_streams_refer_to_the_source() -> None:
    text = "hxxp[://]a[.]example and hxxp[://]b[.]example"
    assert [match.text for match in FINDER.finditer(text, skip=[(0, 3)])] == ["hxxp[://]b[.]example"]
    assert list(FINDER.stream(text)) == FINDER.find(text)


@given(texts)
@example("http://a[.]example:[//]")
@example("http:/[/]a.example")
def test_matches_in_defanged_text_are_in_order_and_their_notes_turn_text_into_uri(text: str) -> None:
    matches = FINDER.find(text)
    assert all(before.end <= after.start for before, after in pairwise(matches))
    for match in matches:
        for reading in (match, *match.alternatives):
            assert reading.text == text[reading.start : reading.end]
            assert apply_notes(reading) == reading.uri


@given(texts)
def test_refanging_changes_nothing_if_nothing_is_defanged(text: str) -> None:
    assume(RefangedText(text).text == text)
    assert FINDER.find(text) == linksift.Finder().find(text)


@given(texts, st.sampled_from(["text", "document", "ascii"]))
def test_a_defanged_link_changes_nothing_far_before_it(
    text: str, profile: Literal["text", "document", "ascii"]
) -> None:
    """Without it, the text is searched like one in which nothing is defanged."""
    assume(RefangedText(text).text == text)
    finder, filler = linksift.Finder(profile, refang=True), "\n\n" + "some words of prose\n" * 300
    found = finder.find(f"{text}{filler}hxxp://a[.]example")
    assert found[:-1] == finder.find(text + filler)


def test_names_that_are_not_defanged_take_no_time() -> None:
    """Most lines of a log name a host or a class, and few logs have anything defanged."""
    log = '10.0.0.1 - "GET /b.html" com.a.example.Main\n' * 300
    assert executed_lines(FINDER.find, log) < 1_000 + 2 * executed_lines(linksift.Finder().find, log)


@pytest.fixture(scope="module")
def near() -> Iterator[None]:
    """Stretches are short, so that generated texts have several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refanged_text, "_NEAR", 300)
        yield


@given(st.lists(st.one_of(texts, st.sampled_from(["see 192.0.2.1, a.example/x and [b.example]\n" * 30])), max_size=7))
@pytest.mark.usefixtures("near")
def test_a_text_that_is_defanged_here_and_there_is_searched_as_one(parts: list[str]) -> None:
    text, finder = "".join(parts), linksift.Finder("indicators")
    in_stretches = finder.find(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RefangedText, "stretches", lambda self, start, end: [(end, True)])
        at_once = finder.find(text)
    assert [(match, match.notes, match.alternatives) for match in in_stretches] == [
        (match, match.notes, match.alternatives) for match in at_once
    ]


def test_one_layout_is_made_however_many_stretches_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes time for the whole text, so one for each stretch would make the work grow with its square."""
    made, layout = [], joiner.Layout

    def counted(*given: Any) -> Any:
        made.append(given)
        return layout(*given)

    monkeypatch.setattr(joiner, "Layout", counted)
    finder = linksift.Finder("document", refang=True, kinds={"uri", "suffix", "email", "domain", "ip"})
    text = ("see a[.]example/x\n" + "words\n" * 2000 + "http://b.example/c\nd ") * 4
    assert (len(finder.find(text)), len(made)) == (8, 1)


@given(texts)
def test_offsets_outside_of_refanged_spans_map_to_their_source(text: str) -> None:
    refanged = RefangedText(text)
    touched = {place for step in refanged.steps for place in range(step.start, step.end)}
    for place in set(range(len(text))) - touched:
        offset = refanged.offset(place)
        assert refanged.text[offset] == text[place]
        assert (refanged.source_start(offset), refanged.source_end(offset + 1)) == (place, place + 1)
    assert refanged.offset(len(text)) == len(refanged.text)


@given(uris)
@example("http://a.example/http://b.example/")
def test_find_reads_back_what_defang_wrote(uri: str) -> None:
    assume(is_uri(uri) and has_required_host(uri) and RefangedText(uri).text == uri)
    written = linksift.defang(uri)
    assert [match.uri for match in FINDER.find(f"<{written}>")] == [uri]


@pytest.mark.parametrize(
    "uri", ["http://a.example/www.b.example", "https://a.example/?u=http://b.example&m=j@c.example"]
)
def test_nothing_is_found_in_what_defang_wrote(uri: str) -> None:
    assert linksift.find(linksift.defang(uri)) == []


@pytest.mark.parametrize(
    ("written", "defanged"),
    [
        ("a.example", "a[.]example"),
        ("192.0.2.1:80/b", "192[.]0[.]2[.]1:80/b"),
        ("a.example:80/?u=http://b.example", "a[.]example:80/?u=http[://]b[.]example"),
        ("joe@a.example", "joe[at]a[.]example"),
        ("//a.example/b", "//a[.]example/b"),
        ("iris.beep:b.example", "iris.beep[:]b[.]example"),
        ("evil.example", "evil[.]example"),
        ("", ""),
    ],
)
def test_a_name_without_a_scheme_is_defanged_too(written: str, defanged: str) -> None:
    assert linksift.defang(written) == defanged
    assert linksift.find(defanged, kinds={"uri", "suffix", "email", "domain", "ip"}) == []


@pytest.mark.parametrize(
    ("written", "defanged"),
    [
        ("2001:db8::1", "2001[:]db8::1"),
        ("[::1]", "[[:]:1]"),
        ("[2001:db8::1]:80/x", "[2001[:]db8::1]:80/x"),
    ],
)
def test_an_address_of_ipv6_is_defanged_at_its_first_colon(written: str, defanged: str) -> None:
    assert linksift.defang(written) == defanged


def test_there_are_rules_of_refanging() -> None:
    assert len([name for name in RULES if name.startswith("refang.")]) == 16


def test_an_alternative_may_reach_a_defanged_mark_that_its_match_does_not() -> None:
    text = "tel:+1.html👍Word[at]1.2.3.4"
    (match,) = linksift.find(text, refang=True)
    (longer,) = match.alternatives
    assert match.text == "tel:+1.html"
    assert longer.text == text
    assert longer.uri == "tel:+1.html%F0%9F%91%8DWord@1.2.3.4"


def test_no_alternative_is_longer_than_max_length() -> None:
    finder = linksift.Finder(refang=True, max_length=24)
    (match,) = finder.find("hxxps[://]aabacoma«aexama")
    assert [len(other.text) for other in match.alternatives if len(other.text) > 24] == []


# ---- The text with its links live ------------------------------------------------------------------------------------


@given(uris)
@example("about://(:)@")
def test_refang_is_the_inverse_of_defang(uri: str) -> None:
    assume(is_uri(uri) and has_required_host(uri) and RefangedText(uri).text == uri)
    assert linksift.refang(f"<{linksift.defang(uri)}>") == f"<{uri}>"


@given(texts)
def test_refang_changes_nothing_outside_of_matches(text: str) -> None:
    position, parts = 0, []
    for match in linksift.find(text, profile="indicators"):
        parts.append(text[position : match.start])
        position = match.end
    live, begin = linksift.refang(text), 0
    for part in (*parts, text[position:]):
        begin = live.find(part, begin)
        assert begin >= 0
        begin += len(part)
    assert live.endswith(text[position:])


def test_refang_takes_the_options_of_a_finder() -> None:
    text = "hxxp://a[.]example wiki[.]corp"
    assert linksift.refang(text) == "http://a.example wiki[.]corp"
    assert linksift.refang(text, top_level_domains=["corp"]) == "http://a.example wiki.corp"
    assert linksift.refang(text, kinds=["email"], refang=False) == "hxxp://a[.]example wiki[.]corp"


def test_a_name_under_no_known_domain_may_follow_a_masked_scheme_and_a_blank() -> None:
    assert linksift.refang("hxxp:// wiki.corp/x, http:// wiki.corp/x") == "http://wiki.corp/x, http:// wiki.corp/x"
