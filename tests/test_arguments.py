"""What callers read when they pass a wrong type or value, and what a type checker refuses before they run it."""

import doctest
import io
import re
import subprocess
import sys
from collections.abc import Callable
from inspect import getdoc, signature
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest

import linksift
import linksift.arguments
from linksift.cli import main
from linksift.finding import FinderOptions, Profile
from linksift.finding.options import CHECKS, PROFILES, Options

ROOT = Path(__file__).parents[1]


def closed_file() -> io.BytesIO:
    """A file that its owner has closed already."""
    with io.BytesIO(b"http://a.example/") as file:
        return file


FUNCTIONS: dict[str, Callable[[Any], object]] = {
    "find": linksift.find,
    "has_link": linksift.has_link,
    "linkify": linksift.linkify,
    "linkify_html": linksift.linkify_html,
    "entities": linksift.entities,
    "parse": linksift.parse,
    "violations": linksift.violations,
    "browser_url": linksift.browser_url,
    "clean": linksift.clean,
    "unwrap": linksift.unwrap,
    "defang": linksift.defang,
    "to_uri": linksift.to_uri,
    "to_iri": linksift.to_iri,
    "remove_dot_segments": linksift.remove_dot_segments,
    "merge": lambda value: linksift.merge(value, value),
    "show": linksift.show,
    "nl2br": linksift.nl2br,
    "refang": linksift.refang,
    "delimit": linksift.delimit,
    "stream": lambda value: list(linksift.Finder().stream([value])),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(
    "text",
    ["http://a.example/'b?c&d", "http://a.example/%C3%A9/../b", "<http://a.example/'b\n  c&d> or hxxp://b[.]example"],
)
def test_a_subclass_of_str_is_read_as_its_text(name: str, text: str) -> None:
    """Markup, which Django, Flask and Jinja pass around, escapes what is joined to it or replaced in it."""
    markup = pytest.importorskip("markupsafe").Markup(text)

    def answer(given: str) -> object:
        try:
            return FUNCTIONS[name](given)
        except ValueError as refused:
            return str(refused)

    assert repr(answer(markup)) == repr(answer(text))


def test_merge_takes_a_str_or_a_reference_as_base() -> None:
    assert linksift.merge(linksift.parse("http://a.example/b"), "c") == "/c"
    for base in (None, b"http://a.example", linksift.find("http://a.example")[0]):
        with pytest.raises(TypeError, match="merge takes a str, not"):
            linksift.merge(base, "c")  # type: ignore[arg-type]


def test_only_references_are_compared() -> None:
    for value in (1, None, b"http://a.example", linksift.find("http://a.example")[0]):
        with pytest.raises(TypeError, match="compare takes a str"):
            linksift.compare(value, value)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="redirects must be a Mapping, not"):
        linksift.compare("x:a", "x:b", redirects=[("x:a", "x:b")])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(
    ("value", "said"), [(None, "not NoneType"), (b"http://a.example", "not bytes: decode it first"), (3.5, "not float")]
)
def test_a_text_of_another_type_gets_a_sentence(name: str, value: object, said: str) -> None:
    with pytest.raises(TypeError, match=f"^{name} takes a str, {said}"):
        FUNCTIONS[name](value)


