"""Makes WET files from this machine's texts, and measures how fast a loop and Spark turn their links into rows.

python benchmarks/web_archives.py make FOLDER --megabytes 120 --files 8
python benchmarks/web_archives.py make FOLDER --html --megabytes 30
python benchmarks/web_archives.py loop FOLDER
python benchmarks/web_archives.py spark FOLDER --repeat 3

`make` writes the format of Common Crawl's WET files: WARC/1.0 with a gzip member for each record, first a warcinfo
record and then a `conversion` record for each page. A page is a piece of a text under --texts; no piece is used twice.
With --html, it writes WARC files, with the HTML pages under --texts as `response` records. Only CPU time is measured:
that of the loop's single process, or the sum over Spark's Python workers.
"""

import argparse
import base64
import gzip
import hashlib
import os
import random
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from process_cpu import cpu_of

from linksift import Problem, frames

TEXTS = ("/usr/share/doc", "/usr/share/man", "/usr/share/perl", "/usr/share/perl5", "/usr/share/common-licenses")
CONTENT_TYPES = {
    "warcinfo": "application/warc-fields",
    "conversion": "text/plain",
    "response": "application/http; msgtype=response",
}
DATE = "2026-10-05T12:00:00Z"


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command", choices=["make", "loop", "spark"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--megabytes", type=float, default=120)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--texts", nargs="+", default=TEXTS)
    parser.add_argument("--html", action="store_true")
    parser.add_argument("--profile", default="document")
    parser.add_argument("--repeat", type=int, default=1, help="read each file so many times")
    arguments = parser.parse_args()
    {"make": make, "loop": loop, "spark": spark}[arguments.command](arguments)


# ---- Making ----------------------------------------------------------------------------------------------------------


def make(arguments: argparse.Namespace) -> None:
    """Write the files, each with its share of the pages."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    chance, left = random.Random(1), arguments.megabytes * 1e6
    suffix = ".warc.gz" if arguments.html else ".warc.wet.gz"
    files = [(arguments.folder / f"{number:05}{suffix}").open("wb") for number in range(arguments.files)]
    for file in files:
        write_record(file, chance, "warcinfo", None, b"Software-Info: linksift's benchmark\r\n")
    count = 0
    kind, found = ("response", html_pages) if arguments.html else ("conversion", pages)
    for count, page in enumerate(found(arguments.texts, chance), 1):
        target = f"http://site{chance.randrange(9999)}.example/{count}.html"
        write_record(files[count % len(files)], chance, kind, target, page)
        left -= len(page)
        if left < 0:
            break
    for file in files:
        file.close()
    print(f"{count:,} pages, {arguments.megabytes - left / 1e6:.0f} MB of text, {len(files)} files")


def pages(folders: list[str], chance: random.Random) -> Iterator[bytes]:
    """Pieces of the texts under the folders, cut at line ends, with lengths like those of web pages."""
    for path in paths_of(folders, chance):
        text = octets_of(path)
        start = 0
        while start < len(text):
            end = text.find(b"\n", start + int(chance.lognormvariate(8, 1))) + 1 or len(text)
            yield text[start:end]
            start = end


def html_pages(folders: list[str], chance: random.Random) -> Iterator[bytes]:
    """The HTML pages under the folders, each as an HTTP response."""
    for path in paths_of(folders, chance):
        if path.suffix in (".html", ".htm", ".xhtml"):
            yield b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + octets_of(path)


def paths_of(folders: list[str], chance: random.Random) -> list[Path]:
    """The files under the folders, in a random order that is identical on every run."""
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*") if path.is_file())
    chance.shuffle(paths)
    return paths


def octets_of(path: Path) -> bytes:
    """The unpacked bytes of a text file; empty for a file that is not text."""
    try:
        octets = path.read_bytes()
        octets = gzip.decompress(octets) if octets.startswith(b"\x1f\x8b") else octets
        octets.decode()
    except (OSError, EOFError, ValueError):
        return b""
    return b"" if b"\0" in octets else octets


def write_record(file: BinaryIO, chance: random.Random, kind: str, target: str | None, content: bytes) -> None:
    """Append a record as a separate gzip member."""
    digest = base64.b32encode(hashlib.sha1(content).digest()).decode()
    page = [
        f"WARC-Target-URI: {target}",
        f"WARC-Refers-To: <urn:uuid:{uuid.UUID(int=chance.getrandbits(128))}>",
        "WARC-Identified-Content-Language: eng",
    ]
    fields = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        *(page if target else []),
        f"WARC-Date: {DATE}",
        f"WARC-Record-ID: <urn:uuid:{uuid.UUID(int=chance.getrandbits(128))}>",
        f"WARC-Block-Digest: sha1:{digest}",
        f"Content-Type: {CONTENT_TYPES[kind]}",
        f"Content-Length: {len(content)}",
    ]
    file.write(gzip.compress("\r\n".join(fields).encode() + b"\r\n\r\n" + content + b"\r\n\r\n", 6, mtime=0))


# ---- Measuring -------------------------------------------------------------------------------------------------------


def loop(arguments: argparse.Namespace) -> None:
    """Read the files one after another, and print what is found and the speed."""
    paths = sorted(map(str, arguments.folder.glob("*.warc*.gz"))) * arguments.repeat
    edges, seconds, problems = edges_of(paths, arguments.profile)
    unpacked = [gzip.decompress(Path(path).read_bytes()) for path in dict.fromkeys(paths)]
    size = sum(map(len, unpacked)) * arguments.repeat
    count = sum(octets.count(b"\r\nWARC-Type: ") - 1 for octets in unpacked) * arguments.repeat
    print(
        f"{count:,} pages, {size / 1e6:.0f} MB unpacked, {len(edges):,} links, {problems} problems, {seconds:.1f} s CPU"
    )
    print(f"{count / seconds:,.0f} pages, {len(edges) / seconds:,.0f} links, {size / 1e6 / seconds:.1f} MB a second")


def edges_of(paths: list[str], profile: Any) -> tuple[list[tuple[str, ...]], float, int]:
    """The sorted edges of files, the seconds of CPU time that they took, and the number of problems."""
    problems: list[Problem] = []
    begin = time.process_time()
    batches = [batch for path in paths for batch in frames.edges(path, profile=profile, on_problem=problems.append)]
    seconds = time.process_time() - begin
    edges = sorted((tuple(edge.values()) for batch in batches for edge in batch.to_pylist()), key=repr)
    return edges, seconds, len(problems)


def spark(arguments: argparse.Namespace) -> None:
    """Write the edges as Parquet with Spark, and compare them and their CPU time with the loop's."""
    from pyspark.sql import SparkSession

    from linksift.integrations.spark import warc

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "3g").config("spark.ui.showConsoleProgress", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    paths = sorted(map(str, arguments.folder.glob("*.warc*.gz"))) * arguments.repeat
    output = str(arguments.folder / "edges")
    warc(session, paths, profile=arguments.profile).write.mode("overwrite").parquet(output)
    workers, machine = cpu_of("pyspark.daemon"), cpu_of("org.apache.spark")
    found = sorted(map(tuple, session.read.parquet(output).collect()), key=repr)
    session.stop()
    edges, seconds, _ = edges_of(paths, arguments.profile)
    print(f"{len(found):,} links, {'the same' if found == edges else 'NOT THE SAME'} as a loop's")
    print(f"CPU: loop {seconds:.1f} s, Python workers {workers:.1f} s ({workers / seconds:.2f}), JVM {machine:.1f} s")


if __name__ == "__main__":
    main()
