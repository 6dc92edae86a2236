"""One pass over a text, stage by stage: hits of the triggers, the candidates at each hit, and the first valid
candidate."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from sys import intern
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from linksift.finding.fast_path.scanned_match import (
    FAST_PATHS,
    Found,
    read_again,
    uri_at_hit,
    uri_in_angles_at_hit,
    with_evidence,
)
from linksift.finding.fast_path.whole_uris import fast_match
from linksift.finding.kernel.kernel_setup import kernel
from linksift.finding.kernel.load_kernel import Asked, Buffer, Kernel
from linksift.finding.kernel.load_kernel import Matches as KernelMatches
from linksift.finding.match import Candidate, LaterDetails, Match, ResumeAt, SkipTo, new_match
from linksift.finding.options.profiles import Options
from linksift.finding.prefilter import Prefilter, prefilter
from linksift.finding.readings.encode import encoded_plain
from linksift.finding.readings.first_valid_reading import first_match, is_usable
from linksift.finding.scan.candidates_at_hit import Scan, candidates, scans
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import IN_ANGLES, MARK, USABLE_FAST_PATH, hits, hits_in_order, trigger
from linksift.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from linksift.finding.joining.join import Joiner
    from linksift.finding.matchers.own_matches import OwnMatchers
    from linksift.finding.refanging.refanged_text import RefangedText

FastPath = Callable[[ScannedText, re.Match[str]], Found]
"""Takes a text and a hit of the fast path's trigger."""

_COLON = lazy_pattern(":")
"""A hit of the scheme trigger after which the kernel found no whole URI."""

Matches = Generator[Match, None, ResumeAt]
"""Yields matches, and returns where to resume."""


class Plan(NamedTuple):
    """The plan that a finder makes once from its options: the schemes, the pattern that stops at them, and the other
    scans.

    The keys of `scans` and `fast_paths` are the triggers' texts, since looking up a compiled pattern hashes its code.
    `take` is the fast path for URIs. `typefaces` are those that a caller knows in one text (see `find_in_typefaces`).
    `kernel` is None if it was not built.
    """

    options: Options
    schemes: Schemes
    pattern: re.Pattern[str] | None
    scans: dict[str, tuple[re.Pattern[str], Scan]]
    fast_paths: dict[str, FastPath]
    take: Callable[[str, int, int, int], Match | None]
    own: "OwnMatchers | None" = None
    triggers: tuple[re.Pattern[str], ...] = ()
    kernel: Kernel | None = None
    typefaces: Mapping[int, bool] = MappingProxyType({})

    @property
    def room(self) -> int:
        """The maximum length of a whole URI from its colon on, whichever scheme precedes it."""
        return self.options.max_length - len("https")

    def prefilter(self) -> Prefilter:
        """The prefilter; it rules nothing out if the plan refangs, since links then take too many forms."""
        return prefilter(() if self.options.refang else self.triggers, self.own, self.kernel is not None)


def plan(options: Options) -> Plan:
    """The plan for options; each finder makes one."""
    schemes = Schemes(
        options.schemes,
        iris=options.profile != "ascii",
        more_top_level_domains=options.top_level_domains,
        templates=options.templates,
    )
    if options.profile == "uts58":
        from linksift.finding.uts58.links import scans as uts58_scans  # lazily: see tests/test_import.py

        found = uts58_scans(_kinds_sought(options))
        take, own = _fast_path_of_uris(options), _own(options, schemes)
        return Plan(options, schemes, None, _by_text(found), {}, take, own, tuple(found))
    earlier = [USABLE_FAST_PATH] if options.unusable_hosts == "skip" else []  # its hosts need no check
    pattern = trigger(schemes, *earlier)
    fast_paths: dict[str, FastPath] = {
        **FAST_PATHS,
        pattern.pattern: uri_at_hit,
        _COLON.pattern: uri_at_hit,
        IN_ANGLES.pattern: uri_in_angles_at_hit,
    }
    rare = _by_text(scans(_kinds_sought(options), schemes))
    triggers = (pattern, IN_ANGLES, *(trigger for trigger, _ in rare.values()))
    made = kernel(options, schemes, triggers, fast_paths)
    take, own = _fast_path_of_uris(options), _own(options, schemes)
    return Plan(options, schemes, pattern, rare, fast_paths, take, own, triggers, made)


def _own(options: Options, schemes: Schemes) -> "OwnMatchers | None":
    """The custom matchers, if there are any."""
    if not options.matchers:
        return None
    from linksift.finding.matchers.own_matches import OwnMatchers, compiled

    skips = options.unusable_hosts == "skip"
    matchers = tuple(map(compiled, options.matchers))
    return OwnMatchers(matchers, schemes, options.max_length, skips, options.matcher_seconds)


