"""Counts how many mails have each hazard and each sign of phishing, for the tables in docs/hazards.md.

python -m tests.hazards.mail_counts ../shared/eval/phishing.jsonl ../shared/eval/harmless.jsonl

Each line of a file is a mail: `{"links": [{"uri", "text", "by", "kind"}]}`, where `by` says what states the link. The
signs include those that were tried and left out of linksift. No link is opened.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from linksift.documents.document_model import states_loaded
from linksift.hazards import hazards, worth_a_look
from linksift.uri import InvalidReference, Reference, parse, registered_domain_of, to_uri

BRANDS = """
    adobe airbnb amazon amex apple barclays binance chase citibank coinbase dhl docusign dropbox ebay facebook fedex
    google hsbc icloud instagram linkedin mastercard metamask microsoft netflix office365 onedrive outlook paypal
    santander sharepoint spotify steam telegram usps visa walmart wellsfargo whatsapp yahoo
"""
"""Names that phishing mail often uses, listed by hand from general knowledge."""
BRAND_NAMES = frozenset(BRANDS.split())

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def after_host(reference: Reference) -> str:
    """The part of a URI after the host, decoded as browsers show it."""
    return unquote("?".join([reference.path, reference.query or "", reference.fragment or ""]))


def url_inside(reference: Reference) -> bool:
    """Whether a URL is inside the path, query or fragment.

    >>> url_inside(parse("http://a.example/?to=https%3A%2F%2Fb.example"))
    True
    """
    return reference.host is not None and "://" in after_host(reference)


def address_inside(reference: Reference) -> bool:
    """Whether an e-mail address is inside the path, query or fragment.

    >>> address_inside(parse("http://a.example/#joe@b.example")), address_inside(parse("http://joe@b.example/"))
    (True, False)
    """
    return reference.host is not None and _ADDRESS.search(after_host(reference)) is not None


def url_or_address_inside(reference: Reference) -> bool:
    """Whether a URL or an e-mail address is inside the path, query or fragment.

    >>> url_or_address_inside(parse("http://a.example/?to=joe@b.example"))
    True
    """
    return url_inside(reference) or address_inside(reference)


def brand_elsewhere(reference: Reference) -> bool:
    """Whether a brand's name is a word in the host, and the registrable domain does not begin with that name.

    >>> brand_elsewhere(parse("http://paypal.evil.example/")), brand_elsewhere(parse("http://www.paypal.com/"))
    (True, False)
    """
    host = (reference.host or "").lower()
    own, _, _ = (registered_domain_of(host) or "").partition(".")
    return any(word in BRAND_NAMES and word != own for word in re.split(r"[.-]", host))


TRIED: dict[str, Callable[[Reference], bool]] = {
    check.__name__: check for check in (url_or_address_inside, url_inside, address_inside, brand_elsewhere)
}
"""The signs that were tried and left out."""


def names_of(link: dict[str, str | None]) -> set[str]:
    """The hazards and signs of a link; "clicked" marks the signs of links that people click, and "any" both kinds.

    >>> sorted(names_of({"uri": "http://203.0.113.7/x", "text": None, "by": "img src"}))
    ['any sign', 'dotted_quad']
    """
    uri, by = link["uri"] or "", link["by"]
    is_loaded = uri.startswith("cid:") or (by is not None and states_loaded(by))
    shown = link["text"] if by is not None and not is_loaded else None
    try:
        found = {hazard.name for hazard in hazards(uri, link_text=shown)}
        signs = {sign.name for sign in worth_a_look(uri, is_loaded=is_loaded)}
        tried = {name for name, has_it in TRIED.items() if has_it(parse(to_uri(uri)))}
    except InvalidReference:
        return set()
    named = signs | tried | ({"any sign"} if signs else set())
    clicked = set() if is_loaded else {f"{name}, clicked" for name in named}
    return found | ({"any hazard"} if found else set()) | named | clicked


def counts(lines: Iterable[str]) -> tuple[int, Counter[str]]:
    """The number of mails, and the number that have a link with each name."""
    mails = [json.loads(line)["links"] for line in lines]
    return len(mails), Counter(name for links in mails for name in set[str]().union(*map(names_of, links)))


def rows(*sets: Path) -> Iterator[list[str]]:
    """The table, row by row: a name, and for each set of mails the number that have it."""
    tables = [counts(path.read_text("utf-8").splitlines()) for path in sets]
    for name in sorted(set[str]().union(*(found for _, found in tables))):
        yield [name, *(f"{found[name]} ({100 * found[name] / mails:.1f} %)" for mails, found in tables)]


if __name__ == "__main__":
    for row in rows(*map(Path, sys.argv[1:])):
        sys.stdout.write("\t".join(row) + "\n")
