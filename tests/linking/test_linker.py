"""Texts as HTML, Markdown and mrkdwn: a reader of the format sees the text and our links, and nothing else."""

import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy, deepcopy
from itertools import count

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import linksift
from linksift.finding import Finder, Match, find
from linksift.linking import FORMATS, Link, Linker, OutputFormat, Policy, entities, linkify
from linksift.linking.policy import Show
from tests.growth import executed_lines
from tests.texts import PIECES, texts

pytestmark = pytest.mark.filterwarnings("ignore::linksift.LinkPolicyWarning")
html5lib = pytest.importorskip("html5lib", reason="needs html5lib, to read HTML as browsers do")
Markup = pytest.importorskip("markupsafe", reason="needs MarkupSafe, whose strings escape").Markup
MarkdownIt = pytest.importorskip("markdown_it", reason="needs markdown-it-py, to read Markdown").MarkdownIt

MARKUP = [
    *("<b>", "</a>", "<a href=", "<script>", "</script>", "<!--", "-->", "&", "&amp;", "&#60;", "&lt", '"', "'", "`"),
    *('"onmouseover="alert(1)', "<![CDATA[", "<plaintext>", "=", "http://a.example/?x&y", "http://a'b.example", "\r"),
    *("# ", "    ", "* ", "1. ", "1) ", "- ", "+ ", "===", "---", "> ", "[a](b)", "![", "](", "\\", "_a_", "**", "~~"),
    *(
        "|",
        "\n",
        "\n\n",
        "www.a.example",
        "joe@a.example",
        "https://x.example/(a",
        "ftp://u:pw@h.example/",
        "<joe@b.example>",
    ),
]
marked_up = st.one_of(texts, st.lists(st.sampled_from([*PIECES, *MARKUP]), max_size=40).map("".join))


