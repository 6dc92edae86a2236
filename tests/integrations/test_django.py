"""Django's `urlize` and ours: the same arguments and the same HTML, except for the rows of the migration page."""

import json
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.integrations.migrating import Row, drawn, rows, without_links

pytest.importorskip("django")

from django import VERSION
from django.template import Context, Engine
from django.test.utils import override_settings
from django.utils.functional import Promise, lazystr
from django.utils.html import urlize as djangos
from django.utils.safestring import SafeString, mark_safe

from linksift.integrations.django import urlize

TEXTS = rows("django.md", "What differs")
HTML = rows("django.md", "HTML")

UNLINKED = "see a[b[example.com", "ftp://example.com", "see:http://example.com", "example..com", "C:\\a.com"
"""Texts of the page that Django 6 does not link."""

SINCE_DJANGO_6 = {text: text for text in UNLINKED} | {"http://example.com/a),": "⟪http://example.com/a⟫),"}
"""Texts of the page that Django 6 does not link, or no longer shortens."""

PUBLISHED = [
    "Check out www.example.com",
    "Send questions to joe@example.com",
    "https://example.com/path?a=b&c=d#e",
    "(see https://example.com/a_(b))",
    "[see www.example.com]",
    'before "joe@example.com" behind, \'joe@example.org\' and joe@example.net"',
    "Go to example.com! and enjoy.",
    'http://example.com/a.,:;)"!',
    "http://[2001:db8::2]/a http://192.0.2.1:8000/",
    "http:///www.example.com http://.example.com http://localhost/",
    "www.example.com<b www.example.com>c",
    "https://example.com/Caf%C3%A9 https://example.com/Café www.example.com/30%Off!",
    "joe@ @example.com joe@.example.com joe@localhost joe@example?;+!.com",
    "some.organization 123 a.b",
    "<script>alert('&')</script> http://example.com/?a=1&b=2",
    "ftp://a.test tel:123 javascript:alert(1) data:text/html,a",
]
"""Cases of Django's documentation and tests, with texts of our own."""


@pytest.fixture
def engine() -> Any:
    return Engine(libraries={"linksift": "linksift.integrations.django"})


def rendered(engine: Any, source: str, **context: object) -> str:
    return str(engine.from_string(source).render(Context(context)))


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row.text[:40])
def test_the_table_of_texts(row: Row) -> None:
    theirs = SINCE_DJANGO_6.get(row.text, row.theirs) if VERSION >= (6,) else row.theirs
    assert drawn(djangos(row.text, nofollow=True, autoescape=True)) == theirs
    assert drawn(urlize(row.text, nofollow=True, autoescape=True)) == row.ours
    assert row.theirs != row.ours


@pytest.mark.parametrize("row", HTML, ids=lambda row: row.text[:40])
def test_the_table_of_html(row: Row) -> None:
    pytest.importorskip("turbohtml")
    assert djangos(mark_safe(row.text)) == row.theirs
    assert urlize(mark_safe(row.text)) == row.ours
    assert row.theirs != row.ours


def test_the_tables_are_not_empty() -> None:
    assert len(TEXTS) > 20
    assert len(HTML) > 3


def test_djangos_own_cases_are_the_same_or_listed(shared: Path) -> None:
    lines = (shared / "eval" / "suites" / "django_urlize.jsonl").read_text(encoding="utf-8").splitlines()
    texts = {case["id"].removeprefix("django_urlize-"): case["text"] for case in map(json.loads, lines)}
    differ = {
        case
        for case, text in texts.items()
        if djangos(text, nofollow=True, autoescape=True) != urlize(text, nofollow=True, autoescape=True)
    }
    assert differ == frozenset().union(*(row.cases for row in TEXTS)) - {"none"}
    assert len(texts) - len(differ) == 56


# ---- What is the same ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", PUBLISHED)
@pytest.mark.parametrize("limit", [None, 0, 1, 12, 15, 100])
@pytest.mark.parametrize("nofollow", [False, True])
def test_published_cases_give_the_same_html(text: str, limit: int | None, nofollow: bool) -> None:
    given = {"trim_url_limit": limit, "nofollow": nofollow, "autoescape": True}
    assert urlize(text, **given) == djangos(text, **given)


