"""One pass over a text: hits of the triggers, the candidates at each hit, and the first valid candidate."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from sys import intern
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from linksift.finding.fast_path import addresses_and_domains
from linksift.finding.fast_path.whole_uris import fast_match
from linksift.finding.kernel.kernel_callbacks import read_again
from linksift.finding.kernel.kernel_setup import kernel
from linksift.finding.kernel.load_kernel import Buffer, Kernel
from linksift.finding.match import Ending, LaterDetails, Match, ResumeAt, SkipTo, new_match
from linksift.finding.matchers.own_matches import OwnMatchers, compiled
from linksift.finding.options import Options
from linksift.finding.readings.encode import encoded_plain
from linksift.finding.readings.first_valid_reading import first_match, is_usable
from linksift.finding.scan.candidates_at_hit import Scan, candidates, scans
from linksift.finding.scan.names import bare_domains, email_addresses
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import IN_ANGLES, MARK, USABLE_FAST_PATH, hits, trigger
from linksift.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from linksift.finding.joining.joiner import Joiner
    from linksift.finding.refanging.refanged_text import RefangedText

FastPath = Callable[[ScannedText, re.Match[str]], Match | Literal[False] | None]
"""Takes a text and a hit of the fast path's trigger; returns False if nothing matches there, None if in doubt."""

_COLON = lazy_pattern(":")
"""A hit of the scheme trigger for which the kernel asks; the scans read what follows it."""

Matches = Generator[Match, None, ResumeAt]
"""Yields matches, and returns where to resume."""

FOUND_DEFANGED = frozenset({"domain", "ip"})
"""The kinds that refanging adds to those to look for: a defanged domain or IP address is meant as a link."""


_NO_LINE_GOES_ON = "(?!)"
"""The pattern of `Joiner.kernel_pattern` if lines are not joined: it matches nothing."""


class Plan(NamedTuple):
    """The plan that a finder makes once from its options: the schemes, the pattern that stops at them, and the other
    scans.

    The keys of `scans` and `fast_paths` are the triggers' texts, since looking up a compiled pattern hashes its code.
    `take` is the fast path for URIs. `typefaces` are those that a caller knows in one text (see `find_in_typefaces`).
    `kernel` is None if it was not built. `live` is the plan for texts in which nothing is defanged, if this plan
    refangs; None if it keeps domains or IP addresses, but not both, since a name that is not kept may hide the other.
    """

    options: Options
    schemes: Schemes
    pattern: re.Pattern[str] | None
    scans: dict[str, Scan]
    fast_paths: dict[str, FastPath]
    take: Callable[[str, int, int, int], Match | None]
    joiner: "type[Joiner] | None"
    own: OwnMatchers | None
    triggers: tuple[re.Pattern[str], ...]
    kernel: Kernel | None
    typefaces: Mapping[int, bool] = MappingProxyType({})
    live: "Plan | None" = None


def plan(options: Options) -> Plan:
    """The plan for options; each finder makes one."""
    schemes = Schemes(
        options.schemes,
        iris=options.profile != "ascii",
        more_top_level_domains=options.top_level_domains,
        templates=options.templates,
    )
    kinds = options.kinds | FOUND_DEFANGED if options.refang and "suffix" in options.kinds else options.kinds
    pattern: re.Pattern[str] | None = None
    fast_paths: dict[str, FastPath] = {}
    triggers: tuple[re.Pattern[str], ...]
    joiner, made, own = joiner_for(options.rejoin), None, None
    if options.profile == "uts58":
        from linksift.finding.uts58.links import scans as uts58_scans  # lazily: see tests/test_import.py

        found = uts58_scans(kinds)
        triggers = tuple(found)
    else:
        earlier = [USABLE_FAST_PATH] if options.unusable_hosts == "skip" else []  # its hosts need no check
        pattern, found = trigger(schemes, *earlier), scans(kinds, schemes, options.default_scheme)
        fast_paths[email_addresses.TRIGGER] = addresses_and_domains.fast_address
        fast_paths[bare_domains.TRIGGER] = addresses_and_domains.fast_domain
        triggers = (pattern, IN_ANGLES, *found, *([joiner.trigger] if joiner else ()))
        made = kernel(options, schemes, triggers, joiner.kernel_pattern() if joiner else _NO_LINE_GOES_ON)
    if options.matchers:
        own = OwnMatchers(
            tuple(map(compiled, options.matchers)),
            schemes,
            options.max_length,
            skips_unusable=options.unusable_hosts == "skip",
            settles_lines=options.settles_lines,
            seconds=options.matcher_seconds,
        )
    by_text = {pattern.pattern: scan for pattern, scan in found.items()}
    take = joiner.fast_match if joiner else fast_match
    as_live = options.refang and (FOUND_DEFANGED.issubset(options.kinds) or FOUND_DEFANGED.isdisjoint(options.kinds))
    live = plan(options._replace(refang=False, matchers=())) if as_live else None
    return Plan(options, schemes, pattern, by_text, fast_paths, take, joiner, own, triggers, made, live=live)


