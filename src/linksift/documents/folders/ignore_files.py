"""The patterns of `.gitignore` and `.ignore` files, and whether one of them matches a path (gitignore(5)).

Other people write these patterns, so matching never backtracks, and many stars take no longer than a few.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

_ANY_FOLDERS = "**"


class Pattern(NamedTuple):
    """A line of an ignore file: an expression for each segment of a path, or None for any number of segments.

    `ignores` is False for a line that begins with `!`; `folders` means that the pattern matches folders only.
    """

    segments: tuple[re.Pattern[str] | None, ...]
    ignores: bool
    folders: bool


class IgnoreFile(NamedTuple):
    """The patterns of one file, for paths below its folder, which is `depth` segments deep."""

    depth: int
    patterns: tuple[Pattern, ...]


def verdict(levels: Sequence[IgnoreFile], path: Sequence[str], is_folder: bool) -> bool | None:
    """Whether the last pattern that matches a path says to ignore it; files in deeper folders override others.

    None if no pattern matches it. `path` is given in segments, as the depths are.

    >>> levels = [IgnoreFile(0, tuple(patterns(["*.log", "!/a/b.log"])))]
    >>> verdict(levels, ["a", "c.log"], False), verdict(levels, ["a", "b.log"], False), verdict(levels, ["a"], True)
    (True, False, None)
    """
    for level in reversed(levels):
        below = path[level.depth :]
        for pattern in reversed(level.patterns):
            if (is_folder or not pattern.folders) and _matches(pattern.segments, below):
                return pattern.ignores
    return None


def patterns(lines: Iterable[str]) -> Iterator[Pattern]:
    r"""The patterns in the lines of an ignore file, except comments and empty lines.

    >>> [(pattern.ignores, pattern.folders, len(pattern.segments)) for pattern in patterns(["# c", "", "!a/b/", "c"])]
    [(False, True, 2), (True, False, 2)]
    """
    for line in lines:
        text = re.sub(r"(?<!\\)(?<! ) +\Z", "", line.rstrip("\r\n"))
        if not text or text.startswith("#"):
            continue
        ignores = not text.startswith("!")
        text = text if ignores else text[1:]
        folders = text.endswith("/")
        text = text.removesuffix("/")
        names = [name for name in text.split("/") if name]
        if "/" not in text:
            names.insert(0, _ANY_FOLDERS)  # at any depth
        if text:
            yield Pattern(tuple(map(_segment, names)), ignores, folders)


def _matches(segments: Sequence[re.Pattern[str] | None], path: Sequence[str]) -> bool:
    """Whether all segments of a pattern match those of a path; only the last `**` is tried again."""
    here = at = 0
    last, tried = -1, 0
    while at < len(path):
        if here < len(segments) and segments[here] is None:
            if here + 1 == len(segments):
                return True
            last, tried = here, at
            here += 1
        elif here < len(segments) and (pattern := segments[here]) and pattern.fullmatch(path[at]):
            here, at = here + 1, at + 1
        elif last >= 0:
            tried += 1
            here, at = last + 1, tried
        else:
            return False
    return here == len(segments)


def _segment(glob: str) -> re.Pattern[str] | None:
    r"""The expression for one segment of a pattern: `*`, `?` and `[...]` as in a shell, `\` before a literal character.

    >>> [bool(_segment("*.py[co]").fullmatch(name)) for name in ("a.pyc", "a.py", ".pyo")]
    [True, False, True]
    """
    if glob == _ANY_FOLDERS:
        return None
    first, *others = _fixed_parts(glob)
    if not others:
        return re.compile(first, re.DOTALL)
    *between, last = others
    # As in fnmatch: the first place that fits is as good as any other, so matching the rest never backtracks.
    found = "".join(f"(?=(?P<g{number}>.*?{part}))(?P=g{number})" for number, part in enumerate(between))
    return re.compile(f"{first}{found}.*{last}", re.DOTALL)


def _fixed_parts(glob: str) -> list[str]:
    r"""The regular expressions for the parts between the stars of a glob.

    >>> _fixed_parts(r"a*?[!b-d]\*")
    ['a', '.[^b-d]\\*']
    """
    parts = [""]
    for token in re.findall(r"\*+|\\.|\[[!^]?+\]?+[^\]]*+\]|.", glob, re.DOTALL):
        if token.startswith("*"):
            parts.append("")
        elif token == "?":
            parts[-1] += "."
        elif token.startswith("["):
            parts[-1] += _class(token[1:-1])
        else:
            parts[-1] += re.escape(token.removeprefix("\\") or token)
    return parts


def _class(inside: str) -> str:
    r"""A class of characters. A lone `[` is not a class and matches nothing, as does a range from high to low.

    >>> _class("!a-cz-yx"), _class("")
    ('[^a-cx]', '(?!)')
    """
    negated, inside = ("^", inside[1:]) if inside.startswith(("!", "^")) else ("", inside)
    items = ""
    for first, last in re.findall(r"\\?(.)(?:-\\?(.))?", inside, re.DOTALL):
        if not last or first <= last:
            items += re.escape(first) + (f"-{re.escape(last)}" if last else "")
    return f"[{negated}{items}]" if items else "." if negated and inside else "(?!)"