def test_a_path_or_a_match_for_a_text_gets_the_way_to_go() -> None:
    with pytest.raises(TypeError, match=r"^find takes a str, not \w+: read a file with linksift\.read$"):
        linksift.find(Path("a.txt"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^clean takes a str, not Match: pass its uri$"):
        linksift.clean(linksift.find("http://a.example")[0])  # type: ignore[arg-type]


def test_hazards_takes_a_match_a_reference_or_a_str() -> None:
    assert [hazard.name for hazard in linksift.hazards("http://joe:x@\u0430pple.example")] == [
        "mixed_scripts",
        "password",
    ]
    with pytest.raises(TypeError, match=r"^hazards takes a Match, a Reference or a str, not int"):
        linksift.hazards(3)  # type: ignore[arg-type]
    with pytest.raises(linksift.InvalidReference):
        linksift.hazards("http://a b")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"profile": "docment"}, "profile must be one of 'text', .*: did you mean 'document'"),
        ({"kinds": "url"}, "kinds must be some of 'uri', .*, not 'url': did you mean 'uri'"),
        ({"kinds": {"uri", "e-mail"}}, "not 'e-mail': did you mean 'email'"),
        ({"kinds": ()}, "kinds must be some of .*, not none"),
        ({"rejoin": "alway"}, "rejoin must be one of 'auto', 'columns', 'enclosed', 'never', not 'alway'"),
        ({"templates": {"${"}}, r"templates must be some of '{}', .*, not '\${'"),
        ({"unusable_hosts": 3}, "unusable_hosts must be one of 'find', 'skip', not 3"),
        ({"schemes": ["https://"]}, r"names of schemes such as 'https', not \('https://',\)"),
        ({"schemes": {"https:"}}, r"names of schemes such as 'https', not .*'https:'"),
        ({"default_scheme": "https:"}, "default_scheme must be a scheme with a host, .*, not 'https:'"),
        ({"max_length": True}, "max_length must be a whole number of 1 or more, not True"),
        ({"templates": [["{}"]]}, r"templates must be some of .*, not \['{}'\]"),
        ({"matchers": [["@name"]]}, r"matchers must be Matchers, not \['@name'\]"),
        ({"matcher_seconds": 10**400}, "matcher_seconds must be a number above 0 or None"),
    ],
)
def test_a_wrong_value_gets_the_values_and_the_nearest_one(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        linksift.find("", **options)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: linksift.Policy(show="ful"), "show must be one of .*: did you mean 'full'"),  # type: ignore[arg-type]
        (lambda: linksift.Policy(href="rw"), "href must be one of .*: did you mean 'raw'"),  # type: ignore[arg-type]
        (
            lambda: linksift.Policy(allowed_hosts=["http://a.example"]),
            "allowed_hosts must be hosts such as 'a.example'",
        ),
        (lambda: linksift.Policy(refused_hosts=3), "refused_hosts must be hosts"),  # type: ignore[arg-type]
        (lambda: linksift.Policy(hazards={"passwrd": "mark"}), "not 'passwrd': did you mean 'password'"),
        (lambda: linksift.Policy(max_text_length="9"), "must be a whole number of 8 or more, not '9'"),  # type: ignore[arg-type]
        (
            lambda: linksift.Policy(schemes=["https://"]),
            "schemes must be names of schemes such as 'https', not 'https://'",
        ),
        (lambda: linksift.Policy(allowed_hosts=["*.a.example"]), "not '[*].a.example': a host covers its subdomains"),
        (lambda: linksift.Policy(schemes=5), "schemes must be names of schemes such as 'https', not 5"),  # type: ignore[arg-type]
        (lambda: linksift.Policy(attributes={1: "2"}), "1 is an invalid, repeated or reserved name"),  # type: ignore[dict-item]
        (lambda: linksift.linkify("", to="htm"), "to must be one of .*: did you mean 'html'"),  # type: ignore[arg-type]
        (lambda: linksift.entities("", "utf16"), "unit must be one of .*: did you mean"),  # type: ignore[arg-type]
        (lambda: linksift.linkify_html("<p>", skip=3), "skip takes selectors such as .*, not 3"),  # type: ignore[arg-type]
        (lambda: linksift.wrap("http://a.example", "9"), "width must be a whole number"),  # type: ignore[arg-type]
    ],
)
def test_so_does_a_wrong_value_of_linking(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: linksift.read(b"", limits=linksift.Limits(seconds="9")), "limits.seconds must be a whole number of 0"),  # type: ignore[arg-type]
        (lambda: linksift.read(b"", limits=linksift.Limits(depth=None)), "limits.depth must be a whole number of 0"),  # type: ignore[arg-type]
        (lambda: linksift.read(b"", limits=linksift.Limits(size=-1)), "limits.size must be a whole number of 0"),
        (lambda: linksift.read(b"", limits=linksift.Limits(seconds=float("nan"))), "limits.seconds must be"),
        (lambda: linksift.read(closed_file()), "the file is closed"),
        (lambda: linksift.read(b"", base="b/c"), "base must be a URI such as 'https://a.example/b', not 'b/c'"),
        (lambda: linksift.read(b"", base="http://a b/"), "base must be a URI such as"),
        (lambda: linksift.read(b"", skip_code="no"), "skip_code must be True or False, not 'no'"),  # type: ignore[arg-type]
        (lambda: linksift.clean("nas/x", intranet="no"), "intranet must be True or False"),  # type: ignore[arg-type]
        (lambda: linksift.clean("a.example", ["http"]), "default_scheme must be a scheme with a host"),  # type: ignore[arg-type]
    ],
)
def test_so_does_a_wrong_value_of_reading_and_cleaning(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: linksift.parse("a").resolve(3), "resolve takes a str, not int"),  # type: ignore[arg-type]
        (lambda: linksift.hazards("http://a.example", 3), "link_text takes a str, not int"),  # type: ignore[arg-type]
        (lambda: linksift.wrap("http://a.example", 9, 3), "prefix takes a str, not int"),  # type: ignore[arg-type]
        (lambda: linksift.Finder().sub("http://a.example", lambda _: None), "result of the function must be a str"),  # type: ignore[arg-type, return-value]
        (lambda: linksift.read(b"", columns=3), "columns must be a str, not 3"),  # type: ignore[arg-type]
        (lambda: linksift.read(b"", columns=None), "columns takes names of columns, not None"),  # type: ignore[arg-type]
        (lambda: linksift.linkify("a", matches=[], tlds=1), "linkify has no option 'tlds'"),  # type: ignore[call-arg]
        (lambda: linksift.read(b"", id_column=3), "id_column must be a str, not 3"),  # type: ignore[arg-type]
        (lambda: list(linksift.Finder().find_all("http://a.example")), "find_all takes several texts, not a str"),
    ],
)
def test_an_argument_of_another_type_gets_a_sentence(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize("most", [sys.maxsize, 10**30])
def test_a_length_greater_than_any_text_has_is_no_limit(most: int) -> None:
    finder = linksift.Finder(max_length=most)
    for text in ("<http://a.example/\nb>", "\u00e9 http://\u00fc.example"):
        assert finder.find(text) == list(finder.stream([text])) == linksift.find(text)


OPTIONS_OF_FINDER = f"its options are {', '.join(linksift.Finder.OPTIONS)}"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: linksift.find("", refnag=True), "Finder has no option 'refnag': did you mean 'refang'?"),  # type: ignore[call-arg]
        (lambda: linksift.find("", profil="text"), "Finder has no option 'profil': did you mean 'profile'?"),  # type: ignore[call-arg]
        (lambda: linksift.has_link("", color=True), f"Finder has no option 'color'; {OPTIONS_OF_FINDER}"),  # type: ignore[call-arg]
        (lambda: linksift.read(b"", pasword="a"), "read has no option 'pasword': did you mean 'password'?"),  # type: ignore[call-arg]
        (lambda: linksift.linkify("", polcy=None), "linkify has no option 'polcy': did you mean 'policy'?"),  # type: ignore[call-arg]
        (lambda: linksift.Policy().replace(own_rl=""), "Policy has no option 'own_rl': did you mean 'own_rel'?"),  # type: ignore[call-arg]
        (lambda: linksift.linkify("", target=""), "linkify has no option 'target': pass policy=Policy(target=...)"),  # type: ignore[call-arg]
        (
            lambda: linksift.linkify_html("", nofollow=1),  # type: ignore[call-arg]
            "linkify_html has no option 'nofollow': pass policy=Policy(rel=...)",
        ),
        (lambda: linksift.read(b"", kind="uri"), "read has no option 'kind': did you mean 'kinds'?"),  # type: ignore[call-arg]
    ],
)
def test_an_unknown_option_gets_the_nearest_one(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == said


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: linksift.Linker("chat"), "finder must be a Finder, not 'chat': Finder('chat')"),  # type: ignore[arg-type]
        (lambda: linksift.Linker("caht"), "finder must be a Finder, not 'caht'"),  # type: ignore[arg-type]
        (lambda: linksift.read(b"", finder="chat"), "finder must be a Finder, not 'chat': Finder('chat')"),  # type: ignore[arg-type]
        (
            lambda: linksift.linkify("", policy={"rel": None}),  # type: ignore[arg-type]
            "policy must be a Policy, not {'rel': None}: Policy(rel=None)",
        ),
        (lambda: linksift.linkify("", policy={"rl": None}), "policy must be a Policy, not {'rl': None}"),  # type: ignore[arg-type]
        (lambda: linksift.entities("", policy="nofollow"), "policy must be a Policy, not 'nofollow'"),  # type: ignore[arg-type]
    ],
)
def test_a_str_or_dict_for_an_object_gets_the_call_that_makes_it(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == said


DOCS = ROOT / "docs"
NOT_ON_THE_COMMAND_LINE = {
    "matcher_seconds": "the ready matchers that commands offer are quick",
    "hosts_for_matchers": "likewise, their templates name the host that is meant",
    "relative_to": "for frameworks that know the site of a page",
    "by_kind": "a mapping of mappings",
    "callback": "a function",
}


def option_places(options: type, page: str) -> dict[str, set[str]]:
    """The names of options in each place that has all those of `Finder` or `Policy`."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    args = (getdoc(options) or "").partition("Args:")[2].partition("Raises:")[0]
    context = click.Context(main)
    commands = [main.get_command(context, name) for name in ("find", "linkify")]
    parameters = [str(parameter.name) for command in commands if command for parameter in command.params]
    return {
        "parameters": set(signature(options).parameters),
        "attributes": set(get_type_hints(options)),
        "Args": set(re.findall(r"^ {4}(\w+):", args, re.MULTILINE)),
        "page": {name for row in rows for name in re.findall(r"\w+", row)},
        "command line": {name.removeprefix("link_") for name in parameters} | set(NOT_ON_THE_COMMAND_LINE),
    }


@pytest.mark.parametrize(
    ("options", "names", "page"),
    [(linksift.Finder, Options._fields, "finding.md"), (linksift.Policy, linksift.Policy.OPTIONS, "linking.md")],
    ids=["Finder", "Policy"],
)
def test_an_option_is_in_every_place(options: type, names: tuple[str, ...], page: str) -> None:
    for place, found in option_places(options, page).items():
        assert set(names) - found == set(), place


def test_each_option_of_a_finder_has_a_type_a_check_and_a_default() -> None:
    assert tuple(get_type_hints(FinderOptions)) == Options._fields
    assert set(get_type_hints(FinderOptions)) - {"profile", "matcher_seconds"} == set(CHECKS)
    assert set(Options._field_defaults) == set(Options._fields)
    assert get_args(Profile) == tuple(PROFILES)


def test_the_examples_of_the_checks() -> None:
    assert doctest.testmod(linksift.arguments).failed == 0


CHECKED = """
import linksift
linksift.find("a", profile="document", kinds={"uri"}, schemes="any", rejoin=None)
linksift.find("a", profile="docment")
linksift.linkify("a", to="htm")
linksift.linkify("a", rejoin="alway")
linksift.read(b"a", kinds={"url"})
linksift.Policy().replace(show="ful")
linksift.entities("a", unit="utf16")
linksift.Finder(refnag=True)
linksift.clean("a", default_sheme="https")
"""


def test_a_type_checker_refuses_what_a_call_would_refuse(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    source = tmp_path / "calls.py"
    source.write_text(CHECKED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(source)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    refused = [int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line]
    assert sorted(set(refused)) == list(range(4, 12)), run.stdout


@pytest.mark.parametrize("function", [linksift.hazards, linksift.worth_a_look, linksift.unwrap])
@pytest.mark.parametrize("text", ["\ud800", "http://a.example/é\udcff"])
def test_a_lone_surrogate_is_an_invalid_reference(function: Callable[[str], object], text: str) -> None:
    with pytest.raises(linksift.InvalidReference):
        function(text)


def test_segments_of_markup_are_plain_text() -> None:
    markup = pytest.importorskip("markupsafe").Markup("<b> http://a.example")
    assert [type(part) for part in linksift.Finder().segments(markup)] == [str, linksift.Match]
