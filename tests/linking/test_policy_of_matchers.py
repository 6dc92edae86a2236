"""What a policy does with the links of matchers and with the schemes that a finder names."""

import pickle
import re
import warnings
from collections.abc import Iterable
from inspect import getdoc

import pytest

from linksift import Finder, Linker, LinkPolicyWarning, Matcher, Policy, entities, linkify, linkify_html
from linksift.linking import SAFE_SCHEMES, OutputFormat
from linksift.linking.policy_hosts import hosts_in

BASE = "https://chat.example"
MENTION = Matcher.mentions("/users/{name}", base=BASE)
FEDIVERSE = Matcher.mentions("https://{host}/@{name}", hosts=True, name="account")
PHONE = Matcher.phone_numbers()
STEAM = Finder(schemes={"steam", "http"})
TWO_SCHEMES = "steam://run/440 http://a.example"
RELATIVE = Policy(rel=None, relative_to=BASE)


def hrefs(text: str, policy: Policy, *matchers: Matcher) -> list[str]:
    return [entity.href for entity in entities(text, policy=policy, matchers=matchers)]


def test_a_template_that_is_a_path_leads_to_its_base() -> None:
    (match,) = Finder(matchers=[MENTION]).find("@joe")
    assert match.uri == "https://chat.example/users/joe"
    assert pickle.loads(pickle.dumps(MENTION)) == MENTION == Matcher.mentions("https://chat.example/users/{name}")
    for matcher in (Matcher.hashtags("/t/{name}", base=BASE), Matcher.tickets("/t/{0}", base=BASE)):
        assert matcher.uri.startswith("https://chat.example/t/")
    assert Matcher("x", "x", "/x", f"{BASE}/rooms/1").uri == "https://chat.example/x"


@pytest.mark.parametrize("base", ["chat.example", "/x", "mailto:joe@a.example", "", 3, "https:///x"])
def test_a_base_has_a_scheme_and_an_authority(base: object) -> None:
    with pytest.raises(ValueError, match="base must be a URI such as"):
        Matcher.mentions("/users/{name}", base=base)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="relative_to must be a URI such as"):
        Policy(relative_to=base)  # type: ignore[arg-type]


def test_a_path_without_a_base_says_what_to_pass() -> None:
    with pytest.raises(ValueError, match=r"'/users/\{name\}' is relative: write a whole URI, or pass base="):
        Matcher.mentions("/users/{name}")


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("html", '<a href="/users/joe">@joe</a>, <a href="http://b.example/">http://b.example/</a>'),
        ("markdown", r"[\@joe](</users/joe>), <http://b.example/>"),
        ("slack", "<https://chat.example/users/joe|@joe>, <http://b.example/>"),
    ],
)
def test_a_link_within_the_site_is_a_path_where_a_path_leads_somewhere(to: OutputFormat, expected: str) -> None:
    text = "@joe, http://b.example/"
    linker = Linker(Finder(matchers=[MENTION]), RELATIVE)
    assert linker.linkify(text, to) == expected
    assert [entity.href for entity in linker.entities(text)] == [f"{BASE}/users/joe", "http://b.example/"]


def test_relative_links_are_those_of_the_site_only() -> None:
    text = f"{BASE}/a?b#c {BASE} {BASE}//evil.example http://chat.example/ https://chat.example:8443/ https://u@chat.example/"
    linked = linkify(text, policy=RELATIVE)
    assert [part.partition('"')[0] for part in linked.split('href="')[1:]] == ["/a?b#c", "/", *text.split()[2:]]
    assert linkify_html(BASE, RELATIVE) == f'<a href="/">{BASE}</a>'


def test_links_of_a_kind_have_attributes_of_their_own() -> None:
    policy = Policy(
        target="_blank",
        class_="link",
        own_hosts={"chat.example"},
        by_kind={"mention": {"class_": "mention", "target": None}, "email": {"rel": "x"}},
    )
    linked = linkify("@joe http://b.example me@c.example", policy=policy, matchers=[MENTION])
    assert linked == (
        '<a href="https://chat.example/users/joe" class="mention">@joe</a> '
        '<a href="http://b.example" rel="nofollow" target="_blank" class="link">http://b.example</a> '
        '<a href="mailto:me@c.example" rel="x" target="_blank" class="link">me@c.example</a>'
    )
    assert pickle.loads(pickle.dumps(policy)) == policy


@pytest.mark.parametrize("by_kind", [{"mention": {"class": "x"}}, {"mention": {"href": "x"}}, {"mention": {"rel": 3}}])
def test_a_wrong_attribute_of_a_kind_is_refused(by_kind: dict[str, dict[str, str]]) -> None:
    with pytest.raises(ValueError, match=r"by_kind\['mention'\]"):
        Policy(by_kind=by_kind)  # type: ignore[arg-type]


def test_a_kind_without_attributes_has_those_of_the_policy() -> None:
    assert Policy(by_kind={"mention": None}) == Policy(by_kind={"mention": {}})  # type: ignore[dict-item]


