"""Recreate the files of evidence.

`python -m fitting.collect` reads the texts that are in the repository or made by it, in about ten seconds, and gives
the same file everywhere. `python -m fitting.collect FOLDER` also reads the private texts, which are in the folder
`eval` of FOLDER, the ordinary files of this machine, and texts broken by installed programs; it takes a minute or two.
The fit comes next: `python -m fitting.fit --write`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from fitting import evidence, labelled_texts
from fitting.breaks import breaks
from fitting.broken_text.generate import FAMILIES
from fitting.evidence import FEATURES, Break

FROM_PROGRAMS = tuple(family for family in FAMILIES if family.program)


def in_repository() -> Iterator[Break]:
    """The breaks in the corpora, and in generated text that needs no other programs."""
    yield from breaks(labelled_texts.corpora())
    yield from breaks(labelled_texts.generated_texts(family for family in FAMILIES if not family.program))


def elsewhere(shared: Path) -> Iterator[Break]:
    """The breaks in texts that are not in the repository."""
    yield from breaks(labelled_texts.generated_texts(FROM_PROGRAMS))
    yield from breaks(labelled_texts.real_documents(shared))
    yield from breaks(labelled_texts.line_ends(shared))
    yield from breaks(labelled_texts.machine_files())


def what_is_missing(shared: Path) -> list[str]:
    """The texts not in the repository that this machine lacks.

    >>> what_is_missing(Path("nowhere"))[:2]
    ['nowhere/eval/real', 'nowhere/eval/line_ends.jsonl']
    """
    eval_ = shared / "eval"
    paths = [str(path) for path in (eval_ / "real", eval_ / "line_ends.jsonl") if not path.exists()]
    return paths + sorted({f"the program {family.program}" for family in FROM_PROGRAMS if not family.is_here()})


def main() -> None:
    """Collect the breaks in the repository and, given a folder of private texts, those elsewhere, and write them."""
    if len(sys.argv) > 1:
        shared = Path(sys.argv[1])
        if missing := what_is_missing(shared):
            sys.exit(
                f"Cannot make {evidence.ELSEWHERE.name} without {', '.join(missing)}. A new feature needs only the "
                "texts in the repository: python -m fitting.collect"
            )
        evidence.write(FEATURES, elsewhere(shared), evidence.ELSEWHERE)
    evidence.write(FEATURES, in_repository(), evidence.REPOSITORY)


if __name__ == "__main__":
    main()
