"""Finds where the authority ends in running text (RFC 3986, 3.2), in which hosts are more restricted than reg-name.

In text, a host consists of letters, digits, `-` `_` `.`, percent-encoded octets and the characters beyond ASCII that
UTS #46 accepts, or is an IP literal. A host is never repaired: one that breaks off produces no match.
"""

import re
import string
from bisect import bisect_right

from linksift.delimiters import HTTP_OR_FTP, INVISIBLE, LINE_BREAKS
from linksift.finding.scan.beyond_ascii import asian_punctuation
from linksift.finding.scan.character_roles import CLOSERS, EMPHASIS, PUNCTUATION, SOFT_HYPHEN, TRIMMED_BEYOND_ASCII
from linksift.finding.scan.escaped_characters import NO_WIDTH, REFERENCE, reference_ends
from linksift.finding.scan.host_names import (
    DOTS,
    LETTER,
    LONGEST_HOST,
    LONGEST_LABEL,
    OUTSIDE,
    STOP,
    SYMBOL,
    completes_name,
    could_be_prose,
    domain_in_label,
    ends_as_text,
    is_complete_host,
    is_complete_name,
    is_name,
    joins_names,
    may_begin_host,
    may_run_into_sentence,
    role_in_host,
)
from linksift.finding.scan.scanned_text import DANGLING_AT, ScannedText, ScanState
from linksift.finding.scan.template_placeholders import without_placeholders
from linksift.finding.scan.triggers import NO_ADDRESS_FOR_PORT
from linksift.finding.scan.uri_end import host_character, runs_to
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import written_without_spaces
from linksift.uri import IP_LITERAL, OTHER_DOTS, PLAIN_LETTERS

MOST_READ_OF_NAME = 2 * LONGEST_HOST
"""The maximum number of code points read as one name. A longer run is not a name, even without its soft hyphens."""

MOST_PLACEHOLDERS = 8

MOST_READ_OF_USER = 256
_MORE_AT_SIGNS = lazy_pattern(rf"(?:[\w.\-%:]{{1,{MOST_READ_OF_USER}}}+@){{1,8}}+(?=\S)", re.ASCII)
_IN_HOST = rf"[A-Za-z0-9\-_.]{{0,{MOST_READ_OF_NAME}}}+"
_ROFF_ESCAPE = rf"(?<=[A-Za-z0-9\-])(?:{NO_WIDTH}|\\-(?=(?:[A-Za-z0-9\-]|\\[\-&]){{1,{LONGEST_LABEL}}}+(?<!-)[./]))"
"""A dot or a hyphen in a label, as the source of a manual page writes it: `git\\-scm\\&.com`."""

_HOST = lazy_pattern(rf"{_IN_HOST}(?:(?:%[0-9A-Fa-f]{{2}}|{_ROFF_ESCAPE}){_IN_HOST}){{0,{LONGEST_HOST}}}")
_DOTS = lazy_pattern(r"\.\.?(?=/)")
"""The start of a relative path in place of a host: `file://../a` (rust linkify's tests, AWS's docs)."""

_PORT = lazy_pattern(rf":{NO_ADDRESS_FOR_PORT}(?:[0-9]++|(?=[/?#\s]|\Z))")
_PASSWORD = lazy_pattern(
    rf":(?!@)(?:<[^\s<>@]{{1,{MOST_READ_OF_USER}}}+>)?+[^\s/?#@\"'`<>|\\]{{0,{MOST_READ_OF_USER}}}+@(?=\S)"
)
"""A password that userinfo cannot contain, such as a placeholder: the text before it is a user, not a host."""

_AFTER_HOST = lazy_pattern(r"[/?#]|:[0-9/?#]")
_PATH_OR_PORT = lazy_pattern(
    rf"(?:[{OTHER_DOTS}][^\s/?#:]{{1,{LONGEST_LABEL}}}+)?(?:[/?#]|:(?!//)[0-9/?#])|[{OTHER_DOTS}][A-Za-z0-9]"
)
"""A path or port after a label, or after an ideographic full stop and another label; or such a stop before ASCII."""

_PARTS = ("/", "?", "#")
_GOES_ON = frozenset(f"{string.ascii_letters}{string.digits}.-_%@:$[{{\\")
"""The characters that may continue a host, or show that the text before them is not one."""

