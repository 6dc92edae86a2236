"""`find`, `unusable_hosts="skip"`, `clean`, `violations` and `ada_url`, Node.js's parser, judge generated hosts alike.

The table in docs/browsers.md lists the exceptions. `LINKSIFT_HOSTS` is how many are tried, with `LINKSIFT_SEED`.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import linksift
from linksift.uri import InvalidHost, to_ascii_host
from tests.stable_random import random_of
from tests.uri.browser_urls import words

ada_url = pytest.importorskip("ada_url", reason="needs ada-url, which reads URLs as browsers do")

HOSTS = int(os.environ.get("LINKSIFT_HOSTS", "2000"))
SEED = int(os.environ.get("LINKSIFT_SEED", "0"))
PAGE = Path(__file__).parents[2] / "docs" / "browsers.md"

LABELS = words("a example www b-c xn--bcher-kva xn--a xn-- bücher 中国 日本 -a a- 1 123 0x7f 256 0177 é ✪a 🥳 faß ａ A")
LABELS += words("%41 %2e %zz a%2Fb l·l ﬁ ά ev\u00adil a\u200db نامه\u200cای")
LABELS += ["a_b", "_dmarc", "a" * 63, "a" * 64]
TOP_LEVEL = words("com example org co.uk corp zzz de рф 中国 1 0x1 localhost test museum ~")
DOTS = [*20 * ["."], "。", "．", "..", "｡"]
WHOLE = words(
    "localhost intranet 127.0.0.1 127.1 1.2.3 0x7f.1 256.1.1.1 1.1.1.1.1 [::1] [::ffff:1.2.3.4] [v1.a] [1::2::3]"
)
WHOLE += words("2130706433 a.example. a.example.. .a.example a..b １.2.3.4 [::1")
USERINFO = words("~ ~ ~ ~ ~ ~ u@ u:p@ ü@ u@v@ %40@ %@ a%zz:b@ :@ @ u:@ joe,ann@ a.b@")
PORTS = words("~ ~ ~ ~ ~ ~ :80 : :0 :65535 :65536 :70000 :080 :８０ :8a")

FIND = linksift.Finder()
SKIP = linksift.Finder(unusable_hosts="skip")


def authority(choose: Random) -> str:
    """Userinfo, a host and a port, each right or nearly so."""
    if choose.random() < 0.15:
        host = choose.choice(WHOLE)
    else:
        labels = [choose.choice(LABELS), *(choose.choice(LABELS + TOP_LEVEL) for _ in range(choose.randrange(3)))]
        if choose.random() < 0.7:
            labels.append(choose.choice(TOP_LEVEL))
        host = labels[0] + "".join(choose.choice(DOTS) + label for label in labels[1:])
    return choose.choice(USERINFO) + host + choose.choice(PORTS)


def browsers(url: str) -> str | None:
    """The host that browsers open, or None."""
    try:
        return str(ada_url.URL(url).hostname)
    except ValueError:
        return None


def contradictions(authority: str) -> set[str]:
    """The names of what two of them say differently about `http://{authority}/x`."""
    url = f"http://{authority}/x"
    return {*of_the_match(url, browsers(url)), *of_the_cleaned(url, browsers(url))}


def of_the_match(url: str, there: str | None) -> Iterator[str]:
    """What `find`, `violations` and `"skip"` say differently from a browser that opens the host `there`."""
    text = f"see {url} now"
    match = next((match for match in FIND.find(text) if match.start == 4), None)
    if match and match.reference.violations() and not linksift.hazards(match):
        yield "a violation without a hazard"
    if match and match.text == url:
        if there is not None and browsers(match.uri) != there:
            yield "another host found"
        if bool(SKIP.find(text)) != (there is not None):
            yield "skipped" if there is not None else "not skipped"
    elif there is not None:
        yield "cut" if match and any(other.text == url for other in match.alternatives) else "not found"


def of_the_cleaned(url: str, there: str | None) -> Iterator[str]:
    """What `clean` says differently from a browser that opens the host `there`."""
    try:
        host = browsers(linksift.clean(url).uri)
    except linksift.NotAURI:
        if there is not None:
            yield "not cleaned"
    else:
        if there != host:
            yield "repaired" if there is None else "another host cleaned"


class Form(NamedTuple):
    """A form of hosts or userinfo that some judge differently, and how: a row of the table."""

    example: str
    applies: Callable[[str, str, str], object]
    contradictions: frozenset[str]


def form(example: str, applies: Callable[[str, str, str], object], differences: str) -> Form:
    return Form(example, applies, frozenset(differences.split(", ")))


def labels(host: str) -> list[str]:
    return re.split("[.。．｡]", host.removesuffix("."))


def breaks_uts46(host: str) -> bool:
    """Whether UTS #46 refuses a host beyond ASCII as linksift checks it: with its checks of hyphens and lengths."""
    try:
        return not host.isascii() and not to_ascii_host(host)
    except InvalidHost:
        return True


NOT_OPENED = "not found, not cleaned, cut"
FORMS = (
    form("a..example", lambda _, host, port: "" in labels(host) or "%2e" in host, f"{NOT_OPENED}, skipped"),
    form("www..a.example", lambda _, host, port: re.match("www[.．。｡]{2}", host), "another host cleaned"),
    form("-a.example", lambda _, host, port: re.search("-(?![^.。．｡])|(?<![^.。．｡])-", host), NOT_OPENED),
    form("xn--a.example", lambda _, host, port: {"xn--a", "xn--"} & {*labels(host)}, f"{NOT_OPENED}, skipped"),
    form("a.example:0", lambda _, host, port: port == "0", "skipped, not cleaned"),
    form(f"{'a' * 64}.example", lambda _, host, port: max(map(len, labels(host))) > 63, NOT_OPENED),
    form("1.نامه", lambda _, host, port: breaks_uts46(host), NOT_OPENED),
    form("%41.рф", lambda _, host, port: "%" in host and not host.isascii(), NOT_OPENED),
    form("a.example·b.example", lambda _, host, port: re.search("[^.。．｡][·✪🥳]", host), "not found, cut"),
    form("intranet。corp", lambda _, host, port: re.search("[。．｡]", host), "not found, cut"),
    form("joe@b@a.example", lambda user, host, port: "@" in user, "not cleaned"),
    form("a.example:８０", lambda _, host, port: not port.isascii(), "repaired"),
    form("a\u200db.example", lambda _, host, port: "\u200d" in host, "repaired"),
)


def forms_of(authority: str) -> list[Form]:
    user, _, rest = authority.rpartition("@")
    parts = re.fullmatch(r"(\[.*?\]?|.*?)(?::([^:\]]*))?", rest)
    assert parts is not None
    return [form for form in FORMS if form.applies(user, parts[1], parts[2] or "")]


def test_hosts_are_judged_alike_but_for_the_forms_of_the_table() -> None:
    unexplained = []
    for number in range(HOSTS):
        one = authority(random_of(SEED, number))
        allowed = frozenset[str]().union(*(form.contradictions for form in forms_of(one)))
        unexplained += [(one, name) for name in contradictions(one) - allowed]
    assert unexplained == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: ascii(form.example))
def test_each_form_of_the_table_is_one(form: Form) -> None:
    assert form in forms_of(form.example)
    assert contradictions(form.example) & form.contradictions


def test_the_table_lists_these_forms() -> None:
    rows = re.findall(r"^\| `http://(.*?)/` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [form.example.replace("\u200d", "[U+200D]").replace("a" * 64, "aaa…a") for form in FORMS]
