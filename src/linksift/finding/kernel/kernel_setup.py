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
from linksift.finding.scan.enclosures import STRING_QUOTES
from linksift.finding.scan.escaped_characters import ENDS_ESCAPE, LONGEST_ESCAPE
from linksift.finding.scan.host_names import LONGEST_HOST, may_begin_host, may_run_into_sentence
from linksift.finding.scan.names import bare_domains, email_addresses, ip_addresses, www_names
from linksift.finding.scan.running_text import FARTHEST_NEEDED
from linksift.finding.scan.scanned_text import ENDS_OPAQUE_PART, IN_USERINFO, IN_WORD, ScannedText
from linksift.finding.scan.schemes import (
    BEFORE_SUBFIELD_CODE,
    LONGEST_SCHEME,
    NOT_FIRST,
    SCHEME_CHARACTERS,
    Schemes,
)

Trigger = tuple[Program, str, str, str, str]
"""The program of a trigger, its literal, the code that makes the matches at its hits, and their prefix and kind."""


_SLOTS = tuple(
    MutableMatch.__dict__[name] for name in ("uri", "start", "end", "text", "kind", "enclosure", "_stored_details")
)

_READINGS = {bare_domains.NO_DOMAIN: 0, bare_domains.SOMETHING_ELSE: 1, bare_domains.PLAIN: 2, bare_domains.IN_DOUBT: 3}
"""The readings of a name, as numbers (see `scan.bare_domains`)."""

_TRIED = ("http", "ttps")
"""The ends of schemes whose plainest URIs the trigger has tried to match, except after a character of `GLUE`."""

_ASK = "ASK", ""
_RECIPES = {
    triggers.IN_ANGLES.pattern: ("ANGLES", "uri"),
    email_addresses.TRIGGER: ("ADDRESSES", "email"),
    bare_domains.TRIGGER: ("DOMAINS", "domain"),
    **dict.fromkeys(www_names.TRIGGERS, ("SUFFIXES", "suffix")),
    ip_addresses.FOUR_PARTS: ("IP_ADDRESSES", "ip"),
    ip_addresses.IN_BRACKETS: ("IP_ADDRESSES", "ip"),
    **dict.fromkeys(ip_addresses.BARE_IPV6, ("BARE_IPV6_ADDRESSES", "ip")),
}
"""The code that makes the matches at the hits of each trigger, and their kind."""

_NEVER_IN_LOCAL_PART = [
    code for code in range(0x80) if chr(code) != "'" and email_addresses.local_part_start(f"a{chr(code)}", 2) == 2
]
"""The ASCII characters that no local part in running text contains; an apostrophe may be in one after a letter."""

