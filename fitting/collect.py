"""Make the file of evidence anew: `python -m fitting.collect`, with `../shared` beside the checkout.

It takes a minute or two. The fit comes after it: `python -m fitting.fit --write`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fitting import evidence, labelled_texts
from fitting.breaks import breaks
from fitting.evidence import FEATURES, Break

SHARED = Path(__file__).parents[2] / "shared"
if not SHARED.exists():
    SHARED = Path("/work/shared")


def _real() -> Iterator[labelled_texts.LabelledText]:
    yield from labelled_texts.corpora()
    yield from labelled_texts.real_documents(SHARED)
    yield from labelled_texts.line_ends(SHARED)
    yield from labelled_texts.machine_files()


def _breaks_of(source: Callable[[], Iterator[labelled_texts.LabelledText]]) -> list[Break]:
    return list(breaks(source()))


def main() -> None:
    """Collect the breaks in all texts, in two processes, and write them."""
    with ProcessPoolExecutor(2) as processes:
        found = processes.map(_breaks_of, (labelled_texts.generated_texts, _real))
        evidence.write(FEATURES, (one for part in found for one in part))


if __name__ == "__main__":
    main()
