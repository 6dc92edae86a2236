"""The page of `--report` from hostile documents, in headless Chromium: what it shows, filters, sorts, and runs."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from linksift.cli import main
from linksift.hazards import deceptions
from tests.browser.contrast import CONTRAST

HOSTILE = '<img src=x onerror=alert(1)>"onmouseover="alert(2).txt'
DOCUMENTS = {
    HOSTILE: """</style><script>alert(3)</script> http://x.example/</script><script>alert(4)</script>
http://x.example/'onclick='alert(5) "http://x.example/a"b" data:text/html,<script>alert(1)</script>
javascript:alert(1) see http://2130706433/ and </title> <http://b.example/one-
two/{c}> ftp://joe:hush@ftp.example.org/x
""",
    "mail.eml": """From: Joe <joe@a.example>
Subject: <script>alert(6)</script> http://s.example/"onmouseover="alert(7)
List-Archive: <https://lists.a.example/archive/>
Content-Type: text/html; charset=utf-8

<p>See <a href="http://evil.example/?x=1&amp;y=2">https://www.bank.example/</a>
and <a href="javascript:alert(8)">this</a>, <a href="http://a.example/a b">&lt;script>alert(9)&lt;/script></a></p>
""",
    "plain.txt": "www.c.example, joe@d.example http://a.example/last\n",
}
ALL = ["--schemes", "any"]

Report = tuple[Path, list[dict[str, Any]]]


class Shown(NamedTuple):
    """A page in the browser, the records of the same links, and a list of everything that should not have happened."""

    page: Any
    records: list[dict[str, Any]]
    happened: list[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of hostile documents, as the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "in" / name).write_text(text, encoding="utf-8")
    return tmp_path


def found(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["find", *ALL, *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture
def report(folder: Path) -> Report:
    """The file with the page, and the JSON records of the same links."""
    assert found("--report", "out.html", "--report-links", "live", "in") == ""
    records = found("--format", "jsonl", "--hazards", "in").splitlines()
    return folder / "out.html", [json.loads(line) for line in records]


@pytest.fixture
def shown(chromium: Any, report: Report) -> Iterator[Shown]:
    path, records = report
    happened: list[str] = []

    def refuse(dialog: Any) -> None:
        happened.append(dialog.message)
        dialog.dismiss()

    context = chromium.new_context()
    page = context.new_page()
    page.on("console", lambda message: happened.append(message.text))
    page.on("pageerror", lambda error: happened.append(str(error)))
    page.on("dialog", refuse)
    page.on("request", lambda request: happened.append(request.url))
    page.goto(path.as_uri())
    assert happened.pop(0) == path.as_uri()
    yield Shown(page, records, happened)
    context.close()


def visible_uris(page: Any) -> list[str]:
    """The visible URIs, in order."""
    uris: list[str] = page.eval_on_selector_all(
        "#documents li[id]",
        "items => items.filter(item => item.checkVisibility()).map(item => item.querySelector('.uri').textContent)",
    )
    return uris


def uris_of(records: list[dict[str, Any]]) -> list[str]:
    return [record["uri"].replace(":hush@", ":...@") for record in records]


def said(page: Any) -> str:
    """The count that the page shows, after the delay before it counts again."""
    page.evaluate("new Promise(resolve => setTimeout(resolve, 150))")
    return str(page.locator("#count").inner_text())


def test_the_page_has_every_link_and_the_figures_of_json(shown: Shown) -> None:
    page, records, _ = shown
    assert visible_uris(page) == uris_of(records)
    assert said(page) == f"{len(records)} links"
    figures = dict(zip(page.locator("dt").all_text_contents(), page.locator("dd").all_text_contents(), strict=True))
    hosts = {(record["reference"]["host"] or record["reference"]["scheme"] + ":").lower() for record in records}
    assert figures["links"] == str(len(records))
    assert figures["hosts"] == str(len(hosts))
    assert figures["documents"] == str(len(DOCUMENTS))
    assert figures["with hazards"] == str(sum(bool(record["hazards"]) for record in records))
    assert figures["joined over lines"] == str(sum("\n" in record["text"] for record in records))
    assert set(page.locator("#hosts tbody th").all_text_contents()) == hosts
    assert sum(map(int, page.locator("#hosts tbody td:nth-child(2)").all_text_contents())) == len(records)


def test_nothing_runs_and_nothing_is_requested(shown: Shown) -> None:
    page, _, happened = shown
    for element in ("#documents .uri", "#documents mark", "del", "ins", "summary", "h1", "h3"):
        for place in range(min(page.locator(element).count(), 5)):
            page.locator(element).nth(place).hover()
    assert page.locator("script").count() == page.locator("style").count() == 1
    assert page.locator("img, iframe, object, embed, link, base").count() == 0
    attributes = page.evaluate("[...new Set([...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()))]")
    assert not [name for name in attributes if name.startswith("on") or name in ("style", "src")]
    assert HOSTILE in page.locator("h1").inner_text()
    assert "<script>alert(9)</script>" in page.locator("q").all_text_contents()
    assert happened == []


@pytest.mark.clock
def test_the_policy_stops_a_script_that_would_get_in(shown: Shown) -> None:
    page, _, happened = shown
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        new Image().src = "http://a.example/x.png";
    }""")
    refusals: list[str] = []
    for _ in range(6_000):
        page.wait_for_timeout(10)
        refusals = [message for message in happened if "Content Security Policy" in message]
        if len(refusals) == 2:
            break
    assert len(refusals) == 2
    assert page.evaluate("window.ran") is None