def _by_text(found: dict[re.Pattern[str], Scan]) -> dict[str, tuple[re.Pattern[str], Scan]]:
    return {pattern.pattern: (pattern, scan) for pattern, scan in found.items()}


FOUND_DEFANGED = frozenset({"domain", "ip"})
"""The kinds that refanging adds to those to look for: a defanged domain or IP address is meant as a link."""


def _kinds_sought(options: Options) -> frozenset[str]:
    """The kinds to look for."""
    return options.kinds | FOUND_DEFANGED if options.refang and "suffix" in options.kinds else options.kinds


def search(plan: Plan, text: str, resume: ResumeAt, limit: int) -> Matches:
    """The matches at hits before `limit`, starting where an earlier search ended; returns where to resume."""
    found = _built_in(plan, text, resume, limit)
    if plan.own is None:
        return found
    from linksift.finding.matchers.own_matches import with_own_matches

    return with_own_matches(found, plan.own, text, resume.own, _end_of_own(plan, text, limit))


def _end_of_own(plan: Plan, text: str, limit: int) -> int:
    """Where the search for custom matches stops, so that all built-in matches that may overlap them are known.

    A match whose hit comes after `limit` may begin before `limit`, but not before the end of a settled line.
    """
    from linksift.finding.matchers.own_matches import FARTHEST_BACK

    if limit > len(text):
        return len(text)
    is_settled = plan.options.rejoin != "auto" and not plan.options.refang and text[limit - 1 : limit] == "\n"
    return limit if is_settled else max(0, limit - FARTHEST_BACK)


def _built_in(plan: Plan, text: str, resume: ResumeAt, limit: int) -> Matches:
    """The output and the return value of `search` without custom matchers."""
    if not plan.options.refang:
        return _matches(plan, text, resume, limit, None)
    from linksift.finding.refanging.refanged_text import RefangedText

    refanged = RefangedText(text)
    if not refanged.spans and FOUND_DEFANGED.issubset(plan.options.kinds):
        return _matches(plan, text, resume, limit, None)
    resume = resume.mapped(refanged.offset)
    found = _refanged_matches(plan, refanged, resume, refanged.offset(limit))
    return refanged.matches_in_source(found, plan.options.max_length)


def _refanged_matches(plan: Plan, refanged: "RefangedText", resume: ResumeAt, limit: int) -> Matches:
    """The matches in a refanged text. Where nothing near was refanged, the text is searched like any other, which takes
    a tenth of the time.

    That needs a finder for names of every kind, since the others keep only those that were defanged. It also needs one
    that joins no lines on evidence: a layout is made for each search, and takes time for the whole text.
    """
    if plan.options.rejoin == "auto" or not FOUND_DEFANGED.issubset(plan.options.kinds):
        return (yield from _matches(plan, refanged.text, resume, limit, refanged))
    for end, is_near in refanged.stretches(resume.hits, limit):
        resume = yield from _matches(plan, refanged.text, resume, end, refanged if is_near else None)
    return resume


def matches_in(plan: Plan, text: str) -> Iterator[Match]:
    """The matches in a whole text."""
    if plan.options.refang or plan.own is not None:
        return search(plan, text, ResumeAt(), len(text) + 1)
    if plan.kernel is None or text.__class__ is not str:
        return _matches(plan, text, ResumeAt(), len(text) + 1, None)
    return HitSearch(plan, text, None, ResumeAt()).compiled(plan.kernel, len(text) + 1)


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

    def ask_for(text: str) -> Asked:
        return HitSearch(plan, text, None, ResumeAt())

    return partial(plan.kernel.find, ask_for), partial(plan.kernel.find_in_rows, ask_for)


def _matches(plan: Plan, text: str, resume: ResumeAt, limit: int, refanged: "RefangedText | None") -> Matches:
    """The matches that `search` yields for a text in which nothing is defanged any more."""
    hits = HitSearch(plan, text, refanged, resume)
    if plan.kernel is None or text.__class__ is not str:
        position = yield from hits.matches(_hits(plan, text, resume.hits, hits.room), resume.matches, limit)
        return hits.resume_at(limit, position)
    found = hits.compiled(plan.kernel, limit)
    yield from found
    return hits.resume_at(limit, found.position)._replace(names=found.names)


