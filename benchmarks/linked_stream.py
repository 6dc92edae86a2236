"""Times `Linker.stream` beside `linkify` over the same text, and counts the characters that the stream holds back.

    python benchmarks/linked_stream.py [TEXT]... [--rounds N] [--size KB]

README.md in this folder explains the columns.
"""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from statistics import median

from interleaved_timing import Job, interleave, times_as_fast
from text_benchmark import parser_of

from linksift import Finder, Linker
from linksift.finding import merged_words, stretches_in_stream

LINKER = Linker(Finder("chat"))
WHOLE = "linkify"


def tokens(text: str, longest: int) -> list[str]:
    """A text in chunks of 1 to `longest` characters, identical on every run."""
    chance = random.Random(longest)
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(cuts[-1] + chance.randint(1, longest))
    return [text[start:end] for start, end in pairwise(cuts)]


def chunkings(text: str) -> dict[str, list[str]]:
    """The text in chunks as they are read from a file, in tokens as a model yields them, and character by character."""
    size = 65_536
    return {
        "64 KiB": [text[start : start + size] for start in range(0, len(text), size)],
        "tokens": tokens(text, 8),
        "characters": list(text),
    }


def held_back(chunks: list[str]) -> list[int]:
    """The number of characters that had arrived but were not yet written, after each chunk."""
    held: list[int] = []
    written = 0

    def watched() -> Iterator[str]:
        come = 0
        for chunk in chunks:
            yield chunk
            come += len(chunk)
            held.append(come - written)  # runs once all pieces of the chunk have been taken

    for stretch in stretches_in_stream(LINKER.finder, merged_words(watched())):
        written += len(stretch.text)
    return held


def jobs(text: str) -> dict[str, Job]:
    """`linkify`, and `stream` with each chunking."""
    found: dict[str, Job] = {WHOLE: lambda: len(LINKER.linkify(text))}
    for name, chunks in chunkings(text).items():
        found[name] = partial(lambda chunks: sum(map(len, LINKER.stream(chunks))), chunks)
    return found


def main() -> None:
    arguments = parser_of("Times Linker.stream beside linkify.", rounds=7, size=200).parse_args()
    print(f"{'text':10} {'chunks':12} {'ms':>8} {'share':>7} {'us/chunk':>9} {'held':>6} {'most':>6}")
    for path in arguments.texts:
        text = path.read_text(encoding="utf-8")[: arguments.size * 1000]
        timings = interleave(jobs(text), arguments.rounds)
        whole = timings[WHOLE]
        print(f"{path.stem:10} {WHOLE:12} {median(whole.seconds) * 1000:8.2f}")
        for name, chunks in chunkings(text).items():
            timing, held = timings[name], held_back(chunks)
            more = median(timing.seconds) - median(timings["64 KiB"].seconds)
            print(
                f"{path.stem:10} {name:12} {median(timing.seconds) * 1000:8.2f} {times_as_fast(timing, whole):7.2f}"
                f" {more / len(chunks) * 1e6:9.2f} {median(held):6.0f} {max(held):6}"
                + ("" if timing.counted == whole.counted else "  not the same text"),
                flush=True,
            )


if __name__ == "__main__":
    main()
