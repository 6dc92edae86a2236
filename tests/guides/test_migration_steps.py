"""What the guides say to write instead does what the other library did: each row of these tables is run."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import linksift
from linksift import Finder, Matcher, Policy, find, linkify
from linksift.integrations.bleach.linkifier import Linker as BleachLinker

DOCS = Path(__file__).parents[2] / "docs"


def steps(page: str, heading: str) -> dict[str, str]:
    """The rows of the table with a heading: what is written elsewhere, and what in linksift."""
    table = (DOCS / page).read_text(encoding="utf-8").split(f"\n{heading}\n")[1].split("\n\n")[0]
    cells = (re.split(r" (?<!\\)\| ", line.strip("| ")) for line in table.splitlines()[1:])
    return {elsewhere: ours.replace(r"\|", "|") for elsewhere, ours in cells}


def code(cell: str) -> Any:
    """The value of the first code in a cell."""
    written = re.findall(r"`([^`]+)`", cell)[0]
    return eval(written, {"Finder": Finder, "Matcher": Matcher, "Policy": Policy, "linkify": linkify, "text": TEXT})


def uris(cell: str, text: str) -> list[str]:
    """The URIs that are found with the finder or the matcher in a cell."""
    made = code(cell)
    finder = made if isinstance(made, Finder) else Finder(matchers=[made])
    return [match.uri for match in finder.find(text)]


TEXT = "git://a.example/x steam://run/440 http://b.example"

MATCHERS = steps("matchers.md", "| elsewhere | in linksift |")
LINKIFY_IT = steps("migrating/linkify-it.md", "| linkify-it-py | linksift |")
BLEACH = steps("migrating/bleach.md", "| bleach | linksift |")
URLEXTRACT = steps("migrating/urlextract.md", "| URLExtract | linksift |")


def linked(policy: Policy) -> list[str]:
    return re.findall('href="(.*?)"', linkify(TEXT, policy=policy))


OF_MATCHERS: dict[str, Callable[[str], bool]] = {
    'linkify-it: `linkify.add("@", {validate, normalize})`': lambda cell: (
        uris(cell, "@joe!") == ["https://chat.example/joe"]
    ),
    'linkify-it: `linkify.add("git:", "http:")`': lambda cell: (
        linked(code(cell)) == ["git://a.example/x", "http://b.example"] and find(TEXT)[0].uri == "git://a.example/x"
    ),
    'linkify-it: `linkify.add("ftp:", null)`': lambda cell: (
        uris(cell, "ftp://a.example http://b.example") == ["http://b.example"]
    ),
    'linkify-it: `linkify.add("//", ...)`': lambda cell: cell.startswith("nothing:") and not find("see //a.example/b"),
    'linkify-it: `linkify.tlds("onion", true)`': lambda cell: uris(cell, "www.a.onion") == ["http://www.a.onion"],
    "linkify-it: `linkify.set({fuzzyLink, fuzzyEmail})`": lambda cell: (
        uris(cell, "a.example joe@b.example") == ["http://a.example", "mailto:joe@b.example"]
    ),
    "linkifyjs: `linkify-plugin-mention` with `formatHref`": lambda cell: (
        uris(cell, "@joe") == ["https://chat.example/people/joe"]
    ),
    "linkifyjs: `linkify-plugin-hashtag` with `formatHref`": lambda cell: (
        uris(cell, "#news") == ["https://chat.example/tags/news"]
    ),
    "linkifyjs: `linkify-plugin-ticket`": lambda cell: uris(cell, "see #42") == ["https://tracker.example/42"],
    "linkifyjs: `linkify-plugin-keyword`": lambda cell: (
        uris(cell, "linkify it") == ["https://glossary.example/linkify"]
    ),
    'linkifyjs: `registerCustomProtocol("steam")`': lambda cell: (
        re.findall('href="(.*?)"', code(cell)) == ["steam://run/440", "http://b.example"]
    ),
}


def test_each_step_of_the_table_has_a_check() -> None:
    assert list(MATCHERS) == list(OF_MATCHERS)


@pytest.mark.parametrize("elsewhere", OF_MATCHERS)
def test_a_step_from_linkify_it_or_linkifyjs(elsewhere: str) -> None:
    assert OF_MATCHERS[elsewhere](MATCHERS[elsewhere])


def test_the_steps_from_linkify_it_py() -> None:
    linkify_it = pytest.importorskip("linkify_it", reason="compares with linkify-it-py, which is not installed")
    text = "http://a.com/b and www.c.com"
    finder = Finder()
    theirs, ours = linkify_it.LinkifyIt().match(text), finder.find(text)
    assert [match.url for match in theirs] == [match.uri for match in ours]
    assert [(match.raw, match.text) for match in theirs] == [(match.text, match.text) for match in ours]
    assert [(match.index, match.last_index) for match in theirs] == [(match.start, match.end) for match in ours]
    assert [match.schema.rstrip(":") or None for match in theirs] == [
        match.reference.scheme if match.kind == "uri" else None for match in ours
    ]
    assert linkify_it.LinkifyIt().match("x") is None
    assert finder.find("x") == []
    assert linkify_it.LinkifyIt().test(text) is finder.has_link(text) is True
    assert linkify_it.LinkifyIt().match_at_start(text).url == next(finder.finditer(text)).uri
    assert uris(LINKIFY_IT['`set({"fuzzy_link": False})`'], "http://a.example www.b.example joe@c.example") == [
        "http://a.example",
        "mailto:joe@c.example",
    ]
    assert uris(LINKIFY_IT['`tlds("onion", True)`'], "www.a.onion") == ["http://www.a.onion"]
    assert uris(LINKIFY_IT['`add("ftp:", None)`'], "ftp://a.example") == []
    assert find("joe@a.example", kinds={"uri", "suffix"}) == []
    assert [match.uri for match in find("192.0.2.1", kinds={"ip"})] == ["http://192.0.2.1"]
    git = re.findall(r"`(Policy.*?)`", LINKIFY_IT['`add("git:", "http:")`'])
    assert linked(code(f"`{git[0]}`")) == ["git://a.example/x", "http://b.example"]
    assert len(LINKIFY_IT) == 14


def test_the_steps_from_bleach() -> None:
    pytest.importorskip("turbohtml", reason="HTML is read with turbohtml")
    imports = [line for cell in BLEACH.values() for line in re.findall(r"`(from [^`]+ import [^`]+)`", cell)]
    assert len(imports) == 3
    for line in imports:
        exec(line, {})
    assert linksift.integrations.bleach.DEFAULT_CALLBACKS  # type: ignore[attr-defined]
    assert linksift.integrations.bleach.HTML_TAGS  # type: ignore[attr-defined]
    assert (
        BleachLinker(finder=Finder(kinds={"uri"}, schemes={"https"})).linkify("http://a.example") == "http://a.example"
    )
    for linker in (BleachLinker(parse_email=True), BleachLinker(finder=Finder(kinds={"email"}))):
        assert "mailto:joe@a.example" in linker.linkify("joe@a.example")
    assert len(BLEACH) == 8


PLACES = "see http://a.com/b and www.c.org or D.com to joe@e.net at http://localhost/x http://wiki.corp/ http://a.com/b"
"""A text whose links URLExtract ends as linksift does."""


def test_the_steps_from_urlextract() -> None:
    module = pytest.importorskip("urlextract", reason="compares with URLExtract, which is not installed")
    theirs, cells = module.URLExtract(), iter(URLEXTRACT.values())
    finder = code("`Finder(kinds={'uri', 'suffix', 'domain'})`")
    found = finder.find(PLACES)

    def without_corp(urls: list[str]) -> list[str]:
        return [url for url in urls if "wiki.corp" not in url]  # a name that URLExtract does not know

    def expected(extractor: Any = theirs, **options: Any) -> list[str]:
        return without_corp(extractor.find_urls(PLACES, **options))

    assert "match.text for match in finder.find(text)" in next(cells)
    assert without_corp([match.text for match in found]) == expected()
    assert next(cells) == "`match.start`, `match.end`"
    assert {span for _, span in theirs.find_urls(PLACES, get_indices=True)} <= {
        (match.start, match.end) for match in found
    }
    once = eval(next(cells).strip("`"), {"finder": finder, "text": PLACES})
    assert len(once) == len(found) - 1
    assert len(expected(only_unique=True)) == len(without_corp(once))
    assert without_corp(uris(next(cells), PLACES)) == expected(with_schema_only=True)
    assert without_corp([match.text for match in finder.finditer(PLACES)]) == without_corp(
        list(theirs.gen_urls(PLACES))
    )
    assert next(cells) == "`finder.finditer(text)`"
    assert next(cells) == "`finder.has_link(text)`"
    assert [(finder.has_link(text), theirs.has_urls(text)) for text in (PLACES, "no link")] == [
        (True,) * 2,
        (False,) * 2,
    ]
    assert next(cells) == '`"email"` in `kinds`'
    assert "joe@e.net" in expected(module.URLExtract(extract_email=True))
    assert "mailto:joe@e.net" in uris('`Finder(kinds={"email"})`', PLACES)
    assert 'match.host != "localhost"' in next(cells)
    hosts = [match.host for match in found if match.host != "localhost"]
    assert len(hosts) == len(found) - 1
    assert not [url for url in expected(module.URLExtract(extract_localhost=False)) if "localhost" in url]
    assert next(cells) == "not needed: hosts may have any case"
    assert "D.com" in hosts
    assert next(cells) == "not needed: there is no limit"
    assert len(find("http://a.com " * 20_000)) == 20_000
    assert '`unusable_hosts="skip"`' in next(cells)
    assert find("http://1.1.1.1.1/", unusable_hosts="skip") == []
    assert 'Finder(top_level_domains={"corp"})' in next(cells)
    assert [match.uri for match in find("www.wiki.corp", top_level_domains={"corp"})] == ["http://www.wiki.corp"]
    assert "Policy(allowed_hosts=..., refused_hosts=...)" in next(cells)
    assert linked(Policy(allowed_hosts={"b.example"})) == ["http://b.example"]
    assert linked(Policy(refused_hosts={"a.example"})) == ["http://b.example"]
    assert next(cells).startswith("not available")
    assert next(cells) == "`linksift find file`"
    assert list(cells) == []
