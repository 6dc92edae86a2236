"""Web archives: each record with the page it stands on, damaged ones skipped and told."""

import gzip
import importlib
import io
import re
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import linksift
from linksift.documents.warc_records import records
from tests.documents.mutations import assert_links_or_a_message, mutated

PAGE = b"<p><a href=q>x</a> www.b.example"
PACKED = gzip.compress(PAGE, mtime=0)


def record(kind: str, target: str, content_type: str, content: bytes) -> bytes:
    fields = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {target}\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return fields.encode() + content + b"\r\n\r\n"


def response(content: bytes, fields: str = "Content-Type: text/html; charset=utf-8") -> bytes:
    http = f"HTTP/1.1 200 OK\r\n{fields}\r\nLink: <http://header.example>\r\n\r\n".encode() + content
    return record("response", "http://a.example/p/", "application/http; msgtype=response", http)


def wet(number: int) -> bytes:
    text = f"see http://d{number}.example/e, where the text is " + "word " * 9_000
    return record("conversion", f"http://c{number}.example/", "text/plain", text.encode())


def found(octets: bytes) -> tuple[list[tuple[str, int | None, str | None]], list[str]]:
    """The URI, record and target of each link, and the messages of the problems."""
    problems: list[linksift.Problem] = []
    links = [
        (one.match.uri, one.location.locator.record, one.location.locator.target)
        for one in linksift.read(octets, on_problem=problems.append)
    ]
    return links, [problem.message for problem in problems]


class Unseekable(io.BytesIO):
    """A file like a pipe."""

    def seekable(self) -> bool:
        return False


def zstandard(octets: bytes, **options: Any) -> bytes:
    """A frame of Zstandard with a checksum."""
    zstd = decoder()
    options["options"] = {zstd.CompressionParameter.checksum_flag: 1}
    packed: bytes = zstd.compress(octets, **options)
    return packed


def decoder() -> Any:
    """The module for Zstandard, if it is there."""
    if sys.version_info >= (3, 14):
        return importlib.import_module("compression.zstd")
    return pytest.importorskip("backports.zstd", reason="needs backports.zstd (the extra zstd)")


def overlapping(size: int) -> bytes:
    """Members of an archive that are not compressed, each with all those after it in its content."""
    text = record("conversion", "", "text/plain", bytes(65_000)).partition(b"\0")[0]
    member = b"\x1f\x8b\x08" + bytes(7) + b"\0\xff\xff\0\0" + text + b"http://d.example "
    return member * (size // len(member))


def test_members_that_overlap_are_read_again_a_few_times_only() -> None:
    octets = overlapping(64_000)
    links, problems = found(octets)
    assert 0 < len(links) < 20 * octets.count(b"http://d.example")
    assert 0 < len(problems) < 20


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard])
def test_links_have_their_record_and_its_target(pack: object) -> None:
    archive = [
        record("warcinfo", "", "application/warc-fields", b"isPartOf: http://info.example\r\n"),
        response(PAGE),
        record(
            "request", "http://a.example/p/", "application/http", b"GET /p/ HTTP/1.1\r\nHost: www.a.example\r\n\r\n"
        ),
        record("conversion", "http://c.example/", "text/plain", b"see http://d.example/e"),
        record(
            "revisit", "http://a.example/", "application/http", b"HTTP/1.1 200 OK\r\nLink: http://r.example\r\n\r\n"
        ),
        record("metadata", "http://a.example/", "application/warc-fields", b"via: http://v.example/\r\n"),
        record("response", "http://a.example/i", "image/png", b"\x89PNG\0http://image.example"),
    ]
    assert callable(pack)
    assert found(b"".join(map(pack, archive))) == (
        [
            ("http://a.example/p/q", 2, "http://a.example/p/"),
            ("http://www.b.example", 2, "http://a.example/p/"),
            ("http://d.example/e", 4, "http://c.example/"),
            ("http://v.example/", 6, "http://a.example/"),
        ],
        ["binary file, which is not read"],
    )


