"""Folders: which of their files are read, in which order; as ripgrep has it.

Here belongs the way through folders. What is in a file is never looked at here.
"""

import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

from linksift.documents.folders.ignore_files import IgnoreFile, patterns, verdict
from linksift.documents.format_detection import is_maildir

_LONGEST = 1024 * 1024
"""So many characters of an ignore file are read."""


class FileEntry(NamedTuple):
    """A file to be read: its path, how many octets it has (0 where that cannot be told), and, for one that was met in a
    folder and not named itself, its way from there, in segments."""

    path: str
    size: int
    below: tuple[str, ...] = ()


class UnreadablePath(NamedTuple):
    """A path that leads to nothing that can be read, and what the system says of it."""

    path: str
    error: OSError


class WalkOptions(NamedTuple):
    """Which files of a folder are left out: hidden ones, and those that ignore files name."""

    skip_hidden: bool = True
    skip_ignored: bool = True


class _Folder(NamedTuple):
    """A folder to go through: its path, its way from the one that was named, that from the root of all, whose depth
    ignore files count from, and the ignore files that count in it."""

    path: str
    below: tuple[str, ...]
    whole: tuple[str, ...]
    git: tuple[IgnoreFile, ...] = ()
    own: tuple[IgnoreFile, ...] = ()
    in_git: bool = False


def walk(path: str, options: WalkOptions = WalkOptions()) -> Iterator[FileEntry | UnreadablePath]:  # noqa: B008 - immutable
    """The files that a path leads to: itself, or those in the folder, in the order of their names, folders and all.

    In a folder left out are hidden files and folders (`.name`), what `.ignore` files and, in a Git repository,
    `.gitignore` files name, links, and what is no regular file. Of a Maildir its messages are read, those of its hidden
    folders too (Maildir++), and nothing else. What is named itself is read in any case.
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
        one = waiting.pop()
        if isinstance(one, FileEntry):
            yield one
            continue
        try:
            waiting += reversed(list(_inside(one, options)))
        except OSError as error:
            yield UnreadablePath(one.path, error)


def _inside(folder: _Folder, options: WalkOptions) -> Iterator[_Folder | FileEntry]:
    """What is read of a folder, in the order of names. Raises OSError."""
    with os.scandir(folder.path) as inside:
        entries = sorted(inside, key=lambda entry: entry.name)
    if options.skip_ignored:
        folder = _with_ignore_files(folder)
    in_maildir = {"cur", "new", "tmp"} <= {entry.name for entry in entries}
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        whole = (*folder.whole, entry.name)
        if _is_left_out(entry, in_maildir, options) or _is_ignored(folder, whole, is_folder):
            continue
        below = (*folder.below, entry.name)
        if is_folder:
            yield folder._replace(path=entry.path, below=below, whole=whole)
        elif entry.is_file(follow_symlinks=False):
            yield FileEntry(entry.path, _size(entry), below)


def _is_left_out(entry: os.DirEntry[str], in_maildir: bool, options: WalkOptions) -> bool:
    """Whether an entry is hidden, or lies in a Maildir and is no folder with messages."""
    if in_maildir and (entry.name == "tmp" or not entry.is_dir(follow_symlinks=False)):
        return True
    return options.skip_hidden and entry.name.startswith(".") and not (in_maildir and is_maildir(entry.path))


def _is_ignored(folder: _Folder, whole: tuple[str, ...], is_folder: bool) -> bool:
    """What `.ignore` files say counts before what `.gitignore` files say."""
    own = verdict(folder.own, whole, is_folder)
    return bool(verdict(folder.git, whole, is_folder) if own is None else own)


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:  # gone since; whoever opens it will say so
        return 0


# ---- Ignore files ----------------------------------------------------------------------------------------------------


def _named_folder(path: str, options: WalkOptions) -> _Folder:
    """A folder that was named, with the ignore files of the folders that it lies in."""
    absolute = os.path.realpath(path)
    names = tuple(name for name in absolute.split(os.sep) if name)
    above = _Folder(absolute[: absolute.index(os.sep) + 1], (), ())
    for name in names if options.skip_ignored else ():
        above = _with_ignore_files(above)
        above = above._replace(path=os.path.join(above.path, name), whole=(*above.whole, name))
    return above._replace(path=path, whole=names)


def _with_ignore_files(folder: _Folder) -> _Folder:
    """The folder with the ignore files in it; those of Git end at the folder that is a repository, and count there."""
    depth = len(folder.whole)
    if os.path.exists(os.path.join(folder.path, ".git")):
        folder = folder._replace(git=_read(folder.path, depth, ".git", "info", "exclude"), in_git=True)
    git = _read(folder.path, depth, ".gitignore") if folder.in_git else ()
    return folder._replace(git=folder.git + git, own=folder.own + _read(folder.path, depth, ".ignore"))


def _read(folder: str, depth: int, *name: str) -> tuple[IgnoreFile, ...]:
    try:
        with open(os.path.join(folder, *name), encoding="utf-8", errors="surrogateescape") as file:
            found = tuple(patterns(file.read(_LONGEST).split("\n")))
    except OSError:
        return ()
    return (IgnoreFile(depth, found),) if found else ()