_IN_USERINFO = frozenset("!&'()*+,;=~")
_AT_SIGN = lazy_pattern(rf"(?!{DANGLING_AT})@(?=\S)")
_SIGN_OF_VARIABLE = lazy_pattern(r"[$%](?=[A-Za-z0-9_({])")
_DEFANGED = lazy_pattern(r"[\[{]\s?(?:[.:@/]|://|//|dot|at)\s?[\]}]", re.IGNORECASE)
_IN_CODE = r"\$(?:\w{1,64}+|\{[^{}\n]{0,256}\}|\([^()\s]{0,256}\))|%(?:\(\w{1,64}\))?s"
_VARIABLE = lazy_pattern(_IN_CODE)
"""A variable or placeholder of code: `$path`, `${path}`, `$(path)`, `$1`, `%s`, `%(path)s`."""

_TEMPLATE = lazy_pattern(rf"(?:\{{{{1,2}}[^\s{{}}]{{0,256}}\}}{{1,2}}|{_IN_CODE})[^\x00-$&-,/:-@\[-^`{{-\x7f]")
"""A placeholder before a letter, a digit, `-_.%` or a character beyond ASCII. The class is written as the complement of
all other characters, which compiles faster."""

_TRIMMED = re.escape(PUNCTUATION + CLOSERS + EMPHASIS + TRIMMED_BEYOND_ASCII)
_DELIMITER = rf"(?:\Z|[\s<>\"`{INVISIBLE}]|({REFERENCE}))"
_MISSING_SPACE = rf"(?:[{re.escape(CLOSERS)}][{_TRIMMED}]*+|[,;!]++)(?=[^\W\d_])"
_REST_OF_NAME = r"[^\s/?#\\]{0,256}?(?:@|\.[^\W\d_]|:[0-9])"
_ENDS_ANY_HOST = lazy_pattern(
    rf"\[/|(?:['’]s)?[{_TRIMMED}@]*+{_DELIMITER}|[{_TRIMMED}]++[|\\^(\[]|[^A-Za-z0-9](?:\s|\Z)"
    rf"|{_MISSING_SPACE}(?!{_REST_OF_NAME})"
)
"""The text that follows a whole host, even one with a single label: white space, a delimiter (which may be a character
reference) or the end, after characters that are trimmed or one other character; or the next sentence without a space,
as in `(see http://intranet).Next`, unless the word shows that it is a name (`http://a!b.example`)."""

_AFTER_DOTS = lazy_pattern(
    rf"\.\.++([^\W\d_]{{1,{LONGEST_LABEL}}}+)(?:['’][^\W\d_]{{1,4}}+)?[{_TRIMMED}]*+{_DELIMITER}"
)
"""Dots and a word that continue the sentence: `http://a.example...and`."""

_WORD_OF_SENTENCE = lazy_pattern(rf"\.([^\W\d_]{{1,{LONGEST_LABEL}}}+)(?=[\s,]|\Z|['’](?:[ds]|ll|re|ve)\b)")
"""A dot and a word of letters that certainly does not continue like a name."""

_WORD_BEFORE = lazy_pattern(r"(?<!\\)[A-Za-z]{2}")
"""The end of a word, but not an escape of two letters, such as roff's `\\fB`."""

_NAME_GOES_ON = lazy_pattern(r"[\w@/\-]|[.:]\w")
"""What follows a name with which it is something longer."""

_SCHEME_AT_END = lazy_pattern(rf"(?:(?<=[^\W_])|(?<=[^\W_]\.))(?:{HTTP_OR_FTP})\Z", re.IGNORECASE)
"""A scheme at the end of what was read as a name; the sentence's full stop may precede it."""

_DASH = lazy_pattern(r"--|-(?=[^.]*+\Z)")
"""A dash of two hyphens, or else the first hyphen in the last label; no top-level domain has one, except A-labels."""

_URI_CONTINUES = lazy_pattern(r"[/?#]|:[0-9]|\.\w")
_INVISIBLE = lazy_pattern(f"[{INVISIBLE}]")
_IP_LITERAL = lazy_pattern(IP_LITERAL)


