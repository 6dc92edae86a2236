"""Info manuals: makeinfo sets a source written in Texinfo. The real program is run (6.8 from Debian 12)."""

import re
from random import Random

from fitting.broken_text.document import Block, Link, Paragraph, Setting, Source, Word
from fitting.broken_text.typesetters.family import GAP, Family, text_of, verbatim
from fitting.broken_text.typesetters.run import output

_SPECIAL = re.compile(r"[@{}]")


def escaped(text: str) -> str:
    """Text for Texinfo, with `@`, `{` and `}` escaped."""
    return _SPECIAL.sub(lambda found: "@" + found[0], text)


def word(written: Word) -> str:
    """A word in Texinfo; a URI is the argument of `@url`, in which commas are written as a command."""
    if not isinstance(written, Link):
        return escaped(written)
    uri = escaped(written.uri).replace(",", "@comma{}")
    return f"{escaped(written.before)}@url{{{uri}}}{escaped(written.after)}"


def element(block: Block) -> str:
    """A block in Texinfo."""
    if isinstance(block, Paragraph):
        return escaped(block.mark) + " ".join(map(word, block.words)) + "\n"
    return f"@verbatim\n{text_of(verbatim(block))}@end verbatim\n"


def makeinfo(source: Source, random: Random) -> Setting:
    """`makeinfo --plaintext`: words stay whole, however long, so it yields only traps (and quotes URIs)."""
    lines = ["\\input texinfo", "@documentencoding UTF-8", "@settitle Kettle", "@node Top", "@top Kettle", ""]
    text = "\n".join(lines) + "\n" + "\n".join(map(element, source.blocks)) + "@bye\n"
    width = random.choice([65, 72, 79])
    command = ["makeinfo", "--plaintext", "--no-validate", "--force", f"--fill-column={width}", "-o", "-", "-"]
    return Setting(output(command, text), GAP)


FAMILIES = (Family("info.makeinfo", makeinfo, "makeinfo"),)
