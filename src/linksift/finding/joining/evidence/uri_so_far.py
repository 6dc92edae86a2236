"""Evidence in the URI up to the line break: its last character, and what is missing after it."""

import re

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.host import host_unfinished
from linksift.finding.joining.seam import Seam, ends_in_typeset_hyphen
from linksift.finding.scan.character_roles import HYPHENS_BEYOND_ASCII
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_FILE_EXTENSION = lazy_pattern(
    r"\.(?:html?|shtml|xhtml|pdf|php|aspx?|jsp|cgi|txt|md|rst|xml|csv|zip|t?gz|tar|bz2|xz|rpm|deb|exe|png|jpe?g|gif|svg|"
    r"ps|docx?|pptx?|xlsx?|py|js|c|h)\Z",
    re.IGNORECASE,
)
"""A file extension at the end of a URI, which is then complete."""

_CODE_HOST = r"://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)"
_COLLECTION = lazy_pattern(
    r"(?:://(?:dx\.)?doi\.org|(?P<doi>[/:]10\.\d{4,9})|/doi|/abs|/pdf|/wiki|/wikis|/records?|/projects?|/packages?|/articles?|"
    r"/papers?|/repos?|/users?|/tree|/blob|/issues?|/pulls?|/tags?|/topics|/questions|/status|/items?|/node|/watch|"
    r"/files?|/download|linkedin\.com/(?:in|company)|://(?:t\.me|youtu\.be)|"
    rf"{_CODE_HOST}(?P<owner>/[\w.-]+)?)/\Z",
    re.IGNORECASE,
)
"""The end of a path that is hardly ever meant by itself, since it names a collection: `/wiki/`, `doi.org/`, `/issues/`.
Groups capture what is meant by itself even less often: half a DOI (ISO 26324), and the owner in
`https://github.com/OWNER/`."""

_REPOSITORY = lazy_pattern(rf"{_CODE_HOST}(?:/[\w.-]+){{2}}/\Z", re.IGNORECASE)

_OCTET = lazy_pattern("[0-9A-Fa-f]{2}")
_PADDED = lazy_pattern(r"[?&;#][\w.\-]{1,64}=(?:[\w+/\-]{4})+?(?:[\w+/\-]{3}=|[\w+/\-]{2}==)\Z", re.ASCII)
"""A value that ends in the padding of Base64."""

LONGEST_MESSAGE_ID = LONGEST_DOI = 200
_MESSAGE_ID = lazy_pattern(r"(?=\d|[\w.+$\-]*\d{5})[\w.+$\-]+")
_REST_OF_MESSAGE_ID = lazy_pattern(r"[\w.+$\-]*@((?:[A-Za-z0-9\-]+\.)+[A-Za-z]{2,})")
_WHOLE_DOI = lazy_pattern(r"/10\.\d{4,9}/")
_PAGE_OF_REPOSITORY = frozenset({
    "actions", "blob", "branches", "commit", "commits", "discussions", "graphs", "issues", "merge_requests", "network",
    "packages", "projects", "pull", "pulls", "raw", "releases", "security", "tags", "tree", "wiki",
})  # fmt: skip

_DOI_OF_LETTERS = lazy_pattern(r"(?i:doi)(?:\.org/|:)10\.\d{4,9}/(?:[\w.()\-]*[./\-])?[A-Za-z]+\.\Z")
_BEFORE_REGISTRANT = lazy_pattern(r"(?i:doi)(?:\.org/|:)10\.\Z")
_REGISTRANT_AND_SLASH = lazy_pattern(r"\d{4,9}(?:/|%2[Ff])")
_END_OF_DOI = lazy_pattern(r"(?:[a-z]+\.)?(?:\d{6,}|\d{4,}[.\-]\d[\d.\-]*)")


