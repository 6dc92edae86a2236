"""Matches: equality, fields, immutability, pickling."""

import copy
import json
import pickle

import pytest

from linksift import Match, Note, Reference, find

TEXT = "see <http://u:p@a.example/b-\n c> and http://a/x에서."


@pytest.fixture(params=[0, 1], ids=["joined", "with a longer reading"])
def match(request: pytest.FixtureRequest) -> Match:
    found: Match = find(TEXT)[request.param]
    assert found.alternatives
    return found


def test_a_match_is_equal_to_the_same_match_and_to_no_other(match: Match) -> None:
    assert match == next(other for other in find(TEXT) if other.start == match.start)
    assert match not in find(" " + TEXT)
    assert match not in match.alternatives
    assert match != match.with_alternatives(())
    assert match != match.uri


def test_equal_matches_have_one_hash(match: Match) -> None:
    assert len({*find(TEXT), *find(TEXT)}) == 2
    assert len({match, *match.alternatives}) == 1 + len(match.alternatives)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_and_back_a_match_is_the_same(match: Match, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(match, protocol))
    assert again == match
    assert (again.notes, again.reference, again.iri) == (match.notes, match.reference, match.iri)
    assert again.alternatives == match.alternatives


def test_copied_a_match_is_the_same(match: Match) -> None:
    assert copy.copy(match) == copy.deepcopy(match) == match


@pytest.mark.parametrize(
    "name",
    ["uri", "host", "iri", "start", "end", "text", "kind", "enclosure", "alternatives", "notes", "reference", "new"],
)
def test_no_field_can_be_set_or_deleted(match: Match, name: str) -> None:
    before = pickle.dumps(match)
    with pytest.raises(AttributeError, match=name):
        setattr(match, name, None)
    with pytest.raises(AttributeError, match=name):
        delattr(match, name)
    assert pickle.dumps(match) == before


def test_a_match_is_slotted(match: Match) -> None:
    assert not hasattr(match, "__dict__")


def test_fields_have_their_documented_types(match: Match) -> None:
    assert {type(match.uri), type(match.iri), type(match.text), type(match.kind)} == {str}
    assert {type(match.start), type(match.end)} == {int}
    assert type(match.reference) is Reference
    assert {type(note) for note in match.notes} == {Note}
    assert {type(other) for other in match.alternatives} == {Match}


@pytest.mark.parametrize(
    "text", [TEXT, "<http://u:p@[::1]:80/> joe@a.example urn:a:b", "file:///a http://a?b@c:1 HTTP://A"]
)
def test_the_host_is_that_of_the_reference(text: str) -> None:
    for match in find(text):
        assert match.host == match.reference.host


def test_notes_are_the_same_whenever_they_are_asked_for(match: Match) -> None:
    assert match.notes == match.notes != ()


def test_notes_of_what_was_joined() -> None:
    match = find(TEXT)[0]
    assert [note[:4] for note in match.notes] == [
        ("rejoin.hyphen_kept", 27, 28, None),
        ("rejoin.line_break", 28, 30, ""),
    ]
    assert [note[:4] for note in match.alternatives[0].notes] == [("rejoin.hyphen_dropped", 27, 30, "")]


def test_the_repr_of_a_match_shows_where_and_what_but_no_password() -> None:
    assert repr(find(TEXT)[0]) == "<Match 5:31 Reference('http://u:...@a.example/b-c'), enclosure='angle'>"
    assert repr(find(TEXT)[1]) == "<Match 37:47 Reference('http://a/x')>"
    assert not [other for found in find(TEXT) for other in found.alternatives if ":p@" in repr(other)]


def test_a_subclass_of_str_is_not_kept_in_a_match() -> None:
    class Text(str):
        __slots__ = ()

    for found in find(Text("http://a/b")) + find(Text("<http://a/\nb>")) + find(Text("http://a/é")):
        assert {type(found.text), type(found.uri)} == {str}


@pytest.mark.parametrize("text", ['"http://a/b-\nc."', "http://a/x에서.", "<http://a/b-\nc-\nd>"])
def test_an_alternative_has_none_of_its_own(text: str) -> None:
    (match,) = find(text)
    assert match.alternatives
    assert [other.alternatives for other in match.alternatives if other.alternatives] == []


@pytest.mark.parametrize("text", ["http.http://b\N{IDEOGRAPHIC FULL STOP}example/\nx", "<http://a.example/b/ |c>"])
def test_alternatives_stand_where_they_say(text: str) -> None:
    (match,) = find(text, rejoin="auto")
    assert [other.text for other in match.alternatives] == [
        text[other.start : other.end] for other in match.alternatives
    ]


def test_a_match_as_a_dict_can_be_written_as_json(match: Match) -> None:
    read = json.loads(json.dumps(match.to_dict()))
    assert (read["uri"], read["start"], read["text"]) == (match.uri, match.start, match.text)
    assert read["alternatives"] == [other.uri for other in match.alternatives]
    assert [note["rule"] for note in read["notes"]] == [note.rule for note in match.notes]


def test_a_notebook_shows_a_match_without_link_and_password() -> None:
    html = find("http://u:secret@a.example/?b&c")[0]._repr_html_()
    assert html == "<table><tr><td>0:30</td><td>uri</td><td>http://u:...@a.example/?b&amp;c</td></tr></table>"