def as_written(text: str) -> str:
    """A text without NUL and lone surrogates, which no output can represent."""
    return re.sub("[\0\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def as_browsers_have_it(text: str) -> str:
    """A text as HTML parsers return it, with LF as line ends."""
    return as_written(text).replace("\r\n", "\n").replace("\r", "\n")


def in_html(markup: str) -> tuple[str, list[tuple[str, dict[str, str]]]]:
    """The text of a fragment, and its elements with their attributes, as an HTML5 parser reads them."""
    tree = html5lib.parseFragment(f"<p>{markup}</p>", namespaceHTMLElements=False)[0]
    elements = [(element.tag, dict(element.attrib)) for element in tree.iter() if element is not tree]
    return "".join(tree.itertext()), elements


@given(marked_up)
@example("<script>http://a.example</script>")
@example('http://a.example/"onmouseover="alert(1)')
@example("http://a.example/&lt;b&gt;")
@example("\0http://a.example\r\n\ud800\udc00")
@example("http://a.example/b\udce9")
@example("http://a.example/\ufdd0")
def test_html_has_the_text_and_only_our_links(text: str) -> None:
    shown, elements = in_html(linkify(text))
    assert shown == as_browsers_have_it(text)
    expected = [match.uri for match in find(text) if is_linked(match)]
    assert elements == [("a", {"href": uri, "rel": "nofollow"}) for uri in expected]


def is_linked(match: Match) -> bool:
    return match.uri.partition(":")[0].lower() in Policy().schemes


@given(
    marked_up, st.sampled_from([{}, {"schemes": "any"}, {"rejoin": "never"}, {"profile": "document", "refang": True}])
)
def test_the_fast_path_writes_the_same_as_the_full_one(text: str, options: dict[str, str]) -> None:
    finder = Finder(**options)  # type: ignore[arg-type]
    longer = Linker(finder, Policy(callback=lambda link: link))
    assert Linker(finder).linkify(text) == longer.linkify(text)


@pytest.mark.parametrize("to", FORMATS)
def test_the_methods_of_a_subclass_of_str_are_not_used(to: OutputFormat) -> None:
    """Markup, for example, would escape every argument of its methods, and a `&` twice."""
    for text in ("<b> & 'c'", "<b> & 'http://a.example?b&c' \0"):
        assert linkify(Markup(text), to) == linkify(text, to)


def test_an_attribute_that_is_markup_is_escaped_like_any_other() -> None:
    linked = [
        linkify("http://a.example", policy=Policy(attributes={"title": title})) for title in ("a & b", Markup("a & b"))
    ]
    assert linked[0] == linked[1]
    assert 'title="a &amp; b"' in linked[0]


class WithoutEvil(Finder):
    """A finder that leaves some links out."""

    def finditer(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> Iterator[Match]:
        return (match for match in super().finditer(text, skip) if "evil" not in match.uri)


class Counted(Policy):
    """A policy whose links count themselves."""

    def anchor_attributes(self, kind: str = "", *, is_own: bool = False) -> dict[str, str]:
        return {"id": next(NUMBERS)}


NUMBERS = map(str, count(1))


def test_what_a_subclass_overrides_counts() -> None:
    text = "http://evil.example"
    finder = WithoutEvil()
    assert not finder.has_link(text)
    assert not finder.find(text)
    assert [*finder.find_all([text])] == [[]]
    assert Linker(finder).linkify(text) == text
    linker = Linker(policy=Counted())
    assert linker.linkify("http://a.example") != linker.linkify("http://a.example")


def test_the_fast_path_escapes_the_apostrophe_of_a_uri() -> None:
    text = "see http://a.example/it'x?a=1&b, <http://a.example/'y>\n"
    assert Linker().linkify(text) == Linker(policy=Policy(callback=lambda link: link)).linkify(text)


# ---- Markdown -------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    """The words of a text, since Markdown may change its white space."""
    return text.split()


def in_markdown(source: str) -> tuple[list[str], list[str], set[str]]:
    """The words of a document, the destinations of its links, and the types of its other tokens."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for name in ("normalizeLink", "normalizeLinkText"):  # how it rewrites URIs is not tested here
        setattr(parser, name, str)
    tokens = [
        token for block in parser.parse(source) for token in ([block] if block.children is None else block.children)
    ]
    text = [token.content if token.type == "text" else "\n" for token in tokens if not token.type.startswith("link")]
    links = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
    plain = {"text", "softbreak", "hardbreak", "link_open", "link_close", "paragraph_open", "paragraph_close"}
    return words("".join(text)), links, {token.type for token in tokens} - plain


@given(marked_up)
@example("- a\n- b\n\n    code\n1. c")
@example("a\n===\nb\n---\n")
@example("http://a.example/(b)c&copy; http://a.example?a&copy=1 http://a.example/*b*")
@example("[a]: http://a.example 'b'")
def test_markdown_reads_as_the_text_with_our_links(text: str) -> None:
    text = re.sub("[\0\ud800-\udfff\x0b\x0c\x1c-\x1f\x85]", "", text)
    shown, links, others = in_markdown(linkify(text, to="markdown"))
    assert not others
    assert shown == words(text)
    assert links == [match.uri for match in find(text) if is_linked(match)]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("http://a.example/?b&amp;c d", ["http://a.example/?b&amp;c"]),
        ("<http://a.example/é&#34;&quot;b>", ["http://a.example/%C3%A9&#34;&quot;b"]),
        ("www.http://a.example", ["http://a.example"]),
        ("www.\u2028http://a.example", ["http://a.example"]),
    ],
)
def test_cmark_reads_the_text_with_our_links_too(text: str, links: list[str]) -> None:
    cmarkgfm = pytest.importorskip("cmarkgfm", reason="needs cmarkgfm, which decodes references that others do not")
    policy = Policy(callback=change(attributes={"title": "&quot;"}))
    for linked in (linkify(text, to="markdown"), linkify(text, to="markdown", policy=policy)):
        tree = html5lib.parseFragment(cmarkgfm.github_flavored_markdown_to_html(linked), namespaceHTMLElements=False)
        assert "".join(tree.itertext()).strip() == text
        assert [element.get("href") for element in tree.iter("a")] == links
        assert {element.get("title", "&quot;") for element in tree.iter("a")} == {"&quot;"}


@pytest.mark.parametrize("start", ["# a", "    a", "1. a", "- a", "===", "+ a"])
def test_nothing_is_markup_after_a_byte_order_mark_which_cmark_drops(start: str) -> None:
    cmarkgfm = pytest.importorskip("cmarkgfm", reason="needs cmarkgfm, which drops a byte order mark")
    markdown = linkify(f"\ufeff{start} b", to="markdown")
    assert cmarkgfm.github_flavored_markdown_to_html(markdown) == f"<p>{start.strip()} b</p>\n"


# ---- Slack ----------------------------------------------------------------------------------------------


@given(marked_up)
@example("<!here> http://a.example|b & www.a.example\n")
def test_mrkdwn_has_the_text_and_our_links(text: str) -> None:
    text = as_written(text)
    shown, position = [], 0
    linked = [match for match in find(text) if is_linked(match)]
    for match in linked:
        shown += [text[position : match.start], match.text.replace("|", " ")]
        position = match.end
    written = re.split(r"<([^<>|]*)(?:\|([^<>]*))?>", linkify(text, to="slack"))
    before, targets, labels = written[0::3], written[1::3], written[2::3]
    assert [*map(without_escapes, targets)] == [match.uri for match in linked]
    assert [*map(without_escapes, before)] == [*shown[0::2], text[position:]]
    names = [target if label is None else label for target, label in zip(targets, labels, strict=True)]
    assert [words(without_escapes(name)) for name in names] == [*map(words, shown[1::2])]


def without_escapes(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def test_a_label_in_mrkdwn_is_one_line_without_a_bar() -> None:
    assert linkify("<http://a.example/\nb|c>", to="slack") == "&lt;<http://a.example/b|http://a.example/ b>|c&gt;"


# ---- Entities -------------------------------------------------------------------------------------------

ODD = "e\u0301\U0001f44d\U0001f469\u200d\U0001f680\u65e5ж\ud800"


@given(
    st.lists(st.sampled_from([*PIECES, *ODD, "http://a.example/b", "http://b.example/ж", "joe@a.example "])).map(
        "".join
    )
)
def test_entities_select_exactly_the_links(text: str) -> None:
    linked = [match for match in find(text) if is_linked(match)]
    octets, units = text.encode("utf-8", "surrogatepass"), text.encode("utf-16-le", "surrogatepass")
    in_units = [units[2 * found.start : 2 * found.end] for found in entities(text, "utf-16")]
    in_octets = [octets[found.start : found.end] for found in entities(text, "utf-8")]
    assert [part.decode("utf-16-le", "surrogatepass") for part in in_units] == [match.text for match in linked]
    assert [part.decode("utf-8", "surrogatepass") for part in in_octets] == [match.text for match in linked]
    assert [tuple(found) for found in entities(text)] == [(match.start, match.end, match.uri) for match in linked]


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="unit must be one of"):
        entities("", "bytes")  # type: ignore[arg-type]


# ---- The policy -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "text", "expected"),
    [
        (Policy(rel=None), "http://a.example", '<a href="http://a.example">http://a.example</a>'),
        (
            Policy(rel="ugc", target="_blank", class_="x y", attributes={"data-a": '"<&'}),
            "http://a.example",
            '<a href="http://a.example" rel="ugc" target="_blank" class="x y" data-a="&quot;&lt;&amp;">http://a.example</a>',
        ),
        (Policy(schemes={"ftp"}), "http://a.example FTP://a.example", 'http://a.example <a href="FTP://a.example" rel="nofollow">FTP://a.example</a>'),
        (Policy(rel=None, show="without-scheme"), "https://a.example/", '<a href="https://a.example/">a.example</a>'),
        (Policy(rel=None, show="without-scheme"), "https://a.example/b/", '<a href="https://a.example/b/">a.example/b/</a>'),
        (Policy(rel=None, show="without-scheme"), "joe@a.example", '<a href="mailto:joe@a.example">joe@a.example</a>'),
        (Policy(rel=None, show="iri"), "http://xn--bcher-kva.example/%C3%A9", '<a href="http://xn--bcher-kva.example/%C3%A9">http://bücher.example/é</a>'),
        (Policy(rel=None, max_text_length=12), "http://a.example/b", '<a href="http://a.example/b">http:/…ple/b</a>'),
        (Policy(rel=None, mask_passwords=True), "ftp://u:secret@a.example", '<a href="ftp://u:secret@a.example">ftp://u:...@a.example</a>'),
        (Policy(rel=None, mask_passwords=True), "<ftp://u:sec\nret@a.example>", '&lt;<a href="ftp://u:secret@a.example">ftp://u:...@a.example</a>&gt;'),
        (Policy(rel=None, show="without-scheme"), "ftp://u:secret@a.example", '<a href="ftp://u:secret@a.example">u:...@a.example</a>'),
        (Policy(hazards={"any": "refuse"}), "http://bank.example@evil.example", "http://bank.example@evil.example"),
        (Policy(hazards={"password": "refuse"}), "http://a.example", '<a href="http://a.example" rel="nofollow">http://a.example</a>'),
        (
            Policy(rel=None, hazards={"any": "mark", "password": "refuse"}),
            "http://2130706433/ http://u:p@a.example",
            '<a href="http://2130706433/" data-hazards="numeric_host" title="The host is a number that many programs '
            'read as an IP address.">http://2130706433/</a> http://u:p@a.example',
        ),
    ],
)  # fmt: skip
def test_the_html_of_a_policy(policy: Policy, text: str, expected: str) -> None:
    assert linkify(text, policy=policy) == expected


def test_a_format_that_cannot_mark_a_hazard_has_no_link() -> None:
    policy = Policy(hazards={"numeric_host": "mark"})
    text = "http://2130706433/ http://a.example"
    assert linkify(text, to="slack", policy=policy) == "http://2130706433/ <http://a.example>"
    sentence = "The host is a number that many programs read as an IP address."
    marked = linkify(text, to="markdown", policy=policy)
    assert marked == f'[http\\://2130706433/](<http://2130706433/> "{sentence}") <http://a.example>'


@pytest.mark.parametrize(
    "options",
    [
        {"schemes": ["http", "javascript"]},
        {"schemes": "JavaScript"},
        {"schemes": "a b"},
        {"attributes": {"href": "x"}},
        {"attributes": {"a b": "x"}},
        {"attributes": {"a": 1}},
        {"attributes": {"Class": "a"}},
        {"attributes": {"a": "b", "A": "c"}},
        {"rel": 5},
        {"target": 5},
        {"class_": 5},
        {"callback": 5},
        {"show": "all"},
        {"max_text_length": 3},
        {"copy": "all"},
        {"own_hosts": ["http://a.example"]},
        {"own_rel": 5},
        {"hazards": {"pasword": "mark"}},
        {"hazards": {"password": "warn"}},
    ],
)
def test_an_invalid_value_of_an_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Policy(**options)  # type: ignore[arg-type]


def test_unknown_options_and_formats_are_refused() -> None:
    with pytest.raises(TypeError):
        Policy(css="x")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        linkify("", policy=Policy(), colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="to must be one of"):
        linkify("", to="rtf")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="to must be one of"):
        linkify("", to="rtf", matches=[3])  # type: ignore[arg-type, list-item]


class OfUsers(Policy):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(rel="ugc")

    def anchor_attributes(self, kind: str = "", *, is_own: bool = False) -> dict[str, str]:
        return super().anchor_attributes(kind, is_own=is_own) | {"class": "of-user"}


class OnlyPaths(Finder):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("chat")

    def finditer(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> Iterator[Match]:
        return (match for match in super().finditer(text, skip) if match.reference.path)


class Shouting(Linker):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(OnlyPaths(), OfUsers())

    def linkify(self, text: str, to: OutputFormat = "html", matches: Iterable[Match] | None = None) -> str:
        return super().linkify(text, to, matches).upper()


@pytest.mark.parametrize("again", [copy, deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_pickle_and_a_copy_keep_the_class(again: Callable[[Linker], Linker]) -> None:
    """Workers would otherwise find and write other links than the process that pickled the value for them."""
    linker = again(Shouting())
    assert (type(linker), type(linker.finder), type(linker.policy)) == (Shouting, OnlyPaths, OfUsers)
    assert linker == Shouting()
    text = "http://a.example http://a.example/b"
    assert linker.linkify(text) == Shouting().linkify(text)
    assert linker.linkify(text).count(' REL="UGC" CLASS="OF-USER"') == 1


class NamedFinder(Finder):
    pass


class NamedPolicy(Policy):
    pass


class NamedLinker(Linker):
    pass


@pytest.mark.parametrize("again", [copy, deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize("kind", [NamedFinder, NamedPolicy, NamedLinker])
def test_a_pickle_and_a_copy_keep_the_attributes_of_a_subclass(
    kind: Callable[[], object], again: Callable[[object], object]
) -> None:
    value = kind()
    object.__setattr__(value, "names", ["a"])
    made = again(value)
    assert made == value
    assert vars(made) == {"names": ["a"]}
    object.__setattr__(made, "names", [])
    assert vars(value) == {"names": ["a"]}


def test_a_policy_and_a_linker_are_values() -> None:
    policy = Policy(class_="x", hazards={"any": "mark"})
    linker = Linker(Finder("chat"), policy)
    assert pickle.loads(pickle.dumps(linker)) == linker
    assert hash(linker) == hash(Linker(Finder("chat"), policy.replace()))
    assert policy != policy.replace(class_=None)
    for value in (policy, linker):
        with pytest.raises(AttributeError):
            setattr(value, "policy", None)  # noqa: B010
        with pytest.raises(AttributeError):
            delattr(value, "policy")
    assert "class_='x'" in repr(linker)


def change(**changes: object) -> Callable[[Link], Link]:
    return lambda link: link._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("callback", "expected"),
    [
        (lambda link: None, "http://a.example"),
        (change(text="<b>"), '<a href="http://a.example" rel="nofollow">&lt;b&gt;</a>'),
        (change(href="/out?to=1&2"), '<a href="/out?to=1&amp;2" rel="nofollow">http://a.example</a>'),
        (change(attributes={"title": '"><script>'}), '<a href="http://a.example" title="&quot;&gt;&lt;script&gt;">http://a.example</a>'),
        (change(href="javascript:alert(1)"), "http://a.example"),
        (change(href="\x01javascript:alert(1)"), "http://a.example"),
        (change(href="java\nscript:alert(1)"), "http://a.example"),
        (change(href=' " onclick="'), "http://a.example"),
        (change(href="data:text/html,x"), "http://a.example"),
        (change(href="gopher://a.example"), "http://a.example"),
    ],
)  # fmt: skip
def test_the_html_of_a_callback(callback: Callable[[Link], Link | None], expected: str) -> None:
    assert linkify("http://a.example", policy=Policy(callback=callback)) == expected


@given(st.text(), st.text(), st.text())
@example("vbscript:x", "x", "x")
@example("/a", "\0", "\0")
@example("JAVASCRIPT:x", '"onclick="x', "'><b>")
def test_no_callback_gets_markup_out(href: str, text: str, value: str) -> None:
    policy = Policy(callback=change(href=href, text=text, attributes={"title": value}))
    shown, elements = in_html(linkify("http://a.example", policy=policy))
    assert [name for name, _ in elements] in ([], ["a"])
    if elements:
        assert elements[0][1] == {"href": href, "title": as_browsers_have_it(value)}
        assert re.fullmatch("(?i)(?!javascript:|data:|vbscript:).*", href)
    assert shown == (as_browsers_have_it(text) if elements else "http://a.example")


def test_an_attribute_that_html_cannot_write_is_refused_from_a_callback_too() -> None:
    with pytest.raises(ValueError, match="attribute"):
        linkify("http://a.example", policy=Policy(callback=change(attributes={"a>": "b"})))


@pytest.mark.parametrize("href", ["!channel", "@U12345", "", "/out"])
def test_a_relative_reference_is_not_a_link_in_slack(href: str) -> None:
    assert linkify("http://a.example", to="slack", policy=Policy(callback=change(href=href, text="<b>"))) == "&lt;b&gt;"


@pytest.mark.parametrize("attributes", [{}, {"title": "a\n\n# b"}])
def test_a_link_in_markdown_stays_in_its_paragraph(attributes: dict[str, str]) -> None:
    policy = Policy(callback=change(text="a\n\n\n# b", attributes=attributes))
    shown, links, others = in_markdown(linkify("http://a.example", to="markdown", policy=policy))
    assert (shown, links, others) == (["a", "#", "b"], ["http://a.example"], set())


def test_so_can_the_attributes_of_a_policy() -> None:
    policy = Policy(rel="a\0", by_kind={"suffix": {"class_": "\ud800"}}, attributes={"title": "\udfff"})
    linked = linkify("www.a.example", policy=policy).encode().decode()
    assert 'rel="a\ufffd" class="\ufffd" title="\ufffd"' in linked


@pytest.mark.parametrize("to", FORMATS)
def test_a_callbacks_link_can_be_encoded(to: OutputFormat) -> None:
    policy = Policy(callback=change(text="\ud800\0", attributes={"title": "\udfff"}))
    assert "\ufffd\ufffd" in linkify("http://a.example", to=to, policy=policy).encode().decode()


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize(
    "policy", [Policy(hazards={"password": "refuse"}), Policy(schemes={"http"}), Policy(callback=lambda link: None)]
)
def test_passwords_are_masked_outside_links_too(policy: Policy, to: OutputFormat) -> None:
    masked = policy.replace(mask_passwords=True)
    text = "ftp://u:secret@a.example/ http://b.example"
    assert "secret" not in linkify(text, to=to, policy=masked)
    assert entities(text, policy=masked) == entities(text, policy=policy)


def test_a_callback_cannot_change_other_links() -> None:
    def forgetful(link: Link) -> Link:
        link.attributes.pop("rel")  # type: ignore[attr-defined]
        return link

    expected = '<a href="http://a.example">http://a.example</a>'
    assert linkify("http://a.example http://a.example", policy=Policy(callback=forgetful)) == f"{expected} {expected}"


# ---- Matches from the caller ----------------------------------------------------------------------------


def test_given_matches_are_linked_and_no_others() -> None:
    text = "http://a.example http://b.example"
    assert linkify(text, policy=Policy(rel=None), matches=find(text)[1:]) == (
        'http://a.example <a href="http://b.example">http://b.example</a>'
    )
    assert [found.href for found in entities(text, matches=find(text)[:1])] == ["http://a.example"]
    assert linkify("javascript:alert(1)", matches=find("javascript:alert(1)", schemes="any")) == "javascript:alert(1)"


@pytest.mark.parametrize("text", ["", "http://a.exampl", " http://a.example"])
def test_matches_of_another_text_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a match of this text"):
        linkify(text, matches=find("http://a.example"))


def test_matches_in_disorder_are_refused() -> None:
    text = "http://a.example http://b.example"
    with pytest.raises(ValueError, match="not a match of this text"):
        linkify(text, matches=find(text)[::-1])


def test_all_formats_are_tested() -> None:
    assert set(FORMATS) == {"html", "markdown", "slack"}
    assert linksift.linkify is linkify


def as_seen(html: str) -> str:
    """HTML as the eye sees it with Mastodon's style sheet."""
    shown = re.sub('<span class="invisible">.*?</span>', "", html, flags=re.DOTALL)
    return re.sub('<span class="ellipsis">(.*?)</span>', r"\1…", shown, flags=re.DOTALL)


@given(marked_up, st.sampled_from(["full", "without-scheme", "iri"]), st.one_of(st.none(), st.integers(8, 30)))
def test_a_copy_has_the_whole_text_and_the_eye_sees_the_shortened_one(
    text: str, show: Show, max_text_length: int | None
) -> None:
    shown = Policy(show=show, max_text_length=max_text_length)
    whole = shown.replace(copy="whole")
    html = linkify(text, policy=whole)
    assert as_seen(html) == linkify(text, policy=shown)
    whole_texts = Policy(show="iri" if show == "without-scheme" else show)
    if max_text_length is None or "@" not in text:  # a shortened text has its password masked
        copied = html5lib.parse(html, namespaceHTMLElements=False)
        expected = html5lib.parse(linkify(text, policy=whole_texts), namespaceHTMLElements=False)
        assert "".join(copied.itertext()) == "".join(expected.itertext())
    formats: tuple[OutputFormat, ...] = ("markdown", "slack")
    for form in formats:
        assert linkify(text, form, whole) == linkify(text, form, shown)


def test_a_text_that_a_callback_changes_hides_nothing() -> None:
    policy = Policy(rel=None, show="without-scheme", copy="whole", callback=lambda link: link._replace(text="x"))
    assert linkify("http://a.example", policy=policy) == '<a href="http://a.example">x</a>'
    kept = policy.replace(callback=lambda link: link)
    assert linkify("http://a.example", policy=kept) == (
        '<a href="http://a.example"><span class="invisible">http://</span>a.example</a>'
    )


@pytest.mark.parametrize(
    ("uri", "attributes"),
    [
        ("http://a.example", ' rel="me"'),
        ("http://www.A.example/x", ' rel="me"'),
        ("http://%61.example", ' rel="me"'),
        ("mailto:joe@a.example", ' rel="me"'),
        ("http://ba.example", ' rel="nofollow" target="_blank"'),
        ("http://a.example@b.example", ' rel="nofollow" target="_blank"'),
        ("tel:+1", ' rel="nofollow" target="_blank"'),
    ],
)
def test_links_to_own_hosts_have_attributes_of_their_own(uri: str, attributes: str) -> None:
    policy = Policy(target="_blank", own_hosts=["a.example"], own_rel="me")
    assert linkify(f"<{uri}>", policy=policy) == f'&lt;<a href="{uri}"{attributes}>{uri}</a>&gt;'
    assert policy != Policy(target="_blank", own_rel="me")
    assert pickle.loads(pickle.dumps(policy)) == policy


def test_a_text_without_a_link_costs_little_more_than_its_search() -> None:
    """A chat has a hundred messages without a link for each that has one: no anchor is prepared for them."""
    text = "hello there, nothing here"
    linkify(text), find(text)  # what is made once
    assert executed_lines(linkify, text) <= 24 + 2 * executed_lines(find, text)