def authority(state: ScanState, position: int, needs_host: bool) -> int:
    """The end of the authority at `position`; -1 if there is none, or if it lacks the host that it needs.

    If the URI ends with the authority, `state.ended_by` is set; if the host broke off, `state.broke_off` is set.
    """
    dots = None if needs_host else _DOTS.match(state.text, position)
    if dots:
        return dots.end()
    after_user = userinfo_end(state, position)
    if after_user > position and runs_to(state, position, after_user - 1):
        position = after_user
    is_empty = state.schemes.placeholders is None and not may_begin_host(state.text[position : position + 1])
    end = position if is_empty else host(state, position)
    if end == position and needs_host:
        state.broke_off = state.needs_complete_host
        return -1
    return with_port(state, position, end)


def userinfo_end(state: ScanState, position: int) -> int:
    """The end of the userinfo at `position`, including its `@`; `position` if there is none.

    Letters beyond ASCII, stray `%` and all `@` but the last are percent-encoded, as in browsers (URL Standard, 4.4).

    >>> found("http://usér:50%@a.example/ and http://a.example@b.example@c.example/")
    ['http://us%C3%A9r:50%25@a.example/', 'http://a.example%40b.example@c.example/']
    """
    at = state.source.at_sign_after_user(position)
    if at < 0 or not (state.schemes.iris or state.text[position:at].isascii()):
        return position
    more = _MORE_AT_SIGNS.match(state.text, at + 1)
    return more.end() if more else at + 1


def with_port(state: ScanState, position: int, end: int) -> int:
    """The end of the authority whose host extends from `position` to `end`; for -1 and the state, see `authority`."""
    if end >= 0 and is_prose_after_scheme(state, position, end):
        state.broke_off = True
        return -1
    if end < 0 or state.ended_by not in (None, symbol_after_name):
        return end
    after = port(state, end)
    if state.text.startswith(_PARTS, after):
        return after
    if (
        breaks_off(state, position, end, after)
        or is_stump(state, position, end, after)
        or has_placeholder_for_port(state, end, after)
        or _PASSWORD.match(state.text, after)
    ):
        state.broke_off = True
        return -1
    return after


def has_placeholder_for_port(state: ScanState, end: int, after: int) -> bool:
    """Whether the port after the host that ends at `end` has a template's placeholder in place of a number.

    >>> linksift.has_link("http://a.example:{b} http://a.example:8{b}/", templates="{}")
    False
    """
    pattern, colon = state.schemes.placeholders, state.text.startswith(":", end)
    return colon and pattern is not None and pattern.match(state.text, max(after, end + 1)) is not None


def is_prose_after_scheme(state: ScanState, position: int, end: int) -> bool:
    """Whether `text[position:end]` is not a host, but prose about a scheme: `URL必须以http://或https://开头`.

    It has a single label with Han, Kana, Hangul or Thai, without a path, a port or a full stop, and is not alone in
    quotes.

    >>> found("以http://开头。 http://로 시작 http://例え/ http://例え.example 'https://例え'")
    ['http://xn--r8jz45g/', 'http://xn--r8jz45g.example', 'https://xn--r8jz45g']
    """
    if not state.needs_complete_host:
        return False
    name, after = state.text[position:end], state.text[end : end + 1]
    if name.isascii() or not DOTS.isdisjoint(name) or (after and after in state.quote_closers):
        return False
    return any(map(written_without_spaces, name)) and _PATH_OR_PORT.match(state.text, end) is None


def host(state: ScanState, position: int) -> int:
    """The end of the host at `position`; `position` if it is empty, and -1 if it breaks off or is not a name."""
    text = state.text
    if text.startswith("[", position):
        literal = _IP_LITERAL.match(text, position)
        return literal.end() if literal else -1
    end = templated_name_end(state, name_end(state, position))
    is_too_long = end - position >= MOST_READ_OF_NAME
    if is_too_long or (
        end > position and (breaks_off(state, position, end, end) or is_cut_short(state, position, end))
    ):
        state.broke_off = True
        return -1
    if text.startswith(("..?", "..#"), max(position, end - 2)):  # an ellipsis: http://a.example...? And
        return host_character(state, end) if is_name(text[position:end].rstrip(".")) else -1
    if _AFTER_HOST.match(text, end):
        return end if is_name(filled_name(state, position, end)) else -1
    edge = suffix_edge(state, position, hyphen_edge(state, position, end))
    if is_name(filled_name(state, position, edge).rstrip(".")):
        return edge
    dots = dots_before_word(state, position, end)
    return host_character(state, dots) if dots >= 0 else -1


