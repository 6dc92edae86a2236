"""Makes the kernel of a finder: passes the patterns, tables and bounds of Python's search and fast path to C."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from string import ascii_letters, digits

from linksift.delimiters import NAMED_BY_DNS, WHITE_SPACE
from linksift.finding.fast_path import addresses_and_domains
from linksift.finding.fast_path.whole_uris import DOUBTFUL_BEFORE_NAME, LONGEST_TAIL, LOOKS_AT_STEM
from linksift.finding.kernel import kernel_callbacks
from linksift.finding.kernel.load_kernel import COMPILED, Kernel, checkpoint
from linksift.finding.kernel.regex_compiler import Program, Untranslatable, program
from linksift.finding.line_prefixes import IN_PREFIX, LONGEST_PREFIX
from linksift.finding.match import Match, MutableMatch
from linksift.finding.options import Options
from linksift.finding.readings.first_valid_reading import is_usable
from linksift.finding.scan import triggers
from linksift.finding.scan.candidates_at_hit import SCANS, added_scheme
from linksift.finding.scan.character_roles import EMPHASIS, PUNCTUATION
from linksift.finding.scan.enclosed import angle_brackets
from linksift.finding.scan.enclosed.quotes import QUOTED_LINES, opens_before
from linksift.finding.scan.enclosures import ENCLOSURES, STRING_QUOTES
from linksift.finding.scan.escaped_characters import ENDS_ESCAPE, LONGEST_ESCAPE
from linksift.finding.scan.host_names import LONGEST_HOST, may_begin_host, may_run_into_sentence
from linksift.finding.scan.names import bare_domains, email_addresses, ip_addresses, www_names
from linksift.finding.scan.running_text import FARTHEST_NEEDED, LOOKAHEAD
from linksift.finding.scan.scanned_text import ENDS_OPAQUE_PART, IN_USERINFO, IN_WORD, ScannedText
from linksift.finding.scan.schemes import LONGEST_SCHEME, NOT_FIRST, SCHEME_CHARACTERS, Schemes

Trigger = tuple[Program, str, str, str, str]
"""The program of a trigger, its literal, the code that makes the matches at its hits, and their prefix and kind."""


_SLOTS = tuple(
    MutableMatch.__dict__[name] for name in ("uri", "start", "end", "text", "kind", "enclosure", "_stored_details")
)

_READINGS = {bare_domains.NO_DOMAIN: 0, bare_domains.SOMETHING_ELSE: 1, bare_domains.PLAIN: 2, bare_domains.IN_DOUBT: 3}
"""The readings of a name, as numbers (see `scan.bare_domains`)."""

_TRIED = ("http", "ttps")
"""The ends of schemes whose plainest URIs the trigger has tried to match, except after a character of `glue`."""

_ASK = "ask", ""
_RECIPES = {
    triggers.IN_ANGLES.pattern: ("angles", "uri"),
    email_addresses.TRIGGER: ("addresses", "email"),
    bare_domains.TRIGGER: ("domains", "domain"),
    **dict.fromkeys(www_names.TRIGGERS, ("suffixes", "suffix")),
    ip_addresses.FOUR_PARTS: ("ip_addresses", "ip"),
    ip_addresses.IN_BRACKETS: ("ip_addresses", "ip"),
    **dict.fromkeys(ip_addresses.BARE_IPV6, ("bare_ipv6_addresses", "ip")),
}
"""The code that makes the matches at the hits of each trigger, and their kind."""

_NEVER_IN_LOCAL_PART = [
    code for code in range(0x80) if chr(code) != "'" and email_addresses.local_part_start(f"a{chr(code)}", 2) == 2
]
"""The ASCII characters that no local part in running text contains; an apostrophe may be in one after a letter."""

_CHARACTERS = {
    "in_scheme": SCHEME_CHARACTERS,
    "not_first_in_scheme": NOT_FIRST,
    "before_path": "/:._",
    "ends_escape": "".join(ENDS_ESCAPE),
    "punctuation": PUNCTUATION,
    "doubtful_before": STRING_QUOTES,
    "doubtful_in_tail": LOOKS_AT_STEM,
    "in_local_part": addresses_and_domains.IN_LOCAL_PART,
    "in_name": bare_domains.IN_NAME,
    "not_before_name": "".join(bare_domains.NOT_AFTER),
    "doubtful_before_name": "".join(DOUBTFUL_BEFORE_NAME),
    "in_enclosed_local_part": addresses_and_domains.IN_ENCLOSED_LOCAL_PART,
    "opens_emphasis": "".join(ENCLOSURES) + EMPHASIS,
    "glue": SCHEME_CHARACTERS + ":",
    "ends_opaque_part": ENDS_OPAQUE_PART + WHITE_SPACE,
    "before_angles": "".join(
        before for before in map(chr, range(0x80)) if not angle_brackets.is_glued(before + "<", 1)
    ),
    "ends_emphasis": EMPHASIS,
    "never_in_local_part": "".join(map(chr, _NEVER_IN_LOCAL_PART)).replace("\\", ""),  # it may escape the at sign
    "not_before_address": "".join(  # a backslash may begin an escape before an address
        before
        for before in map(chr, _NEVER_IN_LOCAL_PART)
        if before != "\\" and email_addresses.is_in_word(before + "a", 1)
    ),
    "in_prefix": IN_PREFIX,
    "digit": digits,
    "letter": ascii_letters,
    "leads_to_number": ip_addresses.LEADS_TO_NUMBER,
    "always_trimmed": PUNCTUATION.replace(";", ""),  # a semicolon may end a character reference
    "in_ipv6": ip_addresses.IN_IPV6,
    "opens_quotes": "".join(before for before in map(chr, range(0x80)) if opens_before(before, 1)),
}


def kernel(options: Options, schemes: Schemes, patterns: Sequence[re.Pattern[str]], line_ends: str) -> Kernel | None:
    """The kernel for these options and triggers, the first of which is the scheme trigger. `line_ends` matches the text
    after a URI that the next line may continue.

    None if the kernel was not built or does not know something that a pattern contains.
    """
    if COMPILED is None:
        return None
    try:
        recipes = [*_triggers(options, patterns)]
        programs = _programs(line_ends)
    except Untranslatable:
        return None
    known, enclosed = schemes.top_level_domains, (schemes, options.max_length, options.rejoin != "never")
    made: Kernel = COMPILED.Kernel(
        match_type=Match,
        slots=_SLOTS,
        triggers=recipes,
        programs=programs,
        memos={
            "scheme": partial(_scheme, schemes),
            "needed": schemes.required_characters,
            "is_top_level": lambda label: label.lower() in known,
            "reads_as": lambda name: _READINGS[bare_domains.reads_as(schemes, name)],
            "in_angles": partial(_bits, schemes),
            "is_broken_scheme": lambda opened: (
                angle_brackets.broken_scheme_before(ScannedText(opened, schemes), len(opened)) > 0
            ),
            "may_begin_host": may_begin_host,
            "may_be_in_name": bare_domains.may_be_in_name,
            "may_run_into_sentence": lambda name: may_run_into_sentence(name, known),
            "around_link": kernel_callbacks.link_window,
            "around_address": kernel_callbacks.address_window,
            "around_name": kernel_callbacks.name_window,
            "around_domain": kernel_callbacks.domain_window,
            "around_plain": partial(kernel_callbacks.plain_window, schemes),
            "is_plain_host": partial(kernel_callbacks.is_any_plain_host, schemes),
            "bare_ipv6": partial(kernel_callbacks.bare_ipv6_match, schemes, options.max_length, options.default_scheme),
            "introduces": ip_addresses.introduces,
            "enclosed_address": partial(addresses_and_domains.enclosed_address, schemes, options.max_length),
            "plain_in_quotes": partial(kernel_callbacks.plain_in_quotes, *enclosed),
            "plain_in_angles": partial(kernel_callbacks.plain_in_angles, *enclosed),
        },
        characters=_CHARACTERS,
        numbers={
            "most_in_scheme": LONGEST_SCHEME,
            "most_in_local_part": email_addresses.LONGEST_LOCAL_PART,
            "most_in_host": LONGEST_HOST,
            "most_in_tail": LONGEST_TAIL,
            "max_length": options.max_length,
            "angle_distance": 2 * LONGEST_SCHEME,
            "url_distance": triggers.LONGEST_URL_PREFIX,
            "longest_escape": LONGEST_ESCAPE,
            "farthest_needed": FARTHEST_NEEDED,
            "longest_prefix": LONGEST_PREFIX,
            "longest_number": ip_addresses.LONGEST_NUMBER,
            "longest_ipv6": ip_addresses.LONGEST_IPV6,
            "farthest_before_number": ip_addresses.FARTHEST_BEFORE,
            "farthest_ahead": max(triggers.FARTHEST_AHEAD, LOOKAHEAD),
            "joins_lines": options.joins_lines,
            "has_templates": bool(options.templates),
        },
        is_usable=is_usable if options.unusable_hosts == "skip" else None,
        checkpoint=checkpoint,
    )
    return made


def _scheme(schemes: Schemes, text: str) -> int:
    """The length and the bits of the scheme at the end of a text, before a colon; 0 if there is none."""
    start = schemes.start_before(text, len(text))
    return 0 if start < 0 else (len(text) - start) << len(_SCHEME_BITS) | _bits(schemes, text[start:])


def _bits(schemes: Schemes, name: str) -> int:
    """The finder's knowledge about a scheme, as bits."""
    return sum(test(schemes, name) << place for place, test in enumerate(_SCHEME_BITS))


