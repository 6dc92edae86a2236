"""The generator of broken text: its answers hold by construction, and it makes all that it says it makes."""

import ast
import doctest
import gzip
import importlib
import itertools
import json
import pkgutil
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import fitting.broken_text
from fitting.broken_text import FAMILIES, Answer, Document, Span, documents, trap_kinds
from fitting.broken_text.document import Link, Paragraph, Setting, Source, Word
from fitting.broken_text.files import write_documents
from fitting.broken_text.generate import document
from fitting.broken_text.installed import man_pages
from fitting.broken_text.line_filling import cut_after
from fitting.broken_text.located import NotThere, located
from fitting.broken_text.prose import LANGUAGES
from fitting.broken_text.typesetters import formatters, mail, tex
from fitting.broken_text.typesetters.family import Family

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(fitting.broken_text.__path__, "fitting.broken_text.")
    if not module.name.endswith("__main__")
)  # fmt: skip


def made_by(family: Family, count: int = 2) -> list[Document]:
    """Documents of one family; the test skips where its program is not installed."""
    if not family.is_here():
        pytest.skip(f"{family.program} is not installed")
    return [document(0, family, number) for number in range(count)]


# ---- By construction -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_pieces_of_an_answer_make_its_uri(family: Family) -> None:
    for made in made_by(family):
        assert made.answers
        for answer in made.answers:
            assert "".join(made.text[start:end] for start, end in answer.pieces) == answer.uri


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_line_break_is_between_two_pieces_and_answers_are_in_order(family: Family) -> None:
    for made in made_by(family):
        spans = [span for answer in made.answers for span in answer.pieces]
        assert all(before.end <= after.start for before, after in itertools.pairwise(spans))
        for answer in made.answers:
            gaps = [made.text[before.end : after.start] for before, after in itertools.pairwise(answer.pieces)]
            assert all("\n" in gap for gap in gaps)


def test_a_trap_is_whole_and_the_text_goes_on_below() -> None:
    for made in documents(0, 30, {"textwrap", "mail"}):
        for answer in made.answers:
            if answer.trap:
                rest_of_line, _, below = made.text[answer.end :].partition("\n")
                assert not answer.broken
                assert not any(character.isalnum() for character in rest_of_line)
                assert below.lstrip("> \t|").strip()


def test_a_uri_that_the_typesetter_changed_is_an_error() -> None:
    source = Source((Paragraph((Link("", "http://a.example/kettle", ""),)),), "en", "")
    with pytest.raises(NotThere):
        located(source, Setting("see http://a.example/ket tle", r"\n"))


# ---- Everything is made ----------------------------------------------------------------------------------------------


def test_every_family_whose_program_is_here_comes_in_turn() -> None:
    here = [family.name for family in FAMILIES if family.is_here()]
    assert [made.family for made in documents(0, len(here))] == here


def test_all_kinds_of_traps_and_all_languages_are_made() -> None:
    kinds, languages = set(), set()
    for made in documents(0, 300, {"textwrap.hyphens_only", "mail.cut_at_margin"}):
        kinds |= {answer.trap for answer in made.answers}
        languages.add(made.language)
    assert set(trap_kinds()) <= kinds
    assert set(LANGUAGES) == languages
    assert {f"line end, {language}" for language in LANGUAGES} <= kinds


def test_uris_break_in_every_family_but_those_that_break_no_word() -> None:
    whole = {"fmt", "info.makeinfo", "html_as_text.elinks", "columns.side_by_side"}
    for family in FAMILIES:
        if family.is_here():
            answers = [answer for number in range(3) for answer in document(0, family, number).answers]
            assert any(answer.broken for answer in answers) != (family.name in whole), family.name


def test_the_same_seed_makes_the_same_text_whatever_else_is_asked_for() -> None:
    first = [made for made in documents(5, 12, {"mail", "tex"}) if made.family.startswith("tex")]
    again = list(documents(5, len(first), {"tex"}))
    assert first
    assert first == again[: len(first)]
    assert first[0].text != next(documents(6, 1, {"tex"})).text


def test_prose_may_come_from_elsewhere() -> None:
    sentence = "The samovar of the neighbours whistles at noon."
    paragraph: tuple[Word, ...] = (*sentence.split(), Link("(", "http://samovar.example/whistle", ")."))
    text = "".join(made.text for made in documents(0, 4, {"textwrap"}, [sentence], [paragraph]))
    assert "samovar" in text
    assert "(http://samovar.example/whistle)." in text