class HitSearch:
    """Goes through the hits in one text; those that the fast paths leave in doubt (`take` is the fast path for URIs)
    are passed to a `HitMatcher`, which is created for the first of them."""

    __slots__ = ("matcher", "plan", "refanged", "resume", "room", "skips_unusable", "take", "text")

    def __init__(self, plan: Plan, text: str, refanged: "RefangedText | None", resume: ResumeAt) -> None:
        self.plan = plan
        self.text = text
        self.refanged = refanged
        self.resume = resume
        self.take = plan.take
        self.room = plan.room
        self.skips_unusable = plan.options.unusable_hosts == "skip"
        self.matcher: HitMatcher | None = None

    def matches(
        self, hits: Generator[re.Match[str], int | None], position: int, limit: int
    ) -> Generator[Match, None, int]:
        """The matches at hits before `limit` that begin at `position` or later; returns where the next match may
        begin."""
        text, room, take = self.text, self.room, self.take
        for hit in hits:
            colon, end = hit.span()
            group = hit.lastindex or 0
            is_whole = group > 0
            if is_whole and not (position <= colon - 5 or (position == colon - 4 and text[colon - 1] == "p")):
                is_whole = False  # it begins before the position
                if position < end:
                    hits.send(position)
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

    def compiled(self, kernel: Kernel, limit: int) -> KernelMatches:
        """The matches that `matches` yields, but at the hits that the kernel finds."""
        resume, is_fast = self.resume, self.refanged is None
        return kernel.matches(self.text, self, resume.hits, limit, resume.matches, resume.names, is_fast)

    def match_in_doubt(self, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The match at a hit that `take` leaves in doubt, and where the next match may begin."""
        found, position = self._matcher().match_at_fast(hit, position)
        if self.skips_unusable and found is not None and found.kind != "email" and not is_usable(found.uri):
            found = None
        return found, position

    def answer(
        self, trigger: int, start: int, position: int, names: int, is_whole: int
    ) -> tuple[Match | None, int, int]:
        """The answer to the kernel's question about a hit: the match, where the next match may begin, and where the
        next name may begin.

        If `is_whole`, the scheme trigger matched a whole URI there, which `take` may accept.
        """
        matcher = self._matcher()
        matcher.names_from = names
        hit = (self.plan.triggers[trigger] if trigger or is_whole else _COLON).match(self.text, start)
        if hit is None:
            return None, position, names
        group = hit.lastindex or 0
        if is_whole and (taken := self.take(self.text, start, hit.end(), group)):
            return taken if _is_wanted(taken, group) else None, hit.end(), names
        found, position = self.match_in_doubt(hit, position)
        return found, position, matcher.names_from

    def details(self, start: int, end: int, kind: str, prefix: str) -> LaterDetails:
        """The details of a match that the kernel makes of plain text, to which the prefix is added."""
        goes_on = not self.text[end : end + 1].isspace()
        scheme = intern(prefix.removesuffix("://"))  # all such details share it
        return read_again(self._matcher().source, start, end, goes_on, kind, scheme)

    def encoded_match(
        self, start: int, path: int, stem: int, end: int, kind: str, prefix: str, enclosure: str | None
    ) -> Match | None:
        """The match that the kernel asks for if its plain text has to be encoded; None if its name is no host."""
        written = self.text[start:stem]
        uri = encoded_plain(prefix + self.text[start:path], self.text[path:stem])
        if uri is None:
            return None
        return new_match(uri, start, stem, written, kind, enclosure, self.details(start, end, kind, prefix))

    def _matcher(self) -> "HitMatcher":
        if self.matcher is None:
            self.matcher = HitMatcher(self.plan, self.text, self.refanged, self.resume)
        return self.matcher

    def resume_at(self, limit: int, position: int) -> ResumeAt:
        """Where to resume after the hits before `limit`."""
        if self.matcher is None:
            return self.resume._replace(hits=limit, matches=position)
        return ResumeAt(limit, position, self.matcher.names_from)


def _is_wanted(match: Match, group: int) -> bool:
    """Whether a match from the fast path of URIs has a usable host, or any host will do, as in the first groups."""
    return group <= MARK or is_usable(match.uri)


def _hits(plan: Plan, text: str, start: int, longest: int) -> Generator[re.Match[str], int | None]:
    """The hits of all triggers in a text, in order: those of schemes and those of the other kinds."""
    others = [pattern for pattern, _ in plan.scans.values()]
    return hits(text, plan.pattern, others, start, longest) if plan.pattern else hits_in_order(text, others, start)


def _joiner(source: ScannedText, plan: Plan, refanged: "RefangedText | None") -> "Joiner":
    from linksift.finding.joining.join import Joiner

    typefaces = plan.typefaces
    if refanged is not None:
        typefaces = {refanged.offset(place): goes_on for place, goes_on in typefaces.items()}
    return Joiner(source, typefaces)


def _fast_path_of_uris(options: Options) -> Callable[[str, int, int, int], Match | None]:
    if options.rejoin != "auto":
        return fast_match
    from linksift.finding.joining.join import fast_match_within_line

    return fast_match_within_line


class HitMatcher:
    """Creates the matches at the hits in one text.

    The next name begins at `names_from` (code points) or later, since the text before that is part of what was refused.
    """

    __slots__ = ("fast_paths", "joiner", "names_from", "plan", "refanged", "source")

    def __init__(self, plan: Plan, text: str, refanged: "RefangedText | None", resume: ResumeAt) -> None:
        options = plan.options
        self.plan = plan
        self.refanged = refanged
        none: frozenset[int] = frozenset()
        self.source = ScannedText(
            text,
            plan.schemes,
            options.max_length,
            options.default_scheme,
            joins=options.rejoin != "never",
            weighs_hyphens=options.rejoin == "auto",
            defanged_dots=none if refanged is None else refanged.dots_in_brackets,
            escaped_dots=none if refanged is None else refanged.escaped_dots,
        )
        self.joiner = _joiner(self.source, plan, refanged) if options.rejoin == "auto" else None
        self.names_from = resume.names
        self.fast_paths = plan.fast_paths if refanged is None else {}

    def match_at_fast(self, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The match at a hit, if there is one, and where the next match may begin.

        The trigger's fast path creates the match if it can decide. It knows where a match may begin, so it reads
        nothing that was refused.
        """
        is_name = hit.re.pattern in self.plan.scans and self.plan.pattern is not None
        self.source.begin_matches_at(max(position, self.names_from) if is_name else position)
        fast_path = self.fast_paths.get(hit.re.pattern)
        found = (self._whole_uri(hit) or fast_path(self.source, hit)) if fast_path else None
        match = None
        if isinstance(found, SkipTo):
            if not (self.joiner and found.matches and self.joiner.may_go_on(hit)):
                return self._skip(found, position)
        elif found is not None:
            match = self._match_of(found) if found.start >= self.source.position else None
        if match is not None:
            return match, match.end
        return self.match_at(hit, position)

    def _whole_uri(self, hit: re.Match[str]) -> Match | None:
        """The match of a whole URI at a hit, which was not taken because the next line may continue it."""
        pattern, colon = self.plan.pattern, hit.start()
        if self.joiner is None or pattern is None or hit.re.pattern not in (pattern.pattern, _COLON.pattern):
            return None
        whole = hit if hit.re is pattern else pattern.match(self.source.text, colon)
        if whole is None or whole.lastindex is None or whole.end() - colon > self.plan.room:
            return None
        return fast_match(self.source.text, colon, whole.end(), whole.lastindex)

    def _match_of(self, found: Match | Candidate) -> Match | None:
        """The match that a fast path found, with the remarks on the line end after it, or None if it is in doubt."""
        if isinstance(found, Candidate):
            alone = self.joiner.alone(found) if self.joiner else found
            return alone and first_match(alone, self.plan.schemes, self.plan.options.max_length)
        if self.joiner is None:
            return found
        evidence = self.joiner.evidence_of_end(found)
        return None if evidence is None else with_evidence(self.source, found, *evidence)

    def match_at(self, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The result of `match_at_fast` if the fast path is not used.

        Running text that was read and refused is not read again, so the next match begins after it.
        """
        for candidate in self._candidates(hit):
            if isinstance(candidate, SkipTo):
                return self._skip(candidate, position)
            if candidate.start < self.source.position:
                continue
            match = first_match(candidate, self.plan.schemes, self.plan.options.max_length)
            if match is not None:
                return match, match.end
            if not (candidate.no_trim or candidate.gaps):
                position = max(position, candidate.start + len(candidate.text))
        return None, position

    def _skip(self, skip: SkipTo, position: int) -> tuple[None, int]:
        self.names_from = max(self.names_from, skip.names)
        return None, max(position, skip.matches)

    def _candidates(self, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
        """The candidates at a hit, likeliest first."""
        options = self.plan.options
        seen_by = hit.re.pattern
        if seen_by in self.plan.scans:
            found = self.plan.scans[seen_by][1](self.source, hit)
        else:
            found = candidates(self.source, hit)
        if self.refanged is not None and not FOUND_DEFANGED.issubset(options.kinds):
            found = self.refanged.without_plain_names(found, self.source, options.kinds | {"uri"})
        return found if self.joiner is None else self.joiner.with_joined(hit, found)
