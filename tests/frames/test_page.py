"""The code on the page about columns runs."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "frames.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("engine", ["pyarrow", "pandas", "polars", "duckdb"])
def test_the_code_runs(engine: str) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    pytest.importorskip(engine, reason=f"needs {engine} (the extra {engine})")
    [block] = [block for block in BLOCKS if block.startswith(f"import {engine}")]
    exec(block, {})
