"""What linksift does where `regex` and `click` are missing, as in a browser (docs/playground).

Everything but the command can be imported, and answers as with them; only rules of ClearURLs need `regex`. A packager
may run the tests with only pytest and hypothesis (packaging/README.md).
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import linksift

PACKAGE = Path(linksift.__file__).parent
MISSING = ("click", "regex")

BLOCKED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError(f"{name} is missing", name=name)

sys.meta_path.insert(0, Missing())
"""

IMPORT_ALL = """
import importlib, json
failed = {}
for name in json.load(sys.stdin):
    try:
        importlib.import_module(name)
    except ImportError as error:
        cause = error if error.name else error.__cause__
        failed[name] = cause.name or str(error)
print(json.dumps(failed))
"""

ANSWERS = """
import json, sys
import linksift

def answered(function, *arguments):
    try:
        return repr(function(*arguments))
    except ValueError as error:
        return f"{type(error).__name__}: {error}"

texts, typed = json.load(sys.stdin)
for text in texts:
    for profile in ("text", "document", "chat", "indicators", "uts58"):
        for match in linksift.find(text, profile=profile):
            others = [(other.uri, other.confidence) for other in match.alternatives]
            print(match, match.notes, others, match.confidence, linksift.hazards(match))
for text in typed:
    print(answered(linksift.clean, text), answered(linksift.parse, text))
    print(answered(lambda: linksift.hazards(linksift.parse(text))))
"""

SAMPLES = sorted((Path(__file__).parents[1] / "corpora" / "samples").iterdir())
TYPED = [
    *["htp://a.example", "htttps//a.example", "mialto:joe@a.example", "tps://a.example/x y", "www.a.example,", "???"],
    *[
        "http://xn--pypal-4ve.example/",
        "http://www.xn--80ak6aa92e.com/",
        "http://b\u00fccher.\u0440\u0444/",
        "//a/%2e%2e",
    ],
    *["http://www.bank.example@evil.example/", "http://2130706433/", "https://\u30ab\u30bfkana.example"],
]


def run(code: str, given: object) -> str:
    """What a program prints, in its own process, which reads JSON."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True).stdout


def module_names() -> list[str]:
    """The name of every module of linksift."""
    paths = (path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py"))
    return sorted(".".join(path.parts).removesuffix(".__init__") for path in paths)


def test_everything_but_the_commands_can_be_imported() -> None:
    names = [name for name in module_names() if not (name.startswith("linksift.cli") or name.endswith(".__main__"))]
    assert len(names) > 250
    failed = json.loads(run(BLOCKED % (MISSING,) + IMPORT_ALL, names))
    assert not {missing for missing in failed.values() if missing.partition(".")[0] in (*MISSING, "linksift")}
    assert all(name.startswith(("linksift.integrations.", "linksift.frames", "linksift.documents.")) for name in failed)


def test_the_answers_are_the_same_without_them() -> None:
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in SAMPLES]
    given = [[*texts, " ".join(TYPED)], TYPED]
    expected = run(ANSWERS, given)
    assert "mixed_scripts" in expected
    assert run(BLOCKED % (MISSING,) + ANSWERS, given) == expected


def test_rules_of_clearurls_say_that_they_need_regex() -> None:
    code = """
import linksift
rules = {"providers": {"go": {"urlPattern": "^https?://go.example", "redirections": ["to=([^&]+)"]}}}
try:
    linksift.RedirectorRules(rules)
except ImportError as error:
    print(error)
"""
    assert run(code, None) == ""
    assert run(BLOCKED % (MISSING,) + code, None) == (
        "rules of ClearURLs need the package regex, which limits the time of a search\n"
    )


@pytest.mark.parametrize(
    ("module", "missing", "needed"),
    [
        ("frames", "pyarrow", "linksift.frames needs pyarrow: pip install 'linksift[arrow]'"),
        ("integrations.pandas", "pandas", "pandas and pyarrow: pip install 'linksift[pandas]'"),
        ("integrations.polars", "pyarrow", "Polars and pyarrow: pip install 'linksift[polars]'"),
        ("integrations.duckdb", "duckdb", "DuckDB and pyarrow: pip install 'linksift[duckdb]'"),
        ("integrations.spark", "pyarrow", "pyarrow: pip install 'linksift[spark]'"),
    ],
)
def test_the_door_of_an_engine_names_the_extra_that_it_needs(module: str, missing: str, needed: str) -> None:
    code = f"""
try:
    import linksift.{module}
except ImportError as error:
    print(error)
"""
    assert run(BLOCKED % ((missing,),) + code, None).rstrip().endswith(needed)


def imported_before_skipping(module: Path) -> set[str]:
    """The packages that a module of tests imports before it can skip because one is missing."""
    packages = set()
    for statement in ast.parse(module.read_text(encoding="utf-8")).body:
        if "importorskip" in ast.unparse(statement):
            break
        if isinstance(statement, ast.Import):
            packages |= {name.name.partition(".")[0] for name in statement.names}
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            packages.add(str(statement.module).partition(".")[0])
    return packages


@pytest.mark.parametrize("module", sorted(Path(__file__).parent.rglob("test_*.py")), ids=lambda module: module.stem)
def test_only_pytest_and_hypothesis_are_needed_to_collect_the_tests(module: Path) -> None:
    ours = {"linksift", "linksift_command", "benchmarks", "docs", "fitting", "tests", "click", "idna", "regex"}
    assert imported_before_skipping(module) <= {*sys.stdlib_module_names, *ours, "pytest", "hypothesis"}
