"""What hatch_build.py does to the metadata and to a wheel without a kernel."""

import tomllib
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from linksift.finding.kernel import load_kernel
from linksift.finding.kernel.load_kernel import kernel_in_use

pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")

ROOT = Path(__file__).parents[1]
BUILD = run_path(str(ROOT / "hatch_build.py"))
OWNED = {
    "repository": "https://code.example/us/linksift",
    "site": "https://us.example/linksift/",
    "email": "us@mail.example",
}
UNOWNED = OWNED | {"repository": "https://code.example/OWNER_TO_SET/linksift"}


def metadata(owner: dict[str, str]) -> dict[str, Any]:
    """What the hook adds to the metadata of version 1.2.3."""
    added: dict[str, Any] = {"version": "1.2.3"}
    BUILD["OwnerMetadataHook"](str(ROOT), owner).update(added)
    return added


def test_the_citation_names_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"version: {project['version']}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()


def test_an_owner_is_named_and_the_readmes_links_lead_to_the_tag() -> None:
    added = metadata(OWNED)
    assert added["authors"] == [{"name": "The linksift authors", "email": "us@mail.example"}]
    assert added["urls"]["Documentation"] == "https://us.example/linksift/"
    text = added["readme"]["text"]
    assert "](https://code.example/us/linksift/blob/v1.2.3/docs/quickstart.md)" in text
    assert "](https://code.example/us/linksift/raw/v1.2.3/docs/images/report.png)" in text
    assert "](docs/" not in text
    assert '"[x](a.example/?b&amp;c)"' in text  # code stays as it is


def test_without_an_owner_a_build_names_none_and_a_release_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LINKSIFT_RELEASE", raising=False)
    added = metadata(UNOWNED)
    assert "urls" not in added or added["urls"] == {}
    assert "](docs/quickstart.md)" in added["readme"]["text"]
    monkeypatch.setenv("LINKSIFT_RELEASE", "1")
    with pytest.raises(SystemExit, match="OWNER_TO_SET"):
        metadata(UNOWNED)


class Hook:
    """A build hook's surroundings."""

    def __init__(self, folder: Path) -> None:
        self.temporary = str(folder)
        self.warnings: list[str] = []
        self.app = self

    def display_warning(self, message: str) -> None:
        self.warnings.append(message)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [("never", "built with LINKSIFT_KERNEL=never"), ("auto", "it could not be compiled during installation")],
)
def test_a_pure_wheel_says_why(wanted: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hook, data = Hook(tmp_path), {"force_include": dict[str, str]()}
    BUILD["KernelBuildHook"].leave_out(hook, wanted, "standard", data)
    assert hook.warnings == [f"No compiled kernel: {why}"]
    assert data["force_include"] == {str(tmp_path / "not_compiled.txt"): "linksift/finding/kernel/not_compiled.txt"}
    monkeypatch.setattr(load_kernel, "COMPILED", None)
    monkeypatch.setattr(load_kernel, "__file__", str(tmp_path / "load_kernel.py"))
    monkeypatch.delenv("LINKSIFT_PURE", raising=False)
    assert kernel_in_use() == f"pure Python ({why})"


def test_a_required_kernel_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="LINKSIFT_KERNEL=require"):
        BUILD["KernelBuildHook"].leave_out(Hook(tmp_path), "require", "standard", {"force_include": {}})