def test_only_safe_links_without_hazards_can_be_followed(shown: Shown) -> None:
    page, records, _ = shown
    links = page.locator("a.uri")
    expected = [
        record["uri"]
        for record in records
        if not record["hazards"] and record["reference"]["scheme"] in ("http", "https", "ftp", "mailto")
    ]
    assert links.evaluate_all("links => links.map(link => link.getAttribute('href'))") == expected
    assert set(links.evaluate_all("links => links.map(link => link.rel)")) == {"noreferrer noopener nofollow"}
    assert 0 < len(expected) < len(records)
    others = page.locator("a:not(.uri)").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert all(href.startswith("#") for href in others)
    assert "hush" not in page.content()


def test_a_link_has_its_lines_with_the_changes(shown: Shown) -> None:
    page, _, _ = shown
    item = page.locator("#documents li[data-joined]").first
    assert item.locator(".uri").inner_text() == "http://b.example/one-two/%7Bc%7D"
    rows = item.locator(".lines > span")
    assert [row.get_attribute("data-n") for row in rows.all()] == [None, "3", "4"]
    assert item.locator("mark").all_text_contents() == ["http://b.example/one-", "two/", "c"]
    assert item.locator("del").all_text_contents() == ["↵", "{", "}"]
    assert item.locator("ins").all_text_contents() == ["%7B", "%7D"]
    assert item.locator("del").first.get_attribute("title").startswith("rejoin.")
    item.locator("summary").click()
    assert "rejoin.hyphen_kept" in item.inner_text()
    assert "line 3, column" in item.locator(".where").inner_text()


def test_hazards_have_their_sentence(shown: Shown) -> None:
    page, records, _ = shown
    told = page.locator(".hazards li").all_text_contents()
    assert told == [f"{h['name']} {h['why']} {h['source']}" for record in records for h in record["hazards"]]
    assert any(name.startswith("link_text_mismatch") for name in told)


def test_filters_by_keyboard(shown: Shown) -> None:
    page, records, happened = shown
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the links"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("A.Example plain")
    page.keyboard.press("Enter")
    assert said(page) == f"1 of {len(records)} links"
    assert visible_uris(page) == ["http://a.example/last"]
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "warned"
    page.keyboard.press("Space")
    assert said(page) == f"0 of {len(records)} links"
    page.get_by_role("button", name="Show all").press("Enter")
    assert said(page) == f"{len(records)} links"
    page.get_by_role("checkbox", name="With hazards").press("Space")
    assert visible_uris(page) == uris_of([record for record in records if record["hazards"]])
    assert happened == []


