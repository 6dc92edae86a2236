"""Django's, Jinja's and bleach's own tests of linking, with linksift's drop-ins.

They are in the source distributions of the frameworks, which CI downloads to `.venv/sdists` (or `LINKSIFT_SDISTS`):
`pip download --no-deps --no-binary :all: --require-hashes -r tests/integrations/framework_suites/sdists.txt`.
`framework_suites/differences.tsv` lists each test that fails, with the words of the migration page that explain it. A
test that fails without being listed is a fault; one that is listed and passes is a line to delete.
"""

import hashlib
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest

import linksift
from tests.integrations.migrating import PAGES

pytest.importorskip("turbohtml", reason="the HTML5 parser of the extra 'html' is not installed")

SUITES = Path(__file__).parent / "framework_suites"
SDISTS = Path(os.environ.get("LINKSIFT_SDISTS", Path(__file__).parents[2] / ".venv" / "sdists"))
SOURCE = Path(linksift.__file__).parents[1]

RAN = {"django": 71, "jinja": 6, "bleach": 121}
"""How many tests of each framework run: none is left out unnoticed."""


class Sdist(NamedTuple):
    """A source distribution: its file, and the hash of that."""

    file: str
    sha256: str


def sdists() -> dict[str, Sdist]:
    """The pinned source distributions of sdists.txt, by framework: that of "jinja" is `jinja2`."""
    pins = re.findall(r"^(\w+)==(\S+) --hash=sha256:(\w+)$", (SUITES / "sdists.txt").read_text(), re.MULTILINE)
    return {name.removesuffix("2"): Sdist(f"{name}-{version}.tar.gz", digest) for name, version, digest in pins}


def differences(framework: str) -> dict[str, str]:
    """The tests that fail, and the words of the migration page that explain each."""
    lines = (SUITES / "differences.tsv").read_text(encoding="utf-8").splitlines()
    listed = [line.split("\t") for line in lines if line.startswith(f"{framework}\t")]
    return {test: why for _, test, why in listed}


def unpacked(sdist: Sdist, folder: Path) -> Path:
    """The folder of a source distribution, unpacked. Skips without its file, and fails if that is another one."""
    path = SDISTS / sdist.file
    if not path.exists():
        pytest.skip(f"{sdist.file} is not in {SDISTS}: see CONTRIBUTING.md")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == sdist.sha256, f"{path} is not the file of sdists.txt"
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.file.removesuffix(".tar.gz")


@pytest.mark.parametrize("framework", RAN)
def test_each_test_passes_or_is_a_documented_difference(framework: str, tmp_path: Path) -> None:
    folder = unpacked(sdists()[framework], tmp_path)
    path = (folder, folder / "src", SOURCE)  # of the frameworks, Jinja's package alone is in src
    run = subprocess.run(
        [sys.executable, SUITES / "run_suite.py", framework],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    ran = re.findall(r"^Ran (\d+) tests", run.stderr, re.MULTILINE)
    assert ran == [str(RAN[framework])], run.stdout[-2_000:] + run.stderr[-5_000:]
    failed = set(re.findall(r"^(?:FAIL|ERROR): (.+)$", run.stderr, re.MULTILINE))
    assert failed == set(differences(framework)), run.stdout + run.stderr


@pytest.mark.parametrize("framework", RAN)
def test_the_page_explains_each_difference(framework: str) -> None:
    page = " ".join((PAGES / f"{framework}.md").read_text(encoding="utf-8").split())
    assert [why for why in differences(framework).values() if " ".join(why.split()) not in page] == []
    failed_tests = len({test.partition(" (value=")[0] for test in differences(framework)})
    assert f"own {RAN[framework]} tests" in page
    assert framework == "django" or f"{RAN[framework] - failed_tests} pass" in page


def test_every_listed_framework_is_run() -> None:
    assert sdists().keys() == RAN.keys()
    lines = (SUITES / "differences.tsv").read_text(encoding="utf-8").splitlines()
    assert {line.partition("\t")[0] for line in lines} == RAN.keys()
