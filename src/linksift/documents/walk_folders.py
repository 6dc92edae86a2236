"""Walks folders and yields the files to read, in order, skipping those that ripgrep skips.

Other people write the patterns in ignore files, so matching never backtracks, many stars take no longer than a few, and
a pattern is read in time that grows with its length.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from linksift.documents.format_detection import is_maildir

# ---- The patterns of `.gitignore` and `.ignore` files (gitignore(5)) -------------------------------------------------


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
    parts = [list[str]()]  # those between the stars
    for token in re.findall(r"\*+|\\.|\[[!^]?+\]?+[^\]]*+\]|\[.*|.", glob, re.DOTALL):
        if token.startswith("*"):
            parts.append([])
        elif token == "?":
            parts[-1].append(".")
        elif token.startswith("["):  # without a `]`, it is the rest of the glob, and matches nothing
            parts[-1].append(_class(token[1:-1] if token.endswith("]") else ""))
        else:
            parts[-1].append(re.escape(token.removeprefix("\\") or token))
    # As in fnmatch: the first place that fits is as good as any other, so matching the rest never backtracks.
    first, *others = map("".join, parts)
    between = "".join(f"(?>.*?{part})" for part in others[:-1])
    return re.compile(first + between + "".join(f".*{part}" for part in others[-1:]), re.DOTALL)


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


# ---- Walking ---------------------------------------------------------------------------------------------------------


_MOST_CHARACTERS = 1024 * 1024
"""The maximum number of characters read from an ignore file."""


class FileEntry(NamedTuple):
    """A file to read: its path, its size in bytes (0 if unknown), and, for a file found in a named folder, its path
    below that folder, in segments."""

    path: str
    size: int
    below: tuple[str, ...] = ()


class UnreadablePath(NamedTuple):
    """A path that cannot be read, and the operating system's error."""

    path: str
    error: OSError


class WalkOptions(NamedTuple):
    """The options for skipping files: whether to skip hidden files and those that match a pattern in an ignore file,
    and the patterns of further files to skip (`exclude`), written as in an ignore file in the folder `exclude_from`."""

    skip_hidden: bool = True
    skip_ignored: bool = True
    exclude: tuple[str, ...] = ()
    exclude_from: str = os.curdir


class _Folder(NamedTuple):
    """A folder to walk: its path; its segments below the named folder and, in `whole`, below the root from which ignore
    files count their depth; the ignore files that apply in it; and the caller's patterns."""

    path: str
    below: tuple[str, ...]
    whole: tuple[str, ...]
    git: tuple[IgnoreFile, ...] = ()
    own: tuple[IgnoreFile, ...] = ()
    in_git: bool = False
    excluded: tuple[IgnoreFile, ...] = ()


def walk(path: str, options: WalkOptions = WalkOptions()) -> Iterator[FileEntry | UnreadablePath]:  # noqa: B008 - immutable
    """The files that a path leads to: the file itself, or all files in the folder and its subfolders, sorted by name.

    In a folder, the walk skips hidden files and folders (`.name`), those that match patterns in `.ignore` files or, in
    a Git repository, in `.gitignore` files, those that the options exclude, links, and anything else that is not a
    regular file. In a Maildir, only the messages are read, including those in its hidden folders (Maildir++). A file
    that is named explicitly is always read.
    """
    try:
        about = os.stat(path)
    except OSError as error:
        yield UnreadablePath(path, error)
        return
    if not stat.S_ISDIR(about.st_mode):
        yield FileEntry(path, about.st_size)
        return
    waiting: list[_Folder | FileEntry] = [_named_folder(path, options)]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, FileEntry):
            yield entry
            continue
        try:
            waiting += reversed(list(_entries_in(entry, options)))
        except OSError as error:
            yield UnreadablePath(entry.path, error)


def _entries_in(folder: _Folder, options: WalkOptions) -> Iterator[_Folder | FileEntry]:
    """The files and folders in a folder, except those that are skipped, sorted by name. Raises OSError."""
    with os.scandir(folder.path) as inside:
        entries = sorted(inside, key=lambda entry: entry.name)
    if options.skip_ignored:
        folder = _with_ignore_files(folder)
    in_maildir = {"cur", "new", "tmp"} <= {entry.name for entry in entries}
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        whole = (*folder.whole, entry.name)
        if _is_skipped(entry, in_maildir, options) or _is_ignored(folder, whole, is_folder):
            continue
        below = (*folder.below, entry.name)
        if is_folder:
            yield folder._replace(path=entry.path, below=below, whole=whole)
        elif entry.is_file(follow_symlinks=False):
            size = 0
            with suppress(OSError):  # if it was deleted since, opening it will report that
                size = entry.stat(follow_symlinks=False).st_size
            yield FileEntry(entry.path, size, below)


def _is_skipped(entry: os.DirEntry[str], in_maildir: bool, options: WalkOptions) -> bool:
    """Whether an entry is hidden, or is in a Maildir but is not a folder with messages."""
    if in_maildir and (entry.name == "tmp" or not entry.is_dir(follow_symlinks=False)):
        return True
    return options.skip_hidden and entry.name.startswith(".") and not (in_maildir and is_maildir(entry.path))


def _is_ignored(folder: _Folder, whole: tuple[str, ...], is_folder: bool) -> bool:
    """Whether ignore files or the caller's patterns match an entry; `.ignore` files override `.gitignore` files."""
    return bool(verdict(folder.excluded, whole, is_folder) or verdict(folder.git + folder.own, whole, is_folder))


# ---- Ignore files ----------------------------------------------------------------------------------------------------


def _named_folder(path: str, options: WalkOptions) -> _Folder:
    """A named folder, with the ignore files of the folders that contain it."""
    absolute = os.path.realpath(path)
    names = tuple(name for name in absolute.split(os.sep) if name)
    above = _Folder(absolute[: absolute.index(os.sep) + 1], (), ())
    for name in names if options.skip_ignored else ():
        above = _with_ignore_files(above)
        above = above._replace(path=os.path.join(above.path, name), whole=(*above.whole, name))
    above = above._replace(path=path, whole=names)
    if not options.exclude:
        return above
    # The caller's patterns apply from their folder down, or from the named one if it is not in that folder.
    current = tuple(name for name in os.path.realpath(options.exclude_from).split(os.sep) if name)
    depth = len(current) if names[: len(current)] == current else len(names)
    excluded = IgnoreFile(depth, tuple(patterns(pattern.removeprefix("./") for pattern in options.exclude)))
    return above._replace(excluded=(excluded,))


def _with_ignore_files(folder: _Folder) -> _Folder:
    """The folder with its own ignore files added; those of Git apply from the root of the repository down."""
    depth = len(folder.whole)
    if os.path.exists(os.path.join(folder.path, ".git")):
        folder = folder._replace(git=_ignore_file(folder.path, depth, ".git", "info", "exclude"), in_git=True)
    git = _ignore_file(folder.path, depth, ".gitignore") if folder.in_git else ()
    return folder._replace(git=folder.git + git, own=folder.own + _ignore_file(folder.path, depth, ".ignore"))


def _ignore_file(folder: str, depth: int, *name: str) -> tuple[IgnoreFile, ...]:
    path = os.path.join(folder, *name)
    if not os.path.isfile(path):  # opening a pipe would wait for its writer
        return ()
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            found = tuple(patterns(file.read(_MOST_CHARACTERS).split("\n")))
    except OSError:
        return ()
    return (IgnoreFile(depth, found),) if found else ()
