"""From a candidate to a match: its readings trimmed, completed and validated, the first valid one with the others."""

from linksift.finding.complete import applied, completed, source_steps
from linksift.finding.match import MOST_ALTERNATIVES, Candidate, Match, Step, Told, new_match
from linksift.finding.rejoin import Reading, readings
from linksift.finding.scan import Schemes
from linksift.finding.trim import trim
from linksift.uri import InvalidHost, is_uri, split, split_authority


def first_match(candidate: Candidate, schemes: Schemes) -> Match | None:
    """The first valid reading of a candidate, with the other valid ones as its alternatives."""
    matches = [match for reading in readings(candidate) if (match := proved(reading, schemes)) is not None]
    others = candidate.others
    if candidate.longer is not None:
        others = (candidate._replace(text=candidate.longer, longer=None, remarks=(), others=()), *others)
    matches += filter(None, [first_match(other, schemes) for other in others])
    if len(matches) < 2:
        return matches[0] if matches else None
    return matches[0].with_alternatives(unlike(matches))


def unlike(matches: list[Match]) -> tuple[Match, ...]:
    """The alternatives to the first match: those with another URI than it and each other."""
    seen = {matches[0].uri: matches[0]}
    for match in matches[1:]:
        seen.setdefault(match.uri, match)
    return tuple(seen.values())[1 : MOST_ALTERNATIVES + 1]


def proved(reading: Reading, schemes: Schemes) -> Match | None:
    """The match of a reading: trimmed, completed, validated; None when no valid URI comes of it."""
    candidate = reading.candidate
    end, trimmed = (len(reading.text), ()) if candidate.exact else trim(candidate, reading.text)
    text = reading.text[:end]
    if not candidate.exact and candidate.kind == "uri" and not says_something(text, schemes):
        return None
    try:
        changed = completed(candidate, text)
    except InvalidHost:
        return None
    uri = applied(text, changed)
    if not (schemes.iris or text.isascii()) or not is_uri(uri) or not has_what_it_needs(uri, schemes):
        return None
    source_end = reading.source_end(end)
    remarks = [Step(by, reading.source(a), reading.source_end(b), None) for by, a, b in trimmed]
    steps = (*source_steps(reading, source_end, changed), *reading.remarks, *candidate.remarks, *remarks)
    raw, rest = candidate.text[: source_end - candidate.start], ""
    if trimmed:
        sure = 1 if candidate.closer and candidate.enclosure else 0  # the closer of brackets that open before the URI
        rest = candidate.text[len(raw) : reading.source_end(len(reading.text)) - candidate.start - sure]
    told = Told(steps, (), rest)
    return new_match(uri, candidate.start, source_end, raw, candidate.kind, candidate.enclosure, told)


def says_something(text: str, schemes: Schemes) -> bool:
    """Whether enough is left of a URI in running text, trimmed, to tell it from prose."""
    scheme, _, rest = text.partition(":")
    if rest.startswith("//"):
        return rest != "//"
    return rest != "" and schemes.holds_what_it_must(scheme, rest)


def has_what_it_needs(uri: str, schemes: Schemes) -> bool:
    """Whether a valid URI has the host that its scheme needs."""
    parts = split(uri)
    if not schemes.needs_host(parts.scheme or ""):
        return True
    return bool(parts.authority and split_authority(parts.authority).host)
