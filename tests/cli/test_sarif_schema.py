"""What `linksift check` writes as SARIF is valid by the schema of OASIS.

The npm package @microsoft/jest-sarif has the schema, and the variable LINKSIFT_SARIF_SCHEMA names the file. .ci/run
gets it.
"""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SCHEMA = os.environ.get("LINKSIFT_SARIF_SCHEMA")

FILES = {
    "a b.md": "<http://a.example/b/\nc> http://1.1.1.1.1/ [www.bank.example](http://evil.example)\n",
    "a.html": '<a href="http://a.example/b c">x</a> <a href="http://a.example:99999">y</a>',
    "a.jsonl": '{"a": "http://user:secret@1.1.1.1.1/"}\n',
    "\u00e9/%.txt": "htp://a.example \U0001f600 http://a.example/100%/x\n",
}


@pytest.mark.skipif(SCHEMA is None, reason="needs the schema of SARIF, which LINKSIFT_SARIF_SCHEMA names")
@pytest.mark.parametrize("inputs", [["."], ["-"], []], ids=str)
def test_the_output_is_valid(run: Run, inputs: list[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for name, text in FILES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    result = run("check", "--select", "all", "--format", "sarif", *inputs, stdin="".join(FILES.values()))
    assert result.exit_code == 1
    schema = json.loads(Path(SCHEMA or "").read_text(encoding="utf-8"))
    checker = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
    log = json.loads(result.stdout)
    assert len(log["runs"][0]["results"]) >= 7
    assert [error.message for error in checker.iter_errors(log)] == []
    log["runs"][0]["results"][0]["ruleIndex"] = "first"
    assert [*checker.iter_errors(log)] != []