def joiner_for(rejoin: str) -> "type[Joiner] | None":
    """The class that joins URIs across line ends outside enclosures, imported when first needed; None if none does."""
    if rejoin == "auto":
        from linksift.finding.joining.joiner import Joiner

        return Joiner
    if rejoin == "columns":
        from linksift.finding.joining.text_columns import ColumnJoiner

        return ColumnJoiner
    return None


def matches_in(plan: Plan, text: str) -> Iterator[Match]:
    """The matches of the requested kinds in a whole text."""
    return search(plan, text, ResumeAt(), len(text) + 1)


def search(plan: Plan, text: str, resume: ResumeAt, limit: int) -> Matches:
    """The matches of the requested kinds at hits before `limit`, starting where an earlier search ended; returns where
    to resume."""
    found = _refanged_matches(plan, text, resume, limit) if plan.options.refang else _matches(plan, text, resume, limit)
    if plan.own is not None:
        found = plan.own.merged(found, text, resume.own, limit)
    return found if "uri" in plan.options.kinds else _without_uris(found)


def _without_uris(found: Matches) -> Matches:
    """The matches of the other kinds. URIs are always looked for, since nothing inside a URI is a separate match."""
    ending = Ending(found)
    yield from (match for match in ending if match.kind != "uri")
    return ending.value


def _refanged_matches(plan: Plan, text: str, resume: ResumeAt, limit: int) -> Matches:
    """The matches in a text that may be defanged. A text in which nothing is, or a stretch near which nothing is, is
    searched like any other, which takes a tenth of the time.

    For a stretch, that needs a finder for names of every kind, since the others keep only those that were defanged. It
    also needs one that joins no lines on evidence: a layout is made for each search, and takes time for the whole text.
    """
    from linksift.finding.refanging.refanged_text import RefangedText

    refanged = RefangedText(text)
    if plan.live is not None and not refanged.steps:
        return _matches(plan.live._replace(typefaces=plan.typefaces), text, resume, limit)
    finds_all_names = FOUND_DEFANGED.issubset(plan.options.kinds)

    def matches() -> Matches:
        onward, last = resume.mapped(refanged.offset), refanged.offset(limit)
        by_stretch = finds_all_names and not plan.options.joins_lines
        for end, is_near in refanged.stretches(onward.hits, last) if by_stretch else [(last, True)]:
            onward = yield from _matches(plan, refanged.text, onward, end, refanged if is_near else None)
        return onward

    return refanged.matches_in_source(matches(), plan.options.max_length)


def _matches(plan: Plan, text: str, resume: ResumeAt, limit: int, refanged: "RefangedText | None" = None) -> Matches:
    """The matches that `search` yields for a text in which nothing is defanged any more."""
    hits = HitSearch(plan, text, resume.names, refanged)
    if plan.kernel is None or text.__class__ is not str:
        position = yield from hits.matches(resume.hits, resume.matches, limit)
        return ResumeAt(limit, position, hits.names_from)
    found = plan.kernel.matches(text, hits, resume.hits, limit, resume.matches, resume.names, refanged is None)
    yield from found
    return ResumeAt(limit, found.position, found.names)


FindAtOnce = Callable[..., list[Match]]
"""Finds all matches in a text (a str, not a subclass), or only as many as the second argument says."""

FindInRows = Callable[[Buffer, Buffer, int, int, int], tuple[bytes, ...]]
"""Finds all links in the rows of a column: see `Kernel.find_in_rows`."""


def search_at_once(plan: Plan) -> tuple[FindAtOnce, FindInRows] | tuple[None, None]:
    """The functions that find all matches in a text, and in rows, in one call of the kernel; None if the kernel cannot
    do that. Python sets nothing up for a text unless the kernel asks for it."""
    options = plan.options
    if plan.kernel is None or options.refang or plan.own is not None or "uri" not in options.kinds:
        return None, None
    ask_for = partial(HitSearch, plan)
    return partial(plan.kernel.find, ask_for), partial(plan.kernel.find_in_rows, ask_for)