def dots_before_word(state: ScanState, start: int, end: int) -> int:
    """The start of the dots with which the sentence continues after a complete name in `text[start:end]`; -1 if there
    are none.

    No name has an empty label. If more than a word follows, the dots are a gap in a name that somebody shortened; two
    dots before a top-level domain are one dot too many.

    >>> found("http://a.example...and http://a.example...b.example http://a.example...b/c http://a.co..uk")
    ['http://a.example']
    """
    dots = state.source.next_hit(r"\.\.", start)
    if dots >= end or not is_complete(state, start, dots):
        return -1
    after = _AFTER_DOTS.match(state.text, dots)
    if after is None or not is_name(state.text[start:dots]):
        return -1
    last = "" if after[1].istitle() or after.start(1) > dots + 2 else after[1].lower()
    return -1 if last in state.schemes.top_level_domains else dots


@rule
def sentence_after_name(state: ScanState, start: int, end: int) -> int:
    """A word with a capital directly after a name and a dot begins the next sentence (Autolinker#116).

    It is not a label, even if it is a top-level domain. So does one after `.com` and the like without a dot, since
    text of pages and forms loses line ends. This holds for names and addresses without a scheme.

    >>> found("Write to joe@a.example.You can ask www.a.example.The answer")
    ['mailto:joe@a.example', 'http://www.a.example']
    >>> found("joe@a.comPhone: 123")
    ['mailto:joe@a.com']
    """
    stop = dot_before_sentence(state.source, start, end)
    if stop < 0 and start < end:
        domain = domain_in_label(state.text[start:end])
        stop = start + domain if domain and not _NAME_GOES_ON.match(state.text, end) else -1
    return state.end(sentence_after_name, stop) if stop >= 0 else end


def dot_before_sentence(source: ScannedText, start: int, end: int) -> int:
    """The dot before the word that begins a sentence in `text[start:end]`, a name that was read too far; -1 if there is
    none. A dot that was in brackets belongs to the name.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> texts = ("a.com.The mail", "a.com.The/mail", "a.com.THE mail", "end.The mail", "a.COM.The mail")
    >>> [dot_before_sentence(ScannedText(text, Schemes(None)), 0, text.index(".T") + 4) for text in texts]
    [5, -1, -1, -1, -1]
    """
    dot = source.text.rfind(".", start, end) if end > start else -1  # the host may have broken off
    if dot < 0 or not source.text[dot + 1 : dot + 2].isupper():
        return -1
    if dot in source.defanged_dots or not _WORD_OF_SENTENCE.match(source.text, dot):
        return -1
    return dot if may_run_into_sentence(source.text[start:end], source.schemes.top_level_domains) else -1


def ends_plain_host(source: ScannedText, position: int) -> bool:
    """Whether the text at `position` certainly ends a complete name: nothing after it could turn the name into another
    host.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> texts = ("a.example", "a.example|", "a.example-", "a.example\xa0", "a.exampleé", "a.example,b@c")
    >>> [ends_plain_host(ScannedText(text, Schemes(None)), 9) for text in texts]
    [True, True, False, True, False, False]
    """
    after = source.text[position : position + 1]
    if after > "\x7f":
        return role_in_host(after) == OUTSIDE
    return after not in _GOES_ON and (after not in _IN_USERINFO or source.at_sign_after_user(position) < 0)


def templated_name_end(state: ScanState, end: int) -> int:
    """The end of a name that was read up to `end`, past any template placeholders: `https://{shop}.a.example/`.

    Braces that defang a dot (`a{.}example`) are not a placeholder. A host may have up to eight placeholders.

    >>> [match.uri for match in linksift.find("https://{shop}.a.example/", templates={"{}"})]
    ['https://%7Bshop%7D.a.example/']
    """
    pattern = state.schemes.placeholders
    if pattern is None or state.ended_by:
        return end
    for _ in range(MOST_PLACEHOLDERS):
        found = None if _DEFANGED.match(state.text, end) else pattern.match(state.text, end)
        if found is None:
            break
        end = _HOST.match(state.text, found.end()).end()  # type: ignore[union-attr]
    return end


