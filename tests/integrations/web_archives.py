"""WET files for tests."""

import gzip
from pathlib import Path


def wet_record(target: str, text: str) -> bytes:
    """A record of a WET file, as a gzip member."""
    content = text.encode()
    fields = (
        f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {target}\r\nContent-Type: text/plain\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return gzip.compress(fields.encode() + content + b"\r\n\r\n", mtime=0)


def wet_file(path: Path, number: int, records: int = 40) -> Path:
    """Write a file of records with links, of which the middle one is damaged, and return its path."""
    members = [
        wet_record(
            f"http://site{number}.example/{page}",
            f"See http://a.example/{page}-\n{number}, <http://b.example/c-\nd{page}> and joe@c{number}.example. " * 3,
        )
        for page in range(records)
    ]
    members[records // 2] = members[records // 2][:60] + b"damaged"
    path.write_bytes(b"".join(members))
    return path
