"""Files of short texts under headers in brackets: `[subjects]`, then one text per line; `#` begins a comment."""

from collections.abc import Mapping, Sequence
from pathlib import Path


def read_sections(path: Path) -> Mapping[str, Sequence[str]]:
    """The lines of a file by the header above them."""
    sections: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sections[line.strip("[]")] = section = []
        elif line and not line.startswith("#"):
            section.append(line)
    return sections