_SCHEME_BITS: tuple[Callable[[Schemes, str], bool], ...] = (
    lambda schemes, name: schemes.any,
    lambda schemes, name: not schemes.has_no_authority(name),
    lambda schemes, name: name.endswith(_TRIED),
    lambda schemes, name: name.lower() in schemes.opaque,
    lambda schemes, name: name.lower() in schemes.rooted,
    Schemes.needs_host,
    Schemes.known,
    lambda schemes, name: name.lower() in NAMED_BY_DNS,
)


def _triggers(options: Options, patterns: Sequence[re.Pattern[str]]) -> Iterator[Trigger]:
    """The triggers in the order of their patterns, each with the code that makes its matches."""
    first, *others = patterns
    yield _trigger(first, "uris", "", "uri")
    for pattern in others:
        recipe, kind = _RECIPES.get(pattern.pattern, _ASK)
        yield _trigger(pattern, recipe, _prefix(kind, pattern.pattern, options.default_scheme), kind)


def _prefix(kind: str, trigger: str, default_scheme: str) -> str:
    """The scheme that the names of a trigger get, with its colon, and its slashes if a host follows; "" for URIs."""
    if kind not in SCANS:
        return ""
    return added_scheme(kind, trigger, default_scheme) + (":" if kind == "email" else "://")


