"""The state of one scan forward through a URI, and the rules that all kinds of scans share."""

from collections.abc import Callable

from linksift.delimiters import Pair
from linksift.finding.match import Step
from linksift.finding.scan.scanned_text import ScannedText
from linksift.registries import link_bracket


class ScanState:
    """One scan forward through a URI that begins at `start`.

    A rule takes the state and a position, and returns the next position; a rule that ends the scan returns
    `state.end(rule, position)`.

    `enclosure` opens directly before the URI; `quote_closers` are its closers, if it is a pair of quotes.
    `open_brackets` are the brackets opened in the URI. `path_start` is where the path after the authority begins (-1 if
    there is no authority). `ascii` is true as long as the URI is ASCII; with `ignore_prose`, nothing is taken for
    prose. `ended_by` is the rule that ended the scan, and `closed` says that a closing bracket ended it.
    `needs_complete_host` says that the scheme's host must be complete before certain characters; `broke_off` says that
    it was not. `other_end` is a rule that would end the URI earlier in another reading, and the position where it would
    do so.
    """

    def __init__(self, source: ScannedText, start: int, enclosure: Pair | None = None) -> None:
        self.source = source
        self.text = source.text
        self.schemes = source.schemes
        self.start = start
        self.enclosure = enclosure
        self.quote_closers = enclosure.closers if enclosure is not None and enclosure.joins else ""
        self.open_brackets: list[str] = []
        self.after_query = False
        self.after_fragment = False
        self.path_start = -1
        self.ascii = True
        self.ignore_prose = False
        self.closed = False
        self.needs_complete_host = False
        self.broke_off = False
        self.other_end: tuple[Callable[..., int], int] | None = None
        self.ended_by: Callable[..., int] | None = None

    def end(self, ending_rule: Callable[..., int], position: int) -> int:
        """Let `ending_rule` end the scan at `position`."""
        self.ended_by = ending_rule
        return position

    def remarks(self, end: int) -> tuple[Step, ...]:
        """The remarks on the end of the scan, for the notes.

        White space and the closing angle bracket of an enclosure need no note, and `trim` notes closing brackets.
        """
        if self.ended_by is None or self.ended_by in (white_space, angle_closer, closing_bracket):
            return ()
        return (Step(self.ended_by, end, end + 1, None),)


def white_space(state: ScanState, position: int) -> int:
    """White space ends a URI (Appendix C)."""
    return state.end(white_space, position)


def angle_closer(state: ScanState, position: int) -> int:
    """The closing angle bracket ends a URI that directly follows the opening one (Appendix C)."""
    return state.end(angle_closer, position)


def opening_bracket(state: ScanState, position: int) -> int:
    """An opening bracket belongs to the URI, and so does the bracket that closes it."""
    state.open_brackets.append(state.text[position])
    return position + 1


def closing_bracket(state: ScanState, position: int) -> int:
    """A closing bracket belongs to the URI if its opening one does; otherwise it ends the URI and is trimmed."""
    if closes_bracket(state.open_brackets, link_bracket(state.text[position])):
        return position + 1
    state.closed = True
    return state.end(closing_bracket, position + 1)


def closes_bracket(open_brackets: list[str], opener: str | None) -> bool:
    """Whether one of the open brackets is this opener; if so, it is closed, and so are those after it.

    >>> open_brackets = ["(", "[", "("]
    >>> closes_bracket(open_brackets, "["), open_brackets.copy(), closes_bracket(open_brackets, "{"), open_brackets
    (True, ['('], False, [])
    """
    while open_brackets:
        if open_brackets.pop() == opener:
            return True
    return False
