"""Times parsing, normalizing and resolving URIs, in linksift and other packages, in one interleaved run.

    python benchmarks/uri.py                      # ../shared/bench/urls10k.txt
    python benchmarks/uri.py --rounds 21 my.txt   # a URI on each line

README.md in this folder explains the rows and columns.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from interleaved_timing import Timing, Tool, installed, interleave, times_as_fast

URIS = Path(__file__).resolve().parents[2] / "shared" / "bench" / "urls10k.txt"
OURS = "linksift"

Operation = Callable[[Any], object]
"""A tool's operation on a URI, or on a reference and its base, which raises an exception if it refuses its input."""

# ---- The tools, imported when used, so that missing ones can be left out ---------------------------------------------


def linksift() -> dict[str, Operation]:
    from linksift import parse

    def read(uri: str) -> object:
        reference = parse(uri)
        return reference.scheme, reference.authority, reference.path, reference.query, reference.fragment

    def normalize(uri: str) -> str:
        return str(parse(uri).normalize())

    def resolve(reference_and_base: tuple[str, str]) -> str:
        reference, base = reference_and_base
        return str(parse(reference).resolve(base))

    return {
        "parse": parse,
        "read": read,
        "host": lambda uri: parse(uri).host,
        "normalize": normalize,
        "resolve": resolve,
    }


def urllib() -> dict[str, Operation]:
    from urllib.parse import urljoin, urlsplit

    def read(uri: str) -> object:
        parts = urlsplit(uri)
        return parts.scheme, parts.netloc, parts.path, parts.query, parts.fragment

    def resolve(reference_and_base: tuple[str, str]) -> str:
        reference, base = reference_and_base
        return urljoin(base, reference)

    return {"parse": urlsplit, "read": read, "host": lambda uri: urlsplit(uri).hostname, "resolve": resolve}


def yarl() -> dict[str, Operation]:
    from yarl import URL

    def read(uri: str) -> object:
        url = URL(uri)
        return url.scheme, url.raw_authority, url.raw_path, url.raw_query_string, url.raw_fragment

    def resolve(reference_and_base: tuple[str, str]) -> str:
        reference, base = reference_and_base
        return str(URL(base).join(URL(reference)))

    return {"parse": URL, "read": read, "host": lambda uri: URL(uri).host, "resolve": resolve}


def rfc3986() -> dict[str, Operation]:
    from rfc3986 import uri_reference
    from rfc3986.validators import Validator

    components = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    validator = Validator().check_validity_of(*components)

    def parse(uri: str) -> object:
        reference = uri_reference(uri)
        validator.validate(reference)
        return reference

    def read(uri: str) -> object:
        reference = uri_reference(uri)
        validator.validate(reference)
        return reference.scheme, reference.authority, reference.path, reference.query, reference.fragment

    return {"parse": parse, "read": read, "host": lambda uri: uri_reference(uri).host}


def rfc3986_validator() -> dict[str, Operation]:
    from rfc3986_validator import validate_rfc3986

    def parse(uri: str) -> None:
        if validate_rfc3986(uri) is None:
            raise ValueError

    return {"parse": parse}


def w3lib() -> dict[str, Operation]:
    from w3lib.url import canonicalize_url

    return {"normalize": canonicalize_url}


def url_normalize() -> dict[str, Operation]:
    from url_normalize import url_normalize

    return {"normalize": url_normalize}


TOOLS = {
    OURS: Tool("linksift", linksift),
    "urllib": Tool("python", urllib),
    "yarl": Tool("yarl", yarl),
    "rfc3986": Tool("rfc3986", rfc3986),
    "rfc3986-validator": Tool("rfc3986-validator", rfc3986_validator),
    "w3lib": Tool("w3lib", w3lib),
    "url-normalize": Tool("url-normalize", url_normalize),
}

# ---- The inputs ------------------------------------------------------------------------------------------------------


def read_uris(path: Path) -> list[str]:
    """The distinct lines of a file."""
    return list(dict.fromkeys(path.read_text(encoding="utf-8").splitlines()))


def references_and_bases(uris: list[str]) -> list[tuple[str, str]]:
    """The path, query and fragment of each URI as a reference one level up, to resolve against the preceding URI."""
    return [(f"../{uri.split('/', 3)[-1]}", base) for base, uri in pairwise(uris)]


# ---- The run ---------------------------------------------------------------------------------------------------------


def count_refusals(operation: Operation, inputs: list[Any]) -> int:
    """Run an operation on all inputs, and count those for which it raises an exception."""
    refused = 0
    for each in inputs:
        try:
            operation(each)
        except Exception:
            refused += 1
    return refused


def report(operation: str, inputs: int, timings: dict[str, Timing]) -> None:
    """Print the rows of one operation."""
    for tool, timing in timings.items():
        refused = timing.counted
        microseconds = sorted(each / inputs * 1e6 for each in timing.seconds)
        ratio = f"{times_as_fast(timings[OURS], timing):9.1f}" if OURS in timings else ""
        print(
            f"{operation:10} {tool:18} {median(microseconds):9.2f} {microseconds[0]:9.2f} {microseconds[-1]:9.2f}"
            f" {inputs - refused:9} {refused:9}{ratio}"
        )


# ---- The command line ------------------------------------------------------------------------------------------------


def options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Times parsing, normalizing and resolving, in one interleaved run.")
    parser.add_argument("uris", nargs="?", type=Path, default=URIS, help="a file in UTF-8, a URI on each line")
    parser.add_argument("--rounds", type=int, default=9, help="rounds after the warm-up (9)")
    return parser.parse_args()


def main() -> None:
    arguments = options()
    if not arguments.uris.is_file():
        sys.exit(f"no such file: {arguments.uris}")
    uris = read_uris(arguments.uris)
    inputs: dict[str, list[Any]] = {"parse": uris, "read": uris, "host": uris, "normalize": uris}
    inputs["resolve"] = references_and_bases(uris)
    tools = installed(TOOLS)
    jobs = {
        (name, tool): partial(count_refusals, operations[name], inputs[name])
        for name in inputs
        for tool, operations in tools.items()
        if name in operations
    }
    timings = interleave(jobs, arguments.rounds)
    print(f"\n{'':10} {'tool':18} {'µs each':>9} {'least':>9} {'most':>9} {'taken':>9} {'refused':>9} {'ratio':>8}")
    for name in inputs:
        report(name, len(inputs[name]), {tool: took for (of, tool), took in timings.items() if of == name})


if __name__ == "__main__":
    main()