def _trigger(pattern: re.Pattern[str], recipe: str, prefix: str, kind: str) -> Trigger:
    made = program(pattern.pattern, pattern.flags)
    if not made.literal:
        raise Untranslatable(f"no literal begins {pattern.pattern!r}")
    return made, made.literal, recipe, prefix, kind


def _programs(line_ends: str) -> dict[str, Program]:
    """The programs of the patterns that the fast path uses besides the triggers."""
    return {
        "fast_path": program(triggers.FAST_PATH),
        "opaque": program(triggers.OPAQUE),
        "host": program(r"[A-Za-z0-9.\-_]*+"),
        "local_part": program(rf"(?:{addresses_and_domains.LOCAL_PART.pattern})\Z"),
        "local_part_in_angles": program(rf"(?:{email_addresses.LOCAL_PART_IN_ANGLES.pattern})\Z"),
        "closed_angles": program(triggers.CLOSED_ANGLES),
        "broken_scheme": program(angle_brackets.BROKEN_SCHEME.pattern),
        "designator": program(angle_brackets.DESIGNATOR),
        "user": program(f"{IN_USERINFO}*+"),
        "word": program(f"{IN_WORD}*+"),
        "line_ends": program(line_ends),
        "some_user": program(triggers.SOME_USER),
        "enclosed_word": program(addresses_and_domains.ENCLOSED_WORD),
        "path": program(bare_domains.PATH.pattern),
        "variable": program(bare_domains.VARIABLE),
        "url_prefix": program(angle_brackets.URL_PREFIX.pattern),
        "content_and_closer": program(angle_brackets.CONTENT_AND_CLOSER),
        "quoted_lines": program(QUOTED_LINES),
        "plain_host": program(rf"(?:\[[0-9A-Fa-f:.]++\]|{triggers.PLAIN_HOST})"),
        "after_plain_host": program(triggers.AFTER_PLAIN_HOST),
        "four_numbers": program(ip_addresses.FOUR_NUMBERS),
        "heading": program(ip_addresses.HEADING),
        "number_after_address": program(ip_addresses.NUMBER_AFTER),
    }