@break_facts.rule_given(break_facts.SIGN)
def after_assignment(seam: Seam) -> float:
    r"""The line ends in =, & or %: something follows these in a URI, and no sentence ends in them.

    A percent-encoded octet with only one digit is unfinished, too. After a value, = only pads it (RFC 4648, 3.2).

    >>> texts = "?q=\nr", "b%3\nAc", "b%3\nis", "5%.\n3", "b%\nsent", "?q=dGVhcA==\nr", "?q=\nand", "?q=r&\nthe lid"
    >>> [after_assignment(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    last, piece = seam.last, seam.piece
    if last == "=":
        goes_on = not _PADDED.search(seam.uri)
    elif last == "&":
        goes_on = "=" in piece or not seam.rest
    else:
        digits = seam.uri[-2:].rpartition("%")
        goes_on = digits[1] == "%" and _OCTET.match(digits[2] + piece) is not None
    names_language = last == "=" and len(seam.word) == 2  # such as `en` and `de`
    return float(goes_on and (names_language or not seam.is_function_word))


@break_facts.rule_given(break_facts.SIGN)
def after_hyphen(seam: Seam) -> float:
    r"""The line ends in a hyphen, after which a name continues (Appendix C).

    >>> after_hyphen(Seam.in_text("http://a.example/b-\nc"))
    1.0
    """
    return float(seam.last == "-" and not ends_in_typeset_hyphen(seam.uri))


@break_facts.rule_given(break_facts.SIGN)
def after_typeset_hyphen(seam: Seam) -> float:
    r"""The line ends in a soft hyphen, U+2010 or U+2011, which programs such as man print where they break a word.

    >>> after_typeset_hyphen(Seam.in_text("http://a.example/soft\N{HYPHEN}\nware"))
    1.0
    """
    return float(seam.last in HYPHENS_BEYOND_ASCII)


@break_facts.rule_given(break_facts.SIGN)
def after_connector(seam: Seam) -> float:
    r"""The line ends in _, ?, #, + or ~, or in the colon of a URN, which usually connect the text on both sides.

    Function words are never connected.

    >>> after_connector(Seam.in_text("http://a.example/b_\nc")), after_connector(Seam.in_text("http://a.example/b#\nis"))
    (1.0, 0.0)
    """
    return float((seam.last in "_?#+~" or seam.urn_goes_on) and not seam.is_function_word)


@rule
def after_stop(seam: Seam) -> float:
    r"""The line ends in a full stop, comma, colon or semicolon, which usually belongs to the sentence.

    >>> after_stop(Seam.in_text("http://a.example/b.\nc"))
    1.0
    """
    return float(seam.last in ".,:;" and not seam.urn_goes_on and host_unfinished(seam) < 1)


@break_facts.rule_given(break_facts.SLASH)
def entry_missing(seam: Seam) -> float:
    r"""The path ends in a collection such as /wiki/ or /issues/, and no common word follows: people cite entries.

    Half a DOI, which hardly anybody cites, counts double, and the owner of repositories counts one and a half times. A
    repository counts if the name of one of its pages follows.

    >>> texts = "a.example/wiki/\nPage_1", "a.example/wiki/\nwhen", "github.com/kettle/\nlid", "doi.org/10.1000/\n182"
    >>> more = "github.com/kettle/lid/\nissues", "www.linkedin.com/in/\njoe-tea", "t.me/\nkettles"
    >>> [entry_missing(Seam.in_text(f"http://{text}")) for text in (*texts, *more)]
    [1.0, 0.0, 1.5, 2.0, 1.0, 1.0, 1.0]
    """
    if seam.word in _PAGE_OF_REPOSITORY and _REPOSITORY.search(seam.uri[-160:]):
        return 1.0
    if seam.last != "/" or seam.is_common or seam.is_function_word:
        return 0.0
    found = _COLLECTION.search(seam.uri[-80:])
    if found is None:
        return 0.0
    return 2.0 if found["doi"] else 1.5 if found["owner"] else 1.0


@break_facts.rule_given(break_facts.DOI)
def doi_goes_on(seam: Seam) -> float:
    r"""The DOI ends in `10.` before its registrant, or in the name of a journal before a number longer than a postcode.

    The name ends in a full stop, or begins the next line after one, as after the `j.` that begins many DOIs.

    >>> [
    ...     doi_goes_on(Seam.in_text(f"https://doi.org/10.{text}"))
    ...     for text in ("\n1000/182", "1000/j.tea.\n2026.01.018", "1000/j.\ntea.2026.01.018", "1000/j.tea.\n2026 was")
    ... ]
    [1.0, 1.0, 1.0, 0.0]
    """
    doi = seam.uri[-LONGEST_DOI:] if seam.last == "." else ""
    in_prefix = _BEFORE_REGISTRANT.search(doi) and _REGISTRANT_AND_SLASH.match(seam.piece)
    in_suffix = _DOI_OF_LETTERS.search(doi) and _END_OF_DOI.fullmatch(seam.word)
    return float(bool(in_prefix or in_suffix))


@rule
def message_id_unfinished(seam: Seam) -> float:
    r"""The path ends in a message identifier whose domain, or its `@` too, ends in the next line's first word.

    Without the `@`, the identifier begins with digits. After a DOI, the next line is an author's address.

    >>> texts = "20240102-1-jane@po\nts.example/", "2024.34171\n@pots.example/", "\njane@pots.example"
    >>> [message_id_unfinished(Seam.in_text(f"http://a.example/m/{text}")) for text in texts]
    [1.0, 1.0, 0.0]
    """
    if ("@" not in seam.uri and "@" not in seam.word) or not seam.has_host:
        return 0.0
    segment = seam.uri[-LONGEST_MESSAGE_ID:].rpartition("/")[2]
    identifier, at, domain = segment.partition("@")
    known = seam.layout.top_level_domains
    if not at:
        rest = _REST_OF_MESSAGE_ID.match(seam.word) if _MESSAGE_ID.fullmatch(segment) else None
        whole = rest[1] if rest and not _WHOLE_DOI.search(seam.uri) else ""
    else:
        is_whole = not identifier or domain.rpartition(".")[2].lower() in known
        whole = "" if is_whole else domain + seam.word.partition("/")[0]
    return float("." in whole and whole.rpartition(".")[2].lower() in known)


@break_facts.rule_given(break_facts.EXTENSION)
def ends_in_file_extension(seam: Seam) -> float:
    r"""The line ends in a file extension that the next line does not extend: the URI is probably complete.

    >>> [ends_in_file_extension(Seam.in_text(f"http://a.example/b.{text}")) for text in ("html\nc", "h\ntml")]
    [1.0, 0.0]
    """
    ending = _FILE_EXTENSION.search(seam.uri[-6:])
    return float(ending is not None and not _FILE_EXTENSION.search(ending[0] + seam.word))