def test_filters_by_kind_and_host(shown: Shown) -> None:
    page, records, _ = shown
    page.get_by_role("combobox", name="Kind").select_option("stated")
    assert visible_uris(page) == uris_of([record for record in records if record["kind"] == "stated"])
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="a.example", exact=True).press("Enter")
    assert page.get_by_role("combobox", name="Host").input_value() == "a.example"
    of_host = [record for record in records if record["reference"]["host"] == "a.example"]
    assert visible_uris(page) == uris_of(of_host)
    assert page.get_by_role("button", name="a.example", exact=True).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="a.example", exact=True).press("Enter")
    assert said(page) == f"{len(records)} links"


def test_sorts_by_uri_and_host_and_back(shown: Shown) -> None:
    page, records, happened = shown
    order = page.get_by_role("combobox", name="Order")
    order.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert order.input_value() == "uri"
    by_uri = visible_uris(page)
    assert sorted(by_uri) == sorted(uris_of(records))
    assert by_uri != uris_of(records)
    assert [uri for uri in by_uri if uri.startswith("http://x")] == sorted(
        u for u in by_uri if u.startswith("http://x")
    )
    assert page.locator(".sorted .document-name").count() == len(records)
    order.select_option("host")
    hosts = page.eval_on_selector_all("#documents li[id]", "items => items.map(item => item.dataset.host)")
    assert [host for host in hosts if host[0].isalpha()] == sorted(host for host in hosts if host[0].isalpha())
    page.get_by_role("button", name="Show all").click()
    said(page)
    assert visible_uris(page) == uris_of(records)
    assert page.locator(".document-name").count() == 0
    assert happened == []


def test_sorts_links_that_may_deceive_to_the_front(shown: Shown) -> None:
    page, records, happened = shown
    page.get_by_role("combobox", name="Order").select_option("May deceive first")
    names = [{hazard["name"] for hazard in record["hazards"]} for record in records]
    ranks = [0 if found & deceptions() else 1 if found else 2 for found in names]
    assert set(ranks) == {0, 1, 2}
    assert ranks != sorted(ranks)
    in_order = sorted(zip(ranks, uris_of(records), strict=True), key=lambda pair: pair[0])
    assert visible_uris(page) == [uri for _, uri in in_order]
    assert happened == []


def test_without_a_script_only_the_filters_are_missing(chromium: Any, report: Report) -> None:
    path, records = report
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#documents .uri:not(details .uri)").all_text_contents() == uris_of(records)
    assert not page.locator("#controls").is_visible()
    assert page.locator("#hosts tbody th").first.inner_text()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_it_can_be_read_in_light_and_dark_narrow_and_wide(shown: Shown, scheme: str, width: int) -> None:
    page, _, _ = shown
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CONTRAST) == []


def test_it_has_landmarks_headings_names_and_a_live_count(shown: Shown) -> None:
    page, _, _ = shown
    for role in ("banner", "main", "contentinfo", "search"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    levels = [int(tag[1]) for tag in page.locator("h1, h2, h3").evaluate_all("all => all.map(one => one.tagName)")]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.get_by_role("searchbox", name="Search").count() == 1
    for name in ("Kind", "Host", "Order"):
        assert page.get_by_role("combobox", name=name).count() == 1
    for name in ("Hosts", "Documents"):
        assert page.get_by_role("region", name=name).count() == 1
    assert page.get_by_role("columnheader").count() == 8
    assert page.get_by_role("list", name="Hazards").count() == page.locator(".hazards").count() > 0
    assert page.locator("#count").get_attribute("aria-live") == "polite"
    assert page.locator("html").get_attribute("lang") == "en"


def test_it_prints_every_link_without_the_filters(shown: Shown) -> None:
    page, records, _ = shown
    page.emulate_media(media="print")
    assert not page.locator("#controls").is_visible()
    assert visible_uris(page) == uris_of(records)
    assert page.evaluate("getComputedStyle(document.querySelector('.scroll')).overflowY") == "visible"
