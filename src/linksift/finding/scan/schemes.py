"""The schemes that a finder looks for, and the start of the scheme that ends at a colon (RFC 3986, 3.1)."""

import re
from collections.abc import Collection, Iterable

from linksift.delimiters import HTTP_OR_FTP
from linksift.finding.scan.escaped_characters import past_escape
from linksift.finding.scan.lookback import run_of
from linksift.finding.scan.template_placeholders import placeholders
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import function_words, never_by_default, schemes, top_level_domains
from linksift.uri import to_unicode_host

SCHEME_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-"
NOT_FIRST = "0123456789+.-"
DEFANGED = frozenset({"hxxp", "hxxps"})
LONGEST_SCHEME = 64
"""The maximum number of characters looked at before a colon; IANA's longest name has 35."""

SCHEME = rf"[A-Za-z][A-Za-z0-9+.\-]{{0,{LONGEST_SCHEME - 1}}}+"

ADDRESSED = frozenset({"acct", "im", "mailto", "pres", "sip", "sips", "xmpp"})
"""The schemes whose colon is followed by an address; for some, a host alone is enough."""

_GLUE = re.compile(r"[.\-]")
_WORD_AND_SCHEME = lazy_pattern(r"(?P<word>[A-Za-z]{2,}?)(?P<scheme>https?|HTTPS?)")
_NAME_AND_SCHEME = lazy_pattern(rf".*\.(?P<last>[A-Za-z]+?)(?P<scheme>{HTTP_OR_FTP})", re.IGNORECASE)
"""A name, whose last label is `last`, and the scheme that runs into it."""

_SHORTEST_WORD = 5
"""The minimum length at which the letters before `http` are a word, whatever they say."""

_WORDS_BEFORE_URIS = frozenset(
    {
        *("app", "blog", "code", "data", "demo", "docs", "file", "here", "home", "info"),
        *("link", "page", "ref", "repo", "see", "site", "url", "web", "wiki"),
    }
)
"""The shorter words that often stand before URIs, besides function words."""

_SCHEME = lazy_pattern(SCHEME)

BEFORE_SUBFIELD_CODE, URI_SUBFIELD = ("$", "|"), ("u", "U")
"""The characters before the code of a subfield in a library's record, and the code of a URI: `$u`, `|u` (MARC 21)."""

ROOT = "^/"
"""In the table of schemes, the mark for URIs without `//` that have a slash after their colon."""


_ACCENTED = lazy_pattern(r"(?=[^\W\d_])[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]")
"""A Latin letter beyond ASCII, or an accent on the letter before it."""


