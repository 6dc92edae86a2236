"""Builds the playground: `python docs/playground/build.py FOLDER` writes the page and all it loads.

The page runs linksift in the browser, by Pyodide, which is CPython compiled to WebAssembly. Pyodide comes from the npm
registry in one version, whose checksum is here; `node` compiles linksift and the standard library to bytecode. What is
made is kept in .cache/playground. Without npm or node, `LeftOut` says so, and the site is built without the playground.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CACHE = ROOT / ".cache" / "playground"

PYODIDE = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of the package that the browser loads; the standard library is made anew."""

PAGE = ("index.html", "page.css", "page.js", "examples.js", "worker.js")
ARCHIVES = ("linksift", "documents", "stdlib")
COMPILERS = ("bytecode.mjs", "bytecode.py")
ANSWERS = ("answers.py", "as_code.py", "opened_file.py")
"""What runs in the browser besides linksift."""

NOT_IN_BROWSER = ("checking", "cli", "frames", "integrations", "__main__.py", "documentation_pages.py")
"""The rooms at the edge, which need other packages or a terminal."""

SECONDS = 300
"""The most time for a program."""


class LeftOut(Exception):
    """The playground cannot be made here; the message says why."""


def build(folder: Path, cache: Path = CACHE) -> None:
    """Write the page and what it loads into a folder."""
    pyodide = pyodide_package(cache)
    archives = compiled(pyodide, cache)
    folder.mkdir(parents=True, exist_ok=True)
    for outdated in folder.glob("*.zip"):
        outdated.unlink()
    for path in (*(HERE / name for name in PAGE), *archives.values()):
        shutil.copy(path, folder)
    served = folder / pyodide.name
    served.mkdir(exist_ok=True)
    for name in SERVED:
        shutil.copy(pyodide / name, served)
    (folder / "manifest.json").write_text(json.dumps(manifest(pyodide, archives)), encoding="utf-8")


def manifest(pyodide: Path, archives: dict[str, Path]) -> dict[str, object]:
    """What the page has to load, and the figures that it shows."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "joining.md").read_text(encoding="utf-8")
    return {
        "pyodide": pyodide.name,
        "lock": {"info": lock["info"], "packages": {}},
        "reliability": list(reliability(page)),
        **{name: path.name for name, path in archives.items()},
    }


def reliability(page: str) -> Iterator[dict[str, float]]:
    """How often decisions about breaks were right, by how sure they were: rows of the table in docs/joining.md.

    A break that is joined with a probability of 0.1 is left with one of 0.9, so each half of the table has both.

    >>> table = "<!-- reliability -->| 10 | 0.010 | 0.000 |" + "| 1 | 0.5 | 1.000 |" * 8 + "| 30 | 0.990 | 0.900 |"
    >>> [*reliability(table)][-1]
    {'from': 0.9, 'breaks': 40, 'right': 37}
    """
    table = page.partition("<!-- reliability -->")[2].partition("<!-- end -->")[0]
    rows = [(int(count), float(joined)) for count, joined in re.findall(r"\| (\d+) \| [\d.]+ \| ([\d.]+) \|", table)]
    for at in range(5, 10):
        (count, joined), (other_count, other_joined) = rows[at], rows[9 - at]
        right = round(count * joined + other_count * (1 - other_joined))
        yield {"from": at / 10, "breaks": count + other_count, "right": right}


# ---- Pyodide ---------------------------------------------------------------------------------------------------------


def pyodide_package(cache: Path) -> Path:
    """The folder with the files of Pyodide's npm package."""
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.exists():
        package = downloaded(cache)
        if checksum(package) != INTEGRITY:
            package.unlink()
            raise ValueError(f"{package.name} is not the file whose checksum is {INTEGRITY}")
        with tempfile.TemporaryDirectory(dir=cache) as unpacked, tarfile.open(package) as files:
            files.extractall(unpacked, filter="data")
            with suppress(FileExistsError):  # made by another process
                Path(unpacked, "package").rename(folder)
    return folder


def downloaded(cache: Path) -> Path:
    """The package as npm downloads it."""
    npm = program("npm")
    cache.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(cache)]
    ended = subprocess.run(command, cwd=cache, capture_output=True, text=True, timeout=SECONDS)
    package = cache / f"pyodide-{PYODIDE}.tgz"
    if ended.returncode or not package.exists():
        raise LeftOut(f"npm cannot download pyodide {PYODIDE}")
    return package


def program(name: str) -> str:
    """The path of a program."""
    path = shutil.which(name)
    if path is None:
        raise LeftOut(f"{name} is not installed")
    return path


def checksum(path: Path) -> str:
    """The checksum of a file as npm writes it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()}"


# ---- Bytecode --------------------------------------------------------------------------------------------------------


def compiled(pyodide: Path, cache: Path) -> dict[str, Path]:
    """The archives, whose names end in a checksum of what they are made of."""
    code = zipped(code_files())
    compilers = b"".join((HERE / name).read_bytes() for name in COMPILERS)
    mark = hashlib.sha256(code + compilers + PYODIDE.encode()).hexdigest()[:12]
    archives = {name: cache / f"{name}-{mark}.zip" for name in ARCHIVES}
    if not all(path.exists() for path in archives.values()):
        outdated = [path for name in archives for path in cache.glob(f"{name}-*.zip")]
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            Path(folder, "code.zip").write_bytes(code)
            run_node(pyodide, Path(folder))
            for name, path in archives.items():
                Path(folder, f"{name}.zip").replace(path)
        for path in outdated:
            path.unlink(missing_ok=True)
    return archives


def run_node(pyodide: Path, folder: Path) -> None:
    """Run bytecode.mjs, which makes the archives."""
    command = [program("node"), str(HERE / "bytecode.mjs"), str(pyodide), str(folder / "code.zip"), str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    if ended.returncode:
        errors = [line[:300] for line in ended.stderr.splitlines() if "Error" in line]
        raise ValueError("\n".join(["linksift cannot be compiled in Pyodide", *errors]))


def code_files() -> Iterator[tuple[str, bytes]]:
    """What the playground runs, by path: linksift without its edges, idna, and what answers the page."""
    idna = find_spec("idna")
    if idna is None or idna.origin is None:
        raise LeftOut("the package idna is not installed")
    package = ROOT / "src" / "linksift"
    for folder in (package, Path(idna.origin).parent):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.suffix in (".py", ".txt") and name.parts[0] not in NOT_IN_BROWSER:
                yield f"{folder.name}/{name.as_posix()}", path.read_bytes()
    for path in map(HERE.joinpath, ANSWERS):
        yield f"docs/playground/{path.name}", path.read_bytes()


def zipped(files: Iterator[tuple[str, bytes]]) -> bytes:
    """A zip file that depends on the files alone."""
    made = BytesIO()
    with ZipFile(made, "w") as target:
        for path, content in files:
            target.writestr(ZipInfo(path), content)
    return made.getvalue()


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]))
    except LeftOut as reason:
        sys.exit(f"There is no playground: {reason}")
