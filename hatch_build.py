"""Builds the wheel: adds the documentation, manual pages, completion scripts for shells, and the compiled kernel.

The kernel is built if a C compiler and Python's headers are available; otherwise the wheel is pure, and finds the same
links with Python alone. `LINKSIFT_KERNEL=require` makes a failed compilation an error, and `never` builds the pure
wheel.

The metadata name the repository and an e-mail address once `[tool.hatch.metadata.hooks.custom]` of pyproject.toml has
them. A build with `LINKSIFT_RELEASE=1` fails without them.

setuptools knows the compilers of each platform, and is used for nothing else.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

MODULE = "linksift.finding.kernel._kernel"
FOLDER = Path("linksift", "finding", "kernel")
SOURCES = ("kernel.c", "arrow_links.h", "replace_characters.h", "scan.h", "vm.h")
REASON = "not_compiled.txt"  # in a pure wheel; `linksift --version` shows it
UNSET = "OWNER_TO_SET"


class KernelBuildHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Adds the kernel to a wheel; for an editable install, it is put beside its sources."""

    temporary = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it makes a wheel."""
        if sys.version_info < (3, 11):  # noqa: UP036 - pip runs this before it reads requires-python
            raise SystemExit(f"linksift needs Python 3.11 or newer, and this is {sys.version.split()[0]}")
        sources = Path(self.root, "src", FOLDER)
        self.temporary = tempfile.mkdtemp()
        if version == "editable":  # an older build's kernel is for another Python, or outdated
            for old in (*sources.glob("_kernel.*.so"), *sources.glob("_kernel.*.pyd")):
                old.unlink()
        else:
            build_data["force_include"].update(pages(Path(self.root, "docs")))
            share = shell_files(Path(self.root, "src"), Path(self.temporary, "share"), self.metadata.version)
            build_data["shared_data"][str(share)] = "share"
        wanted = os.environ.get("LINKSIFT_KERNEL", "auto")
        if wanted not in ("require", "never", "auto"):
            raise SystemExit(f"LINKSIFT_KERNEL must be require, never or auto, not {wanted!r}")
        built = None if wanted == "never" else built_kernel(sources, Path(self.temporary))
        if built is None:
            self.leave_out(wanted, version, build_data)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version == "editable":
            shutil.copy(built, sources)
        else:
            build_data["force_include"][str(built)] = str(FOLDER / built.name)

    def leave_out(self, wanted: str, version: str, build_data: dict[str, Any]) -> None:
        """Make the wheel pure, and say why. Raises SystemExit if the kernel is required."""
        if wanted == "require":
            raise SystemExit("The kernel was not compiled, and LINKSIFT_KERNEL=require; the compiler's output says why")
        why = (
            "built with LINKSIFT_KERNEL=never" if wanted == "never" else "it could not be compiled during installation"
        )
        self.app.display_warning(f"No compiled kernel: {why}")
        if version != "editable":
            reason = Path(self.temporary, REASON)
            reason.write_text(f"{why}\n")
            build_data["force_include"][str(reason)] = str(FOLDER / REASON)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatchling after it made a wheel."""
        shutil.rmtree(self.temporary, ignore_errors=True)


class OwnerMetadataHook(MetadataHookInterface):  # type: ignore[misc]
    """Fills in the README, the addresses and the author, which depend on who owns the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling when it reads pyproject.toml."""
        owner = self.config
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        author = {"name": "The linksift authors"}
        metadata["urls"] = {}
        if UNSET not in owner["repository"] + owner["email"]:
            author["email"] = owner["email"]
            metadata["urls"] = addresses(owner["repository"], owner["site"])
            readme = with_whole_links(readme, f"{owner['repository']}/blob/v{metadata['version']}/")
        elif os.environ.get("LINKSIFT_RELEASE") == "1":
            raise SystemExit(f"A release needs an owner: replace {UNSET} in pyproject.toml (RELEASING.md, step 1)")
        metadata["authors"] = [author]
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def addresses(repository: str, site: str) -> dict[str, str]:
    """The pages that a package index links to."""
    return {
        "Homepage": repository,
        "Documentation": site,
        "Changelog": f"{site}changelog.html",
        "Issues": f"{repository}/issues",
        "Source": repository,
    }


def with_whole_links(page: str, base: str) -> str:
    """A Markdown page with its repository-relative links put under `base`; pictures become files, not pages.

    >>> with_whole_links("[a](docs/a.md) ![b](b.png) [c](https://c.example/) [d](#d)", "https://x.example/blob/v1/")
    '[a](https://x.example/blob/v1/docs/a.md) ![b](https://x.example/raw/v1/b.png) [c](https://c.example/) [d](#d)'
    """

    def whole(link: re.Match[str]) -> str:
        folder = base.replace("/blob/", "/raw/") if link[1].startswith("!") else base
        return f"{link[1]}({folder}{link[2]})"

    code_or_link = r"```.*?^```|(!?\[[^][]*\])\((?![a-z]+:|#)([^()\s]+)\)"
    return re.sub(code_or_link, lambda found: whole(found) if found[1] else found[0], page, flags=re.S | re.M)


def pages(docs: Path) -> dict[str, str]:
    """Where the wheel has each page that `linksift help` shows; an editable install reads docs/ itself."""
    shown = [*docs.glob("*.md"), *docs.glob("migrating/*.md"), docs / "reference" / "index.md"]
    return {str(page): str(Path("linksift", "docs", page.relative_to(docs))) for page in shown}


def shell_files(sources: Path, target: Path, version: str) -> Path:
    """A folder with the files that shells and `man` look for in `share`, made in `target` from the command's help.

    The process imports click from where this one would: pip's build environment exists only in its path. It runs
    without `site`, since pip's would hide the sources if an editable install of them is in the environment.
    """
    path = os.pathsep.join([str(sources), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [sys.executable, "-S", "-m", "linksift.cli.build_shell_files", str(target), version],
        env=environment,
        check=True,
    )
    return target


def built_kernel(sources: Path, target: Path) -> Path | None:
    """The compiled kernel, made in the folder `target`; None if it cannot be made here."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    source, *headers = (str(sources / name) for name in SOURCES)
    flags = ["-O3", "-g0"] if os.name == "posix" else []  # some Pythons have -O2; -g0 omits what only debuggers need
    extension = Extension(MODULE, [source], depends=headers, extra_compile_args=flags, optional=True)
    command = build_ext(Distribution({"name": "linksift", "ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(target), str(target / "objects")
    try:
        command.ensure_finalized()
        command.run()
    except Exception as error:  # compilers fail differently on each platform, and no install may fail with them
        print(error)
    return next((Path(made) for made in command.get_outputs() if Path(made).exists()), None)
