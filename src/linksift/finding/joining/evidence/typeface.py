"""Evidence in the typefaces (fonts with colours) around a line break, if they are known, as in PDFs."""

from linksift.finding.joining import break_facts
from linksift.finding.joining.seam import Seam


@break_facts.rule_given(break_facts.TYPEFACES)
def same_typeface(seam: Seam) -> float:
    r"""The next line continues in the URI's typeface, which differs from that of the words around the URI.

    >>> same_typeface(Seam.in_text("http://a.example/b/\nc in", {19: True}))
    1.0
    """
    return float(seam.layout.typefaces.get(seam.line.text_end) is True)


@break_facts.rule_given(break_facts.TYPEFACES)
def other_typeface(seam: Seam) -> float:
    r"""The next line starts in a typeface other than the one in which the URI ends.

    >>> other_typeface(Seam.in_text("http://a.example/b/\nc in", {19: False}))
    1.0
    """
    return float(seam.layout.typefaces.get(seam.line.text_end) is False)
