"""The finder's options, and an example for each thing that the finder decides."""

import gc
import pickle
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest

import linksift
from linksift import Finder, find, has_link
from linksift.finding.match import Candidate
from linksift.finding.scan.running_text import candidate_in_text
from linksift.finding.scan.scanned_text import FARTHEST_BEFORE, FARTHEST_READ_ON, ScannedText
from linksift.finding.scan.schemes import Schemes

APPENDIX_C = """\
 Tom, the form of it is in "http://a.example/Addressing/",
 but the rest may well be had from <ftp://b.example.
 com/rfc/>.  Note the warning in <http://c.example/pub/
 ietf/uri/historical.html#WARNING>.
"""

EXAMPLES = {
    "scheme may be broken": ("<ht\ntp://a.example/b>", ["http://a.example/b"]),
    "URL: before it or not, in any case, with a space or not": (
        "<URL:http://a> <url: http://b> <Url:http://c>",
        ["http://a", "http://b", "http://c"],
    ),
    "ends at the next > that is not a line's quote prefix": ("> <http://a/b\n> c> d", ["http://a/bc"]),
    "ends at | (chat labels)": ("<http://a/b|the page>", ["http://a/b"]),
    r"or at \> (Markdown's escape)": (r"<http://a/b\>", ["http://a/b"]),
    "another < voids it, and its content is read as plain text": ("<http://a/b.\n <c>", ["http://a/b"]),
    "an empty line voids it": ("<http://a/b.\n\nc>", ["http://a/b"]),
    "a URI and a label": ("<http://a/foo for more>", ["http://a/foo"]),
    "spaces and tabs too": (
        "<ftp://foo.example. com/rfc/> <http://a/b c>",
        ["ftp://foo.example.com/rfc/", "http://a/bc"],
    ),
    "the URI is taken exactly, nothing is trimmed": ("<http://a/b.> <http://a/c(,>", ["http://a/b.", "http://a/c(,"]),
    "any scheme will do": ("<acme+x.1://b/c?d>", ["acme+x.1://b/c?d"]),
    "HTML tags are not enclosures; their quoted attribute values are": (
        '<a href="http://a/b.html">',
        ["http://a/b.html"],
    ),
    "the closer ends it, line breaks in it are joined": (
        '"http://a/b\n  c" and "http://a/d e"',
        ["http://a/bc", "http://a/d"],
    ),
    "trimming follows": ('"http://a/x."', ["http://a/x"]),
    "brackets, backticks and URL: delimit": (
        "(http://a/b) `http://c` URL:http://d",
        ["http://a/b", "http://c", "http://d"],
    ),
    "soft hyphens go": ("http://a/b\u00adc", ["http://a/bc"]),
    "known ones joined by +": ("git+https://a/b qemu+foo://c", ["git+https://a/b"]),
    "never hxxp, though IANA has it": ("hxxp://a/ <hxxp://b/>", []),
    "not URIs": (r"Note: this, std::string, 12:30, C:\x, http:/a", []),
    "in an unknown name the longest known end counts": ("post.https://a/b", ["https://a/b"]),
    "a word that stands before URIs may run into one": (
        "(2020.URLhttps://a.example/b) License athttps://b.example/c, Unterhttp://d.example Seehttps://e.example",
        ["https://a.example/b", "https://b.example/c", "http://d.example", "https://e.example"],
    ),
    "so may any longer word": (
        "view it on GitHubhttps://a.example/b or Sieciowe grupyhttp://b.example OPENEDHTTPS://c.example",
        ["https://a.example/b", "http://b.example", "HTTPS://c.example"],
    ),
    "fewer letters that are no word may begin another scheme": (
        "testhttp://a.example foohttps://a.example/ ahttp://a.example toHttp://a.example",
        [],
    ),
    "the beginning of any host is none": (
        '0x00 = http://www. 0x01 = https://www.\nif (url == "https://www.") { // http://WWW.,\n',
        [],
    ),
    "a host may be called so": (
        "http://www/b and http://www:80 and <http://www. >",
        ["http://www/b", "http://www:80", "http://www."],
    ),
    "also without slashes": ("post.mailto:joe@a.example", ["mailto:joe@a.example"]),
    "but not in the name of an app": ("com-example-info://a/b com.example.app://b/c", []),
    "a second scheme starts the next URI": (
        "http://a/,http://b/;http://c/|http://d/ (http://e/)http://f/",
        ["http://a/", "http://b/", "http://c/", "http://d/", "http://e/", "http://f/"],
    ),
    "after anything else it belongs to the first": ("http://a/web/2020/http://b/", ["http://a/web/2020/http://b/"]),
    "schemes that need a host are not found without one": ("http:///a http://?b file:///c", ["file:///c"]),
    "but relative paths are written so": (
        "file://../a file://./b.json http://../c",
        ["file://../a", "file://./b.json"],
    ),
    "other reg-name characters end it": ("http://a.example,b", ["http://a.example"]),
    "a host that breaks off makes no match": ("http://a[.]example/ http://{b}/ http://c.$d/ http://e%/", []),
    "what UTS #46 takes": ("http://x🍄.ga/ http://🥳.ws", ["http://xn--x-jq2s.ga/", "http://xn--ms9h.ws"]),
    "a host that UTS #46 refuses makes no match": ("http://xn--á.example/", []),
    "controls and what is written out end it": (
        "http://a/b\x07c http://a/d&lt;e http://a/f&amp;g",
        ["http://a/b", "http://a/d", "http://a/f&amp;g"],
    ),
    "at [ outside a query, and at [/ anywhere": (
        "http://a/b[1] [url]http://c[/url] http://d?e[]=f[/g",
        ["http://a/b", "http://c", "http://d?e%5B%5D=f"],
    ),
    "when balanced, and a stray % are percent-encoded": ("http://a/{b}?c=%zz", ["http://a/%7Bb%7D?c=%25zz"]),
    "a URI keeps its parenthesis, loses one, loses ).": (
        "http://a/x_(y) (http://b/x) http://c/x_(y)).",
        ["http://a/x_(y)", "http://b/x", "http://c/x_(y)"],
    ),
    "emphasis that is also directly before": (
        "**http://a/x** http://b/y_ ~~http://c/z~~",
        ["http://a/x", "http://b/y_", "http://c/z"],
    ),
    "a final 's": ("http://a/x's http://b/y’s", ["http://a/x", "http://b/y"]),
    "prose after ASCII": ("http://a/x에서 http://b/x查看 http://c/x👍", ["http://a/x", "http://b/x", "http://c/x"]),
    "after a delimiter it belongs": ("http://a/wiki/日本", ["http://a/wiki/%E6%97%A5%E6%9C%AC"]),
    "where it completes a name, it belongs": (
        "http://a.中国/ http://a.example에서",
        ["http://a.xn--fiqs8s/", "http://a.example"],
    ),
    "sentence punctuation and dashes end a URI": (
        "http://a/b。http://c/d，http://e/f—g",
        ["http://a/b", "http://c/d", "http://e/f"],
    ),
    "format characters end a URI": ("http://a/b\u202ec http://d/e\u200bf", ["http://a/b", "http://d/e"]),
    "zero-width joiners only between two beyond ASCII": (
        "<http://a/b\u200dc> http://d/\u0b95\u200d\u0b95",
        ["http://a/b", "http://d/%E0%AE%95%E2%80%8D%E0%AE%95"],
    ),
    "user@ is found": ("http://user@a/b", ["http://user@a/b"]),
    "schemes found only when named": ("javascript:alert(1) data:,x <vbscript:x> <javascript:y>", []),
}