_CHARACTERS = {
    "IN_SCHEME": SCHEME_CHARACTERS,
    "NOT_FIRST_IN_SCHEME": NOT_FIRST,
    "BEFORE_PATH": "/:._",
    "ENDS_ESCAPE": "".join(ENDS_ESCAPE),
    "TELLS_SCHEME": "".join(BEFORE_SUBFIELD_CODE) + ".",
    "PUNCTUATION": PUNCTUATION,
    "DOUBTFUL_BEFORE": STRING_QUOTES,
    "DOUBTFUL_IN_TAIL": LOOKS_AT_STEM,
    "IN_LOCAL_PART": addresses_and_domains.IN_LOCAL_PART,
    "IN_NAME": bare_domains.IN_NAME,
    "NOT_BEFORE_NAME": "".join(bare_domains.NOT_AFTER),
    "DOUBTFUL_BEFORE_NAME": "".join(DOUBTFUL_BEFORE_NAME),
    "IN_ENCLOSED_LOCAL_PART": addresses_and_domains.IN_ENCLOSED_LOCAL_PART,
    "GLUE": SCHEME_CHARACTERS + ":",
    "ENDS_OPAQUE_PART": ENDS_OPAQUE_PART + WHITE_SPACE,
    "BEFORE_ANGLES": "".join(
        before for before in map(chr, range(0x80)) if not angle_brackets.is_glued(before + "<", 1)
    ),
    "ENDS_EMPHASIS": EMPHASIS,
    "NEVER_IN_LOCAL_PART": "".join(map(chr, _NEVER_IN_LOCAL_PART)).replace("\\", ""),  # it may escape the at sign
    "NOT_BEFORE_ADDRESS": "".join(  # a backslash may begin an escape before an address
        before
        for before in map(chr, _NEVER_IN_LOCAL_PART)
        if before != "\\" and email_addresses.is_in_word(before + "a", 1)
    ),
    "IN_PREFIX": IN_PREFIX,
    "DIGIT": digits,
    "LETTER": ascii_letters,
    "LEADS_TO_NUMBER": ip_addresses.LEADS_TO_NUMBER,
    "ALWAYS_TRIMMED": PUNCTUATION.replace(";", ""),  # a semicolon may end a character reference
    "IN_IPV6": ip_addresses.IN_IPV6,
    "OPENS_QUOTES": "".join(before for before in map(chr, range(0x80)) if opens_before(before, 1)),
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
            "SCHEME": partial(_scheme, schemes),
            "NEEDED": schemes.required_characters,
            "IS_TOP_LEVEL": lambda label: label.lower() in known,
            "READS_AS": lambda name: _READINGS[bare_domains.reads_as(schemes, name)],
            "IN_ANGLES": partial(_bits, schemes),
            "IS_BROKEN_SCHEME": lambda opened: (
                angle_brackets.broken_scheme_before(ScannedText(opened, schemes), len(opened)) > 0
            ),
            "MAY_BEGIN_HOST": may_begin_host,
            "MAY_BE_IN_NAME": kernel_callbacks.may_be_beside_name,
            "MAY_RUN_INTO_SENTENCE": lambda name: may_run_into_sentence(name, known),
            "AROUND_LINK": kernel_callbacks.link_window,
            "AROUND_ADDRESS": kernel_callbacks.address_window,
            "AROUND_NAME": kernel_callbacks.name_window,
            "AROUND_DOMAIN": kernel_callbacks.domain_window,
            "AROUND_PLAIN": partial(kernel_callbacks.plain_window, schemes),
            "IS_PLAIN_HOST": partial(kernel_callbacks.is_any_plain_host, schemes),
            "BARE_IPV6": partial(kernel_callbacks.bare_ipv6_match, schemes, options.max_length, options.default_scheme),
            "INTRODUCES": ip_addresses.introduces,
            "ENCLOSED_ADDRESS": partial(addresses_and_domains.enclosed_address, schemes, options.max_length),
            "PLAIN_IN_QUOTES": partial(kernel_callbacks.plain_in_quotes, *enclosed),
            "PLAIN_IN_ANGLES": partial(kernel_callbacks.plain_in_angles, *enclosed),
        },
        characters=_CHARACTERS,
        numbers={
            "MOST_IN_SCHEME": LONGEST_SCHEME,
            "MOST_IN_LOCAL_PART": email_addresses.LONGEST_LOCAL_PART,
            "MOST_IN_HOST": LONGEST_HOST,
            "MOST_IN_TAIL": LONGEST_TAIL,
            "MAX_LENGTH": options.max_length,
            "ANGLE_DISTANCE": 2 * LONGEST_SCHEME,
            "URL_DISTANCE": triggers.LONGEST_URL_PREFIX,
            "LONGEST_ESCAPE": LONGEST_ESCAPE,
            "FARTHEST_NEEDED": FARTHEST_NEEDED,
            "LONGEST_PREFIX": LONGEST_PREFIX,
            "LONGEST_NUMBER": ip_addresses.LONGEST_NUMBER,
            "LONGEST_IPV6": ip_addresses.LONGEST_IPV6,
            "FARTHEST_BEFORE_NUMBER": ip_addresses.FARTHEST_BEFORE,
            "FARTHEST_AHEAD": triggers.FARTHEST_AHEAD,
            "JOINS_LINES": options.joins_lines,
            "HAS_TEMPLATES": bool(options.templates),
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
    yield _trigger(first, "URIS", "", "uri")
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
        "FAST_PATH": program(triggers.FAST_PATH),
        "OPAQUE": program(triggers.OPAQUE),
        "HOST": program(r"[A-Za-z0-9.\-_]*+"),
        "LOCAL_PART": program(rf"(?:{addresses_and_domains.LOCAL_PART.pattern})\Z"),
        "LOCAL_PART_IN_ANGLES": program(rf"(?:{email_addresses.LOCAL_PART_IN_ANGLES.pattern})\Z"),
        "CLOSED_ANGLES": program(triggers.CLOSED_ANGLES),
        "BROKEN_SCHEME": program(angle_brackets.BROKEN_SCHEME.pattern),
        "DESIGNATOR": program(angle_brackets.DESIGNATOR),
        "USER": program(f"{IN_USERINFO}*+"),
        "WORD": program(f"{IN_WORD}*+"),
        "LINE_ENDS": program(line_ends),
        "SOME_USER": program(triggers.SOME_USER),
        "ENCLOSED_WORD": program(addresses_and_domains.ENCLOSED_WORD),
        "PATH": program(bare_domains.PATH.pattern),
        "VARIABLE": program(bare_domains.VARIABLE),
        "URL_PREFIX": program(angle_brackets.URL_PREFIX.pattern),
        "CONTENT_AND_CLOSER": program(angle_brackets.CONTENT_AND_CLOSER),
        "QUOTED_LINES": program(QUOTED_LINES),
        "PLAIN_HOST": program(rf"(?:\[[0-9A-Fa-f:.]++\]|{triggers.PLAIN_HOST})"),
        "AFTER_PLAIN_HOST": program(triggers.AFTER_PLAIN_HOST),
        "FOUR_NUMBERS": program(ip_addresses.FOUR_NUMBERS),
        "HEADING": program(ip_addresses.HEADING),
        "NUMBER_AFTER_ADDRESS": program(ip_addresses.NUMBER_AFTER),
    }