def filled_name(state: ScanState, start: int, end: int) -> str:
    """The name `text[start:end]` without escapes of roff, and with letters in place of placeholders."""
    name = state.text[start:end].replace("\\&", "").replace("\\", "")
    return without_placeholders(state.schemes.placeholders, name)


def breaks_off(state: ScanState, start: int, end: int, after: int) -> bool:
    """Whether the text at `after`, which follows `text[start:end]` and its port, shows that this is not a host.

    Such text is a placeholder before more of a host, a defanged dot or an at sign. Any other placeholder after a
    complete host is the path (nginx, JavaScript), any other bracket there begins a label or a reference (AsciiDoc;
    mail), and a bracket before white space or the end is stray.

    >>> found("http://a.example[1] http://a.example[.]b http://{b} http://a.example$path; http://a.example${b}.c")
    ['http://a.example', 'http://a.example']
    """
    text = state.text
    if text.startswith("[/", after):
        return False
    if _AT_SIGN.match(text, after) or _DEFANGED.match(text, after) or _TEMPLATE.match(text, after):
        return True
    if _SIGN_OF_VARIABLE.match(text, after):
        return not (_VARIABLE.match(text, after) and is_complete(state, start, end))
    if not text.startswith(("[", "{"), after):
        return False
    dangles = not text[after + 1 : after + 2].strip()
    return not (dangles or is_complete(state, start, end))


def label_ends_host(bracket: str) -> bool:
    """Whether a square bracket, given up to white space, surely ends a complete host (see `breaks_off`).

    >>> label_ends_host("[1] "), label_ends_host("[the "), label_ends_host("[dot "), label_ends_host("[ ")
    (True, True, False, False)
    """
    return not (bracket[1].isspace() or _DEFANGED.match(bracket) or _DEFANGED.match(f"{bracket.strip()}]"))


def is_stump(state: ScanState, start: int, end: int, after: int) -> bool:
    """Whether the host `text[start:end]` is only the beginning of a name: `www\\.a.example`.

    It is a stump if it is not complete and the text at `after`, following its port, continues like a name, or if a word
    runs into the scheme: where spaces are lost, they may be lost after the name, too.

    >>> found("onhttps://a.example onhttps://a.exampleand http://a.exampleand")
    ['https://a.example', 'http://a.exampleand']
    """
    if not state.needs_complete_host:
        return False
    follows_word = state.start >= 2 and _WORD_BEFORE.match(state.text, state.start - 2) is not None
    return (follows_word or not ends_any_host(state, after)) and not is_complete(state, start, end)


def ends_any_host(state: ScanState, position: int) -> bool:
    """Whether the text at `position` ends any host, even one with a single label."""
    text = state.text
    ended = _ENDS_ANY_HOST.match(text, position)
    if ended and (ended[1] is None or reference_ends(ended[1])):
        return True
    if text[position] in state.quote_closers:
        return True
    return text[position] > "\x7f" and ends_as_text(text[position])


def is_complete(state: ScanState, start: int, end: int) -> bool:
    """Whether the host `text[start:end]` is complete.

    A complete host is a name of two or more labels under a known top-level domain, `localhost`, four decimal parts, or
    an IP literal.

    >>> found("http://a.example=b http://localhost=b http://10.0.0.1=b http://[::1]=b http://example=b http://a.b=b")
    ['http://a.example', 'http://localhost', 'http://10.0.0.1', 'http://[::1]']
    """
    text = state.text
    return text.startswith("[", start) or is_complete_host(text[start:end], state.schemes.top_level_domains)


def is_cut_short(state: ScanState, start: int, end: int) -> bool:
    """Whether, without IRIs, a name continues beyond ASCII before it reaches a known top-level domain."""
    goes_on = not state.schemes.iris and end < len(state.text) and role_in_host(state.text[end]) != OUTSIDE
    return goes_on and not completes_name(state.text[start:end], state.schemes.top_level_domains)


