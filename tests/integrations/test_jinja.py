"""Jinja's `urlize` and ours: the same arguments, policies and HTML, except for the rows of the migration page."""

from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.integrations.migrating import Row, drawn, rows, without_links

pytest.importorskip("jinja2")

from jinja2 import Environment, StrictUndefined
from jinja2.exceptions import FilterArgumentError, UndefinedError
from markupsafe import Markup

from linksift.integrations.jinja import Urlize, urlize

EXTENSION = "linksift.integrations.jinja.Urlize"
TEXTS = rows("jinja.md", "What differs")

PUBLISHED = [
    "foo http://www.example.com/ bar",
    "foo example.org bar",
    "foo www.example.com bar (https://example.com/a_(b)).",
    "foo mailto:joe@example.com bar",
    "foo joe@example.com, @joe@example.com bar",
    "foo http://192.0.2.1:80/ http://[2001:db8::1]/ http://localhost/ bar",
    "<http://example.com/> <b> &",
    "ftp://a.test tel:+1-555 javascript:alert(1)",
    "\n http://example.com/?a=b&c \t",
]
"""Cases of Jinja's documentation and tests, with texts of our own."""

CALLS = [
    "urlize",
    "urlize(10)",
    "urlize(10, true)",
    "urlize(40, target='_blank')",
    "urlize(target='')",
    "urlize(rel='me nofollow')",
    "urlize(nofollow=true, rel='ugc')",
    "urlize(extra_schemes=['tel:', 'ftp://'])",
    "urlize(target='\"<b>')",
]

POLICIES: list[dict[str, Any]] = [
    {},
    {"urlize.rel": None},
    {"urlize.rel": "noreferrer noopener", "urlize.target": "_top"},
    {"urlize.extra_schemes": ["tel:"]},
]


def environments(**options: Any) -> tuple[Environment, Environment]:
    """The output of their filter and of ours."""
    return Environment(**options), Environment(extensions=[EXTENSION], **options)


def quotes(html: str) -> str:
    """HTML with quotes escaped as we do."""
    return html.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row.text[:40])
def test_the_table(row: Row) -> None:
    theirs, ours = (drawn(each.from_string("{{ x|urlize }}").render(x=row.text)) for each in environments())
    assert theirs == row.theirs
    assert ours == row.ours
    assert theirs != ours


def test_the_table_is_not_empty() -> None:
    assert len(TEXTS) > 15


# ---- What is the same ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", PUBLISHED)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("policies", POLICIES, ids=str)
def test_published_cases_give_the_same_html(text: str, call: str, policies: dict[str, Any]) -> None:
    results = []
    for environment in environments(autoescape=True):
        environment.policies.update(policies)
        results.append(environment.from_string(f"{{{{ x|{call} }}}}").render(x=text))
    theirs, ours = results
    assert ours == quotes(theirs)


def test_the_result_is_markup_with_autoescaping() -> None:
    source = "{{ x|urlize is escaped }} {% autoescape false %}{{ x|urlize is escaped }}{% endautoescape %}"
    for environment in environments(autoescape=True):
        assert environment.from_string(source).render(x="a") == "True False"


def test_other_values_are_converted_to_strings() -> None:
    for environment in environments():
        assert environment.from_string("{{ 12|urlize }}{{ missing|urlize }}").render() == "12"


def test_a_strictly_undefined_value_is_an_error() -> None:
    for environment in environments(undefined=StrictUndefined):
        with pytest.raises(UndefinedError):
            environment.from_string("{{ missing|urlize }}").render()


@pytest.mark.parametrize("scheme", ["x", "a b:", "tel", "", "_a:", "javascript:", "data:"])
def test_invalid_and_forbidden_extra_schemes_are_errors(scheme: str) -> None:
    template = environments()[1].from_string("{{ 'a'|urlize(extra_schemes=[x]) }}")
    with pytest.raises(FilterArgumentError):
        template.render(x=scheme)


# ---- What only ours does ---------------------------------------------------------------------------------------------


def test_the_filter_works_without_the_extension() -> None:
    environment = Environment()
    environment.filters["urlize"] = urlize
    found = environment.from_string("{{ 'a.example'|urlize }}").render()
    assert found == '<a href="https://a.example" rel="noopener">a.example</a>'


def test_the_extension_is_kept_by_an_overlay() -> None:
    assert environments()[1].overlay(autoescape=True).filters["urlize"] is urlize


def test_any_scheme_can_be_an_extra_one() -> None:
    found = environments()[1].from_string("{{ 'myapp://a/b.'|urlize(4, extra_schemes=['myapp://']) }}").render()
    assert found == '<a href="myapp://a/b" rel="noopener">myap...</a>.'


@pytest.mark.parametrize("text", ["xmpp:joe@a.example", "sip:joe@a.example?x", "acct:joe@a.example"])
@pytest.mark.parametrize("extra", [[], ["tel:"], ["myapp://"]])
def test_an_address_after_another_scheme_is_no_link(text: str, extra: list[str]) -> None:
    for environment in environments():
        template = environment.from_string("{{ x|urlize(extra_schemes=extra) }}")
        assert template.render(x=text, extra=extra) == text


def test_markup_without_tags_is_text_with_character_references() -> None:
    template = environments(autoescape=True)[1].from_string("{{ x|urlize }}")
    found = template.render(x=Markup("&lt;b&gt; http://a.example/?b&amp;c"))
    assert found == '&lt;b&gt; <a href="http://a.example/?b&amp;c" rel="noopener">http://a.example/?b&amp;c</a>'


def test_markup_with_tags_gets_links_in_its_text_only() -> None:
    pytest.importorskip("turbohtml")
    template = environments(autoescape=True)[1].from_string("{{ x|urlize(target='_blank') }}")
    found = template.render(x=Markup('<img alt="http://a.example"><a href="/">http://b.example</a> c.example'))
    link = '<a href="https://c.example" rel="noopener" target="_blank">c.example</a>'
    assert found == f'<img alt="http://a.example"><a href="/">http://b.example</a> {link}'


# ---- Safety ----------------------------------------------------------------------------------------------------------

PIECES = ["<b>", "</a>", '"', "'", "&lt;", "&amp", "<a href=", "http://a.example", "www.b.example", ">", "@", ".", " "]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_the_output_has_the_text_and_links_only(text: str) -> None:
    found = environments(autoescape=True)[1].from_string("{{ x|urlize }}").render(x=text)
    assert without_links(found) == escape(text)


def test_a_policy_selects_elements_that_get_no_links() -> None:
    _, ours = environments()
    ours.policies["urlize.skip"] = [".nolink"]
    found = ours.from_string("{{ x|urlize }}").render(x=Markup('<b class="nolink">http://a.example</b> www.b.example'))
    assert drawn(found) == "http://a.example ⟪www.b.example → https://www.b.example⟫"


@pytest.mark.parametrize("text", ['Fish &amp; chips "now"', "it's &amp; x", "x &lt; y"])
def test_markup_without_a_link_stays_as_it_is(text: str) -> None:
    assert (
        Environment(autoescape=True, extensions=["linksift.integrations.jinja.Urlize"])
        .from_string("{{ text|urlize }}")
        .render(text=Markup(text))
        == text
    )


@pytest.mark.parametrize("limit", ["x", "40", 4.5])
def test_a_limit_that_is_no_integer_is_named(limit: object) -> None:
    with pytest.raises(FilterArgumentError, match="trim_url_limit must be an integer or None, not"):
        Environment(extensions=[Urlize]).from_string("{{ 'http://a.example'|urlize(limit) }}").render(limit=limit)