@pytest.mark.parametrize(
    ("fields", "content"),
    [
        ("Content-Type: text/html\r\nContent-Encoding: gzip", PACKED),
        ("Content-Type: text/html\r\nContent-Encoding: gzip", PAGE),
        ("Content-Type: text/html\r\nContent-Encoding: deflate", zlib.compress(PAGE)),
        (
            "Content-Type: text/html\r\nTransfer-Encoding: chunked",
            b"5;x=y\r\n<p><a\r\n1b\r\n" + PAGE[5:] + b"\r\n0\r\n\r\n",
        ),
        (
            "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip",
            f"{len(PACKED):x}\r\n".encode() + PACKED + b"\r\n0\r\n\r\n",
        ),
        ("content-type: text/html", PAGE),
        ("X: y", b"<!doctype html>" + PAGE),
    ],
)
def test_codings_of_http_are_undone(fields: str, content: bytes) -> None:
    links, problems = found(response(content, fields))
    assert [uri for uri, _, _ in links] == ["http://a.example/p/q", "http://www.b.example"]
    assert problems == []


def test_an_unknown_coding_is_told() -> None:
    links, problems = found(response(b"\x0b\x02\x80", "Content-Type: text/html\r\nContent-Encoding: br"))
    assert (links, problems) == ([], ["record 1 has the coding 'br', which is not read"])


def test_the_charset_of_the_header_counts() -> None:
    [(uri, _, _)], _ = found(
        response("http://ю.example/".encode("cp1251"), "Content-Type: text/html; charset=windows-1251")
    )
    assert uri == "http://xn--31a.example/"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard])
@pytest.mark.parametrize("seed", range(60))
def test_every_intact_record_is_read(seed: int, pack: Callable[[bytes], bytes]) -> None:
    random = Random(seed)
    members = [pack(wet(number)) for number in range(8)]
    damaged = random.randrange(8)
    octets = bytearray(members[damaged])
    for _ in range(random.randint(1, 4)):
        octets[random.randrange(len(octets))] ^= 1 << random.randrange(8)
    members[damaged] = bytes(octets[: random.choice((len(octets), random.randrange(len(octets))))])
    links, _ = found(b"".join(members))
    assert {f"http://d{number}.example/e" for number in range(8) if number != damaged} <= {uri for uri, _, _ in links}


TOKENS = (
    b"WARC/1.0\r\n|WARC/9.99\n|\r\n\r\n|Content-Length: 99999999999\r\n|Content-Length: -1\r\n|Content-Length: 5\r\n|"
    b"WARC-Type: response\r\n|Content-Type: application/http\r\n|Content-Encoding: gzip\r\n|\x1f\x8b\x08|\0|\xff|"
    b"Transfer-Encoding: chunked\r\n|ffffffffffffffff\r\n|text/html; charset=utf-7|HTTP/1.1 200 OK\r\n|http://["
).split(b"|")


@pytest.mark.parametrize("seed", range(1_000))
def test_mutated_archives_give_links_and_problems(seed: int) -> None:
    """A record that is mutated before or after it is packed costs itself: those in other members are read."""
    chance = Random(seed)
    records = [short_wet(number) if number % 2 else short_response(number) for number in range(6)]
    victims = set(chance.sample(range(1, 6), chance.randint(1, 3)))  # the first octets of a file show its format
    members = [
        gzip.compress(mutated(octets, seed, TOKENS) if number in victims and seed % 2 else octets, 1, mtime=0)
        for number, octets in enumerate(records)
    ]
    if seed % 2 == 0:
        members = [mutated(octets, seed) if number in victims else octets for number, octets in enumerate(members)]
    assert_links_or_a_message(mutated(b"".join(records), seed, TOKENS), "a.warc")
    assert_links_or_a_message(octets := b"".join(members), "a.warc.gz")
    read_targets = {(uri, target) for uri, _, target in found(octets)[0]}
    intact = set(range(6)) - victims
    assert {(f"http://d{number}.example/e", f"http://c{number}.example/") for number in intact} <= read_targets


@pytest.mark.parametrize("seed", range(100))
def test_a_wrong_length_hides_no_record(seed: int) -> None:
    chance = Random(seed)
    records = [short_wet(number) if number % 2 else short_response(number) for number in range(8)]
    for victim in chance.sample(range(8), chance.randint(1, 4)):
        length = str(chance.choice((0, 7, chance.randrange(100, 2_000), 10 ** chance.randrange(3, 19) - 1))).encode()
        records[victim] = re.sub(rb"(?<=\nContent-Length: )\d+", length, records[victim], count=1)
    links, _ = found(b"".join(records))
    whole = {number for number in range(8) if is_whole(records[number])}
    assert {(f"http://d{number}.example/e", f"http://c{number}.example/") for number in whole} <= {
        (uri, target) for uri, _, target in links
    }
    assert all(uri[8:-2] == target[8:-1] for uri, _, target in links if target and uri.endswith("/e"))


