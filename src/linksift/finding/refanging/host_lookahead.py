"""The name that must follow certain marks: a host of two or more labels, whose dots may also be defanged."""

from linksift.lazy_pattern import lazy_pattern
from linksift.registries import domain_lookalikes, top_level_domains

_LABEL = r"[^\W_](?:[\w\-]{0,61}+)?"
_IN_BRACKETS = r"[ ]{0,2}\\?[\[({<] ?(?:[.,]|[dD][oO][tT]) ?\\?[\])}>][ ]{0,2}|\[\.|\.\]"
_DOT = rf"(?:\\?\.|\^\.|{_IN_BRACKETS}|[ ]{{1,2}}DOT[ ]{{1,2}}|(?<=[a-z0-9])DOT(?=[a-z]))"
MOST_LABELS = 8

_PLAIN_LABEL = lazy_pattern(r"([a-z]{2,24}|[A-Za-z]{2})(?![\w\-])")
_NAME = lazy_pattern(rf"\[?{_LABEL}\]?(?:{_DOT}({_LABEL})){{1,{MOST_LABELS}}}")


def last_label_ahead(text: str, start: int) -> tuple[str, str]:
    """The last label of the name at `start`, in lowercase, and the character after it; empty if there is no name.

    >>> last_label_ahead("a[.]b.example/x", 0), last_label_ahead("here", 0)
    (('example', '/'), ('', ''))
    """
    found = _NAME.match(text, start)
    return (found[1].lower(), text[found.end() : found.end() + 1]) if found else ("", "")


def is_name_ahead(text: str, start: int) -> bool:
    """Whether a name under a known top-level domain, or an address of four numbers, is at `start`.

    A top-level domain that is a word counts only before a port or path: `http:// here.is` is prose.

    >>> [is_name_ahead(text, 0) for text in ("a.example", "192.0.2.1", "b.c", "here.is", "here.is/x")]
    [True, True, False, False, True]
    """
    last, after = last_label_ahead(text, start)
    if last not in top_level_domains():
        return last.isdigit() and text.count(".", start, start + 16) >= 3
    return after in ("/", ":") or last not in domain_lookalikes("word")


def is_last_label_ahead(text: str, start: int) -> bool:
    """Whether a top-level domain that is not a word is at `start`.

    >>> [is_last_label_ahead(text, 0) for text in ("example/x", "is", "Then")]
    [True, False, False]
    """
    last = plain_label(text, start).lower()
    return last in top_level_domains() and last not in domain_lookalikes("word")


def plain_label(text: str, start: int) -> str:
    """The label at `start` if it might be a top-level domain, in lowercase or of two letters, otherwise ""."""
    found = _PLAIN_LABEL.match(text, start)
    return found[1] if found else ""
