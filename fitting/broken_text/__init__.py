"""Text that contains URIs broken across lines, and traps, made by the break rules of programs that people use.

    for document in documents(seed=0, count=600):
        document.text, document.family, document.answers

`python -m fitting.broken_text` writes them to files, and `python -m fitting.broken_text score` shows how linksift reads
them.
"""

from fitting.broken_text.document import Answer, Document, Span
from fitting.broken_text.generate import FAMILIES, documents
from fitting.broken_text.traps import kinds as trap_kinds

__all__ = ["FAMILIES", "Answer", "Document", "Span", "documents", "trap_kinds"]