class HitSearch:
    """Goes through the hits in one text. `take` is the fast path for URIs; the record of the text that the other ways
    to a match read is created for the first hit that it leaves in doubt.

    The next name begins at `names_from` (code points) or later, since the text before that is part of what was refused.
    """

    __slots__ = ("fast_paths", "has_begun", "joiner", "names_from", "plan", "refanged", "room", "source", "text")

    def __init__(self, plan: Plan, text: str, names_from: int = 0, refanged: "RefangedText | None" = None) -> None:
        self.plan = plan
        self.text = text
        self.refanged = refanged
        self.names_from = names_from
        self.room = plan.options.max_length - len("https")  # for a whole URI from its colon on, whatever its scheme
        self.has_begun = False

    def _begin(self) -> None:
        """Create what a hit in doubt needs."""
        plan, refanged, options = self.plan, self.refanged, self.plan.options
        none: frozenset[int] = frozenset()
        self.has_begun = True
        self.fast_paths = plan.fast_paths if refanged is None and plan.kernel is None else {}
        self.source = ScannedText(
            self.text,
            plan.schemes,
            options.max_length,
            options.default_scheme,
            joins=options.rejoin != "never",
            defanged_dots=none if refanged is None else refanged.dots_in_brackets,
            escaped_dots=none if refanged is None else refanged.escaped_dots,
        )
        typefaces = plan.typefaces
        if refanged is not None:
            typefaces = {refanged.offset(place): goes_on for place, goes_on in typefaces.items()}
        self.joiner = plan.joiner(self.source, typefaces) if plan.joiner else None

    def matches(self, start: int, position: int, limit: int) -> Generator[Match, None, int]:
        """The matches at hits from `start` up to `limit` (exclusive) that begin at `position` or later; returns where
        the next match may begin."""
        plan, text, room, take = self.plan, self.text, self.room, self.plan.take
        found_hits = hits(text, plan.pattern, plan.triggers[1:] if plan.pattern else plan.triggers, start, room)
        for hit in found_hits:
            colon, end = hit.span()
            group = hit.lastindex or 0
            is_whole = group > 0
            if is_whole and not (position <= colon - 5 or (position == colon - 4 and text[colon - 1] == "p")):
                is_whole = False  # it begins before the position
                if position < end:
                    found_hits.send(position)
            if colon < position:
                continue
            if colon >= limit:
                break
            found: Match | None
            if is_whole and end - colon <= room and (taken := take(text, colon, end, group)):
                position = end
                found = taken if _is_wanted(taken, group) else None
            else:
                found, position = self.match_in_doubt(hit, position)
            if found:
                yield found
        return position

    def answer(self, trigger: int, start: int, position: int, names: int) -> tuple[Match | None, int, int]:
        """The answer to the kernel's question about a hit: the match, where the next match may begin, and where the
        next name may begin."""
        self.names_from = names
        hit = (self.plan.triggers[trigger] if trigger else _COLON).match(self.text, start)
        if hit is None:
            return None, position, names
        found, position = self.match_in_doubt(hit, position)
        return found, position, self.names_from

    def details(self, start: int, end: int, kind: str, prefix: str) -> LaterDetails:
        """The details of a match that the kernel makes of plain text after it added the prefix."""
        if not self.has_begun:
            self._begin()
        scheme = intern(prefix.removesuffix("://"))  # all such details share it
        return read_again(self.source, start, end, kind, scheme)

    def encoded_match(
        self, start: int, path: int, stem: int, end: int, kind: str, prefix: str, enclosure: str | None
    ) -> Match:
        """The match that the kernel asks for if its plain text has to be encoded."""
        written = self.text[start:stem]
        uri = encoded_plain(prefix + self.text[start:path], self.text[path:stem])
        return new_match(uri, start, stem, written, kind, enclosure, self.details(start, end, kind, prefix))

    def match_in_doubt(self, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The match at a hit that `take` leaves in doubt, and where the next match may begin.

        The trigger's fast path creates the match if it can decide. It knows where a match may begin, so it does not
        read refused text again.
        """
        if not self.has_begun:
            self._begin()
        is_name = hit.re.pattern in self.plan.scans and self.plan.pattern is not None
        self.source.begin_matches_at(max(position, self.names_from) if is_name else position)
        fast_path = self.fast_paths.get(hit.re.pattern)
        match = fast_path(self.source, hit) if fast_path else None
        if match is False:
            return None, position
        is_taken = match is not None and match.start >= self.source.position
        match, position = (match, match.end) if match and is_taken else self.match_at(hit, position)
        skips_unusable = self.plan.options.unusable_hosts == "skip"
        if skips_unusable and match is not None and match.kind != "email" and not is_usable(match.uri):
            match = None
        return match, position

    def match_at(self, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The match of the likeliest candidate at a hit that becomes one, and where the next match may begin.

        Running text that was read and refused is not read again, so the next match begins after it.
        """
        options, scan = self.plan.options, self.plan.scans.get(hit.re.pattern, candidates)
        found = scan(self.source, hit)
        if self.refanged is not None and not FOUND_DEFANGED.issubset(options.kinds):
            found = self.refanged.without_plain_names(found, self.source, options.kinds | {"uri"})
        for candidate in found if self.joiner is None else self.joiner.with_joined(hit, found):
            if isinstance(candidate, SkipTo):
                return self._skip(candidate, position)
            if candidate.start < self.source.position:
                continue
            if (match := first_match(candidate, self.plan.schemes, options.max_length)) is not None:
                return match, match.end
            if not (candidate.no_trim or candidate.gaps):
                position = max(position, candidate.start + len(candidate.text))
        return None, position

    def _skip(self, skip: SkipTo, position: int) -> tuple[None, int]:
        self.names_from = max(self.names_from, skip.names)
        return None, max(position, skip.matches)


def _is_wanted(match: Match, group: int) -> bool:
    """Whether a match from the fast path of URIs has a usable host, or any host will do, as in the first groups."""
    return group <= MARK or is_usable(match.uri)
