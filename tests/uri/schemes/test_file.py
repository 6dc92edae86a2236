"""file, and the conversion to and from the paths of operating systems."""

from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import Reference, parse
from linksift.uri.check_grammar import is_uri
from linksift.uri.components import recompose, split
from linksift.uri.schemes.file import from_path
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


def posix_path(uri: str) -> PurePosixPath:
    path = parse(uri).scheme_parts.posix_path()
    assert type(path) is PurePosixPath
    return path


def windows_path(uri: str) -> PureWindowsPath:
    path = parse(uri).scheme_parts.windows_path()
    assert type(path) is PureWindowsPath
    return path


@pytest.mark.parametrize(
    ("uri", "host", "segments"),
    [
        (
            "file://vms.host.edu/disk$user/my/notes/note12345.txt",
            "vms.host.edu",
            ("disk$user", "my", "notes", "note12345.txt"),
        ),
        ("file:///etc/fstab", "", ("etc", "fstab")),
        ("file://localhost/etc/fstab", "", ("etc", "fstab")),
        ("file://LocalHost/etc/", "", ("etc", "")),
        ("file:/path/to/file", "", ("path", "to", "file")),
        ("file:///path/to/file", "", ("path", "to", "file")),
        ("file://host.example.com/path/to/file", "host.example.com", ("path", "to", "file")),
        ("file:///", "", ("",)),
        ("file:///c:/a%2Fb//%E9#c", "", ("c:", "a/b", "", "\udce9")),
        ("file://[::1]/a", "[::1]", ("a",)),
        ("file://caf%C3%A9/a", "café", ("a",)),
    ],
)
def test_rfc8089_2_and_rfc1738_3_10_host_and_segments(uri: str, host: str, segments: tuple[str, ...]) -> None:
    assert parts_of(uri) == (host, segments)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("file:", ("path", 0, "RFC 8089, 2")),
        ("file:a/b", ("path", 0, "RFC 8089, 2")),
        ("file:c:/a", ("path", 0, "RFC 8089, 2")),
        ("file://host", ("path", 0, "RFC 8089, 2")),
        ("file:////host/a", ("path", 1, "RFC 8089, 2")),
        ("file://host//a", ("path", 1, "RFC 8089, 2")),
        ("file://user@host/a", ("userinfo", 0, "RFC 8089, 2")),
        ("file://@/a", ("userinfo", 0, "RFC 8089, 2")),
        ("file://host:80/a", ("port", 0, "RFC 8089, 2")),
        ("file://host:/a", ("port", 0, "RFC 8089, 2")),
        ("file:///a?b", ("query", 0, "RFC 8089, 2")),
    ],
)
def test_rfc8089_2_what_is_broken(uri: str, expected: tuple[str, int, str]) -> None:
    assert violations_in(uri) == [expected]


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("file://localhost/a", "file:///a"),
        ("file://localhost//a", "file:////a"),
        ("file:/a", "file:/a"),
        ("file:///a", "file:///a"),
        ("file://localhost.example/a", "file://localhost.example/a"),
        ("file://user@localhost/a", "file://user@localhost/a"),
        ("file:///localhost/a", "file:///localhost/a"),
    ],
)
def test_rfc8089_2_localhost_is_no_host(uri: str, expected: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == expected
    assert split(expected) == normalized_by_scheme(uri)


# ---- Paths of POSIX --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/", "file:///"),
        ("/etc/fstab", "file:///etc/fstab"),
        ("/a b/100%/?#[]", "file:///a%20b/100%25/%3F%23%5B%5D"),
        ("/c:/a\\b", "file:///c:/a%5Cb"),
        ("/a;b=c&d@e", "file:///a;b=c&d@e"),
        ("/café", "file:///caf%C3%A9"),
        ("/caf\udce9", "file:///caf%E9"),
        ("///a/../b", "file:///a/../b"),
    ],
)
def test_rfc8089_2_paths_of_posix(path: str, uri: str) -> None:
    assert from_path(PurePosixPath(path)) == uri
    assert posix_path(uri) == PurePosixPath(path)
    assert violations_in(uri) == []


@pytest.mark.parametrize("uri", ["file:/a%20b/c", "file://localhost/a%20b/c", "file:///a%20b//c/", "FILE:///a%20b/c#d"])
def test_rfc8089_2_other_ways_to_write_a_path_of_posix(uri: str) -> None:
    assert posix_path(uri) == PurePosixPath("/a b/c")


@pytest.mark.parametrize(
    "uri",
    [
        *["file://host/a", "file:///a%2Fb", "file:///a%00b", "file:a", "file:", "file:////a", "file:///a?b"],
        *["file://user@/a", "file://:80/a", "file://localhost:80/a"],
    ],
)
def test_what_has_no_posix_path(uri: str) -> None:
    with pytest.raises(ValueError, match=r"file|path"):
        posix_path(uri)


@pytest.mark.parametrize("path", ["", ".", "a/b", "//a", "/a\0b"])
def test_a_posix_path_without_a_uri(path: str) -> None:
    with pytest.raises(ValueError, match="is relative, begins with exactly two slashes, or contains NUL"):
        from_path(PurePosixPath(path))


def test_a_lone_surrogate_that_is_no_octet() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        from_path(PurePosixPath("/a\ud800"))


