"""The question of the playground as a program in Python, and as a command of the shell.

A question is what `answers.Answers.batches` takes; one about a file names it as `file`, and has no text.
"""

import re
import shlex
from collections.abc import Iterator
from typing import Any

FLAGS = {
    "kinds": "--kinds",
    "schemes": "--schemes",
    "rejoin": "--rejoin",
    "default_scheme": "--default-scheme",
    "top_level_domains": "--top-level-domains",
    "templates": "--templates",
    "unusable_hosts": "--unusable-hosts",
    "rel": "--rel",
    "target": "--target",
    "show": "--show",
    "max_text_length": "--max-text-length",
    "allowed_hosts": "--allow-hosts",
}
"""The options of the command for those of `Finder` and `Policy` that take a value."""

_CONTROLS = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal acts on when it is pasted, even inside quotes: Ctrl-C ends the command, and the next line is one."""

FOUND = """\
for match in linksift.find({arguments}):
    print(match.uri)
"""
READ = """\
for found in linksift.read({arguments}):
    print(found.match.uri)
"""
CLEANED = """\
for typed in text.splitlines():
    try:
        print(linksift.clean(typed).uri)
    except linksift.NotAURI as refused:
        print(refused.reason)
"""
LINKED = """\
print(linksift.linkify({arguments}))
"""


def as_python(question: dict[str, Any]) -> str:
    """A program that prints the answer to a question.

    >>> print(as_python({"task": "find", "text": "a\\nb", "options": {"profile": "chat", "rejoin": "auto"}}))
    import linksift
    <BLANKLINE>
    text = (
        'a\\n'
        'b'
    )
    for match in linksift.find(text, profile='chat', rejoin='auto'):
        print(match.uri)
    <BLANKLINE>
    """
    options = _named(question["options"])
    if "file" in question:
        return f"import linksift\n\n{READ.format(arguments=', '.join([repr(question['file']), *options]))}"
    program = {"find": FOUND, "clean": CLEANED, "linkify": LINKED}[question["task"]]
    if question["task"] == "linkify":
        policy = ", ".join(_named(question["policy"]))
        options = [f"to={question['to']!r}", *([f"policy=linksift.Policy({policy})"] if policy else []), *options]
    called = program.format(arguments=", ".join(["text", *options]))
    return f"import linksift\n\ntext = {_literal(question['text'])}\n{called}"


def _named(options: dict[str, Any]) -> list[str]:
    return [f"{name}={value!r}" for name, value in options.items()]


def _literal(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return repr(text) if len(lines) < 2 else "".join(["(\n", *(f"    {line!r}\n" for line in lines), ")"])


def as_command(question: dict[str, Any]) -> str:
    """A command that prints the answer to a question. Raises ValueError for an option that the command does not have,
    and for control characters, since the text and the options may be those of a link from anybody.

    >>> as_command({"task": "find", "text": "it's", "options": {"profile": "document", "kinds": ["domain"]}})
    'printf %s \\'it\\'"\\'"\\'s\\' | linksift find --kinds domain'
    """
    task, options = question["task"], dict(question["options"])
    words = ["linksift", task]
    if task == "linkify":
        words += ["--to", question["to"], *_flags(question["policy"])]
    if task != "clean":
        profile = options.pop("profile")
        if "file" in question and "kinds" in options:
            options["kinds"] = [*options["kinds"], "stated"]  # which `read` finds anyway
        words += [*(["--profile", profile] if profile != "document" else []), *_flags(options)]
    if "file" in question:
        name = question["file"]
        command = shlex.join([*words, f"./{name}" if name.startswith("-") else name])
    else:
        command = f"{shlex.join(['printf', '%s', question['text']])} | {shlex.join(words)}"
    if _CONTROLS.search(command):
        raise ValueError("A terminal would act on the control characters of this command: save the text in a file.")
    return command


def _flags(options: dict[str, Any]) -> Iterator[str]:
    """The options as the command names them.

    >>> list(_flags({"rel": None, "refang": True, "hazards": {"any": "refuse"}, "max_text_length": 30}))
    ['--rel', '', '--refang', '--hazards', 'any=refuse', '--max-text-length', '30']
    """
    for name, value in options.items():
        if name == "refang" and value:
            yield "--refang"
        elif name == "hazards":
            yield from (word for hazard, action in value.items() for word in ("--hazards", f"{hazard}={action}"))
        elif name == "rel" and value is None:
            yield from ("--rel", "")
        elif value in (None, False, []):
            raise ValueError(f"The command cannot switch off {name} of a profile.")
        else:
            yield from (FLAGS[name], ",".join(value) if isinstance(value, list) else str(value))
