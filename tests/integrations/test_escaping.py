"""The output of the drop-ins, read by an HTML5 parser, is the input's text with our links, and nothing else."""

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("django")
pytest.importorskip("jinja2")
pytest.importorskip("turbohtml")

from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment
from markupsafe import Markup

from linksift.integrations import bleach
from linksift.integrations.django import urlize as django_function
from linksift.integrations.django.urlize import urlize_filter as django_filter
from linksift.integrations.django.urlize import urlizetrunc

html5lib = pytest.importorskip("html5lib", reason="html5lib, the judge of these tests, is not installed")

HOSTILE = [
    *[
        "http://a.example/",
        "www.b.example",
        "c@d.example",
        "e.example/f?g=h&i#j",
        "javascript:alert(1)",
        "data:text/html,x",
    ],
    *[
        "JAVASCRIPT://a.example/%0aalert(1)",
        "vbscript:x",
        "http://a.example/'onmouseover=alert(1)//",
        "mailto:a@b.example?c='",
    ],
    *[
        "<script>",
        "</script>",
        "<b>",
        "</a>",
        "<a href='x'>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<img src=x onerror=alert(1)>",
    ],
    *[
        "&lt;",
        "&#60;",
        "&quot;",
        "&amp;lt;",
        "&",
        '"',
        "'",
        "`",
        "<",
        ">",
        "=",
        "(",
        ")",
        "[",
        "]",
        "\\",
        "/",
        " ",
        "\n",
    ],
    *["\u2028", "\xa0", "\xad", "\u202e", "é", "\U0001f600"],
]
TEXTS = st.lists(
    st.sampled_from(HOSTILE) | st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
).map("".join)
TAGS = ["<b>", "</b>", "<p id='x'>", "<i title='\"<'>", "</i>", "<br>", "<pre>", "</pre>", "<a href='/y'>", "</a>"]
MARKUP = st.lists(
    st.sampled_from([*TAGS, "http://a.example/?b&amp;c", "www.d.example", "&lt;script&gt;", " ", '"', "&quot;"]),
    max_size=12,
).map("".join)

ATTRIBUTES = {"href", "rel", "target"}
SCHEMES = ("http:", "https:", "mailto:")

ESCAPING = Environment(autoescape=True, extensions=["linksift.integrations.jinja.Urlize"])
PLAIN = Environment(autoescape=False, extensions=["linksift.integrations.jinja.Urlize"])


def jinja(environment: Environment, arguments: str = "") -> Callable[[object], str]:
    template = environment.from_string("{{ x|urlize" + arguments + " }}")
    return lambda value: template.render(x=value)


OF_TEXT: dict[str, Callable[[str], str]] = {
    "django's filter": django_filter,
    "django's function": lambda text: django_function(text, nofollow=True, autoescape=True),
    "jinja": jinja(ESCAPING),
    "jinja with attributes": jinja(ESCAPING, "(target='\"><b>', rel='\"><i>')"),
    "jinja without autoescape": jinja(PLAIN),
    "bleach": lambda text: bleach.linkify(escape(text), parse_email=True),
}
OF_MARKUP: dict[str, Callable[[str], str]] = {
    "django's filter, safe": lambda markup: django_filter(mark_safe(markup)),
    "django's filter, not escaping": lambda markup: django_filter(markup, autoescape=False),
    "django's function": django_function,
    "jinja": lambda markup: jinja(ESCAPING)(Markup(markup)),
    "bleach": lambda markup: bleach.linkify(markup, parse_email=True),
}


SHOW_THE_ADDRESS_ALONE = {name for name in OF_TEXT if name.startswith("jinja")}
"""The drop-ins that show a mailbox without its scheme, as Jinja does."""


def read(html: str) -> Any:
    return html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)


def as_parsed(text: str) -> str:
    """A text as a parser returns it after escaping: characters that HTML cannot represent are replaced."""
    return "".join(read(escape(text)).itertext())


@pytest.mark.parametrize("name", OF_TEXT)
@given(TEXTS)
def test_the_output_has_the_text_and_links_only(name: str, text: str) -> None:
    root = read(OF_TEXT[name](text))
    shown, expected = "".join(root.itertext()), as_parsed(text)
    if name in SHOW_THE_ADDRESS_ALONE:
        shown, expected = shown.replace("mailto:", ""), expected.replace("mailto:", "")
    assert shown == expected
    for element in root.iter():
        if element is not root:
            assert element.tag == "a"
            assert set(element.attrib) <= ATTRIBUTES
            assert element.attrib["href"].startswith(SCHEMES)


def elements(root: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """All elements except our links, with their attributes."""
    return ((element.tag, dict(element.attrib)) for element in root.iter() if element.get("href", "/y") == "/y")


@pytest.mark.parametrize("linked", OF_MARKUP.values(), ids=OF_MARKUP)
@given(MARKUP)
def test_markup_keeps_its_text_and_elements(linked: Callable[[str], str], markup: str) -> None:
    before, behind = read(markup), read(linked(markup))
    assert "".join(behind.itertext()) == "".join(before.itertext())
    without_rel = [
        (tag, {name: value for name, value in attributes.items() if name != "rel"})
        for tag, attributes in elements(behind)
    ]
    assert without_rel == list(elements(before))


@given(TEXTS, st.integers(1, 20))
def test_a_text_cut_off_stays_escaped(text: str, limit: int) -> None:
    for html in (urlizetrunc(text, limit), jinja(ESCAPING, f"({limit})")(text)):
        assert {element.tag for element in read(html).iter()} <= {"DOCUMENT_FRAGMENT", "a"}


def test_safe_output_is_marked_as_safe() -> None:
    assert isinstance(django_filter("<b> http://a.example"), SafeString)
    assert isinstance(urlizetrunc("<b> http://a.example", 5), SafeString)
    found = ESCAPING.from_string("{% set y = x|urlize %}{{ y }}{{ y ~ '<' }}").render(x="<b> http://a.example")
    assert found.count("&lt;b&gt; <a href=") == 2
    assert found.endswith("&lt;")
    assert type(jinja(PLAIN)("http://a.example")) is str