def is_whole(octets: bytes) -> bool:
    """Whether a record is as long as it says."""
    head, _, content = octets.partition(b"\r\n\r\n")
    return len(content) - 4 == int(re.findall(rb"Content-Length: (\d+)", head)[0])


def short_wet(number: int) -> bytes:
    """A record of text."""
    return record("conversion", f"http://c{number}.example/", "text/plain", f"http://d{number}.example/e".encode())


def short_response(number: int) -> bytes:
    """A record of a page, in chunks and packed."""
    page = gzip.compress(f"<a href=http://d{number}.example/e>".encode(), 1, mtime=0)
    http = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        + f"{len(page):x}\r\n".encode()
        + page
        + b"\r\n0\r\n\r\n"
    )
    return record("response", f"http://c{number}.example/", "application/http; msgtype=response", http)


@pytest.mark.parametrize("size", ["7fffffffffffffff", "8000000000000000", "ffffffffffffffff"])
def test_a_chunk_that_states_more_than_any_content_ends_with_its_record(size: str) -> None:
    hostile = response(size.encode() + b"\r\n" + PAGE, "Content-Type: text/html\r\nTransfer-Encoding: chunked")
    links, problems = found(response(PAGE) + hostile + response(PAGE))
    assert (sorted({record for _, record, _ in links if record}), problems) == ([1, 2, 3], [])


@pytest.mark.parametrize("cut", range(0, 700, 7))
def test_a_truncated_archive_is_read_up_to_there(cut: int) -> None:
    octets = record("conversion", "http://c.example/", "text/plain", b"http://d.example/e") + response(PAGE)
    links, problems = found(octets[: len(octets) - cut] if cut < len(octets) else b"WARC/1.0\r\n")
    assert len(links) == 3 or problems or octets[: len(octets) - cut].rstrip().endswith(b"d.example/e")
    found(gzip.compress(octets)[: 700 - cut])


@pytest.mark.parametrize(("pack", "name"), [(gzip.compress, "a.warc.gz"), (zstandard, "a.WET.zst")])
@pytest.mark.parametrize("begin", [b"", b"\0\0", b"xyz"])
def test_the_first_record_may_be_damaged_beyond_recognition(
    pack: Callable[[bytes], bytes], name: str, begin: bytes
) -> None:
    file = io.BytesIO(begin + pack(wet(0))[3:] * 99 + pack(wet(1)))
    file.name = name
    problems: list[linksift.Problem] = []
    links = [one.match.uri for one in linksift.read(file, on_problem=problems.append)]
    assert links == ["http://d1.example/e"]
    assert problems[0].message == "record 1 is damaged"


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_dictionary_of_zstandard_is_used(is_packed: bool) -> None:
    zstd = decoder()
    dictionary = zstd.train_dict([wet(number)[:500] for number in range(200)], 2_000)
    octets = dictionary.dict_content
    octets = zstd.compress(octets) if is_packed else octets
    head = b"\x5d\x2a\x4d\x18" + len(octets).to_bytes(4, "little")
    archive = b"".join(zstandard(wet(number), zstd_dict=dictionary) for number in range(3))
    assert [uri for uri, _, _ in found(head + octets + archive)[0]] == [f"http://d{n}.example/e" for n in range(3)]
    links, [problem, *_] = found(archive)
    assert (links, "cannot be unpacked" in problem) == ([], True)
    with pytest.raises(linksift.ReadError, match="has a damaged dictionary"):
        found(head + b"x" * len(octets) + archive)
    with pytest.raises(linksift.ReadError, match="has a dictionary of more than 16 MiB"):
        found(head[:4] + b"\xff" * 4 + archive)


