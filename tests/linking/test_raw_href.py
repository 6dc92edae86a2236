"""`Policy(href="raw")`: links that lead to the URI with the placeholders of templates as written."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding.options import Template
from tests.texts import texts

pytestmark = pytest.mark.filterwarnings("ignore::linksift.LinkPolicyWarning")
html5lib = pytest.importorskip("html5lib", reason="needs html5lib, to read HTML as browsers do")

TEMPLATES: tuple[Template, ...] = ("{}", "{{}}", "${}", "%()s")
RAW = linksift.Policy(rel=None, href="raw")


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("https://shop/?code={code}", "https://shop/?code={code}"),
        ("www.a.example/${id}", "http://www.a.example/${id}"),
        ("<https://{host}/a\nb>", "https://{host}/ab"),
        ("http://a.example/\u00e9/%(name)s", "http://a.example/%C3%A9/%(name)s"),
        ("http://a.example/{{ x|y }}?a&b", "http://a.example/{{ x|y }}?a&amp;b"),
        ("http://a.example/b", "http://a.example/b"),
    ],
)
def test_the_href_is_the_uri_with_placeholders_as_written(text: str, href: str) -> None:
    assert f'<a href="{href}">' in linksift.linkify(text, policy=RAW, templates=TEMPLATES)
    (entity,) = linksift.entities(text, policy=RAW, templates=TEMPLATES)
    assert entity.href == href.replace("&amp;", "&")


def test_markdown_and_mrkdwn_keep_them_where_they_can() -> None:
    text = "http://a.example/{x} http://b.example/{{ y|z }}"
    assert linksift.linkify(text, to="markdown", policy=RAW, templates=TEMPLATES) == (
        r"<http://a.example/{x}> [http\://b.example/{{ y\|z }}](<http://b.example/{{ y\|z }}>)"
    )
    assert linksift.linkify(text, to="slack", policy=RAW, templates=TEMPLATES) == (
        "<http://a.example/{x}> <http://b.example/%7B%7B%20y%7Cz%20%7D%7D|http://b.example/{{ y z }}>"
    )


def test_a_callback_fills_in_what_is_written() -> None:
    def fill(link: linksift.Link) -> linksift.Link | None:
        return link._replace(href=link.href.replace("{code}", "X1")) if "{code}" in link.href else link

    text = "http://a.example/?code={code} http://a.example/{other}"
    assert linksift.linkify(text, policy=RAW.replace(callback=fill), templates={"{}"}) == (
        '<a href="http://a.example/?code=X1">http://a.example/?code={code}</a> '
        '<a href="http://a.example/{other}">http://a.example/{other}</a>'
    )


def test_a_callback_cannot_write_other_placeholders_or_schemes() -> None:
    for href in ("javascript:alert({x})", "{x}:b", "http://{y}/"):
        policy = RAW.replace(callback=lambda link, href=href: link._replace(href=href))  # type: ignore[misc]
        assert "<a" not in linksift.linkify("http://a.example/{x}", policy=policy, templates={"{}"})


@settings(max_examples=300)
@given(texts)
@example('javascript:{x} http://{x}"onclick=alert(1)//{{ " }}')
def test_the_html_has_the_text_and_only_allowed_schemes(text: str) -> None:
    policy = linksift.Policy(rel=None, href="raw")
    written = linksift.linkify(text, policy=policy, templates=TEMPLATES, schemes="any")
    tree = html5lib.parse(f"<!doctype html><body><p>{written}", namespaceHTMLElements=False)
    for element in tree.iter():
        assert element.tag in ("html", "head", "body", "p", "a")
        if element.tag == "a":
            assert list(element.attrib) == ["href"]
            assert element.attrib["href"].partition(":")[0].lower() in policy.schemes


@given(st.sampled_from(["html", "markdown", "slack"]), texts)
def test_without_templates_it_is_the_same_as_the_uri(to: str, text: str) -> None:
    plain = linksift.linkify(text, to=to, policy=linksift.Policy(rel=None))  # type: ignore[arg-type]
    assert linksift.linkify(text, to=to, policy=RAW) == plain  # type: ignore[arg-type]
