"""Asks every available tool for the links in the shared cases, and makes the page docs/scoreboard.md from the answers.

    python benchmarks/scoreboard.py [--write] [--npm FOLDER]... [--unicode LinkDetectionTest.txt]

README.md in this folder says what to install. The runners in corpora/shared run the tools and contain their options.
"""

import argparse
import json
import runpy
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "scoreboard.md"
SHARED = ROOT / "corpora" / "shared"
RUNNER = runpy.run_path(str(SHARED / "run.py"))

OURS = "linksift document"
"""The row that the page's first sentence describes: the profile for whole texts."""
UNICODE = "Unicode's tests"
PRACTICE = "practice"
DOCUMENTED = "two tools' pages"
ONE_LINE = ["RFC 3986", "UTS #58", UNICODE, DOCUMENTED, "generated"]
BROKEN = ["RFC 3986, broken", "generated, broken"]
BARE = ["UTS #58, bare", f"{UNICODE}, bare"]

Item = tuple[str, str, int]
"""An item that is right or wrong: its row of the score, its case, and the link's number in a generated document."""


class Tool(NamedTuple):
    """An available tool: the command and the folder of its runner, and the runner's description of it."""

    command: tuple[str, ...]
    folder: Path
    name: str
    package: str
    version: str
    options: str


# ---- The answers -----------------------------------------------------------------------------------------------------


def tools(npm: list[Path]) -> Iterator[Tool]:
    """The installed tools: those in Python's environment, and those in each folder of npm packages."""
    python = (sys.executable, str(SHARED / "run.py"))
    node = ("node", str(SHARED / "run.mjs"))
    for command, folder in [(python, ROOT), *((node, folder) for folder in npm)]:
        listed = subprocess.run([*command, "--tools"], cwd=folder, capture_output=True, text=True, check=True).stdout
        for said in map(json.loads, listed.splitlines()):
            if said["version"]:
                yield Tool(command, folder, said["tool"], said["package"], said["version"], said["options"])
            else:
                print(f"{said['tool']} left out: {said['package']} is not installed", file=sys.stderr)


def unicode_cases(path: Path) -> Iterator[dict[str, Any]]:
    """The cases of Unicode's LinkDetectionTest.txt, in which the links are between U+2E20 and U+2E21."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        pieces = line.replace("\u2e21", "\u2e20").split("\u2e20")
        places = [sum(map(len, pieces[:at])) for at in range(len(pieces))]
        links = [{"start": places[at], "end": places[at] + len(pieces[at])} for at in range(1, len(pieces), 2)]
        text = "".join(pieces)
        yield {"id": f"{path.name}:{number}", "text": text, "links": links, "authority": UNICODE, "options": {}}


def answers(tool: Tool, path: Path, cases: list[dict[str, Any]]) -> Mapping[Item, bool]:
    """Whether a tool is right on each item; its runner shows the cases that it answers differently."""
    ran = subprocess.run(
        [*tool.command, str(path), "--show", tool.name], cwd=tool.folder, capture_output=True, text=True, check=True
    )
    shown = (json.loads(line) for line in ran.stdout.split("\n") if line.startswith("{"))
    found = {case["id"]: [tuple(span) for span in case["found"]] for case in shown}
    right: dict[Item, bool] = {}
    for case in cases:
        scores = RUNNER["scored"](case, found.get(case["id"], RUNNER["expected"](case)))
        right |= {(row, case["id"], at): is_right for at, (row, is_right) in enumerate(scores)}
    return right


# ---- The page --------------------------------------------------------------------------------------------------------


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *rows])


def counts(right: Mapping[Item, bool]) -> tuple[Counter[str], Counter[str]]:
    """The number of right items in each row, and the number of all items."""
    return Counter(item[0] for item, is_right in right.items() if is_right), Counter(item[0] for item in right)


def ranked(rows: list[str], by_tool: Mapping[Tool, Mapping[Item, bool]]) -> str:
    """A table of the tools, ranked by their mean shares in some rows of the score; equal tools share a rank."""
    sizes = counts(next(iter(by_tool.values())))[1]
    rows = [row for row in rows if sizes[row]]
    scores = {tool: counts(right)[0] for tool, right in by_tool.items()}
    means = {tool: sum(score[row] / sizes[row] for row in rows) / len(rows) for tool, score in scores.items()}
    lines = [
        [
            str(1 + sum(other > means[tool] for other in means.values())),
            tool.name,
            tool.version,
            *(str(scores[tool][row]) for row in rows),
            f"{means[tool]:.0%}",
        ]
        for tool in sorted(by_tool, key=lambda tool: -means[tool])
    ]
    return table(["rank", "tool", "version", *(f"{row} ({sizes[row]})" for row in rows), "mean of the shares"], lines)


def page(by_tool: Mapping[Tool, Mapping[Item, bool]], cases: list[dict[str, Any]]) -> str:
    """The text of docs/scoreboard.md."""
    generated = [(case["text"], link) for case in cases if case["authority"] == "generated" for link in case["links"]]
    numbered = sum(text[: link["start"]][-1:].isdigit() for text, link in generated)
    (ours,) = (right for tool, right in by_tool.items() if tool.name == OURS)
    others = [right for tool, right in by_tool.items() if tool.package != "linksift"]
    judged = [item for item in ours if item[0] != PRACTICE]
    missed = [item for item in judged if not ours[item] and any(right[item] for right in others)]
    *most, last = [f'{count} of "{row}"' for row, count in sorted(Counter(item[0] for item in missed).items())] or [""]
    where = f"{', '.join(most)} and {last}" if most else last
    alone = sum(ours[item] and not any(right[item] for right in others) for item in judged)
    practice = [
        [tool.name, tool.version, str(counts(right)[0][PRACTICE])]
        for tool, right in sorted(by_tool.items(), key=lambda row: row[0].name.lower())
    ]
    size = counts(ours)[1][PRACTICE]
    options = [[tool.name, f"{tool.package} {tool.version}", tool.options] for tool in by_tool]
    return f"""\
