"""Folders: which of their files are read, and in which order, as in ripgrep."""

import os
from pathlib import Path

import pytest

from linksift.documents import FileEntry, UnreadablePath, WalkOptions, walk


def make(folder: Path, *files: str) -> Path:
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text")
    return folder


def read(folder: Path, options: WalkOptions = WalkOptions()) -> list[str]:  # noqa: B008 - immutable
    """The files that are read of a folder, by their paths below it."""
    found = list(walk(str(folder), options))
    assert all(isinstance(entry, FileEntry) for entry in found)
    return ["/".join(entry.below) for entry in found if isinstance(entry, FileEntry)]


def test_files_come_in_the_order_of_names_folders_and_all(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a/z", "a/b/c", "a.txt", "c/d", "B")
    assert read(tmp_path) == ["B", "a/b/c", "a/z", "a.txt", "b.txt", "c/d"]


def test_an_entry_has_its_path_and_size(tmp_path: Path) -> None:
    make(tmp_path, "a/b")
    assert list(walk(str(tmp_path))) == [FileEntry(os.path.join(str(tmp_path), "a", "b"), 4, ("a", "b"))]
    assert list(walk(str(tmp_path / "a" / "b"))) == [FileEntry(str(tmp_path / "a" / "b"), 4)]


def test_hidden_files_and_folders_are_skipped_unless_requested_or_named(tmp_path: Path) -> None:
    make(tmp_path, ".a", ".b/c", "d/.e", "f")
    assert read(tmp_path) == ["f"]
    assert read(tmp_path, WalkOptions(skip_hidden=False)) == [".a", ".b/c", "d/.e", "f"]
    assert read(tmp_path / ".b") == ["c"]
    assert [entry for entry in walk(str(tmp_path / ".a")) if isinstance(entry, FileEntry)] != []


def test_links_are_not_followed_unless_named(tmp_path: Path) -> None:
    make(tmp_path, "a/b")
    try:
        (tmp_path / "a" / "loop").symlink_to(tmp_path)
        (tmp_path / "link").symlink_to(tmp_path / "a" / "b")
    except OSError:
        pytest.skip("no links here")
    assert read(tmp_path) == ["a/b"]
    assert read(tmp_path / "a" / "loop") == ["a/b"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_anything_but_a_regular_file_is_skipped(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read(make(tmp_path, "a")) == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_an_ignore_file_that_is_no_regular_file_is_skipped(tmp_path: Path) -> None:
    make(tmp_path, "a", ".git/b", "c/d")
    for name in (".ignore", ".gitignore", "c/.ignore"):
        os.mkfifo(tmp_path / name)
    assert read(tmp_path) == ["a", "c/d"]


def test_ignore_files_are_heeded(tmp_path: Path) -> None:
    make(tmp_path, "a.log", "b/a.log", "b/c", "b/d/e", "f/g")
    (tmp_path / ".ignore").write_text("*.log\n/f\n")
    (tmp_path / "b" / ".ignore").write_text("!a.log\nd/\n")
    assert read(tmp_path) == ["b/a.log", "b/c"]
    assert read(tmp_path / "b") == ["a.log", "c"]  # those above count as well
    assert read(tmp_path / "f") == ["g"]  # what is named is read
    assert read(tmp_path, WalkOptions(skip_ignored=False)) == ["a.log", "b/a.log", "b/c", "b/d/e", "f/g"]


def test_git_ignore_files_apply_in_a_repository_only(tmp_path: Path) -> None:
    make(tmp_path, "a/b", "a/c", "a/d", "a/inner/b", "a/inner/c")
    (tmp_path / "a" / ".gitignore").write_text("b\n")
    assert "a/b" in read(tmp_path)
    (tmp_path / "a" / ".git" / "info").mkdir(parents=True)
    (tmp_path / "a" / ".git" / "info" / "exclude").write_text("d\n")
    assert read(tmp_path) == ["a/c", "a/inner/c"]
    assert read(tmp_path / "a" / "inner") == ["c"]
    (tmp_path / "a" / "inner" / ".git").mkdir()
    assert read(tmp_path) == ["a/c", "a/inner/b", "a/inner/c"]


def test_an_ignore_file_overrides_those_of_git(tmp_path: Path) -> None:
    make(tmp_path, "a", "b")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("a\nb\n")
    (tmp_path / ".ignore").write_text("!a\n")
    assert read(tmp_path) == ["a"]


def test_of_a_maildir_the_messages_are_read(tmp_path: Path) -> None:
    make(
        tmp_path, "cur/1:2,S", "new/2", "tmp/3", "dovecot-uidlist", ".Sent/cur/4", ".Sent/new/.x", ".Sent/tmp/5", ".b/6"
    )
    for folder in (".Sent/new", ".b"):
        (tmp_path / folder).mkdir(exist_ok=True)
    assert read(tmp_path) == [".Sent/cur/4", "cur/1:2,S", "new/2"]


def test_a_path_that_leads_nowhere_is_reported(tmp_path: Path) -> None:
    (found,) = walk(str(tmp_path / "missing"))
    assert isinstance(found, UnreadablePath)
    assert isinstance(found.error, FileNotFoundError)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs permissions that count")
def test_a_folder_that_cannot_be_read_is_reported_once_and_the_rest_is_read(tmp_path: Path) -> None:
    make(tmp_path, "a/b", "c/d")
    (tmp_path / "a").chmod(0)
    try:
        unreadable, entry = walk(str(tmp_path))
    finally:
        (tmp_path / "a").chmod(0o700)
    assert isinstance(unreadable, UnreadablePath)
    assert unreadable.path.endswith("a")
    assert isinstance(entry, FileEntry)


def test_folders_may_be_nested_deep(tmp_path: Path) -> None:
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(300):  # deeper than a recursion would like, shorter than the longest path
            os.mkdir("a")
            os.chdir("a")
        Path("b").write_text("text")
    finally:
        os.chdir(here)
    assert len(read(tmp_path)) == 1


# ---- Patterns of the caller ------------------------------------------------------------------------------------------


def excluding(folder: Path, *exclude: str) -> list[str]:
    return read(folder, WalkOptions(exclude=exclude))


def test_a_pattern_excludes_files_and_folders(tmp_path: Path) -> None:
    make(tmp_path, "a.js", "a.min.js", "tests/b.md", "docs/tests/c.md", "docs/old/d.md", "old/e.md")
    assert excluding(tmp_path, "*.min.js", "tests/") == ["a.js", "docs/old/d.md", "old/e.md"]
    assert excluding(tmp_path, "docs/*", "!docs/old") == ["a.js", "a.min.js", "docs/old/d.md", "old/e.md", "tests/b.md"]
    assert len(excluding(tmp_path, "", "# a.js")) == 6


def test_a_pattern_with_a_slash_begins_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "docs/old/a.md", "docs/b.md", "docs/docs/old/c.md")
    folder = tmp_path / "docs"
    monkeypatch.chdir(tmp_path)
    assert excluding(folder, "docs/old") == excluding(folder, "./docs/old") == ["b.md", "docs/old/c.md"]
    monkeypatch.chdir("/")
    assert excluding(folder, "docs/old") == ["b.md", "docs/old/c.md", "old/a.md"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert excluding(folder, "docs/old") == ["b.md", "old/a.md"], "the pattern begins in the folder that is named"


def test_ignore_files_and_patterns_both_count(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md", "c.md")
    (tmp_path / ".ignore").write_text("a.md\n!b.md\n")
    assert excluding(tmp_path, "b.md", "!a.md") == ["c.md"]


def test_a_named_file_is_not_excluded(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    assert [entry.path for entry in walk(str(tmp_path / "a.md"), WalkOptions(exclude=("*.md",)))] == [
        str(tmp_path / "a.md")
    ]
