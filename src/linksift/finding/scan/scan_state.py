"""The state of one reading forward, and what rules of all kinds do to it."""

from collections.abc import Callable

from linksift.finding.match import Step, Unfinished
from linksift.finding.scan.scanned_text import Source
from linksift.registries import link_bracket

WHITE_SPACE = " \t\n\r\v\f\x1c\x1d\x1e\x1f"
DELIMITERS = '<>"`|\\^'
LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
CLOSERS = ")]}"


class Run:
    """One reading forward: the text, where the URI began, the closer of its quotes, and the brackets that are open.

    `ascii` holds as long as the URI is ASCII, `whole` lets nothing pass for prose, `closed` says that a closer ended
    the run, and `ended_by` is the rule that did. `needs_complete_host` says that the scheme is one of those whose host
    has to be complete before certain characters; `broke_off` says that it was not. `dotted_at` is where an ideographic
    stop stands that was read as the dot of a name.
    """

    __slots__ = (
        "after_fragment",
        "after_query",
        "ascii",
        "broke_off",
        "closed",
        "closer",
        "dotted_at",
        "ended_by",
        "needs_complete_host",
        "openers",
        "schemes",
        "source",
        "start",
        "text",
        "whole",
    )

    def __init__(self, source: Source, start: int, closer: str) -> None:
        self.source = source
        self.text = source.text
        self.schemes = source.schemes
        self.start = start
        self.closer = closer
        self.openers: list[str] = []
        self.after_query = False
        self.after_fragment = False
        self.ascii = True
        self.whole = False
        self.closed = False
        self.needs_complete_host = False
        self.broke_off = False
        self.dotted_at = -1
        self.ended_by: Callable[..., int] | None = None

    def end(self, ending_rule: Callable[..., int], position: int) -> int:
        """Let `ending_rule` end the run at `position`."""
        self.ended_by = ending_rule
        return position

    def unfinished(self, block: str, offset: int) -> Unfinished:
        """What a reading needs that goes on where this one ended, in `block` from `offset` on."""
        return Unfinished(block, offset, self.closer, "".join(self.openers), self.after_query, self.after_fragment)

    def remarks(self, end: int) -> tuple[Step, ...]:
        """What ended the run, for the notes; white space speaks for itself, and of a closer `trim` tells."""
        if self.ended_by is None or self.ended_by in (white_space, closer):
            return ()
        return (Step(self.ended_by, end, end + 1, None),)


def white_space(run: Run, position: int) -> int:
    """White space ends a URI (Appendix C), and needs no note."""
    return run.end(white_space, position)


def opener(run: Run, position: int) -> int:
    """An opener belongs to the URI, and so does the closer that comes for it."""
    run.openers.append(run.text[position])
    return position + 1


def closer(run: Run, position: int) -> int:
    """A closer whose opener is in the URI belongs to it; any other ends it, and is left to `trim.unbalanced_closer`."""
    partner = link_bracket(run.text[position])
    while run.openers:
        if run.openers.pop() == partner:
            return position + 1
    run.closed = True
    return run.end(closer, position + 1)