def name_end(state: ScanState, position: int) -> int:
    """The end of the characters of a host name, including those beyond ASCII, within a name's maximum length.

    Characters read for a name that began earlier are not read again.
    """
    limit = min(len(state.text), position + MOST_READ_OF_NAME)
    end, doubts = state.source.host_stretch(
        position, lambda end, doubts: host_characters_end(state, end, limit, doubts)
    )
    following = bisect_right(doubts, position)
    doubt = doubts[following] if following < len(doubts) else limit
    end = min(end, limit) if doubt >= limit else doubtful_name_end(state, position, doubt, min(end, limit))
    last = state.text[end - 1] if end > position else ""
    if state.text.startswith("://", end):
        return scheme_after_name(state, position, end)
    if last <= "\x7f" and last != ".":
        return end
    return symbols_after_dot(state, position, invisible_after_name(state, position, end))


def symbols_after_dot(state: ScanState, start: int, end: int) -> int:
    """The end of a name in `text[start:end]`, before a dot that only symbols follow: `a.example.` before an emoji.
    Every top-level domain has a letter or digit."""
    text, last = state.text, end
    while last > start and text[last - 1] == ".":
        last -= 1
    dot = last
    while dot > start and text[dot - 1] > "\x7f" and role_in_host(text[dot - 1]) == SYMBOL:
        dot -= 1
    if dot == last or text[dot - 1] != "." or not is_complete(state, start, dot):
        return end
    return symbol_after_name(state, dot)


@rule
def scheme_after_name(state: ScanState, start: int, end: int) -> int:
    """A scheme directly after a complete host begins another URI: people and programs put a base before a whole URI.

    >>> found("(https://a.examplehttps://b.example/c) www.a.examplehttp://b.example http://a.examplehttp/")
    ['https://a.example', 'https://b.example/c', 'http://www.a.example', 'http://b.example', 'http://a.examplehttp/']
    """
    scheme = _SCHEME_AT_END.search(state.text, start, end)
    if scheme is None or not is_complete(state, start, scheme.start()):
        return end
    return state.end(scheme_after_name, scheme.start())


@rule
def invisible_after_name(state: ScanState, start: int, end: int) -> int:
    """An invisible character is not part of the name that it ends (Unicode, Default_Ignorable_Code_Point).

    It is dropped if a path or more of the name follows. A soft hyphen at a line end may have broken the name.

    >>> found("http://a.example\u200d, joe@a.example\ufe0f or http://a.example\ufe0f/b")
    ['http://a.example', 'mailto:joe@a.example', 'http://a.example/b']
    """
    may_be_broken = state.text[end - 1] == SOFT_HYPHEN and state.text[end : end + 1] in (*LINE_BREAKS,)
    if may_be_broken or _URI_CONTINUES.match(state.text, end):
        return end
    seen = end
    while seen > start and state.text[seen - 1] == ".":
        seen -= 1
    while seen > start and _INVISIBLE.match(state.text, seen - 1):
        seen -= 1
    is_seen = seen == start or not _INVISIBLE.match(state.text, seen)
    return end if is_seen else state.end(invisible_after_name, seen)


def host_characters_end(state: ScanState, position: int, limit: int, doubts: list[int]) -> int:
    """The end of the host characters that start at `position`; the positions of doubtful ones are added to `doubts`."""
    text = state.text
    while position < limit:
        position = _HOST.match(text, position, limit).end()  # type: ignore[union-attr]
        is_iri = position < limit and text[position] > "\x7f" and state.schemes.iris
        letters = PLAIN_LETTERS.match(text, position, limit) if is_iri else None
        if letters:
            if could_be_prose(text, position):
                doubts.append(position)
            position = letters.end()
            continue
        if position == limit or not state.schemes.iris or (role := role_in_host(text[position])) == OUTSIDE:
            break
        if is_doubtful(text, position, role):
            doubts.append(position)
        position += 1
    return position


def is_doubtful(text: str, position: int, role: str) -> bool:
    """Whether it is doubtful that the character at `position` belongs to the name before it.

    A stop, a symbol inside a label, and anything that could be prose are doubtful.
    """
    if role == LETTER:
        return could_be_prose(text, position)
    return role == STOP or text[position - 1] not in DOTS


def doubtful_name_end(state: ScanState, start: int, doubt: int, end: int) -> int:
    """The end of a name to which the text starting at `doubt` might not belong."""
    role = role_in_host(state.text[doubt])
    if role == LETTER:
        return prose_after_name(state, start, doubt, end)
    if is_complete(state, start, doubt) or not is_complete(state, start, end):
        return state.end(asian_punctuation if role == STOP else symbol_after_name, doubt)
    if role == STOP:
        state.other_end = asian_punctuation, doubt
    return end


