"""Times `Finder.stream` beside `find` over the same text, given whole and in chunks as they are read from a file.

    python benchmarks/stream.py [TEXT]... [--rounds N] [--size KB] [--chunk CHARACTERS]

README.md in this folder explains the columns.
"""

from collections import deque
from collections.abc import Iterable
from functools import partial
from statistics import median

from interleaved_timing import Job, interleave, times_as_fast
from text_benchmark import parser_of

FINDERS = {
    "text": {},
    "every kind": {"kinds": ("uri", "suffix", "email", "domain")},
    "document": {"profile": "document"},
}


def jobs(text: str, size: int) -> dict[tuple[str, str], Job]:
    """`find` and `stream` of each finder over a text."""
    from linksift import Finder

    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    found: dict[tuple[str, str], Job] = {}
    for name, options in FINDERS.items():
        finder = Finder(**options)  # type: ignore[arg-type]
        found[name, "find"] = partial(lambda find: len(find(text)), finder.find)
        found[name, "stream"] = partial(lambda stream: length(stream(chunks)), finder.stream)
    return found


def length(matches: Iterable[object]) -> int:
    """The number of matches; none are kept, just as a reader of a stream keeps none."""
    last = deque(enumerate(matches, 1), maxlen=1)
    return last[0][0] if last else 0


def main() -> None:
    parser = parser_of("Times Finder.stream beside find.", rounds=9, size=1000)
    parser.add_argument("--chunk", type=int, default=65_536, help="characters in a chunk (65536)")
    arguments = parser.parse_args()
    print(f"{'text':10} {'finder':12} {'find ms':>9} {'stream ms':>10} {'share':>7} {'over text':>10} {'matches':>9}")
    for path in arguments.texts:
        text = path.read_text(encoding="utf-8")[: arguments.size * 1000]
        timings = interleave(jobs(text, arguments.chunk), arguments.rounds)
        for name in FINDERS:
            find, stream = timings[name, "find"], timings[name, "stream"]
            milliseconds = (median(each.seconds) * 1000 for each in (find, stream))
            print(
                f"{path.stem:10} {name:12} {next(milliseconds):9.2f} {next(milliseconds):10.2f}"
                f" {times_as_fast(stream, find):7.2f} {times_as_fast(timings['text', 'find'], find):10.2f}"
                f" {stream.counted:9}",
                flush=True,
            )


if __name__ == "__main__":
    main()