def test_the_hosts_that_a_template_names_need_not_be_allowed() -> None:
    allowed = Policy(allowed_hosts={"ok.example"})
    text = "@joe +49 89 123456 https://chat.example/users/joe https://ok.example"
    assert hrefs(text, allowed, MENTION, PHONE) == [f"{BASE}/users/joe", "tel:+4989123456", "https://ok.example"]
    strict = allowed.replace(hosts_for_matchers=True)
    assert hrefs(text, strict, MENTION, PHONE) == ["https://ok.example"]
    refused = allowed.replace(refused_hosts={"chat.example"})
    assert hrefs("@joe", refused, MENTION) == []


@pytest.mark.parametrize(
    "matcher",
    [
        FEDIVERSE,
        Matcher("x", r"@(\S+)", "https://chat.example{1}/"),
        Matcher("x", r"@(\S+)", "https://chat.example:{1}/"),
        Matcher("x", r"@(\S+)", "https://{1}chat.example/"),
        Matcher("x", r"@(\S+)", "mailto:{1}"),
    ],
)
def test_no_text_chooses_a_host_that_is_not_allowed(matcher: Matcher) -> None:
    texts = "@joe@evil.example", "@.evil.example", "@80@evil.example", "@evil.example/", "@00@evil.example"
    for text in texts:
        for href in hrefs(text, Policy(allowed_hosts={"ok.example"}), matcher):
            assert hosts_in(href) <= {"chat.example"}, (text, href)


def test_schemes_that_the_finder_names_are_linked() -> None:
    text = TWO_SCHEMES
    assert linkify(text, schemes={"steam"}, policy=Policy(rel=None)) == (
        '<a href="steam://run/440">steam://run/440</a> http://a.example'
    )
    for linker in (Linker(STEAM), Linker(STEAM, Policy(callback=lambda link: link))):
        assert len(linker.entities(text)) == linker.linkify(text).count("<a ") == 2
        assert "".join(Linker(Finder("chat", schemes=STEAM.schemes)).stream(text)).count("<a ") == 2
    assert linkify(text, schemes={"steam"}, policy=Policy(schemes={"https"})).count("<a ") == 0


def test_schemes_that_the_finder_names_are_linked_in_html() -> None:
    pytest.importorskip("turbohtml", reason="HTML is read with turbohtml")
    assert Linker(STEAM).linkify_html(TWO_SCHEMES).count("<a ") == 2
    assert Linker(STEAM, Policy(callback=lambda link: link)).linkify_html(TWO_SCHEMES).count("<a ") == 2


def test_schemes_that_the_finder_names_are_linked_in_markdown() -> None:
    pytest.importorskip("markdown_it", reason="needs markdown-it-py, to read Markdown")
    from linksift.integrations.markdown_it import Linkify

    assert len(Linkify(Linker(STEAM)).match(TWO_SCHEMES) or ()) == 2
    assert len(Linkify(Linker(STEAM, Policy(callback=lambda link: link))).match(TWO_SCHEMES) or ()) == 2


@pytest.mark.parametrize("scheme", ["javascript", "data", "vbscript"])
def test_schemes_of_scripts_are_never_linked(scheme: str) -> None:
    text = f"{scheme}://a/%0aalert(1) {scheme}:alert(1)"
    assert "<a " not in linkify(text, schemes="any")
    for schemes in ({scheme}, {scheme.upper(), "http"}):
        for policy in (Policy(), Policy(callback=lambda link: link)):
            with pytest.warns(LinkPolicyWarning, match="never linked"):
                assert "<a " not in linkify(text, schemes=schemes, policy=policy)


def test_a_link_refused_for_its_scheme_is_said_once() -> None:
    text = "myapp://open/7 other://x/ steam://y/"
    for policy in (Policy(), Policy(callback=lambda link: link)):
        linker = Linker(Finder(schemes="any"), policy)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("default")
            assert [linker.linkify(text), linker.linkify("third://z/")] == [text, "third://z/"]
        assert [warning.category for warning in said] == [LinkPolicyWarning]


@pytest.mark.parametrize(
    ("schemes", "policy"),
    [(None, Policy()), ("any", Policy(schemes={"https"})), ({"http"}, Policy()), ("any", Policy(schemes={"git"}))],
)
def test_a_policy_that_chooses_refuses_silently(schemes: Iterable[str] | None, policy: Policy) -> None:
    linkify("git://a.example", schemes=schemes, policy=policy)  # a warning is an error in tests


def test_what_schemes_a_finder_names_is_no_part_of_the_policy() -> None:
    linker = Linker(Finder(schemes={"steam"}))
    assert linker.policy == Policy()
    assert linker.policy.schemes == SAFE_SCHEMES


def test_each_option_of_a_policy_has_a_row_in_its_docstring() -> None:
    rows = re.findall(r"^    (\w+): ", (getdoc(Policy) or "").split("Raises:")[0], re.MULTILINE)
    assert sorted(rows) == sorted(Policy.OPTIONS)
