"""Segments, merging and dot-segments, compared with the pseudo-code of 5.2."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from linksift.uri import merge, parse, remove_dot_segments, split
from linksift.uri.paths import relative_path, segments, without_leading_double_slash
from tests.uri import pseudo_code
from tests.uri.strings import SEGMENTS, thorny_uris

FIRST_TRACE = """\
1 : /a/b/c/./../../g
2E: /a /b/c/./../../g
2E: /a/b /c/./../../g
2E: /a/b/c /./../../g
2B: /a/b/c /../../g
2C: /a/b /../g
2C: /a /g
2E: /a/g"""

SECOND_TRACE = """\
1 : mid/content=5/../6
2E: mid /content=5/../6
2E: mid/content=5 /../6
2C: mid /6
2E: mid/6"""

PATHS = st.lists(st.sampled_from(["/", "/", "", ".", "..", "a", "%2E", ";"]), max_size=20).map("".join)
"""Absolute and rootless paths, with segments that only look like dot-segments."""


@pytest.mark.parametrize("trace", [FIRST_TRACE, SECOND_TRACE])
def test_rfc3986_5_2_4_traces(trace: str) -> None:
    path = trace.splitlines()[0].removeprefix("1 : ")
    steps = pseudo_code.remove_dot_segments(path)
    assert [f"{step:2}: {' '.join(filter(None, buffers))}" for step, *buffers in steps] == trace.splitlines()
    assert remove_dot_segments(path) == trace.rpartition(" ")[2]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        # Step A, and D for what is left of it.
        ("../a", "a"),
        ("./a", "a"),
        (".././../a", "a"),
        (".", ""),
        ("..", ""),
        ("../.", ""),
        # Step B.
        ("/./a", "/a"),
        ("/.", "/"),
        ("/a/.", "/a/"),
        ("/././", "/"),
        # Step C, beyond the root too.
        ("/../a", "/a"),
        ("/..", "/"),
        ("/a/..", "/"),
        ("/a/../..", "/"),
        ("/a/b/../c", "/a/c"),
        # Step E: segments that are not complete dot-segments stay.
        ("", ""),
        ("/", "/"),
        ("a", "a"),
        ("/...", "/..."),
        ("/.a/a./..a/a..", "/.a/a./..a/a.."),
        ("/..;/.;", "/..;/.;"),
        ("/%2E%2E/%2e", "/%2E%2E/%2e"),
        # Empty segments are segments.
        ("/a//../b", "/a/b"),
        ("/a//..//b", "/a//b"),
        ("/a/..//b", "//b"),
        (".//b", "/b"),
        ("..//b", "/b"),
        ("///..", "//"),
        ("///../..", "/"),
        # Where the first segment of a rootless path goes, the slash behind it stays.
        ("a/..", "/"),
        ("a/../b", "/b"),
        ("a/../..", "/"),
        ("a/./b", "a/b"),
        ("a/b/../../..", "/"),
    ],
)
def test_rfc3986_5_2_4_remove_dot_segments(path: str, expected: str) -> None:
    assert pseudo_code.without_dot_segments(path) == expected
    assert remove_dot_segments(path) == expected


@given(PATHS)
@example("..//a")
@example("a/..//../b/.")
def test_rfc3986_5_2_4_is_kept_to_the_letter(path: str) -> None:
    assert remove_dot_segments(path) == pseudo_code.without_dot_segments(path)


@given(st.lists(st.sampled_from(SEGMENTS), max_size=12).map("/".join))
def test_rfc3986_5_2_4_removes_all_dot_segments_once_and_nothing_else(path: str) -> None:
    removed = remove_dot_segments(path)
    assert not {".", ".."} & set(removed.split("/"))
    assert removed.startswith("/") or not path.startswith("/")
    assert remove_dot_segments(removed) == removed
    if not {".", ".."} & set(path.split("/")):
        assert removed == path


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("http://a", "g", "/g"),
        ("http://a?b/c", "g", "/g"),
        ("http://", "g", "/g"),
        ("http://a/", "g", "/g"),
        ("http://a/b", "g", "/g"),
        ("http://a/b/c/d;p?q/r#s/t", "g", "/b/c/g"),
        ("http://a/b//", "g", "/b//g"),
        ("http://a/b/../c", "../g", "/b/../../g"),
        ("urn:a:b", "g", "g"),
        ("urn:a/b/c", "g", "a/b/g"),
        ("urn:", "g", "g"),
        ("urn:/a", "g", "/g"),
    ],
)
def test_rfc3986_5_2_3_merge(base: str, path: str, expected: str) -> None:
    assert merge(split(base), path) == expected


@given(thorny_uris(), PATHS)
def test_rfc3986_5_2_3_is_kept_to_the_letter(base: str, path: str) -> None:
    assert merge(split(base), path) == pseudo_code.merge(split(base), path)


@pytest.mark.parametrize(
    ("authority", "path", "expected"),
    [
        (None, "//a", "/.//a"),
        (None, "//", "/.//"),
        (None, "/a//", "/a//"),
        (None, "a//", "a//"),
        (None, "", ""),
        ("", "//a", "//a"),
        ("a", "//a", "//a"),
    ],
)
def test_rfc3986_3_3_no_path_reads_as_an_authority(authority: str | None, path: str, expected: str) -> None:
    assert without_leading_double_slash(authority, path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ()),
        ("/", ("",)),
        ("//", ("", "")),
        ("/a", ("a",)),
        ("a", ("a",)),
        ("a/", ("a", "")),
        ("/a/b;c=1/", ("a", "b;c=1", "")),
        ("/a%2Fb/%2e%2E", ("a/b", "..")),
        ("/%2541", ("%41",)),
        ("/%C3%A9/%E9", ("é", "\udce9")),
        ("fred@example.com", ("fred@example.com",)),
    ],
)
def test_rfc3986_3_3_segments(path: str, expected: tuple[str, ...]) -> None:
    assert segments(path) == expected
    assert parse(f"x:{path}" if not path.startswith("//") else f"x://{path}").segments == expected


@pytest.mark.parametrize(
    ("base", "target", "expected"),
    [
        ("/a/b", "/a/c", "c"),
        ("/a/b", "/a/b", "b"),
        ("/a/b/", "/a/b", "../b"),
        ("/a/b", "/a/b/", "b/"),
        ("/a/b/c", "/", "../../"),
        ("/", "/a/b", "a/b"),
        ("/a/b", "/c/d", "../c/d"),
        ("/a/b", "/a/", "./"),
        ("/a/b", "/a//c", ".//c"),
        ("/a/b", "/a/c:d", "./c:d"),
        ("/a/b", "/a/c/d:e", "c/d:e"),
        ("a/b", "a/c", "c"),
    ],
)
def test_rfc3986_5_2_relative_path_is_the_way_back(base: str, target: str, expected: str) -> None:
    assert relative_path(base, target) == expected
    assert remove_dot_segments(merge(split(f"x:{base}"), expected)) == target
