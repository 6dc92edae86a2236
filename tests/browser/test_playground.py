"""The playground in headless Chromium: what it finds, its permalink, keyboard, and that it asks nobody else.

CI builds it in a step of its own: `python docs/playground/build.py FOLDER`, then LINKSIFT_PLAYGROUND names the folder.
"""

import json
import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest

from docs.playground.answers import Answers
from tests.browser.contrast import CONTRAST

FOLDER = os.environ.get("LINKSIFT_PLAYGROUND", "")
PATIENCE = 120_000
"""Milliseconds: a busy machine is not a fault."""

pytestmark = pytest.mark.skipif(not FOLDER, reason="LINKSIFT_PLAYGROUND names no folder with the built playground")

HOSTILE = """<img src=x onerror=alert(1)> </div><script>alert(2)</script> http://x.example/"onmouseover="alert(3)
javascript:alert(4) <b>http://b.example/<svg/onload=alert(5)> http://c.example/\u202e &lt;script>alert(6)
"""


class Site(NamedTuple):
    """Where the playground is served, and the paths that were asked for."""

    address: str
    asked: list[str]


class Shown(NamedTuple):
    """A page in the browser, the URLs of all requests, and a list of everything that should not have happened."""

    page: Any
    requests: list[str]
    happened: list[str]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A server of the built playground."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=FOLDER))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(f"http://127.0.0.1:{server.server_port}/", asked)
    server.shutdown()
    server.server_close()


def opened(context: Any, url: str) -> Shown:
    """The page at a URL, after its first answer."""
    requests: list[str] = []
    happened: list[str] = []

    def refuse(dialog: Any) -> None:
        happened.append(dialog.message)
        dialog.dismiss()

    page = context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: happened.append(message.text) if "404" not in message.text else None)
    page.on("pageerror", lambda error: happened.append(str(error)))
    page.on("dialog", refuse)
    page.goto(url)
    page.wait_for_selector("html[data-ready]", timeout=PATIENCE)
    answer_of(page)
    return Shown(page, requests, happened)


@pytest.fixture(scope="module")
def context(chromium: Any) -> Iterator[Any]:
    """A browser without history, in which the page may use the clipboard."""
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture(scope="module")
def loaded(context: Any, site: Site) -> Shown:
    """The page, loaded once for all tests."""
    return opened(context, site.address)


@pytest.fixture
def shown(loaded: Shown) -> Iterator[Shown]:
    """The page as it is after loading."""
    loaded.page.set_viewport_size({"width": 1280, "height": 900})
    choose(loaded.page, "RFC 3986, Appendix C")
    loaded.happened.clear()
    yield loaded
    assert loaded.happened == []


def answer_of(page: Any) -> list[str]:
    """The URIs that are marked, when the answer is complete."""
    page.wait_for_selector("#found[aria-busy=false]", timeout=PATIENCE)
    titles: list[str] = page.locator("#found mark").evaluate_all("all => all.map(one => one.title)")
    return titles


def choose(page: Any, example: str) -> list[str]:
    """The URIs in an example."""
    page.get_by_role("button", name=example).click()
    return answer_of(page)


def find_in(page: Any, text: str) -> list[str]:
    """The URIs in a text that is typed."""
    last = page.locator("#found").get_attribute("data-answer")
    page.locator("#text").fill(text)
    page.wait_for_selector(f"#found[aria-busy=false]:not([data-answer='{last}'])", timeout=PATIENCE)
    return answer_of(page)


def paste(page: Any, text: str) -> None:
    """Put in a text at once: Playwright's own way takes a minute for 10,000 lines."""
    page.locator("#text").evaluate(
        "(area, text) => { area.value = text; area.dispatchEvent(new Event('input')); }", text
    )


def expected(text: str, **options: Any) -> list[str]:
    """The URIs that Python finds here."""
    batches = Answers().batches(json.dumps({"task": "find", "text": text, "options": options}))
    return [link["uri"] for batch in map(json.loads, batches) for link in batch["links"]]


def test_it_finds_what_python_finds(shown: Shown) -> None:
    page = shown.page
    assert answer_of(page) == [
        "http://www.w3.org/Addressing/",
        "ftp://foo.example.com/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
    ]
    names = page.locator("#examples button").all_text_contents()
    assert len(names) == 6
    for name in names[:-1]:
        uris = choose(page, name)
        profile = page.get_by_label("Profile").input_value()
        assert uris == expected(page.locator("#text").input_value(), profile=profile)
        assert uris
    assert choose(page, names[-1])[0] == "http://a.example/one"


