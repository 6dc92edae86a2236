"""file: files by their paths, on this machine or another (RFC 1738, 3.10; RFC 8089)."""

import re
from typing import TYPE_CHECKING, NamedTuple

from linksift.arguments import require_type
from linksift.uri.components import Components
from linksift.uri.grammar import PCHAR_SET, REG_NAME_SET
from linksift.uri.paths import segments
from linksift.uri.percent import decode_data, encode_data
from linksift.uri.schemes.common_syntax import absent
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

if TYPE_CHECKING:
    from pathlib import PurePath, PurePosixPath, PureWindowsPath

_SECTION = "RFC 8089, 2"


class File(NamedTuple):
    """The parts of a file URI, decoded (RFC 8089, 2): the host ("" for this machine) and the segments of the path.

    If the path ends in a slash, as that of a directory may, the last segment is empty.
    """

    host: str
    segments: tuple[str, ...]

    def posix_path(self) -> "PurePosixPath":
        """The POSIX path, the inverse of `from_path` (RFC 8089, 2).

        Raises ValueError if there is no such path: for a host that is not this machine, or for a segment with an
        encoded slash or NUL.

        >>> from linksift.uri.components import split
        >>> parts(split("file:/etc/a%20b")).posix_path()
        PurePosixPath('/etc/a b')
        """
        from pathlib import PurePosixPath  # imported lazily: see tests/test_import.py

        if self.host:
            raise ValueError(f"a file on another machine, {self.host!r}, has no POSIX path")
        _check_names(self.segments, "/\0")
        return PurePosixPath("/" + "/".join(self.segments))

    def windows_path(self) -> "PureWindowsPath":
        r"""The Windows path, the inverse of `from_path` (RFC 8089, E.2 and E.3.1).

        A drive letter may be followed by an encoded "|" in place of ":". A file on another host has a UNC path. Raises
        ValueError if there is no such path: without a drive or share, for a host that is not a server (a device, an
        IPv6 address), or for a segment with an encoded slash, backslash or NUL.

        >>> from linksift.uri.components import split
        >>> str(parts(split("file:///c%7C/a%20b")).windows_path())
        'c:\\a b'
        >>> str(parts(split("file://server/share/a")).windows_path())
        '\\\\server\\share\\a'
        """
        from pathlib import PureWindowsPath  # imported lazily: see tests/test_import.py

        _check_names(self.segments, "/\\\0")
        first, *names = self.segments
        if self.host:
            _check_share(self.host, first)
            start = rf"\\{self.host}\{first}"
        elif re.fullmatch("[A-Za-z][:|]", first):
            start = f"{first[0]}:"
        else:
            raise ValueError(f"a Windows path begins with a drive, and {first!r} is not one")
        return PureWindowsPath("\\".join([start, "", *names]))


def parts(uri: Components) -> File:
    """Split a valid file URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("file://localhost/etc/a%20b"))
    File(host='', segments=('etc', 'a b'))
    """
    host = decode_data(uri.host or "")
    return File("" if host.lower() == "localhost" else host, segments(uri.path))


def absolute_path(uri: Components) -> Violations:
    """The path begins with a single slash (RFC 8089, 2; path-absolute of RFC 3986, 3.3).

    >>> from linksift.uri.components import split
    >>> [[violation.offset for violation in absolute_path(split(uri))] for uri in ("file:a", "file:////a", "file:/a")]
    [[0], [1], []]
    """
    if uri.path[:1] != "/" or uri.path[:2] == "//":
        offset = 1 if uri.path[:1] == "/" else 0
        yield Violation("path", offset, _SECTION, "a path begins with a single slash")


def local_host(uri: Components) -> Components:
    """The host "localhost" becomes empty: both mean this machine (RFC 8089, 2; RFC 1738, 3.10).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(local_host(split("file://localhost/etc/fstab")))
    'file:///etc/fstab'
    """
    return uri._replace(authority="") if uri.authority == "localhost" else uri


def from_path(path: "PurePath") -> str:
    r"""The file URI of an absolute POSIX or Windows path, with its drive or server (RFC 8089, 2, E.2 and E.3.1).

    Bytes of a path that are not UTF-8, which are lone surrogates in Python (PEP 383), are preserved. Raises ValueError
    for a path that no file URI can express: one that is relative, contains NUL, begins with exactly two slashes
    (POSIX), or is on a device or a server named "localhost", which would be read as this machine (Windows).

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> from_path(PurePosixPath("/etc/a b")), from_path(PureWindowsPath(r"c:\a b"))
    ('file:///etc/a%20b', 'file:///c:/a%20b')
    >>> from_path(PureWindowsPath(r"\\server\share\a"))
    'file://server/share/a'
    """
    from pathlib import PurePath  # imported lazily: see tests/test_import.py

    require_type("from_path", "a path such as pathlib.Path('/etc')", PurePath, path)
    if not path.is_absolute() or path.root == "//" or "\0" in str(path):
        raise ValueError(f"{str(path)!r} is relative, begins with exactly two slashes, or contains NUL")
    host, first = _host_and_first_name(path.drive)
    names = [first, *(path.parts[1:] or [""])] if first else path.parts[1:]
    return f"file://{encode_data(host, REG_NAME_SET)}/{'/'.join([encode_data(name, PCHAR_SET) for name in names])}"


def _host_and_first_name(drive: str) -> tuple[str, str]:
    r"""The host and the first segment for a path's drive ("" for POSIX). Raises ValueError for devices.

    >>> _host_and_first_name("c:"), _host_and_first_name(r"\\server\share"), _host_and_first_name("")
    (('', 'c:'), ('server', 'share'), ('', ''))
    """
    if not drive.startswith("\\\\"):
        return "", drive
    server, _, share = drive[2:].partition("\\")
    if server.lower() == "localhost":
        raise ValueError('in a file URI "localhost" is this machine, not a server')
    _check_share(server, share)
    return server, share


def _check_share(server: str, share: str) -> None:
    """Raise ValueError unless these name a share on a server: in a UNC path the servers "?" and "." are devices.

    >>> _check_share(".", "pipe")
    Traceback (most recent call last):
        ...
    ValueError: '.' and 'pipe' are not a server and a share
    """
    if not re.fullmatch(r'(?!\.+\Z)[^\\/:*?"<>|\0]+', server) or not share.strip("."):
        raise ValueError(f"{server!r} and {share!r} are not a server and a share")


def _check_names(segments: tuple[str, ...], separators: str) -> None:
    """Raise ValueError if a decoded segment contains a separator.

    >>> _check_names(("a/b",), "/")
    Traceback (most recent call last):
        ...
    ValueError: 'a/b' is not a file name
    """
    for segment in segments:
        if any(separator in segment for separator in separators):
            raise ValueError(f"{segment!r} is not a file name")


CHECKS = (absent("userinfo", _SECTION), absent("port", _SECTION), absolute_path, absent("query", _SECTION))
SCHEME = Scheme(_SECTION, parts, checks=CHECKS, normalizers=(local_host,))
