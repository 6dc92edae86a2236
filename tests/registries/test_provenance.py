"""Each registry says where it comes from, and its licence is one that the distribution declares."""

import tomllib
from pathlib import Path

import pytest

import linksift.registries

ROOT = Path(__file__).parents[2]
REGISTRIES = Path(linksift.registries.__file__).with_suffix("")

OWN = "MIT"
LICENCES = {
    "character_pairs.txt": OWN,
    "common_words.txt": OWN,
    "domain_lookalikes.txt": OWN,
    "encoding_labels.txt": OWN,  # 228 names, which are facts; the file names the standard and the package
    "function_words.txt": OWN,
    "latin_lookalikes.txt": "Unicode-3.0",
    "link_bracket.txt": "Unicode-3.0",
    "link_email.txt": "Unicode-3.0",
    "link_term.txt": "Unicode-3.0",
    "particles.txt": OWN,
    "public_suffixes.txt": "MPL-2.0",
    "redirectors.txt": OWN,
    "schemes.txt": OWN,  # names of IANA's registry, which are facts
    "scripts.txt": "Unicode-3.0",
    "shared_hosting.txt": OWN,
    "special_use_domains.txt": OWN,
    "top_level_domains.txt": OWN,  # names of IANA's list, which are facts
    "url_shorteners.txt": OWN,
    "written_without_spaces.txt": "Unicode-3.0",
}
PACKAGERS_FILES = ["README.md", "conda/recipe.yaml", "debian/copyright"]


def head(path: Path) -> str:
    """The comment at the top of a registry."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines[:40] if line.startswith("#"))


def test_each_registry_has_a_licence() -> None:
    assert {path.name for path in REGISTRIES.glob("*.txt")} == set(LICENCES)


@pytest.mark.parametrize("name", sorted(LICENCES))
def test_a_registry_names_its_source_and_its_date(name: str) -> None:
    assert "Source:" in head(REGISTRIES / name)
    assert "20" in head(REGISTRIES / name).partition("Source:")[2]


@pytest.mark.parametrize("name", sorted(LICENCES))
def test_what_unicode_data_went_into_has_unicodes_licence(name: str) -> None:
    top = head(REGISTRIES / name)
    derived = any(data in top for data in ("Unicode Character Database", "confusables of Unicode"))
    assert (LICENCES[name] == "Unicode-3.0") == derived


def test_the_distribution_declares_these_licences_and_has_their_texts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["license"].split(" AND ")) == set(LICENCES.values())
    assert project["license-files"] == ["LICENSE", "LICENSES/*.txt"]
    assert {path.stem for path in (ROOT / "LICENSES").glob("*.txt")} == set(LICENCES.values()) - {OWN}


@pytest.mark.parametrize("name", ["CITATION.cff", *(f"packaging/{name}" for name in PACKAGERS_FILES)])
def test_what_packagers_copy_names_every_licence(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [licence for licence in sorted(set(LICENCES.values())) if licence not in text] == []