# Scoreboard

In {len(missed)} of {len(judged)} answers that are decided by a standard, by the documentation of two other tools
or by a generator of test texts, another tool is right and linksift is not: {where}.
In {alone} answers, linksift alone is right.

These figures are for linksift with the profile `"document"`, which is meant for whole texts. An answer is right if the
links begin and end exactly where they are expected to. `python benchmarks/scoreboard.py --write` generated this page on
{date.today()} from [cases that anybody can use](../corpora/shared/README.md) to test their own tool.

| authority | its cases |
| --- | --- |
| RFC 3986 | linksift's own tests of URIs in angle brackets or double quotes, which Appendix C covers |
| UTS #58 | linksift's own tests of that standard's rules |
| Unicode's tests | `LinkDetectionTest.txt` of UTS #58, which is not part of linksift |
| two tools' pages | texts on which the documentation of two other tools agrees; `corpora/documented.txt` names both |
| generated | links that a generator makes and lays out as mail programs, TeX and others do; each link counts |

linksift has to pass its own tests, so its figures for RFC 3986, and those of its profile `"uts58"` for UTS #58, measure
it against a bar that the project set itself. The generator is also part of the project, but it makes links without
using linksift. In {numbered} of these links, a footnote number directly precedes the scheme (`38https://...`), as in
text copied from a page; most tools read the number and the scheme as one word.

## Links on one line

{ranked(ONE_LINE, by_tool)}

## Links that are broken over lines

A link counts if the tool finds all of it, from beginning to end. Most tools never join lines, and do not claim to.

{ranked(BROKEN, by_tool)}

## Domains without a scheme

Whether `a.example` is a link is a matter of choice. UTS #58 requires tools to link such names. linksift leaves them out
by default, and finds them if `kinds` contains `"domain"`.

{ranked(BARE, by_tool)}

## linksift's own practice

No standard decides these {size} cases, and the expected answers are linksift's own. linksift is right by
definition, so the tools are not ranked; other tools may have good reasons to differ.

{table(["tool", "version", f"practice ({size})"], practice)}

## The tools and their options

Each tool is configured to find URIs, `www.` names and e-mail addresses. A domain without a scheme counts neither for
nor against a tool, unless the case expects it. In the texts, `.network` replaces `.example`, since lists of top-level
domains contain only the former. Tools that read HTML are given escaped text. Tools that read Markdown treat some of the
texts as code or markup, as they should. npm's `get-urls` is left out, since it returns normalized URLs without their
positions.

{table(["tool", "package", "options"], options)}

{ported(by_tool)}
"""


def ported(by_tool: Mapping[Tool, Mapping[Item, bool]]) -> str:
    """A sentence about linkify-it-py and the npm release of which it is a port."""
    port = next(right for tool, right in by_tool.items() if tool.name == "linkify-it-py")
    origin = [right for tool, right in by_tool.items() if tool.name == "linkify-it" and tool.version[0] == "5"]
    for right in origin:
        differ = sum(port[item] != right[item] for item in port)
        return f"linkify-it-py is a port of npm's linkify-it 5; in {differ} cases, only one of the two is right."
    return "linkify-it-py is a port of npm's linkify-it 5."


# ---- The run ---------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/scoreboard.md; otherwise it is printed only")
    parser.add_argument("--npm", type=Path, action="append", default=[], help="a folder with node_modules")
    parser.add_argument("--unicode", type=Path, help="the LinkDetectionTest.txt of UTS #58")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.jsonl"
        exported = [sys.executable, "-m", "tests.corpus_export"]
        lines = subprocess.run(exported, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        more = unicode_cases(arguments.unicode) if arguments.unicode else ()
        path.write_text(lines + "".join(json.dumps(case) + "\n" for case in more), encoding="utf-8")
        cases = list(RUNNER["asked"](str(path)))
        by_tool = {tool: answers(tool, path, cases) for tool in tools(arguments.npm)}
    made = page(by_tool, cases)
    print(made)
    if arguments.write:
        PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
