"""news: newsgroups and articles, on any server or a given one (RFC 1738, 3.6; RFC 5538, 4)."""

import re
from typing import NamedTuple

from linksift.uri.components import Components
from linksift.uri.grammar import REG_NAME_SET
from linksift.uri.percent import decode_data
from linksift.uri.schemes.common_syntax import login, port_of_16_bits, port_or_default, url_path, violation_in_url_path
from linksift.uri.schemes.scheme_definition import Scheme, Secret, Violation, Violations

# group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."     (RFC 5538, 3)
GROUP_CHAR_SET = r"A-Za-z0-9\-+_."


class News(NamedTuple):
    """The parts of a news URL, decoded (RFC 1738, 3.6; RFC 5538, 4).

    The user name, password, host and port are those of the server; they are None if any server will do. Either
    `newsgroups` or `article` is None. `newsgroups` is the name of a group, a pattern for names (RFC 3977, 4), "*" for
    all groups, or "" for the server's default. `article` is a Message-ID without its "<" and ">".
    """

    user: str | None
    password: Secret | None
    host: str | None
    port: int | None
    newsgroups: str | None
    article: str | None


def parts(uri: Components) -> News:
    """Split a valid news URL into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("news:comp.infosystems.www.misc"))[2:]
    (None, None, 'comp.infosystems.www.misc', None)
    >>> parts(split("news://news.gmane.org/p0624@%5B10.20.30.108%5D"))[2:]
    ('news.gmane.org', 119, None, 'p0624@[10.20.30.108]')
    """
    _, target = _target(uri)
    port = None if uri.authority is None else port_or_default(uri)
    newsgroups, article = (None, decode_data(target)) if "@" in target else (decode_data(target), None)
    return News(*login(uri.userinfo), uri.host, port, newsgroups, article)


def _target(uri: Components) -> tuple[int, str]:
    """The newsgroups or the article, with their offset in `url_path`.

    >>> from linksift.uri.components import split
    >>> _target(split("news:a.b")), _target(split("news://host/a?b@c"))
    ((0, 'a.b'), (1, 'a?b@c'))
    """
    start = 0 if uri.authority is None else 1
    return start, url_path(uri)[start:]


def named_server(uri: Components) -> Violations:
    """After "//" comes a host, and then "/" (RFC 5538, 4).

    >>> from linksift.uri.components import split
    >>> [violation.component for violation in named_server(split("news://"))], list(named_server(split("news:")))
    (['host', 'path'], [])
    """
    if uri.host == "":
        yield Violation("host", 0, "RFC 5538, 4", 'a host is needed after "//"')
    if uri.authority is not None and not uri.path:
        yield Violation("path", 0, "RFC 5538, 4", 'a "/" is needed after the server')


def malformed_newsgroups(uri: Components) -> Violations:
    """A target without "@" names newsgroups: letters, digits, "-", "+", "_", ".", "*" and escapes (RFC 5538, 4).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in malformed_newsgroups(split("news:comp.lang,misc"))]
    [9]
    """
    start, newsgroups = _target(uri)
    if (wrong := re.search(rf"[^{GROUP_CHAR_SET}*%]", newsgroups)) and "@" not in newsgroups:
        why = 'a newsgroup is letters, digits, "-", "+", "_" and ".", with "*" as a wildcard'
        yield violation_in_url_path(uri, start + wrong.start(), "RFC 5538, 4", why)


def malformed_article(uri: Components) -> Violations:
    """A target with "@" is an article, unique@full_domain_name, and neither part is empty (RFC 1738, 3.6, 5).

    The first part may contain anything except "@", and the second anything that a host may (RFC 3986, 3.2.2).

    >>> from linksift.uri.components import split
    >>> [list(malformed_article(split(f"news:{article}")))[0].offset for article in ("@b", "a@", "a@b/c", "a@b@c")]
    [0, 2, 3, 3]
    """
    start, article = _target(uri)
    unique, at, domain = article.partition("@")
    wrong = re.search(rf"[^{REG_NAME_SET}%]", domain)
    fault = len(unique) + 1 + (wrong.start() if wrong else 0)
    if at and not unique:
        yield violation_in_url_path(uri, start, "RFC 1738, 3.6", 'a unique identifier is needed before "@"')
    if at and (wrong or not domain):
        yield violation_in_url_path(uri, start + fault, "RFC 1738, 3.6", 'a domain name is needed after "@"')


CHECKS = (named_server, port_of_16_bits, malformed_newsgroups, malformed_article)
SCHEME = Scheme("RFC 5538, 4", parts, default_port=119, checks=CHECKS)
