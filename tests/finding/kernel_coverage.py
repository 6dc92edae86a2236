r"""Reports which lines of the compiled kernel its tests run, measured by gcov in a copy of the package.

    python -m tests.finding.kernel_coverage --texts 8000 --least 97

The kernel's tests run, and `kernel_fuzz` with that many texts. The lines that did not run are printed. A line of
`arrow_links.h`, `replace_characters.h`, `scan.h` or `vm.h` counts as run if it ran for one of the three widths of
characters.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from pathlib import Path

from click import echo

import linksift

PACKAGE = Path(linksift.__file__).parent
KERNEL = Path("linksift", "finding", "kernel")
SOURCES = ("kernel.c", "arrow_links.h", "replace_characters.h", "scan.h", "vm.h")
TESTS = tuple(f"tests/finding/test_kernel{name}.py" for name in ("", "_checkpoints", "_failures"))


def run_everything(folder: Path, texts: int) -> None:
    """Compile a copy of the kernel that counts how often its lines run, and run the fuzz and the tests with it."""
    shutil.copytree(PACKAGE, folder / "linksift", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    library = folder / KERNEL / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    flags = ["-shared", "-fPIC", "-O0", "-w", "--coverage", f"-I{sysconfig.get_path('include')}"]
    subprocess.run(["gcc", *flags, folder / KERNEL / "kernel.c", "-o", library], check=True)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(Path.cwd())])}
    for command in (["tests.finding.kernel_fuzz", f"--texts={texts}"], ["pytest", "-q", *TESTS]):
        subprocess.run([sys.executable, "-m", *command], env=environment, check=True)


def counts(folder: Path) -> dict[str, Counter[int]]:
    """The number of times that each line with code ran, by source."""
    data = next((folder / KERNEL).glob("*.gcda"))
    ran = subprocess.run(["gcov", "--json-format", "--stdout", data], capture_output=True, text=True, check=True)
    found = {name: Counter[int]() for name in SOURCES}
    for file in json.loads(ran.stdout)["files"]:
        if (name := Path(file["file"]).name) in found:
            for line in file["lines"]:
                found[name][line["line_number"]] += line["count"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=8_000)
    parser.add_argument("--least", type=float, default=97, help="the percentage of each file below which this fails")
    asked = parser.parse_args()
    is_low = False
    with tempfile.TemporaryDirectory() as folder:
        run_everything(Path(folder), asked.texts)
        for name, lines in counts(Path(folder)).items():
            missed = [number for number, count in sorted(lines.items()) if count == 0]
            percentage = 100 * (1 - len(missed) / len(lines))
            is_low |= percentage < asked.least
            echo(f"{name:8} {percentage:5.1f} % of {len(lines)} lines")
            written = (PACKAGE.parent / KERNEL / name).read_text(encoding="utf-8").split("\n")
            for number in missed:
                echo(f"    {number}: {written[number - 1].strip()}")
    sys.exit(is_low)


if __name__ == "__main__":
    main()