class Schemes:
    """The schemes that a finder looks for: the known ones (`None`), `"any"`, or exactly the given names (`only_named`).

    With `iris`, the finder looks for IRIs too (RFC 3987); without it, nothing beyond ASCII belongs to a URI. `opaque`
    contains the names that are used without `//`, and `rooted` those that are then followed by a slash
    (`file:/etc/hosts`). Names without a scheme are found under the known `top_level_domains`, to which
    `more_top_level_domains` (A-labels) are added; all of them are kept as A-labels and U-labels. `placeholders` is the
    pattern for the placeholders of `templates`.
    """

    def __init__(
        self,
        choice: Iterable[str] | None,
        *,
        iris: bool = True,
        more_top_level_domains: frozenset[str] = frozenset(),
        templates: Collection[str] = (),
    ) -> None:
        self.iris = iris
        self.placeholders = placeholders(templates)
        self.top_level_domains = top_level_domains()
        if more_top_level_domains:
            self.top_level_domains |= more_top_level_domains.union(map(to_unicode_host, more_top_level_domains))
        table = schemes()
        self.any = choice == "any"
        self.only_named = not (choice is None or self.any)
        if choice is None or self.any:
            self.names = frozenset(table).difference(never_by_default())
            without_slashes = {name for name in self.names if table[name].opaque is not None}
        else:
            self.names = frozenset(map(str.lower, choice))
            without_slashes = {name for name in self.names if not self.needs_host(name)}
        self.rooted = frozenset(name for name in self.names if name in table and table[name].opaque == ROOT)
        self.opaque = frozenset(without_slashes - self.rooted)

    def known(self, name: str) -> bool:
        """Whether a name is one of the schemes, or several of them joined by `+` (`git+https`)."""
        name = name.lower()
        if name in self.names:
            return True
        return "+" in name and not self.only_named and all(part in self.names for part in name.split("+"))

    def start_before(self, text: str, colon: int, low: int = 0) -> int:
        """The start of the scheme that ends at `colon`, at `low` at the earliest; -1 if there is none.

        The scheme begins after an escape. In an unknown name, it is the longest known one after a `.` or `-`
        (robinst/linkify#54), but only one that needs a host, or is used without `//`: others end an app's own scheme,
        as in `com-example-info` (RFC 7595, 3.8). Otherwise it may follow a word or a name that runs into it, or
        the code of a subfield (`$uhttps`).

        >>> Schemes(None).start_before("post.https://a", 10), Schemes(None).start_before("com-example-info://a", 16)
        (5, -1)
        """
        start = run_start(text, colon, low)
        past = past_escape(text, start, colon) if start > low else start
        if past > start and self.known(text[past:colon]):
            return past
        run = text[start:colon]
        starts = (0, *(glue.end() for glue in _GLUE.finditer(run)))
        offset = next((at for at in starts if self.known(run[at:]) and (not at or self._follows_glue(run[at:]))), -1)
        if offset < 0:
            before = text[max(low, start - 1) : start]
            dot = int(before == ".")  # of a name whose other labels are not ASCII
            after_name = self._after_name(text[start - dot : colon]) - dot
            after_code = self._after_subfield_code(before, run)
            offset = max(self._after_word(run), after_name, after_code)
        if offset >= 0:
            return start + offset
        if not self.any:
            return -1
        return next((start + at for at in starts if _SCHEME.fullmatch(run, at) and self.allows(run[at:])), -1)

    def _after_word(self, run: str) -> int:
        """The start of `http` or `https` after a word; -1 if there is none.

        Programs that make text of mail, pages and PDFs lose the space between them. Fewer letters that are no word may
        begin the name of another scheme.

        >>> [Schemes(None)._after_word(run) for run in ("GitHubhttps", "URLhttps", "athttp", "foohttps")]
        [6, 3, 2, -1]
        """
        found = _WORD_AND_SCHEME.fullmatch(run)
        if found is None or not self.known(found["scheme"]):
            return -1
        word = found["word"].lower()
        is_word = len(word) >= _SHORTEST_WORD or word in function_words() or word in _WORDS_BEFORE_URIS
        return found.start("scheme") if is_word else -1

    def _after_name(self, run: str) -> int:
        """The start of a scheme after a name under a known top-level domain; -1 if there is none.

        >>> Schemes(None)._after_name("a.examplehttps"), Schemes(None)._after_name("a.unknownhttps")
        (9, -1)
        """
        found = _NAME_AND_SCHEME.fullmatch(run)
        if found is None or not self.known(found["scheme"]) or found["last"].lower() not in self.top_level_domains:
            return -1
        return found.start("scheme")

    def _after_subfield_code(self, before: str, run: str) -> int:
        """The start of a scheme after the code of a URI's subfield (MARC 21); -1 if there is none.

        >>> Schemes(None)._after_subfield_code("$", "uhttps"), Schemes(None)._after_subfield_code(" ", "uhttps")
        (1, -1)
        """
        is_code = before in BEFORE_SUBFIELD_CODE and run.startswith(URI_SUBFIELD)
        return 1 if is_code and self.known(run[1:]) and self.needs_host(run[1:]) else -1

    def _follows_glue(self, name: str) -> bool:
        """Whether a known scheme counts after a `.` or `-`."""
        return self.needs_host(name) or name.lower() in self.rooted | self.opaque

    def may_default_to(self, name: str) -> bool:
        """Whether this scheme may be added to a name without one; it may not if only other schemes were requested."""
        return not self.only_named or name in self.names

    def allows(self, name: str) -> bool:
        """Whether "any" scheme includes this unknown one; it does not include defanged schemes or those that must be
        named explicitly."""
        return not self.only_named and name.lower() not in never_by_default() | DEFANGED

    def needs_host(self, name: str) -> bool:
        """Whether URIs of the scheme must have a host (`http`, and `git+https` because of `https`)."""
        name = name.lower()
        row = schemes().get(name) or schemes().get(name.rpartition("+")[2])
        return row is not None and row.host

    def can_go_on(self, text: str, start: int, colon: int) -> bool:
        """Whether a URI with the scheme `text[start:colon]` can continue after the colon in running text.

        Without `//`, the text after an accented letter is the rest of a word, not a scheme. A single slash may follow
        some schemes: `file:/a`, but not `urn:/a`, even if another slash follows after a break.

        >>> Schemes(None).can_go_on("Hôtel:12", 2, 5), Schemes(None).can_go_on("· tel:12", 2, 5)
        (False, True)
        """
        if text.startswith("//", colon + 1):
            return True
        if start and _ACCENTED.match(text, start - 1):
            return False
        name = text[start:colon].lower()
        return name in (self.rooted if text.startswith("/", colon + 1) else self.opaque)

    def has_no_authority(self, name: str) -> bool:
        """Whether the scheme never has an authority, whatever people write, as with `mailto` (RFC 6068, 2)."""
        return name.lower() == "mailto"

    def opaque_start_before(self, text: str, colon: int) -> int:
        """The start of the scheme that ends at `colon` and is used without `//`; -1 if there is none."""
        start = run_start(text, colon)
        return start if text[start:colon].lower() in self.opaque else -1

    def has_required_character(self, name: str, rest: str) -> bool:
        """Whether `rest` contains one of the characters that distinguish it from prose after a colon.

        >>> Schemes(None).has_required_character("mailto", "us")
        False
        """
        required = self.required_characters(name)
        return not required or not set(required).isdisjoint(rest)

    def required_characters(self, name: str) -> str:
        """The characters of which a URI of the scheme without `//` must contain at least one; "" if it need not contain
        any."""
        row = schemes().get(name.lower())
        return (row.opaque or "").removeprefix("^") if row and not self.only_named else ""


def run_start(text: str, colon: int, low: int = 0) -> int:
    """The start of the text before `colon` that could be a scheme, which begins with a letter (RFC 3986, 3.1).

    It is at `low` at the earliest, where an earlier match ended.

    >>> run_start("(+https:", 7), run_start("12http:", 6), run_start("a.pnghttp:", 9, 5)
    (2, 2, 5)
    """
    most = min(LONGEST_SCHEME, max(0, colon - low))
    return colon - len(run_of(text, colon, most, SCHEME_CHARACTERS).lstrip(NOT_FIRST))
