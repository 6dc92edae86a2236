"""Links in Markdown: the object for markdown-it-py's rules, and the plugin, compared with linkify-it-py."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.integrations.migrating import PAGES, code, drawn

pytest.importorskip("markdown_it")

from markdown_it import MarkdownIt
from markdown_it.token import Token

from linksift import Finder, Linker, Matcher, Policy, linkify_html
from linksift.integrations.markdown_it import Linkify, LinkifyMatch, linksift_plugin


def with_object(linker: Linker | None = None) -> MarkdownIt:
    md = MarkdownIt("gfm-like")
    md.linkify = Linkify(linker)
    return md


def with_plugin(linker: Linker | None = None, preset: str = "gfm-like", **options: Any) -> MarkdownIt:
    return MarkdownIt(preset, options).use(linksift_plugin, linker=linker)


def shown(md: MarkdownIt, text: str) -> str:
    return drawn(md.render(text)).rstrip("\n")


# ---- The page --------------------------------------------------------------------------------------------------------


def page_rows() -> Iterator[list[str]]:
    page = (PAGES / "markdown-it.md").read_text(encoding="utf-8")
    for line in page.splitlines():
        if line.startswith("| `"):
            yield [code(cell) for cell in line.strip("| ").split(" | ")[:4]]


ROWS = list(page_rows())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_the_table(row: list[str]) -> None:
    text, theirs, ours, plugins = row
    assert shown(with_object(), text) == ours
    assert shown(with_plugin(), text) == plugins
    assert {ours, plugins} != {theirs}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_the_table_of_linkify_it(row: list[str]) -> None:
    pytest.importorskip("linkify_it")
    assert shown(MarkdownIt("gfm-like"), row[0]) == row[1]


def test_the_table_is_not_empty() -> None:
    assert len(ROWS) > 15


SAME = [
    "see http://example.com/__init__.py now",
    "*see http://example.com/a* b **http://example.com/b**",
    "_http://example.com_ __http://example.com__. (_http://a.example.com:80_) **_http://example.com_**",
    "(http://example.com/a_(b)).",
    "[http://example.com](http://example.org) `http://example.com` ![http://example.com](a.png)",
    'a <a href="http://example.com">http://example.org</a> www.example.com',
    "<http://example.com/a> www.example.com/b, joe@example.com!",
    "# http://example.com/_a_\n\n| a |\n|---|\n| http://example.com/_b_ |\n\n- http://example.com\n\n      http://no.example\n",
    r"http\://example.com joe\@example.com",
    "javascript://example.com file:///etc/passwd data://a vbscript://b",
    "HTTP://EXAMPLE.com/%3F https://example.com/é ftp://example.com:21/",
    "http://example.com/a  \nb\nc",
    "http://example.com/?a&b=<b>",
    "http:// :// ://example.com x://example.com",
]


@pytest.mark.parametrize("text", SAME)
def test_the_output_is_the_same(text: str) -> None:
    pytest.importorskip("linkify_it")
    theirs = MarkdownIt("gfm-like").render(text)
    assert with_object().render(text) == theirs
    assert with_plugin().render(text) == theirs


# ---- The object ------------------------------------------------------------------------------------------------------


def test_the_object_distinguishes_names_from_uris_and_addresses() -> None:
    found = Linkify().match("www.a.example joe@b.example MAILTO:c@d.example Http://e.example") or []
    assert [match.schema for match in found] == ["", "mailto:", "mailto:", "http:"]


def test_the_object_matches_at_the_start_only_uris_without_encoding() -> None:
    at_start = Linkify().match_at_start
    assert at_start("http://a.example/b*c* d") == LinkifyMatch(
        "http://a.example/b*c*", "http://a.example/b*c*", 0, 21, "http:"
    )
    assert at_start(" http://a.example") is None
    assert at_start("x://a http://a.example") is None
    assert at_start("http://bücher.example") is None
    assert at_start("http://a.example/" + "b" * 600) is None
    assert at_start("javascript://a.example") is None


@pytest.mark.parametrize("options", [{"unusable_hosts": "skip"}, {"kinds": ["email"]}, {"schemes": ["ftp"]}])
def test_a_link_at_the_start_has_the_options_of_the_finder(options: dict[str, Any]) -> None:
    linkify = Linkify(Linker(Finder(**options)))
    assert [linkify.match("http://1.1.1.1.1/ b"), linkify.match_at_start("http://1.1.1.1.1/ b")] == [None, None]


def test_long_uris_are_found_too() -> None:
    long = "http://a.example/" + "b" * 600
    assert shown(with_object(), long) == f"⟪{long}⟫"


def test_the_object_follows_the_policy_on_what_is_linked() -> None:
    linker = Linker(Finder(kinds={"uri", "domain"}), Policy(schemes={"http"}, hazards={"password": "refuse"}))
    md = with_object(linker)
    assert shown(md, "a.example https://b.example http://u:p@c.example") == (
        "⟪a.example → http://a.example⟫ https://b.example http://u:p@c.example"
    )


# ---- The plugin ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["commonmark", "default", "zero", "js-default", "gfm-like"])
def test_the_plugin_works_with_every_preset(preset: str) -> None:
    assert shown(with_plugin(preset=preset), "see www.a.example.") == "see ⟪www.a.example → http://www.a.example⟫."


@pytest.mark.parametrize(
    "md",
    [
        MarkdownIt("gfm-like").use(linksift_plugin),
        MarkdownIt("commonmark", {"linkify": True}).enable("linkify").use(linksift_plugin),
        MarkdownIt("commonmark", {"linkify": True}).use(linksift_plugin).enable("linkify"),
        MarkdownIt().use(linksift_plugin).configure("gfm-like"),
    ],
    ids=["preset", "enabled before", "enabled after", "configured after"],
)
def test_linkify_it_links_nothing_beside_the_plugin(md: MarkdownIt) -> None:
    md.enable("linksift")  # which `configure` disables, as any rule that is not in its list
    assert shown(md, "README.md //b.com http://a.example/x") == "README.md //b.com ⟪http://a.example/x⟫"


def test_a_link_over_a_line_break_is_one_link() -> None:
    found = with_plugin().render("> see <http://a.example/b-\n> c>, *please*.")
    assert found == (
        '<blockquote>\n<p>see &lt;<a href="http://a.example/b-c">http://a.example/b-\nc</a>&gt;, <em>please</em>.</p>\n'
        "</blockquote>\n"
    )


def test_evidence_joins_lines_if_the_finder_allows_it() -> None:
    text = "see http://a.example/one/two/three/four/five/six/\nseven/eight.html?nine=ten for it"
    assert shown(with_plugin(), text).startswith("see ⟪http://a.example/one/two/three/four/five/six/⟫\n")
    assert "six/seven/eight.html?nine=ten" in shown(with_plugin(Linker(Finder(rejoin="auto"))), text)


def test_the_plugin_follows_the_policy() -> None:
    policy = Policy(
        rel="ugc", target="_blank", show="without-scheme", callback=lambda link: link._replace(href=link.href + "?a")
    )
    found = with_plugin(Linker(policy=policy)).render("http://a.example/b")
    assert found == '<p><a href="http://a.example/b?a" rel="ugc" target="_blank">a.example/b</a></p>\n'


def test_markdown_it_has_the_last_word() -> None:
    md = with_plugin()
    md.validateLink = lambda url: "b.example" not in url  # type: ignore[method-assign]
    md.normalizeLink = lambda url: url + "?n"  # type: ignore[method-assign]
    assert shown(md, "www.a.example http://b.example") == "⟪www.a.example → http://www.a.example?n⟫ http://b.example"


def test_no_link_continues_over_other_tokens() -> None:
    assert shown(with_plugin(), "<http://a.example/`b` c> <http://a.example/\n![b](c)d>") == (
        "<⟪http://a.example/⟫b c> <⟪http://a.example/⟫\nd>"
    )


def test_smart_quotes_and_dashes_come_after_the_links() -> None:
    md = with_plugin(preset="default", typographer=True)
    assert shown(md, '"http://a.example/b--c..." -- (c)') == "“⟪http://a.example/b--c⟫…” – ©"


PIECES = [
    *(
        "http://a.example",
        "/b_c_",
        "www.",
        "b.example",
        "joe@",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "<",
        ">",
        "[",
        "](",
        ")",
        "![",
    ),
    *("\\", "\n", "  \n", " ", "&amp;", "&lt;", "<a>", "</a>", '"', "://", ":", ".", "> ", "# ", "é"),
]
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def inline(tokens: list[Token]) -> list[Token]:
    return [child for token in tokens for child in token.children or []]


@given(MARKDOWN)
def test_links_are_well_formed_and_none_is_in_another(text: str) -> None:
    level = links = 0
    for token in inline(with_plugin().parse(text)):
        level += min(token.nesting, 0)
        assert token.level == level
        level += max(token.nesting, 0)
        links += token.nesting if token.tag == "a" else 0
        assert links in (0, 1)
    assert links == level == 0


@given(MARKDOWN)
def test_the_plugin_drops_no_text(text: str) -> None:
    """Except for links, the tokens are those of a plugin that has nothing to link."""
    without = Linker(policy=Policy(callback=lambda link: None))
    ours, theirs = (
        [
            (token.type, token.content)
            for token in inline(md.parse(text))
            if token.info != "auto" or token.markup != "linkify"
        ]
        for md in (with_plugin(), with_plugin(without))
    )
    assert joined(ours) == joined(theirs)


def joined(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The tokens, with adjacent texts joined."""
    found: list[tuple[str, str]] = []
    for kind, content in tokens:
        if kind == "text" and found and found[-1][0] == "text":
            found[-1] = (kind, found[-1][1] + content)
        elif content or kind != "text":
            found.append((kind, content))
    return found


