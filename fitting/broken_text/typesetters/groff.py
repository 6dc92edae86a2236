"""Manual pages: groff sets them, and hyphenates in URIs with U+2010."""

import re
import subprocess
from random import Random

from fitting.broken_text.document import Paragraph, Setting, Source
from fitting.broken_text.typesetters.family import Family, verbatim

GAP = r"[-‐]?[ \t]*\n[ \t]*"
CONTROLS = re.compile(r"\x1b\[[0-9;]*m|.\x08|\x1b\]8;;[^\x1b]*\x1b\\")
"""The control sequences of bold and underlined text and, since groff 1.24, of hyperlinks."""


def escaped(text: str) -> str:
    """Text for roff, with backslashes and hyphens escaped and no control lines (groff_man(7))."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return r"\&" + text if text[:1] in {".", "'"} else text


def page(source: Source) -> str:
    """A source written with the macros of man(7)."""
    lines = [f'.TH KETTLE 1 "2019-03-02" "lids 2.4" "{escaped(source.title)}"', ".SH DESCRIPTION"]
    for block in source.blocks:
        if isinstance(block, Paragraph):
            lines += [".PP", escaped(block.mark) + " ".join(escaped(str(word)) for word in block.words)]
        else:
            lines += [".PP", ".nf", *map(escaped, verbatim(block)), ".fi"]
    return "\n".join(lines) + "\n"


def set_by_groff(source: Source, width: int) -> str:
    """A source as `man` prints it, without its bold face."""
    command = ["groff", "-K", "utf-8", "-man", "-Tutf8", f"-rLL={width}n", "-rHY=4", "-rPO=0"]
    printed = subprocess.run(command, input=page(source).encode(), capture_output=True, check=True).stdout
    return CONTROLS.sub("", printed.decode())


def hyphenated(source: Source, random: Random) -> Setting:
    """A page as it is printed for UTF-8, with U+2010 at each hyphenated line end."""
    return Setting(set_by_groff(source, random.choice([60, 65, 72, 78])), GAP)


def ascii_hyphens(source: Source, random: Random) -> Setting:
    """A page as it is printed for ASCII, or copied by tools that replace U+2010: hyphens look like any others."""
    return Setting(set_by_groff(source, random.choice([60, 65, 72, 78])).replace("‐", "-"), GAP)


FAMILIES = (Family("groff.hyphenated", hyphenated, "groff"), Family("groff.ascii_hyphens", ascii_hyphens, "groff"))
