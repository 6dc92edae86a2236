"""Counts how often one character follows another in pieces of URIs, and in words of prose in many languages.

`python -m fitting.character_pairs` counts them again, in a minute, and writes the table in the package. Both are from
files installed on this machine: the URIs in its documentation, cut where programs cut them; the first words of lines in
that documentation; and words from the translations of programs (/usr/share/locale).
"""

import gettext
import itertools
import lzma
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from fitting.labelled_texts import machine_files
from linksift import registries
from linksift.finding.joining.letter_odds import END, START, character_class
from linksift.finding.joining.seam import trimmed

COUNTS = Path(__file__).with_name("character_pairs.txt.xz")
TABLE = Path(registries.__file__).with_suffix("") / "character_pairs.txt"
HEADER = """\
# Pairs of characters that follow one another, and the log odds that they are in a piece of a URI and not in a word of
# prose: how often the second follows the first there, against here. A is any capital of ASCII, 0 a digit, é a character
# beyond ASCII; ^ is the start and $ the end of the piece. Pairs between -0.25 and 0.25 are left out.
# Source: counted by fitting/character_pairs.py of this project's checkout, on 2026-11-22. URIs: some 4,700 in what
# packages of Debian 12 install under /usr/share/doc and elsewhere, cut where programs cut them. Prose: first words of
# lines there, and as many words of the translations of programs in 150 languages (/usr/share/locale).
"""

SEED = 14
DOUBT = 200
MOST = 2.0
MOST_OF_HOST = 40
MOST_WORDS_OF_LANGUAGE = 400
_URI = re.compile(r"https?://[\w.-]+\.[a-z]{2,}/[^\s<>\"'`|\\^{}\[\]*,;]{3,200}(?=[\s<>\"),;]|\.\s)")
_DELIMITER = re.compile(r"[/.?&=_#%+-]")
_FIRST_WORD = re.compile(r"^[ \t#*>/;%.\"-]{0,12}([^\s<>\"`|\\^]{1,60})", re.MULTILINE)
_WORD = re.compile(r"(?<![^\s])[^\s<>\"`|\\^%&{}$]{1,40}(?![^\s])")


def pairs(word: str) -> list[str]:
    """The pairs of character classes in a word, including its start and its end.

    >>> pairs("a1")
    ['^a', 'a0', '0$']
    """
    classes = "".join(map(character_class, word))
    return list(map("".join, itertools.pairwise(START + classes + END)))


def pieces_of_uris(texts: Iterable[str]) -> Iterator[str]:
    """The ends of the URIs in texts, or parts of them, cut at a delimiter three times in four, otherwise anywhere."""
    choice = random.Random(SEED)
    uris = sorted({uri.rstrip(".:") for text in texts for uri in _URI.findall(text)})
    choice.shuffle(uris)
    of_host: Counter[str] = Counter()
    for uri in uris:
        of_host[uri.split("/")[2]] += 1
        if of_host[uri.split("/")[2]] > MOST_OF_HOST:
            continue
        first = uri.index("/", 8)
        cuts = [place.end() for place in _DELIMITER.finditer(uri, first)]
        if choice.random() < 0.25 or not cuts:
            cuts = list(range(first, len(uri)))
        cut = choice.choice(cuts)
        piece = uri[cut : cut + choice.choice((500, 500, 500, 8, 30))]
        if piece:
            yield piece


def words_of_prose(texts: Iterable[str]) -> Iterator[str]:
    """The first words of some lines of texts."""
    choice = random.Random(SEED)
    for text in texts:
        words = [word for word in _FIRST_WORD.findall(text) if "://" not in word]
        yield from choice.sample(words, min(len(words), 12))


def words_of_translations() -> Iterator[str]:
    """Words from the translated messages of programs, the same number from each language."""
    choice = random.Random(SEED)
    for folder in sorted(Path("/usr/share/locale").iterdir()):
        words: list[str] = []
        for path in sorted(folder.glob("LC_MESSAGES/*.mo")):
            try:
                messages = gettext.GNUTranslations(path.open("rb"))._catalog  # type: ignore[attr-defined]
            except (OSError, ValueError, IndexError, LookupError):
                continue
            for original, message in messages.items():
                if original and isinstance(message, str) and message.count(" ") > 5:
                    words += _WORD.findall(message)
        yield from choice.sample(words, min(len(words), MOST_WORDS_OF_LANGUAGE))


def counted(words: Iterable[str]) -> Counter[str]:
    """The number of times each pair occurs in words, without the punctuation at their ends."""
    return Counter(pair for word in words if (bare := trimmed(word)) for pair in pairs(bare) if pair.isprintable())


def shares(counts: Counter[str]) -> Callable[[str], float]:
    """How often the second character of a pair follows the first, as a share, from counts of pairs; none is 0."""
    firsts: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for pair, count in counts.items():
        firsts[pair[0]] += count
        seconds[pair[1]] += count
    everything = sum(seconds.values()) + len(seconds)

    def share(pair: str) -> float:
        usual = (seconds[pair[1]] + 1) / everything
        return (counts[pair] + DOUBT * usual) / (firsts[pair[0]] + DOUBT)

    return share


def log_odds(uris: Counter[str], prose: Counter[str]) -> dict[str, float]:
    """The log odds of each pair, in quarters, for a URI against prose; those that round to 0 are left out."""
    in_uri, in_prose = shares(uris), shares(prose)
    rounded = {pair: round(4 * math.log(in_uri(pair) / in_prose(pair))) / 4 for pair in {*uris, *prose}}
    return {pair: max(-MOST, min(MOST, odds)) for pair, odds in sorted(rounded.items()) if odds}


def table(odds: dict[str, float]) -> str:
    """The table as text: a row for each first character, with its successors, those likeliest in a URI first."""
    rows = []
    for first in sorted({pair[0] for pair in odds}):
        ranked = sorted((-value, pair[1]) for pair, value in odds.items() if pair[0] == first)
        rows.append(f"after {first}\t" + " ".join(f"{second}{-value:+g}" for value, second in ranked))
    return "\n".join(rows) + "\n"


def write_counts(uris: Counter[str], prose: Counter[str]) -> None:
    """Write how often each pair occurs in URIs and in prose."""
    rows = (f"{pair} {uris[pair]} {prose[pair]}\n" for pair in sorted({*uris, *prose}))
    COUNTS.write_bytes(lzma.compress("".join(rows).encode(), preset=9))


def read_counts() -> tuple[Counter[str], Counter[str]]:
    """The number of times each pair occurs in URIs and in prose."""
    rows = [row.split(" ") for row in lzma.decompress(COUNTS.read_bytes()).decode().splitlines()]
    return Counter({row[0]: int(row[1]) for row in rows}), Counter({row[0]: int(row[2]) for row in rows})


def table_from_counts() -> str:
    """The content of the package's file, generated from the counts."""
    return HEADER + table(log_odds(*read_counts()))


def main() -> None:
    """Count the pairs on this machine, and write the counts and the table."""
    texts = [text.text for text in machine_files()]
    words = list(words_of_prose(texts))
    translated = list(words_of_translations())
    words += random.Random(SEED).sample(translated, min(len(translated), len(words)))
    write_counts(counted(pieces_of_uris(texts)), counted(words))
    TABLE.write_text(table_from_counts(), "utf-8")


if __name__ == "__main__":
    main()
