"""The code on the pages about columns and clusters, and in the cookbook, by the engine that it uses.

The cookbook's files, whose code begins with their name, are run by tests/guides.
"""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```python\n(?!# )(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = ("frames.md", "cluster.md", "cookbook.md")
ENGINE = re.compile(r"(?:import|from) (\w+)")


def code_by_engine() -> dict[str, list[str]]:
    """The blocks of code for each engine, which is the first one that a block imports."""
    found: dict[str, list[str]] = {}
    for page in PAGES:
        for block in FENCE.findall((DOCS / page).read_text(encoding="utf-8")):
            engine = ENGINE.match(block)
            assert engine, block
            found.setdefault(engine[1], []).append(block)
    return found


CODE = code_by_engine()