@pytest.mark.parametrize(("text", "uris"), EXAMPLES.values(), ids=EXAMPLES)
def test_what_is_found(text: str, uris: list[str]) -> None:
    assert [match.uri for match in find(text)] == uris


def test_appendix_c_paragraph() -> None:
    assert [(match.uri, match.enclosure) for match in find(APPENDIX_C)] == [
        ("http://a.example/Addressing/", "double-quote"),
        ("ftp://b.example.com/rfc/", "angle"),
        ("http://c.example/pub/ietf/uri/historical.html#WARNING", "angle"),
    ]


def test_brackets_may_open_in_userinfo() -> None:
    assert [match.text for match in find("http://(@a#) ")] == ["http://(@a#)"]


def test_angle_brackets_that_are_too_long_are_read_as_plain_text_and_not_as_quotes() -> None:
    assert [match.uri for match in find("<http://a.example/b-\nde>", max_length=21)] == ["http://a.example/b-"]


def test_several_doubtful_breaks_are_flipped_each_alone_then_all() -> None:
    (match,) = find("<http://a/b-\nc-\nd>")
    assert match.uri == "http://a/b-c-d"
    assert [other.uri for other in match.alternatives] == [
        "http://a/bc-d",
        "http://a/b-cd",
        "http://a/bcd",
        "http://a/b-",
    ]


def test_after_an_invalid_joined_reading_the_one_without_the_join_is_tried() -> None:
    assert [(match.uri, match.enclosure) for match in find("<http://a:8\nx/>")] == [("http://a:8", None)]