@rule
def prose_after_name(state: ScanState, start: int, prose: int, end: int) -> int:
    """Han, Kana, Hangul or Thai right after an ASCII host is prose, unless it completes a known top-level domain.

    Letters of other scripts, and those with accents, are prose only after a complete host, and not before a path or
    port.

    >>> found("http://a.example에서 http://a中国.cn/ http://a.example和www.b.example")
    ['http://a.example', 'http://xn--a-lq6ay5z.cn/', 'http://a.example', 'http://www.b.example']
    >>> found("http://a.exampleи www.a.exampleà http://a.coмb.example")
    ['http://a.example', 'http://www.a.example', 'http://a.xn--cob-led.example']
    """
    names, known = state.text[start:end], state.schemes.top_level_domains
    if completes_name(names, known):
        is_name = not joins_names(names, prose - start, known)
    else:
        may_be_name = not written_without_spaces(state.text[prose])
        goes_on = _URI_CONTINUES.match(state.text, end) is not None
        is_name = may_be_name and (goes_on or not is_complete_host(names[: prose - start], known))
    return end if is_name else state.end(prose_after_name, prose)


@rule
def symbol_after_name(state: ScanState, position: int) -> int:
    """A symbol inside a label ends the host, unless it makes the name complete (RFC 3987, 3.1; UTS #46).

    So does the dot of a complete name that only symbols follow.

    >>> found("http://a.example™ http://✪a.example http://a✪b.example http://a.example.👍")
    ['http://a.example', 'http://xn--a-vfq.example', 'http://xn--ab-piy.example', 'http://a.example']
    """
    return state.end(symbol_after_name, position)


@rule
def hyphen_edge(state: ScanState, position: int, end: int) -> int:
    """A host ends before a hyphen at its end (RFC 1123, 2.1; mozTXTToHTMLConv), and before a dash or a suffix.

    No top-level domain has a hyphen, except A-labels (`suffix_edge`, `dash_after_name`).

    >>> found("http://example.org- where things happen; az https://a.example-ra")
    ['http://example.org', 'https://a.example']
    """
    if state.text[end - 1 : end] not in (".", "-"):
        return end
    stem = state.text[position:end].rstrip(".-")
    if "-" in state.text[position + len(stem) : end]:
        return state.end(hyphen_edge, position + len(stem))
    return end


def suffix_edge(state: ScanState, position: int, end: int) -> int:
    """The end of a host that was read up to `end`, without a dash or suffix after it, unless quotes close there.

    >>> found("https://a.example-on https://a.example-ში, but not https://a.example-on/b or 'https://a.example-on'")
    ['https://a.example', 'https://a.example', 'https://a.example-on/b', 'https://a.example-on']
    """
    after = state.text[end : end + 1]
    is_quoted = after != "" and after in state.quote_closers
    if is_quoted or not state.needs_complete_host or is_complete(state, position, end):
        return end
    dash = dash_after_name(state, position, end)
    return state.end(hyphen_edge, dash) if dash >= 0 else end


def dash_after_name(state: ScanState, start: int, end: int) -> int:
    """The dash or hyphen in `text[start:end]` with which the sentence continues after a complete name; -1 if there is
    none: `joe@a.example--he knows`, or a suffix, as in Hungarian: `joe@a.example-re`. `www.` and a label are not a
    name.

    >>> found("www.a.example-on. Joe@a.example--or www.b.example-style pages, but not www.a.example-on/b www.open-b")
    ['http://www.a.example', 'mailto:Joe@a.example', 'http://www.b.example']
    """
    dash = _DASH.search(state.text, start, start + len(state.text[start:end].rstrip(".")))
    name = state.text[start : dash.start()] if dash else ""
    has_domain = is_complete_name(name.lower().removeprefix("www."), state.schemes.top_level_domains)
    return start + len(name) if has_domain and is_name(name) else -1


def port(state: ScanState, position: int) -> int:
    """The end of the port, if there is one at `position`."""
    digits = _PORT.match(state.text, position)
    return digits.end() if digits else position
