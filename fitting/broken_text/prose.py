"""Sentences in ten languages, made from the phrases in `phrases/*.txt`, which were written for this generator."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from fitting.broken_text.sections import read_sections

PHRASES = Path(__file__).parent / "phrases"
LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "zh")
WITHOUT_SPACES = {"ja", "zh"}
"""Languages whose phrases are joined without a space."""
BRACKETS = {"ja": "（）「」", "zh": "（）《》"}
STOP = {"ja": "。", "zh": "。"}
COMMA = {"ja": "、", "zh": "，"}


@functools.cache
def phrases(language: str) -> Mapping[str, Sequence[str]]:
    """The sections of a language's file: `phrases("en")["leads"][0]` is "see"."""
    return read_sections(PHRASES / f"{language}.txt")


def capitalized(text: str) -> str:
    """The text with its first letter capitalized: "the lid" becomes "The lid"."""
    return text[:1].upper() + text[1:]


def clause(language: str, random: Random) -> list[str]:
    """The phrases of one sentence, without its period: `["the archive", "takes two hours to build"]`."""
    of = phrases(language)
    chosen = [random.choice(of["subjects"]), random.choice(of["predicates"])]
    if language in {"ja", "zh", "ko"}:
        chosen[1:1] = [random.choice(of["tails"])] if random.random() < 0.5 else []
        return [random.choice(of["clauses"]) + COMMA.get(language, ","), *chosen] if random.random() < 0.3 else chosen
    if random.random() < 0.5:
        chosen.append(random.choice(of["tails"]))
    if random.random() < 0.4:
        chosen[-1] += ","
        chosen.append(random.choice(of["clauses"]))
    return chosen


def joined(language: str, parts: Sequence[str]) -> str:
    """Phrases as running text: with spaces, or without in Japanese and Chinese."""
    return ("" if language in WITHOUT_SPACES else " ").join(parts)


def sentence(language: str, random: Random) -> str:
    """A sentence: "The archive takes two hours to build, if you ask for it."."""
    return capitalized(joined(language, clause(language, random))) + STOP.get(language, ".")


def phrase(language: str, section: str, random: Random) -> str:
    """One phrase of a section, for example of "titles"."""
    return random.choice(phrases(language)[section])