def test_manual_pages_are_set_with_their_uris(tmp_path: Path) -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    folder = tmp_path / "de" / "man1"
    folder.mkdir(parents=True)
    words = "The lid of this kettle comes with a manual that says how to open it. " * 6
    page = f".TH LID 1\n.SH NAME\n{words}\n.UR https://kettle.example/handbook/installation/configuration\n.UE\n"
    with gzip.open(folder / "lid.1.gz", "wt", encoding="utf-8") as file:
        file.write(page + f"{words}https://kettle.example/lid\\-ops.\n")
    (made,) = man_pages(0, 5, tmp_path)
    assert made.language == "de"
    assert {answer.uri for answer in made.answers} == {
        "https://kettle.example/handbook/installation/configuration",
        "https://kettle.example/lid-ops",
    }
    for answer in made.answers:
        assert "".join(made.text[start:end] for start, end in answer.pieces) == answer.uri


# ---- Break rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "units"),
    [
        (tex.url_sty, ["http:", "//", "a.", "example/", "x-y?", "b=", "c#", "d"]),
        (tex.url_sty_hyphens, ["http:", "//", "a.", "example/", "x-", "y?", "b=", "c#", "d"]),
        (tex.texinfo, ["http://", "a.", "example/", "x-y?", "b=c#", "d"]),
        (tex.texinfo_before, ["http:", "//a", ".example", "/x-y", "?b=c", "#d"]),
        (formatters.xml2rfc_break, ["http://a.example/", "x-y?b=c#d"]),
    ],
)
def test_where_a_rule_breaks(rule: object, units: list[str]) -> None:
    assert callable(rule)
    made = [unit.text for unit in cut_after("http://a.example/x-y?b=c#d", rule)]
    assert made == units


@pytest.mark.parametrize(
    ("prefix_of_rest", "below"),
    [
        (mail.same_prefix, "> > le/x"),
        (mail.no_prefix, "le/x"),
        (mail.shorter_prefix, "> le/x"),
        (mail.longer_prefix, ">> > le/x"),
    ],
)
def test_what_is_over_gets_a_prefix_by_rule(prefix_of_rest: mail.PrefixRule, below: str) -> None:
    assert mail.wrapped_again(["> > http://a.example/x"], 18, prefix_of_rest) == ["> > http://a.examp", below]


def test_a_formatter_draws_hyphens_that_are_in_no_piece() -> None:
    family = next(family for family in FAMILIES if family.name == "formatters.fop")
    drawn = {
        made.text[before.end]
        for made in made_by(family, 12)
        for answer in made.answers
        for before in answer.pieces[:-1]
    }
    assert drawn == {"-", "‐", "\u00ad"}


# ---- Files and the rest of the project -------------------------------------------------------------------------------


def test_files_hold_the_answers(tmp_path: Path) -> None:
    assert write_documents(documents(0, 2, {"mail.cut_at_margin"}), tmp_path) == 2
    folder = tmp_path / "real" / "mail_cut_at_margin"
    record = json.loads((folder / "00001.json").read_text(encoding="utf-8"))
    text = (folder / record["text_file"]).read_text(encoding="utf-8")
    for truth in record["truth"]:
        for occurrence in truth["occurrences"]:
            assert "".join(text[start:end] for start, end in occurrence["pieces"]) == truth["url"]


def test_an_answer_is_broken_when_it_has_two_pieces() -> None:
    answer = Answer("http://a.example/", (Span(3, 9), Span(10, 21)))
    assert (answer.broken, answer.start, answer.end) == (True, 3, 21)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def reading_order(package: str) -> list[str]:
    """The modules of a package, as fitting/README.md lists them."""
    page = (ROOT / "fitting" / "README.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{package}` "))
    return re.findall(r"`(\w+)`", row.split("|")[3])


@pytest.mark.parametrize("package", ["fitting.broken_text", "fitting.broken_text.typesetters"])
def test_modules_import_only_those_before_them_in_the_readme(package: str) -> None:
    order = reading_order(package)
    folder = ROOT / package.replace(".", "/")
    assert set(order) == {
        path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    } - {
        "__init__",
        "__main__",
    }
    for name in order:
        path = folder / f"{name}.py"
        own = [target.removeprefix(f"{package}.").split(".")[0] for target in imports_of(path)] if path.exists() else []
        assert set(own) & set(order) <= set(order[: order.index(name)]), name


def imports_of(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module)):
                yield module


def test_the_package_imports_nothing_of_it_and_only_the_scores_import_linksift() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert not any(name.split(".")[0] == "fitting" for name in imports_of(path)), path
    users = {path.name for path in (ROOT / "fitting" / "broken_text").rglob("*.py") if "linksift" in imports_of(path)}
    assert users == {"scoring.py"}