def test_matches_of_matchers_become_links_in_both_ways() -> None:
    linker = Linker(Finder(matchers=[Matcher.hashtags("https://chat.example/tags/{name}")]), Policy(rel=None))
    expected = '<p>see <a href="https://chat.example/tags/news">#news</a></p>\n'
    assert with_object(linker).render("see #news") == with_plugin(linker).render("see #news") == expected


@pytest.mark.parametrize("use", [MarkdownIt().use, lambda _, finder: Linkify(finder)])
def test_a_finder_in_place_of_a_linker_is_refused(use: Any) -> None:
    with pytest.raises(TypeError, match="linker must be a Linker, not Finder"):
        use(linksift_plugin, Finder())


@pytest.mark.parametrize(
    "text", ["www.a.example/__init__.py", "www.a.example/*b*c", "www.a.example/~~b~~c", "mailto:__joe__@a.example"]
)
def test_the_plugin_keeps_what_would_be_emphasis_in_names_too(text: str) -> None:
    assert f">{text}</a> <em>d</em></p>" in with_plugin().render(f"{text} *d*")
    assert "<strong><a href" in with_plugin().render(f"**{text}**")


def test_the_plugin_keeps_what_would_be_emphasis_in_rendered_html() -> None:
    text = "see http://b.example/__init__.py"  # the example in docs/linking.md
    assert 'href="http://b.example/__init__.py"' in with_plugin().render(text)
    assert 'href="http://b.example/init.py"' in linkify_html(MarkdownIt().render(text))