# ---- Paths of Windows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (r"c:\path\to\file.txt", "file:///c:/path/to/file.txt"),
        ("C:\\", "file:///C:/"),
        (r"c:\a b\100%\é", "file:///c:/a%20b/100%25/%C3%A9"),
        (r"c:\a:b", "file:///c:/a:b"),
        (r"\\host.example.com\Share\path\to\file.txt", "file://host.example.com/Share/path/to/file.txt"),
        (r"\\server\a share", "file://server/a%20share/"),
        (r"\\server\c$\a", "file://server/c$/a"),
        (r"\\caf é\share\a", "file://caf%20%C3%A9/share/a"),
    ],
)
def test_rfc8089_e_2_and_e_3_1_drives_and_shares(path: str, uri: str) -> None:
    assert from_path(PureWindowsPath(path)) == uri
    assert windows_path(uri) == PureWindowsPath(path)
    assert violations_in(uri) == []


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:/c:/a", r"c:\a"),
        ("file://localhost/c:/a", r"c:\a"),
        ("file:///c:", "c:\\"),
        ("file:///c%7C/a", r"c:\a"),
        ("file:///c%3A/a", r"c:\a"),
        ("file:///c://host/a", r"c:\host\a"),
        ("file:///c:/d:/a", r"c:\d:\a"),
        ("file://server/c:/a", r"\\server\c:\a"),
        ("file://server/share", "\\\\server\\share\\"),
    ],
)
def test_rfc8089_e_2_other_ways_to_write_a_path_of_windows(uri: str, path: str) -> None:
    found = windows_path(uri)
    assert str(found) == path
    assert found.is_absolute()


@pytest.mark.parametrize(
    "uri",
    [
        *["file:///a", "file:///", "file:///cd:/a", "file:///c", "file:///1:/a", "file:///c::/a", "file:c:/a"],
        *["file:///c:/a%2Fb", "file:///c:/a%5Cb", "file:///c:/a%00b", "file:///%5C%5Cserver%5Cshare"],
        *["file://server", "file://server/", "file://server//a", "file://server/../a", "file://server/%2E/a"],
        *["file://./pipe/a", "file://%3F/c:/a", "file://../a/b", "file://[::1]/share/a", "file://a%5Cb/share/a"],
        *["file://a%2Fb/share/a", "file://a%00/share/a", "file://user@server/share/a", "file:////server/share/a"],
    ],
)
def test_what_has_no_windows_path(uri: str) -> None:
    with pytest.raises(ValueError, match=r"file|path|share"):
        windows_path(uri)


@pytest.mark.parametrize(
    "path",
    [
        *["", "a", r"a\b", r"\a", "c:", "c:a", "c:\\a\0b"],
        *[r"\\.\pipe\a", r"\\?\c:\a", r"\\?\UNC\server\share\a", r"\\localhost\share\a", r"\\LOCALHOST\c$\a"],
    ],
)
def test_a_windows_path_without_a_uri(path: str) -> None:
    with pytest.raises(ValueError, match=r"is relative|not a server"):
        from_path(PureWindowsPath(path))


# ---- There and back --------------------------------------------------------------------------------------------------

# Characters, octets that are no UTF-8, and what means something to a URI or a path.
CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
TEXT = st.lists(CHARACTERS | st.sampled_from("/\\:|?#%.~ \0"), max_size=8).map("".join)


def octets(path: PurePath) -> bytes:
    """A path's name in UTF-8: lone surrogates side by side may stand for a character (PEP 383)."""
    return str(path).encode("utf-8", "surrogateescape")


def there_and_back(path: PurePath) -> None:
    """The URI of a path is valid and converts back to it; a path without one raises ValueError."""
    try:
        uri = from_path(path)
    except ValueError:
        return
    assert is_uri(uri)
    assert violations_in(uri) == []
    back = posix_path(uri) if isinstance(path, PurePosixPath) else windows_path(uri)
    assert octets(back) == octets(path)


@given(st.lists(TEXT, max_size=4))
def test_a_path_of_posix_comes_back(names: list[str]) -> None:
    there_and_back(PurePosixPath("/".join(["", *names])))


@given(st.lists(TEXT.filter(lambda name: not set("/\0") & set(name)), max_size=4))
def test_every_path_of_posix_has_a_uri(names: list[str]) -> None:
    path = PurePosixPath("/").joinpath(*names)
    assert octets(posix_path(from_path(path))) == octets(path)


@given(st.sampled_from(["c:\\", "Z:\\", "\\\\server\\share\\", "\\\\s.example\\c$\\", "\\\\", "\\\\?\\", ""]), TEXT)
def test_a_path_of_windows_comes_back(start: str, rest: str) -> None:
    there_and_back(PureWindowsPath(start + rest))


@given(TEXT, TEXT)
def test_reading_a_path_raises_nothing_but_value_error(authority: str, path: str) -> None:
    for uri in (f"file://{authority}/{path}", f"file:{path}"):
        for read in (posix_path, windows_path):
            try:
                found = read(uri)
            except ValueError:
                continue
            assert found.is_absolute()


def test_a_reference_from_a_path() -> None:
    assert Reference.from_path(PurePosixPath("/a b")) == parse("file:///a%20b")
    with pytest.raises(TypeError, match=r"from_path takes a path such as pathlib\.Path\('/etc'\), not str"):
        Reference.from_path("/a b")  # type: ignore[arg-type]
