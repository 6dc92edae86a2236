"""Ignore files: what their patterns match, compared with git itself."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from linksift.documents.walk_folders import IgnoreFile, patterns, verdict
from tests.growth import assert_time_grows_with_the_input


def is_ignored(lines: list[str], path: str) -> bool:
    """Whether a file is ignored, or a folder that contains it."""
    levels = [IgnoreFile(0, tuple(patterns(lines)))]
    names = path.split("/")
    return any(verdict(levels, names[:end], end < len(names)) for end in range(1, len(names) + 1))


@pytest.mark.parametrize(
    ("lines", "ignored", "kept"),
    [
        (["*.log"], ["a.log", "b/a.log", ".log"], ["a.logs", "log"]),
        (["/a"], ["a", "a/b"], ["b/a"]),
        (["a/"], ["a/b", "b/a/c"], ["a", "b/a"]),
        (["a/b"], ["a/b", "a/b/c"], ["c/a/b", "b"]),
        (["**/b/c"], ["b/c", "a/b/c"], ["b/a/c"]),
        (["a/**"], ["a/b", "a/b/c"], ["a", "b/a"]),
        (["a/**/c"], ["a/c", "a/b/c", "a/b/b/c"], ["a/b", "c"]),
        (["*.log", "!a.log"], ["b.log"], ["a.log", "c/a.log"]),
        (["a?[bc]"], ["axb", "ayc"], ["ab", "axd", "a/b"]),
        (["[!a]x", "[a-c]y"], ["bx", "cy"], ["ax", "dy"]),
        (["# a", "", "   ", r"\#b", r"\!c", "d  ", r"e\ "], ["#b", "!c", "d", "e "], ["# a", "e", "a"]),
        (["*"], ["a", "b/c"], []),
        (["/", "//"], [], ["a", "a/b"]),
        ([r"a\*"], ["a*"], ["ab"]),
        (["[z-a]", "[]", "[", "a["], [], ["z", "a", "["]),
    ],
)
def test_patterns_match_paths(lines: list[str], ignored: list[str], kept: list[str]) -> None:
    assert [path for path in ignored + kept if is_ignored(lines, path)] == ignored


def test_the_deepest_file_and_the_last_line_override_others() -> None:
    levels = [IgnoreFile(0, tuple(patterns(["b", "/a/c"]))), IgnoreFile(1, tuple(patterns(["!b", "/d"])))]
    assert verdict(levels, ["b"], False) is True
    assert verdict(levels, ["a", "b"], False) is False
    assert verdict(levels, ["a", "d"], False) is True
    assert verdict(levels, ["a", "c"], False) is True
    assert verdict(levels, ["a", "e"], False) is None


PIECES = ["a", "b", "*", "?", "**", "/", "/", "[ab]", "[!a]", r"\*", ".", "ab", "!", "/a", "b/"]
NAMES = ["a", "b", "ab", "a.b", "*", "ba", "aab"]


UNCLEAR = re.compile(r"//|[^/!]\*\*|\*\*[^/]|\*\*/?$")
"""What git does not do as gitignore(5) says: in the middle of a name it takes "**" for more than "*"."""


def test_patterns_match_the_same_paths_as_in_git(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("needs git")
    subprocess.run([git, "init", "-q", str(tmp_path)], check=True)
    chance = random.Random(20261121)
    paths = sorted({"/".join(chance.choices(NAMES, k=chance.randint(1, 4))) for _ in range(60)})
    for _ in range(60):
        lines = ["".join(chance.choices(PIECES, k=chance.randint(1, 5))) for _ in range(chance.randint(1, 3))]
        lines = [line for line in lines if not UNCLEAR.search(line)]
        (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
        command = [git, "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin", "-z"]
        answer = subprocess.run(command, input="\0".join(paths).encode(), capture_output=True, check=False)
        theirs = sorted(filter(None, answer.stdout.decode().split("\0")))
        assert [path for path in paths if is_ignored(lines, path)] == theirs, lines


def test_many_stars_take_no_longer_than_few() -> None:
    """Matching that tried every division of the path would not end."""
    assert not is_ignored(["*a" * 40 + "b", "**/" * 30 + "x/" * 3 + "y"], "/".join(["a" * 200] * 60))


@pytest.mark.parametrize("piece", ["[", "[!", "[a", "[]", "[a]", "*a", "?", "\\", " "])
@pytest.mark.clock
def test_time_grows_with_the_line(piece: str) -> None:
    """A bracket that no other closes was searched for to the end of the line, from each bracket."""
    assert_time_grows_with_the_input(lambda line: list(patterns([line])), "", piece, "", 8_000)
