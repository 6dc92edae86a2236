"""`python -m fitting.broken_text write --out DIR` writes documents, and `score` prints how linksift reads them."""

import argparse
import json
from pathlib import Path

from fitting.broken_text import FAMILIES, debian, documents
from fitting.broken_text.files import write_documents
from fitting.broken_text.installed import man_pages
from fitting.broken_text.scoring import Reading, readings, table, tallied


def arguments() -> argparse.Namespace:
    """The command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m fitting.broken_text", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["write", "score", "families"], default="write")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--documents", type=int, default=600)
    parser.add_argument("--families", nargs="*", help="these alone: mail, tex.url_sty, ...")
    origin = "debian: with paragraphs of /usr/share/doc; man: manual pages of /usr/share/man"
    parser.add_argument("--prose", choices=["own", "debian", "man"], default="own", help=origin)
    parser.add_argument("--out", type=Path, default=Path("broken-text"), help="folder for the files of `write`")
    parser.add_argument("--misses", type=Path, help="file for what `score` finds wrong, as JSON lines")
    return parser.parse_args()


def miss(reading: Reading) -> dict[str, str]:
    """A reading with its context."""
    answer, text = reading.answer, reading.document.text
    return {
        "family": f"{reading.document.family} {reading.document.number}",
        "outcome": reading.outcome,
        "trap": answer.trap,
        "want": answer.uri,
        "got": reading.got,
        "context": text[max(0, answer.start - 160) : answer.end + 160],
    }


def main() -> None:
    """Carry out the command."""
    asked = arguments()
    if asked.what == "families":
        for family in FAMILIES:
            print(family.name, "" if family.is_here() else f"(needs {family.program}, which is not installed)")
        return
    if asked.prose == "man":
        chosen = man_pages(asked.seed, asked.documents)
    else:
        borrowed = (debian.sentences(), debian.paragraphs()) if asked.prose == "debian" else ((), ())
        chosen = documents(asked.seed, asked.documents, asked.families, *borrowed)
    if asked.what == "write":
        print(write_documents(chosen, asked.out), "documents in", asked.out)
    else:
        found = [reading for document in chosen for reading in readings(document)]
        print(table(*tallied(found)))
        if asked.misses:
            wrong = [json.dumps(miss(reading), ensure_ascii=False) for reading in found if reading.outcome != "right"]
            asked.misses.write_text("".join(f"{line}\n" for line in wrong), encoding="utf-8")


main()