def test_nobody_else_is_asked_and_the_text_is_not_sent(shown: Shown, site: Site, context: Any) -> None:
    other = opened(context, f"{site.address}#text=http://secret.example/")
    assert answer_of(other.page) == ["http://secret.example/"]
    assert all(url.startswith((site.address, f"blob:{site.address}")) for url in [*shown.requests, *other.requests])
    assert len(other.requests) > 8
    assert not [path for path in site.asked if "secret" in path]
    other.page.close()


def test_even_python_can_ask_nobody_else(shown: Shown, site: Site) -> None:
    worker = shown.page.workers[0]
    fetched = "fetch({!r}, {{ mode: 'no-cors', cache: 'no-store' }}).then(() => 'answered', (error) => error.message)"
    same_server = site.address.replace("127.0.0.1", "localhost")
    before = len(site.asked)
    urlopen(same_server).close()
    assert len(site.asked) == before + 1
    assert worker.evaluate(fetched.format(same_server)) == "Failed to fetch"
    assert len(site.asked) == before + 1
    assert worker.evaluate(fetched.format(site.address)) == "answered"
    assert len(site.asked) == before + 2
    shown.happened.clear()


def test_a_link_holds_text_and_options(shown: Shown, site: Site, context: Any) -> None:
    page = shown.page
    text = "http://a.example/b=\nc&d #%+ \u00fc\U0001f600 d.corp b.example <i>"
    find_in(page, text)
    page.get_by_label("Profile").select_option("chat")
    page.get_by_label("Joining lines").select_option("auto")
    page.get_by_label("domain", exact=True).check()
    page.get_by_label("More top-level domains").fill("corp")
    page.get_by_label("More top-level domains").press("Tab")
    uris = answer_of(page)
    assert uris == ["http://a.example/b=c&d", "https://d.corp", "https://b.example"]
    page.get_by_role("button", name="Copy a link to this").click()
    url = page.url
    assert url.startswith(f"{site.address}#profile=chat&")
    again = opened(context, url)
    assert answer_of(again.page) == uris
    assert again.page.locator("#text").input_value() == text
    assert again.page.get_by_label("Profile").input_value() == "chat"
    assert again.page.get_by_label("Joining lines").input_value() == "auto"
    assert again.happened == []
    again.page.close()


