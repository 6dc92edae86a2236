"""Pages as text: w3m, lynx, elinks and html2text print a source written as HTML. The real programs are run.

They were run on Debian 12: w3m 0.5.3+git20230121, lynx 2.9.0dev.12, elinks 0.13.2, html2text 1.3.2a.
"""

from html import escape
from random import Random

from fitting.broken_text.document import Block, Paragraph, Setting, Source
from fitting.broken_text.typesetters.family import GAP, Family, running, text_of, verbatim
from fitting.broken_text.typesetters.run import output


def page(source: Source) -> str:
    """A source as HTML: paragraphs, items of lists, and preformatted lines."""
    head = f"<!DOCTYPE html><html lang={source.language}><meta charset=utf-8><title>{escape(source.title)}</title>"
    return head + "\n<body>\n" + "\n".join(map(element, source.blocks)) + "\n</body></html>\n"


def element(block: Block) -> str:
    """A block as an element."""
    if isinstance(block, Paragraph):
        return f"<p>{escape(running(block))}</p>"
    return f"<pre>{escape(text_of(verbatim(block)))}</pre>"


def columns(random: Random) -> int:
    """The columns of a terminal."""
    return random.choice([64, 72, 80, 80, 100])


def w3m(source: Source, random: Random) -> Setting:
    """`w3m -dump`: long words are cut at the width."""
    command = ["w3m", "-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", str(columns(random))]
    return Setting(output(command, page(source)), GAP)


def lynx(source: Source, random: Random) -> Setting:
    """`lynx -dump`: three columns of indentation, and long words are cut at the width."""
    command = ["lynx", "-dump", "-stdin", "-nolist", "-assume_charset=utf-8", "-display_charset=utf-8",
               f"-width={columns(random)}"]  # fmt: skip
    return Setting(output(command, page(source)), GAP)


def elinks(source: Source, random: Random) -> Setting:
    """`elinks -dump`: it breaks no words, so it yields only traps."""
    command = ["elinks", "-dump", "-no-references", "-dump-width", str(columns(random)), "-dump-charset", "utf-8",
               "-no-home", "-eval", "set document.codepage.assume = 'utf-8'"]  # fmt: skip
    return Setting(output(command, page(source)), GAP)


def html2text(source: Source, random: Random) -> Setting:
    """`html2text`: long words are cut at the width; its `_` for links and its backspaces are turned off."""
    command = ["html2text", "-utf8", "-nobs", "-width", str(columns(random))]
    return Setting(output(command, page(source)), GAP)


FAMILIES = (
    Family("html_as_text.w3m", w3m, "w3m"),
    Family("html_as_text.lynx", lynx, "lynx"),
    Family("html_as_text.elinks", elinks, "elinks"),
    Family("html_as_text.html2text", html2text, "html2text"),
)