def test_a_longer_reading_is_an_alternative() -> None:
    (match,) = find("http://a/x에서")
    assert [other.uri for other in match.alternatives] == ["http://a/x%EC%97%90%EC%84%9C"]


@pytest.mark.parametrize("profile", ["text", "document", "chat"])
@pytest.mark.parametrize("mark", [*")]}|\\^[{", "&quot;", ",http://b/", "、", "）", "」", "—"])
def test_whatever_but_white_space_ends_a_uri_an_alternative_goes_on(mark: str, profile: Any) -> None:
    (match, *_) = find(f"See http://a.example/x{mark}y, or not", profile=profile)
    assert match.uri == "http://a.example/x"
    longest = max(match.alternatives, key=lambda other: other.end)
    assert unquote(longest.uri) == f"http://a.example/x{mark}y"


@pytest.mark.parametrize(("after", "most"), [("y" * 3000, 1024), ("a" + "%41" * 1000, 1022)])
def test_an_alternative_has_at_most_1024_code_points_after_the_match(after: str, most: int) -> None:
    (match,) = find(f"http://a.example/x){after}")
    (other,) = match.alternatives
    assert other.end - match.end == most


def test_matches_near_each_other_share_what_follows_them() -> None:
    source = ScannedText("http://a/|" * 500, Schemes(None))
    blocks = set()
    for start in range(0, 5000, 10):
        candidate = candidate_in_text(source, start, start + 4)
        assert isinstance(candidate, Candidate)
        assert candidate.continuation is not None
        blocks.add(candidate.continuation.block)
    assert len(blocks) <= 5
    assert max(map(len, blocks)) <= FARTHEST_BEFORE + 2 * FARTHEST_READ_ON + 1


@pytest.mark.parametrize(
    ("options", "uris"),
    [
        ({}, ["http://a/bc", "mailto:j@d"]),
        ({"rejoin": "never"}, ["http://a/b", "mailto:j@d"]),
        ({"schemes": "mailto"}, ["mailto:j@d"]),
        ({"schemes": ["MAILTO", "javascript"]}, ["mailto:j@d", "javascript:e"]),
        ({"schemes": "any"}, ["http://a/bc", "mailto:j@d", "acme://f"]),
        ({"max_length": 10}, ["http://a/b", "mailto:j@d"]),
        ({"kinds": ["uri"]}, ["http://a/bc", "mailto:j@d"]),
    ],
)
def test_each_option_has_an_effect(options: dict[str, Any], uris: list[str]) -> None:
    text = "<http://a/b\nc> mailto:j@d javascript:e acme://f"
    assert [match.uri for match in find(text, **options)] == uris


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": {"links"}},
        {"kinds": ()},
        {"kinds": [1, "uri"]},
        {"schemes": 5},
        {"max_length": "9"},
        {"schemes": ["a b"]},
        {"schemes": []},
        {"rejoin": "sometimes"},
        {"max_length": 0},
        {"top_level_domains": ["a.corp"]},
        {"top_level_domains": ".corp"},
        {"top_level_domains": ["1"]},
        {"top_level_domains": [b"corp"]},
        {"top_level_domains": 3},
        {"templates": ["<>"]},
        {"templates": 3},
    ],
)
def test_bad_values_raise_value_error(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Finder(**options)  # type: ignore[arg-type]


def test_whether_there_is_a_link_takes_no_more_than_the_first() -> None:
    assert has_link("see www.a.example")
    assert not has_link("see www.a.example", kinds={"uri"})
    assert not Finder(unusable_hosts="skip").has_link("http://1.1.1.1.1/")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.search_loop.HitSearch.match_at", None)
        assert has_link("joe@a.example " + "<ftp://a.example> " * 9)


def test_many_texts_are_found_in_one_by_one() -> None:
    finder = Finder()
    texts = ["see http://a.example, or", "", "no link", "www.a.example joe@a.example"]
    assert list(finder.find_all(iter(texts))) == [finder.find(text) for text in texts]
    assert next(finder.find_all(iter([texts[0], None]))) == finder.find(texts[0])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="find"):
        list(finder.find_all([None]))  # type: ignore[list-item]


