r"""LaTeX and BibTeX: what `\url` and `\href` state, and the text without its escapes."""

import pytest

from linksift import read
from tests.documents.mutations import assert_links_or_a_message, mutated
from tests.growth import assert_forty_times_at_most

BEGIN = b"\\documentclass{a}\n"
SAMPLE = BEGIN + (
    rb"See \url{http://a.example/b\_c}, \href[pdfnewwindow]{http://a.example/d\%20e\#f}{the \emph{manual}} or"
    b"\n"
    rb"http://b.example/x\_y\#z\\ next \footnote{\url{http://c.example/long/%"
    b"\n  "
    rb"path}.} \nolinkurl{http://d.example/~jo} % http://e.example/"
)


def found(octets: bytes) -> list[tuple[str, str | None, int | None, int | None, str | None]]:
    return [
        (one.match.uri, one.location.stated_by, one.location.line, one.location.column, one.link_text)
        for one in read(octets)
    ]


def test_commands_and_text() -> None:
    assert found(SAMPLE) == [
        ("http://a.example/b_c", "\\url", 2, 10, None),
        ("http://a.example/d%20e#f", "\\href", 2, 54, "the \\emph{manual}"),
        ("http://b.example/x_y#z", None, 3, 1, None),
        ("http://c.example/long/path", "\\url", 3, 48, None),
        ("http://d.example/~jo", "\\nolinkurl", 4, 22, None),
        ("http://e.example/", None, 4, 46, None),
    ]


@pytest.mark.parametrize(
    ("written", "uris"),
    [
        (r"\url{www.a.example/b\_c}", ["http://www.a.example/b_c"]),
        (r"\href{www.a.example}{the manual}", ["http://www.a.example"]),
        (r"\url{joe@a.example}", ["mailto:joe@a.example"]),
        (r"\href{b.pdf}{the manual}", []),
        ("\\url{www.a.example:8080/b/%\n  c}", ["http://www.a.example:8080/b/c"]),
    ],
)
def test_an_argument_without_a_scheme_is_text(written: str, uris: list[str]) -> None:
    assert [uri for uri, *_ in found(BEGIN + written.encode())] == uris


@pytest.mark.parametrize(
    "tilde", [r"\~{}", r"\textasciitilde ", r"\textasciitilde{}", r"{\textasciitilde}", r"{\~}", r"$\sim$"]
)
@pytest.mark.parametrize("command", ["%s", r"\url{%s}"])
def test_a_tilde_in_text_is_one_as_in_an_argument(tilde: str, command: str) -> None:
    octets = BEGIN + (command % f"http://a.example/{tilde}jo").encode()
    assert [uri for uri, *_ in found(octets)] == ["http://a.example/~jo"]


@pytest.mark.parametrize(
    "underscore", [r"\textunderscore ", r"\textunderscore{}", r"{\textunderscore }", r"{\_}", r"\_"]
)
@pytest.mark.parametrize("command", ["%s", r"\url{%s}"])
def test_an_underscore_in_text_is_one_as_in_an_argument(underscore: str, command: str) -> None:
    octets = BEGIN + (command % f"http://a.example/b{underscore}c").encode()
    assert [uri for uri, *_ in found(octets)] == ["http://a.example/b_c"]


@pytest.mark.parametrize(
    ("written", "uri"),
    [
        (r"$<$http://a.example/b$>$", "http://a.example/b"),
        (r"\texttt{http://a.example/\allowbreak{}b/\allowbreak c}", "http://a.example/b/c"),
        (r"\texttt{http://a.example/\allowbreakable}", "http://a.example/"),
    ],
)
def test_angle_brackets_as_formulas_and_line_breaks_that_are_allowed(written: str, uri: str) -> None:
    assert [uri for uri, *_ in found(BEGIN + written.encode())] == [uri]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_an_escaped_percent_sign_at_a_line_end_is_kept(line_end: str) -> None:
    octets = BEGIN + rf"\url{{http://a.example/b\%{line_end}20c}}".encode()
    assert [uri for uri, *_ in found(octets)] == ["http://a.example/b%20c"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_comment_sign_at_a_line_end_is_dropped_with_it(line_end: str) -> None:
    octets = (
        BEGIN + line_end.join([r"\url{%", "  http://a.example/b%", "  c%", r"} \url{www.b.example/d%", "}"]).encode()
    )
    assert [uri for uri, *_ in found(octets)] == ["http://a.example/bc", "http://www.b.example/d"]


def test_plus_signs_around_a_verbatim_uri_are_none_of_it() -> None:
    octets = BEGIN + rb"(\verb+http://a.example/b~c/+), \url*+http://d.example/e\_f+ and http://g.example/++ \verb+"
    assert [uri for uri, *_ in found(octets)] == [
        "http://a.example/b~c/",
        "http://d.example/e_f",
        "http://g.example/++",
    ]


@pytest.mark.parametrize(
    ("name", "octets"),
    [
        ("a.bib", rb"@misc{a, howpublished = {\url{http://a.example/b\_c}}, url = {http://d.example/e\_f}}"),
        ("a.bbl", b"\\bibitem{a} \\url{http://a.example/b%\n  _c}, http://d.example/e\\_f"),
    ],
)
def test_a_bibliography_is_read_by_its_name(name: str, octets: bytes) -> None:
    from io import BytesIO

    file = BytesIO(octets)
    file.name = name
    assert [one.match.uri for one in read(file)] == ["http://a.example/b_c", "http://d.example/e_f"]


@pytest.mark.parametrize("piece", ["\\url{", "\\href{a}{", "\\_", "{", "\\url[", "\\href{a}", "%\n", "\\verb+"])
def test_work_grows_like_the_file(piece: str) -> None:
    small, large = (BEGIN + (piece * (size // len(piece))).encode() for size in (5_000, 80_000))
    assert_forty_times_at_most(found, small, large)


@pytest.mark.parametrize("seed", range(100))
def test_mutated_files(seed: int) -> None:
    tokens = [b"\\url{", b"\\href{", b"}", b"\\_", b"%\n", b"\\"]
    assert_links_or_a_message(mutated(SAMPLE, seed, tokens), "a.tex")
