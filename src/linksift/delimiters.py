"""Characters around links (pairs, sentence punctuation, white space and invisible ones), and beginnings of links.

`finding`, `cleaning` and the rest take their sets from here. Each set's docstring says why its users need that set and
not another. `linksift help rules` shows the sets with their users, and a test finds sets that are defined elsewhere.
"""

from typing import NamedTuple


class Pair(NamedTuple):
    """An opening mark and the marks that close it.

    `name` is the enclosure's name in a match. `joins` says whether a URI in the pair may be broken across lines
    (Appendix C), which is true of quotation marks but not of brackets and backticks. `in_uri` says whether a URI may
    contain the pair itself; if so, the closer is the one that matches the opener, with balanced pairs between them.
    """

    opener: str
    closers: str
    name: str
    joins: bool = True
    in_uri: bool = False


PAIRS = (
    Pair("<", ">", "angle"),
    Pair('"', '"', "double-quote"),
    Pair("'", "'", "single-quote"),
    Pair("“", "”", "double-quote"),
    Pair("”", "”", "double-quote"),
    Pair("„", "“”", "double-quote"),
    Pair("‟", "”", "double-quote"),
    Pair("＂", "＂", "double-quote"),
    Pair("″", "″", "double-quote"),  # primes and acute accents serve as quotes if a keyboard has no others
    Pair("〝", "〞〟", "double-quote"),
    Pair("‘", "’", "single-quote"),
    Pair("’", "’", "single-quote"),
    Pair("‚", "‘’", "single-quote"),
    Pair("‛", "’", "single-quote"),
    Pair("＇", "＇", "single-quote"),
    Pair("′", "′", "single-quote"),
    Pair("´", "´", "single-quote"),
    Pair("«", "»", "guillemets"),
    Pair("»", "«»", "guillemets"),
    Pair("‹", "›", "guillemets"),
    Pair("›", "‹›", "guillemets"),
    Pair("「", "」", "corner-brackets"),
    Pair("『", "』", "corner-brackets"),
    Pair("｢", "｣", "corner-brackets"),
    Pair("《", "》", "title-marks"),
    Pair("〈", "〉", "title-marks"),
    Pair("⟨", "⟩", "title-marks"),
    Pair("\u2329", "\u232a", "title-marks"),  # identical in appearance; NFC turns them into U+3008 and U+3009
    Pair("＜", "＞", "title-marks"),
    Pair("`", "`", "backticks", joins=False),
    Pair("(", ")", "parentheses", joins=False, in_uri=True),
    Pair("[", "]", "brackets", joins=False, in_uri=True),
    Pair("{", "}", "braces", joins=False, in_uri=True),
    Pair("（", "）", "parentheses", joins=False, in_uri=True),
    Pair("［", "］", "brackets", joins=False, in_uri=True),
    Pair("｛", "｝", "braces", joins=False, in_uri=True),
    Pair("【", "】", "lenticular-brackets", joins=False, in_uri=True),
    Pair("〔", "〕", "tortoise-shell-brackets", joins=False, in_uri=True),
    Pair("⟦", "⟧", "white-square-brackets", joins=False, in_uri=True),
)
"""A new pair needs no other code, since the fast path, the kernel, joining and `clean` read this table; only a closer
that UTS #58 allows in a URI (Link_Term=Include) is also in `finding.scan.enclosures.IN_URI_TOO`. Tests compare both,
and the page about finding, with this table."""

# ---- Sentence punctuation --------------------------------------------------------------------------------------------

STOPS = ".,;:!?"
"""Characters that may follow a word in prose. Quotation marks are excluded, since they can open as well as close."""

PUNCTUATION = STOPS + "'"
"""Characters that are trimmed from the end of a URI in running text, including a closing apostrophe.
`finding.scan.character_roles` has a row for each of them, since a different rule applies to each inside a URI; a test
compares the two."""

TRIMMED = PUNCTUATION + '"…'
"""All characters that are trimmed from the end of a link. In running text, `"` ends the URI before it would be trimmed,
and `…` is handled like every character beyond ASCII; typed text, or text in brackets, may end in either."""

LEADING = ".,;!?…"
"""Characters that are dropped before a typed name. A colon in that place is left over from a scheme, and a quotation
mark opens a pair."""

ASIAN_PUNCTUATION = frozenset("、。〃〝〞〟—―⸺⸻，．：；！？｡､｜＜＞＂｀＼＾﹐﹑﹒﹔﹕﹖﹗")
"""Characters that end a URI before text in a script without spaces, although UTS #58 allows some of them in links."""

ASIAN_MARKS = "、，！？；：—"
"""Characters that end an e-mail address. Full stops are not among them, since they may be dots of its domain (UTS #46,
4)."""

FIRST_IDEOGRAPH = "\u2e80"
"""From here on, nearly all letters are those of scripts without spaces, in which prose may touch a URI or a name."""

# ---- White space and line ends ---------------------------------------------------------------------------------------

WHITE_SPACE = " \t\n\r\v\f\x1c\x1d\x1e\x1f"
"""The ASCII part of `str.isspace`, for ASCII tables and patterns. Beyond ASCII, `isspace` itself is called."""

UNICODE_LINE_BREAKS = "\n\r\v\f\x85\u2028\u2029"
"""Unicode's line ends (5.8), for typed text, in which nobody uses the separators that `str.splitlines` adds."""

LINE_BREAKS = UNICODE_LINE_BREAKS + "\x1c\x1d\x1e"
"""The line ends of `str.splitlines`: an enclosure may be broken at any of them. Joining without an enclosure recognizes
only those of text files, LF and CR LF."""

# ---- Invisible characters --------------------------------------------------------------------------------------------

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
)
"""Characters that cannot be seen next to a name, written as in a pattern's character class (Unicode,
Default_Ignorable_Code_Point)."""

NOT_FORMAT = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""The assigned characters of `INVISIBLE` except format characters (Cf), which this set's user drops by category."""

BLANK_SYMBOLS = "\u2800\u3164\uffa0\u115f\u1160\u180e\ufffc"
"""Characters that look like a space or like nothing in typed text, but are neither white space nor control or format
characters. Variation selectors and the rest of `INVISIBLE` are kept, since they belong to the character before them."""

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Invisible characters that are part of words in some scripts (RFC 5892, A). `uri`, which uses no room that handles
text, has its own set."""

# ---- Schemes of the web ----------------------------------------------------------------------------------------------

HTTP_OR_FTP = "https?|ftp"
"""A pattern for the schemes that people write before a host in prose; they show that a URI begins. Joining writes them
out, since each piece of evidence there has its own pattern."""

NAMED_BY_DNS = frozenset({"http", "https", "ws", "wss", "ftp"})
"""The schemes whose host has to be complete before certain characters: those whose hosts browsers look up."""

CHECKED = NAMED_BY_DNS | {"ftps"}
"""The schemes whose links are checked: those whose hosts browsers or the DNS know. In other schemes, brackets and
numbers are often correct, or the text is not a link at all (`TCP:[::]`)."""

TYPED = ("http", "https", "ftp", "ftps", "sftp", "ws", "wss")
"""Schemes that need a host, and that people type with and without their slashes."""

REFANGED = frozenset({"http", "https", "ftp", "ftps", "sftp"})
"""The schemes that people mask (as `hxxps`, `fxp`, `sfxp`). Nobody masks the WebSocket schemes."""
