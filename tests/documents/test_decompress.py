"""Files compressed with gzip, bzip2, xz or Zstandard: read within bounds, and as far as they can be decompressed."""

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents import Limits, Problem, ReadError, read

TEXT = b"See <http://a.example/one-\n two>.\n"


def zstandard(octets: bytes) -> bytes:
    """A frame of Zstandard."""
    zstd = pytest.importorskip(
        "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd",
        reason="needs backports.zstd (the extra zstd)",
    )
    packed: bytes = zstd.compress(octets)
    return packed


PACKERS = pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard])
PACKED = st.sampled_from([pack(TEXT * 3) for pack in (gzip.compress, bz2.compress, lzma.compress)])
Pack = Callable[[bytes], bytes]


def links(data: bytes, limits: Limits = Limits()) -> tuple[list[str], list[str]]:  # noqa: B008 - immutable
    """The URIs in bytes, and the messages of what could not be read."""
    problems: list[Problem] = []
    uris = [found.match.uri for found in read(data, on_problem=problems.append, limits=limits)]
    return uris, [problem.message for problem in problems]


@PACKERS
def test_compressed_files_are_read(pack: Pack) -> None:
    assert links(pack(TEXT)) == (["http://a.example/one-two"], [])
    assert links(pack(pack(TEXT))) == (["http://a.example/one-two"], [])
    assert links(pack(b"")) == ([], [])


@PACKERS
def test_several_members_are_one_file(pack: Pack) -> None:
    assert links(pack(TEXT[:10]) + pack(TEXT[10:])) == (["http://a.example/one-two"], [])


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_zero_bytes_between_members_hide_no_member(pack: Pack) -> None:
    assert links(pack(TEXT[:10]) + bytes(512) + pack(TEXT[10:]) + bytes(4)) == (["http://a.example/one-two"], [])
    assert links(pack(TEXT) + bytes(70_000)) == (["http://a.example/one-two"], [])


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_what_follows_the_last_member_is_reported(pack: Pack) -> None:
    uris, messages = links(pack(TEXT) + b"more" + pack(TEXT))
    assert uris == ["http://a.example/one-two"]
    assert [message.startswith("cannot be unpacked to its end: ") for message in messages] == [True]


@PACKERS
def test_a_truncated_file_is_read_to_its_end_and_reported(pack: Pack) -> None:
    text = b"".join(b"http://a.example/%d\n" % (number * 7919 % 100_003) for number in range(50_000))
    packed = pack(text)
    uris, messages = links(packed[: len(packed) * 9 // 10])
    assert len(uris) > 1_000
    assert uris[:2] == ["http://a.example/0", "http://a.example/7919"]
    assert messages == ["is truncated; the part before that was read"]


def test_broken_data_is_reported() -> None:
    packed = bytearray(gzip.compress(TEXT * 10, mtime=0))
    packed[-6] ^= 0xFF  # the checksum
    uris, (message,) = links(bytes(packed))
    assert len(uris) == 10
    assert message.startswith("cannot be unpacked to its end: CRC check failed")
    assert links(gzip.compress(TEXT) + b"garbage")[0] == ["http://a.example/one-two"]


@PACKERS
def test_a_bomb_is_unpacked_to_the_limit_only(pack: Pack) -> None:
    bomb = pack(b"http://a.example/ " + b" " * 5_000_000)
    assert links(bomb, limits=Limits(size=1024 * 1024)) == (
        ["http://a.example/"],
        ["unpacks to more than 1 MiB; the rest was not read"],
    )


def test_a_file_compressed_too_often_is_reported() -> None:
    data = TEXT
    for _ in range(20):
        data = gzip.compress(data)
    with pytest.raises(ReadError, match="is nested more than 16 deep"):
        links(data)
    assert links(data, limits=Limits(depth=20))[0] == ["http://a.example/one-two"]


def test_a_binary_file_inside_is_a_binary_file() -> None:
    with pytest.raises(ReadError, match="binary file"):
        links(gzip.compress(b"\x7fELF\0"))


def test_a_frame_that_takes_too_much_memory_is_told() -> None:
    frame = bytes.fromhex("28b52ffd 00 a8") + b"\0" * 20  # it asks for a window of 2 GiB
    zstandard(b"")
    links_found, (message,) = links(frame)
    assert (links_found, message.startswith("cannot be unpacked to its end: ")) == ([], True)


def test_the_inner_name_shows_the_format(tmp_path: Path) -> None:
    for name in ("page.md.gz", "page.MD.GZ"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(b"[a](http://a.example/b 'c')"))
        assert [found.match.kind for found in read(path)] == ["stated"]


def test_a_compressed_pipe_is_read() -> None:
    class Pipe(BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, offset: int, whence: int = 0, /) -> int:
            raise OSError("no seeking in a pipe")

    assert [found.match.uri for found in read(Pipe(gzip.compress(TEXT)))] == ["http://a.example/one-two"]


@given(st.binary(max_size=60), st.integers(10, 60), PACKED)
def test_any_compressed_file_gives_links_or_a_message(noise: bytes, place: int, packed: bytes) -> None:
    try:
        uris, messages = links(packed[:place] + noise + packed[place + len(noise) :])
    except ReadError as error:
        uris, messages = [], [str(error)]
    assert uris or messages or noise not in packed