def copied(page: Any, name: str) -> str:
    """What a button copies. It is pressed again if nothing is copied: an answer that arrives meanwhile replaces it."""
    page.evaluate("navigator.clipboard.writeText('before')")
    for attempt in range(PATIENCE // 50):
        if attempt % 40 == 0:
            page.get_by_role("button", name=name, exact=True).click()
        text = str(page.evaluate("navigator.clipboard.readText()"))
        if text != "before":
            return text
        page.wait_for_timeout(50)
    raise AssertionError(f"{name!r} copies nothing")


def test_the_question_and_its_links_are_copied(shown: Shown) -> None:
    page = shown.page
    text = "It's at https://www.google.com/url?q=http%3A%2F%2Fa.example%2F or www.b.example."
    find_in(page, text)
    page.get_by_label("Profile").select_option("chat")
    answer_of(page)
    assert copied(page, "Copy as Python") == (
        f"import linksift\n\ntext = {text!r}\nfor match in linksift.find(text, profile='chat'):\n    print(match.uri)\n"
    )
    assert copied(page, "Copy as command").endswith(" | linksift find --profile chat")
    wrapped = "https://www.google.com/url?q=http%3A%2F%2Fa.example%2F"
    page.get_by_label("How links are copied").select_option("unwrapped")
    assert copied(page, "Copy the links") == "http://a.example/\nhttps://www.b.example\n"
    page.get_by_label("How links are copied").select_option("defanged")
    assert copied(page, "Copy the links").endswith("\nhxxps[://]www[.]b[.]example\n")
    page.get_by_label("How links are copied").select_option("uri")
    assert copied(page, "Copy the links").startswith(f"{wrapped}\n")
    page.locator("#found mark").first.click()
    page.wait_for_selector("#details .place :text-is('http://a.example/')", timeout=PATIENCE)


def test_it_linkifies_with_a_policy(shown: Shown, site: Site, context: Any) -> None:
    page = shown.page
    find_in(page, "<b> http://a.example/x and http://b.example")
    page.get_by_label("Linkify").check()
    written = page.locator("#written pre")
    page.wait_for_selector("#written pre:text('nofollow')", timeout=PATIENCE)
    link = '<a href="http://a.example/x" rel="nofollow">http://a.example/x</a>'
    assert written.inner_text().startswith(f"&lt;b&gt; {link} and <a ")
    for name, value in (("rel", ""), ("Allowed hosts", "a.example"), ("Longest text", "x")):
        page.get_by_label(name, exact=True).fill(value)
        page.get_by_label(name, exact=True).press("Tab")
    page.wait_for_selector("#message:text('max_text_length')", timeout=PATIENCE)
    page.get_by_label("Longest text").fill("")
    page.get_by_label("Text of links").select_option("without-scheme")
    page.wait_for_selector("#written pre:text('>a.example/x<')", timeout=PATIENCE)
    assert written.inner_text() == '&lt;b&gt; <a href="http://a.example/x">a.example/x</a> and http://b.example'
    assert copied(page, "Copy the linked text") == written.inner_text()
    assert copied(page, "Copy as command").endswith(
        "linkify --to html --show without-scheme --rel '' --allow-hosts a.example"
    )
    page.get_by_role("button", name="Copy a link to this").click()
    again = opened(context, page.url)
    assert again.page.locator("#written pre").inner_text() == written.inner_text()
    again.page.close()
    page.get_by_label("Find links in a text").check()
    assert answer_of(page) == ["http://a.example/x", "http://b.example"]
    assert written.is_hidden()


MAIL = b"""From: joe@a.example
Subject: Your account
Content-Type: text/html

<p>Log in at <a href="http://203.0.113.7/login">www.bank.example</a>
"""


def test_a_mail_is_dropped(shown: Shown) -> None:
    page = shown.page
    before = answer_of(page)
    transfer = page.evaluate_handle(
        """(content) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], "a.eml"));
            return transfer;
        }""",
        MAIL.decode(),
    )
    page.dispatch_event("#ask", "drop", {"dataTransfer": transfer})
    page.wait_for_selector("#found mark[title='http://203.0.113.7/login']", timeout=PATIENCE)
    assert answer_of(page) == ["http://203.0.113.7/login", "http://www.bank.example"]
    assert "line 1, a href" in page.locator("#found").text_content()
    page.wait_for_selector("#details :text('link text mismatch')", timeout=PATIENCE)
    assert copied(page, "Copy as command") == "linksift find a.eml"
    page.get_by_role("button", name="Back to the text").click()
    page.wait_for_selector(f"#found mark[title='{before[0]}']", timeout=PATIENCE)
    assert answer_of(page) == before


def test_a_file_that_cannot_be_read_is_named(shown: Shown) -> None:
    page = shown.page
    page.get_by_label("Open a file").set_input_files({"name": "a.bin", "mimeType": "", "buffer": b"\0\1\2" * 100})
    page.wait_for_selector("#message:not([hidden])", timeout=PATIENCE)
    assert page.locator("#status").inner_text() == "No answer"
    page.get_by_role("button", name="Back to the text").click()
    page.wait_for_selector("#message", state="hidden", timeout=PATIENCE)


def test_what_a_link_cannot_mean_is_passed_over(shown: Shown, site: Site, context: Any) -> None:
    fragment = "#profile=constructor&kinds=uri,x&rejoin=y&task=z&schemes=1&text=http://a.example/&more=<b>"
    other = opened(context, site.address + fragment)
    assert other.page.locator("#message").is_visible()
    assert "schemes" in other.page.locator("#message").inner_text()
    assert other.page.locator("#status").inner_text() == "No answer"
    other.page.get_by_role("button", name="As in the profile").click()
    other.page.wait_for_selector("#message", state="hidden", timeout=PATIENCE)
    assert answer_of(other.page) == ["http://a.example/"]
    assert other.happened == []
    other.page.close()


def test_it_is_used_by_keyboard(shown: Shown) -> None:
    page = shown.page
    page.locator("#text").focus()
    page.keyboard.press("Control+Enter")
    focused = "document.activeElement.title"
    assert page.evaluate(focused) == "http://www.w3.org/Addressing/"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "ftp://foo.example.com/rfc/"
    page.wait_for_selector("#details .host dd:text-is('foo.example.com')", timeout=PATIENCE)
    assert "rejoin.line_break" in page.locator("#details").inner_text()
    page.keyboard.press("End")
    assert "historical" in page.evaluate(focused)
    page.keyboard.press("ArrowRight")
    assert "historical" in page.evaluate(focused)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "as"
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "text"


def test_only_readings_that_join_otherwise_have_a_figure(shown: Shown) -> None:
    page = shown.page
    assert find_in(page, "It is at https://garden.example/plot?number=\n41&view=summer, and so on.") != []
    page.wait_for_selector("#details h2:text-is('How sure')", timeout=PATIENCE)
    readings = page.locator("#details ul").last.locator("li").all_text_contents()
    assert len(readings) == 2
    assert readings[0].startswith("https://garden.example/plot?number= 0.")
    assert readings[1] == "https://garden.example/plot?number=41&view=summer,"


def test_hostile_text_stays_text(shown: Shown) -> None:
    page = shown.page
    elements = "document.querySelectorAll('script, img, svg, style, iframe, b').length"
    before = page.evaluate(elements)
    uris = find_in(page, HOSTILE)
    assert uris == expected(HOSTILE, profile="document")
    for number in range(len(uris)):
        page.locator("#found mark").nth(number).click()
        assert page.locator("#found mark").nth(number).get_attribute("aria-pressed") == "true"
    assert page.evaluate(elements) == before == 1
    text = page.evaluate("""() => {
        const copy = document.getElementById("found").cloneNode(true);
        copy.querySelectorAll("ins").forEach((inserted) => inserted.remove());
        return copy.textContent;
    }""")
    assert text == HOSTILE.replace("\u202e", "U+202E")
    attributes = page.evaluate("[...new Set([...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()))]")
    assert not [name for name in attributes if name.startswith("on") or name == "style"]


def test_text_cannot_become_markup_even_by_mistake(shown: Shown) -> None:
    refusal = shown.page.evaluate("""() => {
        try {
            document.body.insertAdjacentHTML("beforeend", "<b>x</b>");
        } catch (error) {
            return error.name;
        }
    }""")
    assert refusal == "TypeError"
    shown.happened.clear()


def test_a_long_text_can_be_stopped(shown: Shown) -> None:
    page = shown.page
    paste(page, "see http://a.example/b and\n" * 10_000)
    page.get_by_role("button", name="Stop").click(timeout=PATIENCE)
    assert page.locator("#status").inner_text().startswith("Stopped after ")
    assert 0 < len(answer_of(page)) < 10_000
    assert choose(page, "A wrapped mail")[0] == "https://www.council.example/minutes/2026/november/allotments.pdf"


@pytest.mark.clock
def test_a_worker_that_does_not_answer_is_replaced(shown: Shown) -> None:
    page = shown.page
    busy = page.workers[0]
    busy.evaluate("void setTimeout(() => { for (;;); })")
    page.locator("#text").fill("http://a.example/")
    page.get_by_role("button", name="Stop").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Stop").click()
    assert find_in(page, "http://b.example/") == ["http://b.example/"]
    for _ in range(PATIENCE // 100):  # the browser takes a moment to end a busy worker
        if busy not in page.workers:
            break
        page.wait_for_timeout(100)
    assert busy not in page.workers


def test_another_text_takes_the_place_of_one_that_is_being_read(shown: Shown) -> None:
    page = shown.page
    paste(page, "see http://a.example/b and\n" * 10_000)
    page.wait_for_selector("#found mark[title='http://a.example/b']", timeout=PATIENCE)
    assert len(choose(page, "A phishing mail")) == 5
    assert page.locator("#status").inner_text().startswith("5 links, 5 with hazards")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_can_be_read_in_light_and_dark_narrow_and_wide(shown: Shown, scheme: str, width: int) -> None:
    page = shown.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for name in ("A wrapped mail", "A phishing mail", "A report on an attack", "Typed addresses"):
        for number in range(len(choose(page, name))):
            page.locator("#found mark").nth(number).click()
            page.wait_for_timeout(50)
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(CONTRAST) == []


def test_the_box_says_what_it_takes(shown: Shown, site: Site, context: Any) -> None:
    assert find_in(shown.page, "http://a.example") == ["http://a.example"]
    shown.page.get_by_label("Clean typed URLs").check()
    assert shown.page.get_by_label("Typed URLs, one per line").input_value() == "http://a.example"
    shown.page.get_by_label("Find links in a text").check()
    assert shown.page.get_by_label("Text", exact=True).is_visible()
    answer_of(shown.page)
    early = context.new_page()
    early.goto(
        f"{site.address}#task=clean&text=a.example", wait_until="domcontentloaded"
    )  # Python is still being loaded
    assert early.get_by_label("Typed URLs, one per line").is_visible()
    early.close()


def test_it_has_landmarks_and_names(shown: Shown) -> None:
    page = shown.page
    for role in ("banner", "main", "contentinfo", "navigation"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("textbox", name="Text", exact=True).count() == 1
    assert page.get_by_role("group", name="Kinds").get_by_role("checkbox").count() == 5
    assert page.get_by_role("button", pressed=True).count() == 1
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    unnamed = "all => all.filter(one => !one.labels?.length && !one.textContent.trim() && !one.ariaLabel).length"
    assert page.locator("input, select, textarea, button, [role=button]").evaluate_all(unnamed) == 0


def test_every_file_that_is_served_is_used(shown: Shown, site: Site) -> None:
    served = {path.relative_to(FOLDER).as_posix() for path in Path(FOLDER).rglob("*") if path.is_file()}
    used = {url.removeprefix(site.address).partition("#")[0] or "index.html" for url in shown.requests}
    assert served <= used