def test_unknown_options_raise_type_error() -> None:
    with pytest.raises(TypeError):
        find("a", joins=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("length", [14, 15, 16, 17])
@pytest.mark.parametrize("frame", ["{}", "<{}>", "({})", '"{}"'])
@pytest.mark.parametrize("uri", ["http://a/b?c=de", "https://a/b?c=d", "ftp://a/b?c=def"])
def test_max_length_is_the_length_of_the_longest_uri(uri: str, frame: str, length: int) -> None:
    assert [match.uri for match in find(frame.format(uri), max_length=length)] == ([uri] if length >= 15 else [])


def test_a_scheme_that_is_not_asked_for_begins_no_next_uri() -> None:
    text = "ftp://a.example/bhttp://c.example/"
    assert [match.uri for match in find(text, schemes=["ftp"])] == [text]
    assert [match.uri for match in find(text)] == ["ftp://a.example/b", "http://c.example/"]


@pytest.mark.parametrize(
    "change", [lambda finder: setattr(finder, "rejoin", "never"), lambda finder: delattr(finder, "kinds")]
)
def test_a_finder_cannot_be_changed(change: Callable[[Finder], None]) -> None:
    with pytest.raises(AttributeError):
        change(Finder())


def test_finders_with_the_same_options_are_equal() -> None:
    assert Finder(schemes=["http", "FTP"]) == Finder(schemes={"ftp", "http"}) != Finder()
    assert len({Finder(), Finder(rejoin="enclosed"), pickle.loads(pickle.dumps(Finder()))}) == 1


@pytest.mark.parametrize(
    ("finder", "shown"),
    [
        (Finder(), "Finder('text')"),
        (Finder("chat", kinds={"uri"}), "Finder('chat', kinds=frozenset({'uri'}))"),
        (Finder(refang=True, matcher_seconds=None), "Finder('text', refang=True, matcher_seconds=None)"),
    ],
)
def test_a_finder_shows_what_differs_from_its_profile(finder: Finder, shown: str) -> None:
    assert repr(finder) == shown
    assert eval(shown) == finder


def test_a_match_cannot_be_changed() -> None:
    (match,) = find("http://a/b")
    with pytest.raises(AttributeError):
        match.uri = "javascript:alert(1)"
    with pytest.raises(AttributeError):
        del match.uri


@pytest.mark.parametrize("text", ["http://user:secret@a/b", "<http://user:secret@a/\nb>"])
def test_a_match_never_shows_a_password(text: str) -> None:
    (match,) = find(text)
    assert "secret" in match.uri
    assert "secret" not in repr(match)


@pytest.mark.parametrize(
    "text", ["see http://a.example/b", "<http://a.example/b-\nc>", "http://a/x에서.", "http://a/x)y|z"]
)
def test_a_match_does_not_keep_the_text_alive(text: str) -> None:
    class Text(str):
        pass

    long = Text(text + " " * 10_000)
    (match,) = linksift.find(long)
    assert match.notes is not None
    reached, waiting = set(), [match]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in reached and not isinstance(thing, type) and not callable(thing):
            reached.add(id(thing))
            waiting += gc.get_referents(thing)
    assert id(long) not in reached
    assert match.text in text


def test_what_a_match_says() -> None:
    (match,) = find("ab <http://u@bücher.example:80/é?q#f>")
    assert (match.start, match.end, match.kind) == (4, 36, "uri")
    assert match.iri == "http://u@bücher.example:80/é?q#f"
    assert match.reference.host == "xn--bcher-kva.example"
    assert [(note.rule, note.replacement) for note in match.notes] == [
        ("encode.host_to_ascii", "xn--bcher-kva.example"),
        ("encode.percent_encoded", "%C3%A9"),
    ]


@pytest.mark.parametrize("part", ["http://a.example/b", "www.a.example/b", "a.example/b"])
def test_what_is_too_long_is_no_match_and_neither_is_what_it_has_within_that_length(part: str) -> None:
    finder = linksift.Finder(max_length=30, kinds={"uri", "suffix", "domain"})
    assert finder.find(f"{part}={part}{'b' * 12} c") == []
    assert [match.text for match in finder.find(f"{part} {part}{'b' * 30} {part}")] == [part, part]


def test_the_function_find_skips_spans_as_a_finder_does() -> None:
    text = "see http://a.example/ and http://b.example/x"
    assert [match.uri for match in find(text, skip=[(4, 20)])] == ["http://b.example/x"]
    assert find(text, skip=iter([(4, 20)]), kinds={"uri"}) == Finder().find(text, [(4, 20)])


@pytest.mark.parametrize("skip", [5, (4, 20), "ab", [5], [(4,)], [("a", 5)], [None]])
def test_a_skip_that_has_no_spans_is_named(skip: Any) -> None:
    with pytest.raises(TypeError, match=r"skip takes spans such as \[\(0, 5\)\], not "):
        find("see http://a.example/", skip=skip)


def test_sub_says_that_it_takes_a_function() -> None:
    with pytest.raises(TypeError, match=r"sub takes a function of a Match, .*, not '<\\\\g<0>>'"):
        Finder().sub("http://a.example", r"<\g<0>>")  # type: ignore[arg-type]
