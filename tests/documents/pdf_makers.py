"""Makes PDFs for tests, with reportlab."""

import io
from collections.abc import Callable
from typing import Any

import pytest

canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="PDFs are made with reportlab")


def made(draw: Callable[[Any], None], **options: Any) -> bytes:
    """A PDF with the given drawing on it."""
    out = io.BytesIO()
    page = canvas.Canvas(out, pageCompression=0, **options)
    draw(page)
    page.save()
    return out.getvalue()


def column(page: Any, lines: list[str], left: float = 72, top: float = 720, size: float = 10) -> None:
    """Draw lines, one below the other."""
    page.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        page.drawString(left, top - 12 * number, line)


def of_lines(*lines: str) -> bytes:
    """A page with these lines."""
    return made(lambda page: column(page, list(lines)))


def endless() -> bytes:
    """A page with nested forms, each of which shows the next one many times: 10 to the power of 8 times in total."""

    def draw(page: Any) -> None:
        for level in range(9):
            page.beginForm(f"f{level}")
            if level == 0:
                page.drawString(72, 72, "http://a.example/b")
            else:
                for _ in range(10):
                    page.doForm(f"f{level - 1}")
            page.endForm()
        page.doForm("f8")

    return made(draw)


def too_large() -> bytes:
    """A small file that would take PDFium more memory than it has."""

    def draw(page: Any) -> None:
        page.setPageCompression(1)
        column(page, ["It is too large."])
        page._code.append(f"BT /F1 10 Tf 72 700 Td {'(http://a.example/b) Tj ' * 3_000_000} ET")

    return made(draw)
