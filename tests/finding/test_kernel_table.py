"""The kernel's table of decisions names functions that exist, in C and in Python."""

import re
from importlib import import_module
from pathlib import Path

import linksift.finding

KERNEL = Path(linksift.finding.__file__).parent / "kernel"
ROW = re.compile(r"^   (\w+) +((?:[a-z_]+\.)+\w+(?:, (?:[a-z_]+\.)+\w+)*)$", re.MULTILINE)
IN_C = set(re.findall(r"FN\((\w+)\)\(", (KERNEL / "scan.h").read_text(encoding="utf-8")))


def test_each_decision_is_a_function_of_scan_h_and_its_python_functions_exist() -> None:
    rows = ROW.findall((KERNEL / "kernel.c").read_text(encoding="utf-8"))
    assert len(rows) == 20
    for in_c, in_python in rows:
        assert in_c in IN_C
        for name in in_python.split(", "):
            module, _, function = name.rpartition(".")
            assert callable(getattr(import_module(f"linksift.finding.{module}"), function)), name