@pytest.mark.parametrize("text", ["see www.example.com/?a=1", mark_safe("see www.example.com/?a=1&amp;b=2")])
@pytest.mark.parametrize(
    "filters", ["urlize", "urlizetrunc:15", 'urlizetrunc:"9"', "urlize|linebreaksbr", "safe|urlize"]
)
@pytest.mark.parametrize("autoescape", ["on", "off"])
def test_the_filters_replace_djangos_in_unchanged_templates(text: str, filters: str, autoescape: str) -> None:
    source = f"{{% autoescape {autoescape} %}}{{{{ text|{filters} }}}}{{% endautoescape %}}"
    ours = rendered(Engine(builtins=["linksift.integrations.django"]), source, text=text)
    assert ours == rendered(Engine(), source, text=text)
    assert "<a " in ours


def test_a_limit_that_is_not_a_number_is_the_same_error_as_djangos(engine: Any) -> None:
    for load in ("", "{% load linksift %}"):
        with pytest.raises(ValueError, match="invalid literal"):
            rendered(engine, load + "{{ text|urlizetrunc:'a' }}", text="a")


def test_the_result_of_the_filters_is_safe_and_that_of_the_function_is_not(engine: Any) -> None:
    assert rendered(engine, "{% load linksift %}{{ text|urlize }}", text="<b>") == "&lt;b&gt;"
    assert not isinstance(urlize("a", autoescape=True), SafeString)


def test_lazy_texts_stay_lazy() -> None:
    found = urlize(lazystr("www.example.com"))
    assert isinstance(found, Promise)
    assert str(found) == '<a href="http://www.example.com">www.example.com</a>'


def test_other_values_are_converted_to_strings(engine: Any) -> None:
    assert rendered(engine, "{% load linksift %}{{ text|urlize }}", text=12) == "12"


# ---- Where Django finds it -------------------------------------------------------------------------------------------


def test_the_app_provides_the_library() -> None:
    from django.template.backends.django import get_installed_libraries

    library = get_installed_libraries()["linksift"]
    found = rendered(Engine(libraries={"linksift": library}), "{% load linksift %}{{ text|urlize }}", text="a.example")
    assert found == '<a href="http://a.example" rel="nofollow">a.example</a>'


def test_django_decides_the_scheme_of_names() -> None:
    assert urlize("a.example") == '<a href="http://a.example">a.example</a>'
    with override_settings(URLIZE_ASSUME_HTTPS=True):
        assert urlize("a.example") == '<a href="https://a.example">a.example</a>'


@pytest.mark.parametrize("skip", [[".nolink"], ".nolink"])
def test_a_setting_selects_elements_that_get_no_links(skip: list[str] | str) -> None:
    html = '<b class="nolink">a.example</b> b.example'
    with override_settings(LINKSIFT_SKIP=skip):
        assert urlize(html) == '<b class="nolink">a.example</b> <a href="http://b.example">b.example</a>'
    assert urlize(html).count("<a ") == 2


def test_urls_beyond_djangos_limit_are_linked() -> None:
    long = "http://a.example/" + "b" * 3000
    assert drawn(djangos(long)) == long
    assert drawn(urlize(long)) == f"⟪{long}⟫"


# ---- Safety ----------------------------------------------------------------------------------------------------------

PIECES = ["<b>", "</a>", '"', "'", "&lt;", "&amp", "<a href=", "http://a.example", "www.b.example", ">", "@", ".", " "]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_the_output_has_the_text_and_links_only(text: str) -> None:
    found = urlize(text, nofollow=True, autoescape=True)
    assert without_links(found) == escape(text)


@pytest.mark.parametrize(
    "text", ['Fish & chips "now"', "it's &amp; x", "a < b & c", "x &lt; y", "\N{NO-BREAK SPACE}&nbsp;'"]
)
def test_html_without_a_link_stays_as_it_is(text: str) -> None:
    assert urlize(text) == text
    assert urlize(mark_safe(text), autoescape=True) == text