def test_without_a_decoder_of_zstandard_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    for head in (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18"):
        with pytest.raises(linksift.ReadError, match="pip install 'linksift\\[zstd\\]'"):
            found(head + b"\0" * 20)


def test_a_bomb_of_zstandard_is_bounded() -> None:
    record_of_zeros = record("conversion", "http://c.example/", "text/plain", bytes(50_000_000))
    packed = zstandard(record_of_zeros) + zstandard(wet(1))
    tracemalloc.start()
    try:
        limits = linksift.Limits(size=1_000_000, ratio=1_000)
        problems: list[linksift.Problem] = []
        assert len(list(linksift.read(packed, limits=limits, on_problem=problems.append))) == 1
        assert [problem.message for problem in problems] == [
            "record 1 is larger than 1,000,000 octets; it was not read"
        ]
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("pack", [gzip.compress, zstandard])
def test_many_members_that_unpack_to_too_much_are_a_bomb(pack: Callable[[bytes], bytes]) -> None:
    """No record is too large, but together they would unpack to a thousand times the archive. Others are read."""
    text = record("conversion", "http://c.example/", "text/plain", b"see http://d.example/e " + bytes(400_000))
    packed = pack(text) * 20 + pack(record("conversion", "http://c.example/", "text/plain", b"http://d1.example/e"))
    problems: list[linksift.Problem] = []
    limits = linksift.Limits(size=1_000_000, ratio=20)
    links = [one.match.uri for one in linksift.read(packed, limits=limits, on_problem=problems.append)]
    assert links.count("http://d1.example/e") == 1
    assert 15 < len(problems) < 20
    assert {one.message.partition(" unpacks")[2] for one in problems} == {" to too much for its size, like a zip bomb"}


def test_a_bomb_in_a_coding_of_http_is_reported() -> None:
    bomb = response(gzip.compress(bytes(900_000)), "Content-Type: text/plain\r\nContent-Encoding: gzip")
    problems: list[linksift.Problem] = []
    limits = linksift.Limits(size=1_000_000, ratio=20)
    links = list(linksift.read(bomb * 20 + wet(1), limits=limits, on_problem=problems.append))
    assert [one.match.uri for one in links] == ["http://d1.example/e"]
    assert {one.message for one in problems} == {"unpacks to too much for its size, like a zip bomb"}


def test_an_archive_of_unknown_length_is_read_whole() -> None:
    """What it unpacks to may exceed the limit many times."""
    archive = Unseekable(gzip.compress(wet(1)) * 50)
    limits = linksift.Limits(size=100_000, ratio=200)
    problems: list[linksift.Problem] = []
    assert len(list(linksift.read(archive, limits=limits, on_problem=problems.append))) == 50
    assert problems == []


def test_a_large_record_and_an_endless_one_are_skipped() -> None:
    octets = wet(0) + b"WARC/1.0\r\nContent-Length: 99999999999\r\n\r\n" + wet(1)
    problems: list[linksift.Problem] = []
    links = list(linksift.read(octets, limits=linksift.Limits(size=100), on_problem=problems.append))
    assert links == []
    assert [problem.message for problem in problems] == [
        "record 1 is larger than 100 octets; it was not read",
        "record 2 is larger than 100 octets; it was not read",
    ]


def test_a_field_that_goes_on_forever_is_bounded() -> None:
    octets = b"WARC/1.0\r\n" + b"X: y\r\n" * 3_000 + b"Content-Length: 3\r\n\r\nabc\r\n\r\n" + wet(1)
    links, problems = found(octets)
    assert [uri for uri, _, _ in links] == ["http://d1.example/e"]
    assert problems == ["record 1 is damaged: it does not say how long it is"]


@pytest.mark.parametrize("version", ["WARC/1.0", "WARC/1.1"])
@pytest.mark.parametrize("packed", [True, False])
def test_what_warcio_writes_is_read_and_it_reads_ours(version: str, packed: bool) -> None:
    pytest.importorskip("warcio", reason="needs warcio")
    from warcio.archiveiterator import ArchiveIterator
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    file = io.BytesIO()
    writer = WARCWriter(file, gzip=packed, warc_version=version)
    headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.0")
    for number in range(5):
        made = writer.create_warc_record(
            f"http://c{number}.example/", "response", payload=io.BytesIO(PAGE), http_headers=headers
        )
        writer.write_record(made)
        made.raw_stream.close()
    links, problems = found(file.getvalue())
    assert problems == []
    assert [(uri, target) for uri, _, target in links if uri.endswith("q")] == [
        (f"http://c{number}.example/q", f"http://c{number}.example/") for number in range(5)
    ]
    ours = [
        one.rec_headers.get_header("WARC-Target-URI") for one in ArchiveIterator(io.BytesIO(response(PAGE) + wet(0)))
    ]
    assert ours == ["http://a.example/p/", "http://c0.example/"]


def test_records_are_split_by_their_length() -> None:
    octets = record("metadata", "", "text/plain", b"WARC/1.0\r\n") + record("metadata", "", "text/plain", b"b")
    assert [one.content for one in records(io.BytesIO(octets), 99)] == [b"WARC/1.0\r\n", b"b"]
