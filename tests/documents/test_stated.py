"""What documents state: the URI that is made of it, by which rules, and what none is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.documents import stated as of_matches
from linksift.documents import written as of_references
from linksift.documents.source import Source, Stated
from linksift.documents.stated import LONGEST, stated_match, uri_of
from linksift.notes import RULES
from linksift.uri import is_uri

BASE = "http://a.example/b/c"


def applied(match: linksift.Match) -> str:
    """The match's text after the notes that change something in it."""
    pieces: list[str] = []
    position = match.start
    for note in match.notes:
        if note.became is not None:
            assert position <= note.start, f"{note} overlaps another"
            pieces += match.text[position - match.start : note.start - match.start], note.became
            position = note.end
    return "".join([*pieces, match.text[position - match.start :]])


@pytest.mark.parametrize(
    ("reference", "base", "uri"),
    [
        ("http://a.example/", None, "http://a.example/"),
        ("unheard-of:x", None, "unheard-of:x"),
        ("\n http://a.ex\nample/b\t ", None, "http://a.example/b"),
        ("http://a.example/ü b", None, "http://a.example/%C3%BC%20b"),
        ("http://a.example/%zz%41", None, "http://a.example/%25zz%41"),
        ("http://a.example/?[x]#y#z", None, "http://a.example/?%5Bx%5D#y%23z"),
        ("http://a.example/\udce9", None, "http://a.example/%E9"),
        ("http://[::1]/[x]", None, "http://[::1]/%5Bx%5D"),
        ("http://bü\ncher.example/", None, "http://xn--bcher-kva.example/"),
        ("http:\\\\a.example\\b?c\\d", None, "http://a.example/b?c%5Cd"),
        ("mailto:joe@a.example?subject=a b", None, "mailto:joe@a.example?subject=a%20b"),
        ("../d e", BASE, "http://a.example/d%20e"),
        ("d\\e", BASE, "http://a.example/b/d/e"),
        ("?q", BASE, "http://a.example/b/c?q"),
        ("//c.example", "https://a.example/", "https://c.example"),
        ("d", "http://a.example/ü/", "http://a.example/%C3%BC/d"),
        ("c#d", BASE, "http://a.example/b/c#d"),
    ],
)
def test_a_uri_is_made_of_what_is_stated(reference: str, base: str | None, uri: str) -> None:
    match = stated_match(Stated(reference, "a href", base))
    assert match is not None
    assert (match.uri, match.text, match.kind, match.enclosure) == (uri, reference, "stated", None)
    assert (match.start, match.end) == (0, len(reference))
    assert applied(match) == uri
    assert match.alternatives == ()


@pytest.mark.parametrize(
    ("reference", "base"),
    [
        ("", BASE),
        ("  ", BASE),
        ("#top", BASE),
        (" #top", BASE),
        ("b", None),
        ("//a.example", None),
        ("b", "not a base"),
        ("C:\\file", None),
        ("c:/file", BASE),
        ("http://", None),
        ("https:///b", None),
        ("http://a b/", BASE),
        ("http://a:b/", None),
        ("a b:c", BASE),
        ("http://" + "ü" * 64 + ".example/", None),
        ("http://\udce9/", None),
        ("http://a.example/" + "b" * LONGEST, None),
        ("b", "http://a.example/" + "b" * LONGEST),
    ],
)
def test_no_uri_is_made_of_what_cannot_be_one_or_leads_nowhere(reference: str, base: str | None) -> None:
    assert stated_match(Stated(reference, "a href", base)) is None
    assert uri_of(reference, base) is None


@pytest.mark.parametrize("scheme", ["javascript", "data", "vbscript", " JavaScript"])
def test_what_runs_is_stated_only_when_its_scheme_is_named(scheme: str) -> None:
    stated = Stated(f"{scheme}:x", "a href")
    assert stated_match(stated) is None
    assert stated_match(stated, "any") is None
    assert stated_match(stated, frozenset({scheme.strip().lower()})) is not None


def test_only_the_schemes_that_are_named_are_wanted() -> None:
    https = frozenset({"https"})
    assert stated_match(Stated("http://a.example/", ""), https) is None
    assert stated_match(Stated("HTTPS://a.example/", ""), https) is not None
    assert stated_match(Stated("b", "", "http://a.example/"), https) is None
    assert stated_match(Stated("b", "", "https://a.example/"), https) is not None


def test_a_match_has_its_place_in_the_source_and_its_notes_there() -> None:
    source = Source('<a href=" http://a.example/b c">')
    match = stated_match(Stated(" http://a.example/b c", "a href", source=source, start=9, end=30))
    assert match is not None
    assert (match.start, match.end, match.text) == (9, 30, source.text[9:30])
    assert [(note.rule, note.start, note.end, note.became) for note in match.notes] == [
        ("written.white_space", 9, 10, ""),
        ("written.percent_encoded", 28, 29, "%20"),
    ]
    assert applied(match) == match.uri == "http://a.example/b%20c"


def test_what_the_source_writes_otherwise_is_one_note_that_carries_the_others() -> None:
    source = Source("x http://a.example/?a&amp;b c")
    match = stated_match(Stated("http://a.example/?a&b c", "a href", source=source, start=2, end=29))
    assert match is not None
    assert (match.text, match.uri) == (source.text[2:], "http://a.example/?a&b%20c")
    assert applied(match) == match.uri
    assert [(note.rule, note.became is None) for note in match.notes] == [
        ("stated.unescaped", False),
        ("written.percent_encoded", True),
    ]


EXAMPLES = {
    "written.white_space": Stated(" http://a.example/", ""),
    "written.backslash": Stated("http:\\\\a.example/", ""),
    "written.host_to_ascii": Stated("http://ü.example/", ""),
    "written.percent_encoded": Stated("http://a.example/ü", ""),
    "stated.resolved": Stated("b", "", "http://a.example/"),
    "stated.unescaped": Stated("http://a.example/", "", source=Source("http&#58;//a.example/"), end=21),
}


def test_each_rule_of_stated_references_is_noted_where_it_is_at_work_and_not_elsewhere() -> None:
    modules = {of_references.__name__, of_matches.__name__}
    assert sorted(name for name, rule in RULES.items() if rule.__module__ in modules) == sorted(EXAMPLES)
    for name, stated in EXAMPLES.items():
        match = stated_match(stated)
        assert match is not None
        assert {note.rule for note in match.notes} == {name}
    plain = stated_match(Stated("http://a.example/b%20c", ""))
    assert plain is not None
    assert plain.notes == ()


REFERENCES = st.text(alphabet=st.sampled_from("htp:/?#[]@%ab.ü\\ \n\tC1|\udcff")) | st.text()


@given(REFERENCES, st.sampled_from([None, BASE, "x:y", "http://ü/ "]) | REFERENCES, st.text(max_size=3))
def test_whatever_is_stated_a_match_is_valid_and_its_notes_make_it(reference: str, base: str | None, pad: str) -> None:
    start = len(pad)
    stated = Stated(
        reference, "", base, source=Source(f"{pad}{reference}{pad}"), start=start, end=start + len(reference)
    )
    match = stated_match(stated)
    if match is not None:
        assert is_uri(match.uri)
        assert applied(match) == match.uri
        assert match.text == reference
