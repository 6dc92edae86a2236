"""The line ends across which no URI continues, as one pattern, so that the kernel answers most questions about them.

A veto would reject some of these breaks, and no evidence outweighs the others.
"""

from linksift.finding.joining.seam import LONGEST_PIECE
from linksift.finding.joining.text_layout import LINE_END
from linksift.lazy_pattern import lazy_pattern

_MOST_MARKS = 8
"""Lines with more quote marks than this are examined individually."""

_ENDED_LINE = rf"(?<!=)(?<!\d/)(?<!_/){LINE_END}[ \t]{{0,99}}+"
_QUOTE_MARK = r"(?:>[ \t]{0,3})"
_NO_WORD = r"(?:<|(?:\.{1,8}|…)[ \t\r\n])(?![^\n]{0,160}(?:\f|\[Page ))"
"""Text that contains no part of a URI: a tag or an ellipsis, unless a page number follows on the line."""

_AS_DEEP = "|".join(
    rf"{_QUOTE_MARK}{{{depth}}}\r?\n[ \t]{{0,3}}{_QUOTE_MARK}{{{depth}}}" for depth in range(1, _MOST_MARKS + 1)
)
"""A prefix alone on its line, followed by a line that has not lost any of it: no URI continues there."""

_BLANK_LINE = rf"(?:{LINE_END})"
_PAGE_ENDS = r"[^\n]{0,160}(?:\f|\[Page )|\W{0,3}(?:[Pp]age )?\d{1,4}(?: of \d{1,4})?\W{0,3}(?=\n|\Z)"
_BLANK_LINES = rf"{_BLANK_LINE}{{1,9}}(?!{_BLANK_LINE})(?!{_PAGE_ENDS})"
"""Blank lines at which no page ends."""

_PATH = r"(?:[/?&=#%~_]{1,4}\w|[\w\-.~]{1,60}(?:[/?&=#%_]|(?<=[a-z])[A-Z]|\.\w))"
_NO_SENTENCE = rf"(?<=\n)[ \t]{{0,99}}+(?:[a-z0-9/?&=#%~_]|{_PATH})"
"""Text that may continue a URI after a blank line, since it does not start like a sentence."""

_WORD_ALONE = rf"[a-z0-9/?&=#%~_]\S{{0,{LONGEST_PIECE}}}+[ \t]{{0,99}}+(?:\r?\n|\Z)"
_NO_PROSE = rf"(?<=\n)[ \t]{{0,99}}+(?:{_PATH}|{_WORD_ALONE})"
"""Text that may continue a URI that ends in a letter or digit: a path or one word. More words are a new paragraph."""

_NEVER_GOES_ON = (
    rf"{_QUOTE_MARK}{{0,{_MOST_MARKS}}}(?:https?://|\[|--(?! ++\S)|__|==|~~|[\-+] (?![ *])|{_NO_WORD})|"
    rf"{_QUOTE_MARK}{{1,{_MOST_MARKS}}}\r?\n[> \t]{{0,99}}+\r?\n|{_AS_DEEP}|{_BLANK_LINE}{{10}}|"
    rf"{_BLANK_LINES}(?:[ \t]{{0,99}}+https?://|(?!{_NO_SENTENCE}))"
)
_BEFORE_PROSE = rf"(?<=[A-Za-z0-9]){LINE_END}{_BLANK_LINES}(?!{_NO_PROSE})"
"""Another paragraph after a URI that ends in a letter or digit."""

_BEFORE_NAME = rf"(?<!=)(?<!://)(?<!://.){LINE_END}[ \t]{{0,99}}+{_QUOTE_MARK}{{0,{_MOST_MARKS}}}[Ww]{{3}}\."
"""The next name in a list; but `www.` at the start of a line continues `http://`, and perhaps what ends in `=`."""

ENDS_FOR_SURE = lazy_pattern(rf"(?:{_ENDED_LINE}(?:{_NEVER_GOES_ON})|{_BEFORE_PROSE}|{_BEFORE_NAME})")
"""The text after most URIs that end a line, in a quotation or not: another URI or name, a list mark, a dividing line, a
tag, a prefix alone, or empty lines that do not end a page, before another URI or prose."""
