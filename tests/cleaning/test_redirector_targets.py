"""Each row of the table of redirectors reads a link of its own shape, and rules of a caller are bounded."""

import pickle
from base64 import urlsafe_b64encode
from urllib.parse import quote

import pytest

from linksift.cleaning import RedirectorRules, unwrap
from linksift.cleaning.redirector_targets import READINGS
from linksift.registries import Redirector, redirectors

INSIDE = "https://b.example/c-d?e=f%20g"
ROWS = [pytest.param(row, id=f"{row.name} {row.path}") for row in redirectors()]


def in_base64(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def wrapped(row: Redirector, inside: str) -> str:
    """A link of the shape that a row describes."""
    host = row.hosts[0].replace("*", "de")
    start = f"https://{'x' + host if host[0] == '.' else host}{row.path.removesuffix('*')}"
    encoded = quote(inside, safe="")
    mark = (*row.names, "", "")[:2]
    before_mark = start.rstrip("/") if mark[0].startswith("/") else start.removesuffix(mark[0])
    return {
        "parameter": f"{start}?x=y&{mark[0]}={encoded}&z",
        "signed": f"{start}?x=y&{mark[0]}={encoded}%3AGTwU4dcq96lIEIpJc8INii4ptuY&z",
        "local": f"{start}?x=y&{mark[0]}={encoded}&z",
        "base64": f"{start}?{mark[0]}=a1{in_base64(inside)}&z" if row.names else f"{start}token/{in_base64(inside)}/1",
        "query": f"{start}?{inside}",
        "segment": f"{start.rstrip('/')}/token/{encoded}/1",
        "between": f"{before_mark}{mark[0]}{inside}{mark[1]}",
        "cached_page": f"{start}s/{inside.removeprefix('https://')}",
        "page": f"{start}{quote(inside.removeprefix('https://'), safe='')}/token",
    }[row.reading]


@pytest.mark.parametrize("row", ROWS)
def test_each_row_reads_a_link_of_its_shape(row: Redirector) -> None:
    inside = INSIDE.replace("https", row.names[0]) if row.reading == "page" else INSIDE
    found = unwrap(wrapped(row, INSIDE))
    assert (found.uri, [wrapper.name for wrapper in found.through]) == (inside, [row.name])


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("inside", ["javascript:alert(1)", "/\\evil.example", "data:text/html,x", ""])
def test_what_nobody_should_follow_stays_inside(row: Redirector, inside: str) -> None:
    link = wrapped(row, inside.replace("\\", "%5C"))
    assert unwrap(link).uri in (
        link,
        "https://www.youtube.com/%5Cevil.example",
        "https://www.amazon.com/%5Cevil.example",
    )


@pytest.mark.parametrize("row", ROWS)
def test_no_other_host_counts(row: Redirector) -> None:
    start, slashes, rest = wrapped(row, INSIDE).partition("//")
    host, slash, path = rest.partition("/")
    near = f"evil{host.removeprefix('x.')}"
    for other in (f"{host}.evil.example", near, f"{host}:8080", f"{host}@evil.example"):
        link = f"{start}{slashes}{other}{slash}{path}"
        assert unwrap(link).uri == link, other


def test_every_reading_of_the_table_is_known() -> None:
    assert {row.reading for row in redirectors()} == set(READINGS)


CUSTOMER_IO = r'{"email_id":"dgTJ","href":"https://b.example/?c=d\u0026e","internal":"x:y","link_id":7}'
MANDRILL = r'{"s":"x","v":1,"p":"{\"u\":30218,\"v\":1,\"url\":\"https:\\\/\\\/b.example\\\/?c\",\"id\":\"x\"}"}'
IN_A_LIST = '{"href": ["https://b.example/"]}'
SUBSTACK = '{"e":"https://b.example/","p":1,"f":true,"iss":"pub-0"}'


@pytest.mark.parametrize(
    ("link", "inside"),
    [
        ("https://www.youtube.com/redirect?q=b.example%2Fc", "https://b.example/c"),
        ("https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3Dx", "https://www.youtube.com/watch?v=x"),
        ("http://b-example.cdn.ampproject.org/c/b.example/c.html#d", "http://b.example/c.html#d"),
        ("https://www.google.de/amp/s/b.example/c", "https://b.example/c"),
        ("https://r.search.yahoo.com/_ylt=x/RO=10/RU=https%3a%2f%2fb.example%2f/RK=2/RS=y-", "https://b.example/"),
        ("https://www.bing.com/ck/a?!&&p=x&u=a1aHR0cHM6Ly9iLmV4YW1wbGUv&ntb=1", "https://b.example/"),
        ("https://href.li/?https%3A%2F%2Fb.example%2F", "https://b.example/"),
        ("https://x.trendmicro.com:443/wis/clicktime/v1/query?url=http%3A%2F%2Fb.example", "http://b.example"),
        ("https://l.facebook.com/l.php?u=http%3A%2F%2Fb.example%2F&amp;h=x", "http://b.example/"),
        ("https://x.protection.sophos.com?d=x&u=aHR0cDovL2IuZXhhbXBsZS8_Yz0lMjZk&i=x", "http://b.example/?c=%26d"),
        (f"https://e.customeriomail.com/e/c/{in_base64(CUSTOMER_IO)}/sig", "https://b.example/?c=d&e"),
        (f"https://mandrillapp.com/track/click/30218/b.example?p={in_base64(MANDRILL)}", "https://b.example/?c"),
        (f"https://substack.com/redirect/2/{in_base64(SUBSTACK)}.c2ln?", "https://b.example/"),
        ("https://click.pstmrk.it/3s/b.example%2Fc%3Fd%26e/x/y/AQ", "https://b.example/c?d&e"),
        ("https://track.pstmrk.it/2/b.example/x/y/AQ", "http://b.example"),
        ("https://disq.us/?url=http%3A%2F%2Fb.example%3A8080", "http://b.example:8080"),
        ("https://web.facebook.com/l.php?u=http%3A%2F%2Fb.example%2F", "http://b.example/"),
    ],
)
def test_links_as_services_write_them(link: str, inside: str) -> None:
    assert unwrap(link).uri == inside


@pytest.mark.parametrize(
    "link",
    [
        "http://b-example.cdn.ampproject.org/c/s/",
        "https://www.bing.com/ck/a?u=a1aHR0c",
        "https://www.youtube.com/redirect?q=watch",
        "https://vk.com/feed?to=http%3A%2F%2Fb.example",
        "http://a.example/?url=http%3A%2F%2Fb.example",
        "https://substack.com/redirect/0a1b-2c3d?j=eyJlIjoiaHR0cHM6Ly9iLmV4YW1wbGUvIn0",
        f"https://e.customeriomail.com/e/c/{in_base64('[' * 20_000)}/sig",
        f"https://e.customeriomail.com/e/c/{in_base64(IN_A_LIST)}/sig",
    ],
)
def test_other_links_stay(link: str) -> None:
    assert unwrap(link).uri == link


# ---- The rules of a caller -------------------------------------------------------------------------------------------


def rules(redirection: str, url: str = "^https?://go\\.example", **fields: object) -> RedirectorRules:
    return RedirectorRules({"providers": {"go": {"urlPattern": url, "redirections": [redirection], **fields}}})


def test_rules_read_more_redirectors_after_the_table() -> None:
    link = "https://go.example/?to=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttp%253A%252F%252Fb.example"
    assert unwrap(link).uri == link
    found = unwrap(link, rules=rules("[?&]to=([^&]+)"))
    assert (found.uri, [each.name for each in found.through]) == ("http://b.example", ["go", "facebook"])
    assert unwrap(link, depth=1, rules=rules("[?&]to=([^&]+)")).uri.startswith("https://l.facebook.com/")


def test_exceptions_and_other_patterns_keep_a_link() -> None:
    link = "https://go.example/login?to=http%3A%2F%2Fb.example"
    assert unwrap(link, rules=rules("to=([^&]+)")).uri == "http://b.example"
    assert unwrap(link, rules=rules("to=([^&]+)", exceptions=["/LOGIN"])).uri == link
    assert unwrap(link, rules=rules("to=([^&]+)", "^http://other")).uri == link
    assert unwrap(link, rules=rules("to=(jav[^&]+)?")).uri == link


def test_a_pattern_that_takes_too_long_does_not_match() -> None:
    link = f"https://go.example/?{'a' * 4000}!"
    assert unwrap(link, rules=rules("((?:a|a|aa)+)+$")).uri == link


def test_rules_are_pickled_and_do_not_change() -> None:
    made = pickle.loads(pickle.dumps(rules("to=([^&]+)")))
    assert unwrap("https://go.example/?to=http://b.example", rules=made).uri == "http://b.example"
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.rules = {}
    with pytest.raises(AttributeError, match="cannot be changed"):
        del made.rules


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "rules must have the form"),
        ({"providers": []}, "rules must have the form"),
        ({"providers": {"a": 1}}, "the provider 'a' must be a mapping, not int"),
        ({"providers": {"a": {"redirections": ["("]}}}, "a pattern of the provider 'a' cannot be compiled"),
        ({"providers": {"a": {"redirections": ["b"]}}}, "has no group for the link"),
        ({"providers": {"a": {"redirections": [3]}}}, "must be a str, not int"),
        (
            {"providers": {"a": {"redirections": ["(" * 2000 + ")" * 2000]}}},
            "a pattern of the provider 'a' cannot be compiled",
        ),
        ({"providers": {"a": {"redirections": 3}}}, "redirections of the provider 'a' must be a list, not int"),
        (
            {"providers": {"a": {"redirections": ["(b)"], "exceptions": "login"}}},
            "exceptions .* must be a list, not str",
        ),
    ],
)
def test_wrong_rules_get_a_sentence(given: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        RedirectorRules(given)  # type: ignore[arg-type]
