"""Links in Markdown of which CommonMark makes none, since there is a space in them."""

import re
from collections.abc import Iterator

from linksift.checking.link_problem import Fault
from linksift.checking.placeholders import has_placeholder
from linksift.checking.unfound import Unfound
from linksift.uri import hide_passwords

_WEB = "(?i:https?|ftp)://"
_DESTINATION = re.compile(
    rf"""\]\(({_WEB}[^\s()<>"']++(?:[ ]++[^\s()<>"']++)++)
         (?:[ ]++(?:"[^"\n]*+"|'[^'\n]*+'))?+\)  # a title""",
    re.VERBOSE,
)
_AUTOLINK = re.compile(rf"(?<!\()(?<!\]: )<({_WEB}[^\s<>]++(?:[ ]++[^\s<>]++)++)>")
_FARTHEST_BEFORE = 512
"""How far before a link its line is read for the backtick of a code span."""

_ENDINGS = (".md", ".markdown", ".mdx", ".qmd", ".rmd")


def is_markdown(path: str | None) -> bool:
    """Whether a file is Markdown by its name.

    >>> is_markdown("docs/README.md"), is_markdown(None)
    (True, False)
    """
    return path is not None and path.lower().endswith(_ENDINGS)


def unlinked(text: str) -> Iterator[Unfound]:
    """The destinations and autolinks with a space (CommonMark, 6.3 and 6.5), each with what to write instead.

    Those in code spans are samples.

    >>> [one.fault.replacement for one in unlinked("[a](http://a.example/b c) and <http://a.example/d e>")]
    ['<http://a.example/b c>', 'http://a.example/d%20e']
    >>> [*unlinked("[a](<http://a.example/b c>) [d](http://a.example/e 'f') `<http://a.example/g h>`")]
    []
    """
    for found in _DESTINATION.finditer(text):
        yield from _fault(found, f"<{found[1]}>", "a destination with a space, except in angle brackets")
    for found in _AUTOLINK.finditer(text):
        yield from _fault(found, found[1].replace(" ", "%20"), "angle brackets with a space in them")


def _fault(found: re.Match[str], instead: str, what: str) -> Iterator[Unfound]:
    before = found.string[max(0, found.start() - _FARTHEST_BEFORE) : found.start()].rpartition("\n")[2]
    is_code = before.count("`") % 2 == 1
    if not is_code and not has_placeholder(found[1]):
        message = f"CommonMark makes no link of {what}. Write {hide_passwords(instead)}"
        yield Unfound(*found.span(1), Fault("invalid.space", message, instead))
