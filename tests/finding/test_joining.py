"""Joining without an enclosure, beyond the corpora: the table of weights, the window, the notes."""

import inspect
import itertools
from random import Random
from types import ModuleType

import pytest

import linksift
from linksift.finding.joining.evidence import (
    across_break,
    host,
    line_end_hyphens,
    line_layout,
    line_widths,
    lines_between,
    next_line,
    next_word,
    proofs,
    same_uri_elsewhere,
    typeface,
    uri_so_far,
    vetoes,
    wrapped_again,
)
from linksift.finding.joining.evidence.proofs import line_goes_on, query_goes_on, scheme_goes_on, string_goes_on
from linksift.finding.joining.evidence.vetoes import VETOES
from linksift.finding.joining.joined_uri import LONGEST_CHAIN, MOST_BREAKS, weigh
from linksift.finding.joining.joiner import weigh_hyphen
from linksift.finding.joining.seam import Seam
from linksift.finding.joining.text_layout import Layout
from linksift.finding.joining.weights import HYPHEN_PRIOR, HYPHEN_WEIGHTS, WEIGHTS
from linksift.finding.line_prefixes import REACH, WINDOW
from linksift.finding.options import Rejoin
from linksift.finding.pattern_places import AHEAD, PatternPlaces
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.notes import RULES, rule_name
from tests.growth import executed_lines
from tests.without_kernel import without_kernel

MODULES = (
    across_break,
    host,
    line_end_hyphens,
    line_layout,
    lines_between,
    line_widths,
    next_line,
    next_word,
    proofs,
    same_uri_elsewhere,
    typeface,
    uri_so_far,
    vetoes,
    wrapped_again,
)
FINDER = linksift.Finder(rejoin="auto", kinds={"uri"})


def uris(text: str) -> list[str]:
    return [match.uri for match in FINDER.find(text)]


def rules(text: str) -> set[str]:
    return {note.rule for match in FINDER.find(text) for note in match.notes}


def test_the_table_has_each_rule_of_evidence_once_with_a_reason() -> None:
    weighed = [weight.feature for weight in (*WEIGHTS, *HYPHEN_WEIGHTS)]
    assert len(set(weighed)) == len(weighed)
    named = {function for function in RULES.values() if function.__module__ in {module.__name__ for module in MODULES}}
    assert named == {*weighed, *VETOES, scheme_goes_on, string_goes_on, line_goes_on, query_goes_on}
    assert all(weight.score and weight.reason for weight in (*WEIGHTS, *HYPHEN_WEIGHTS))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_each_rule_of_evidence_is_short(module: ModuleType) -> None:
    for name, function in inspect.getmembers(module, inspect.isfunction):
        body = inspect.getsource(function).rpartition('"""')[2]
        assert body.count("\n") <= 25 or function.__module__ != module.__name__, name


def test_both_readings_of_a_join_are_reported() -> None:
    (match,) = FINDER.find("See https://a.example/kettles?blue=\ntea&pot=1 there.")
    assert match.uri == "https://a.example/kettles?blue=tea&pot=1"
    assert [other.uri for other in match.alternatives] == ["https://a.example/kettles?blue="]


def test_lines_that_begin_with_the_rest_of_a_uri_are_no_records() -> None:
    """As data for the fit, this list would change weights, so it is in no corpus."""
    folder = "https://lists.tea.example/pots/2019/october/"
    names = [f"msg{number}.html" for number in ("012", "034", "056")]
    text = f"The club spoke of it often: {folder}\n" + f" and {folder}\n".join(names) + " have it all."
    assert [match.uri for match in FINDER.find(text)] == [folder + name for name in names]


def test_a_near_miss_is_an_alternative() -> None:
    (match,) = FINDER.find("See https://a.example/wiki/\nkettles of that kind.")
    assert match.uri == "https://a.example/wiki/"
    assert [other.uri for other in match.alternatives] == ["https://a.example/wiki/kettles"]


def test_a_chain_that_ends_before_its_last_doubtful_join_is_an_alternative() -> None:
    (match,) = FINDER.find("See https://a.example/wiki/the-\nblue_kettles/list/\nenamel.")
    assert match.uri == "https://a.example/wiki/the-blue_kettles/list/enamel"
    assert "https://a.example/wiki/the-blue_kettles/list/" in [other.uri for other in match.alternatives]


def test_the_notes_name_the_evidence_on_the_side_that_decided() -> None:
    join, plain = "See https://a.example/kettles?blue=\ntea&pot=1 there.", "See https://a.example/kettles\nThen go."
    assert rule_name(uri_so_far.after_assignment) in rules(join)
    assert rule_name(next_word.capitalized) in rules(plain)
    assert rule_name(line_widths.room_left) not in rules(join)


@pytest.mark.parametrize("rejoin", ["enclosed", "never"])
def test_nothing_is_joined_without_the_option(rejoin: Rejoin) -> None:
    text = "See https://a.example/kettles?blue=\ntea&pot=1 there."
    assert [match.uri for match in linksift.find(text, rejoin=rejoin)] == ["https://a.example/kettles?blue="]


def test_if_the_join_is_not_a_uri_the_unjoined_reading_is_tried() -> None:
    assert uris("It is http://www.kett..\nle.example/teas/ there.") == ["http://www.kett"]
    assert uris("It is http://b.example/kettle_\n[blue] there.") == ["http://b.example/kettle_"]


@pytest.mark.parametrize("label", ["Example:", "Message:", "info:", "file:"])
def test_a_label_begins_no_uri_on_the_next_line(label: str) -> None:
    text = f"{label}\n//a.example/b\n"
    assert linksift.find(text, rejoin="auto") == []


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("See http:\n//a.example/b", "http://a.example/b"),
        ("See ldap:\n//a.example/b", "ldap://a.example/b"),
        ("See file://\na.example/b/c.txt", "file://a.example/b/c.txt"),
        ("See message:/\n/a.example/b/c.html", "message://a.example/b/c.html"),
        ('msgid ""\n"mailto:joe@"\n"a.example"\nmsgstr ""', "mailto:joe@a.example"),
    ],
)
def test_a_scheme_at_a_line_end_is_no_label(text: str, uri: str) -> None:
    assert [match.uri for match in linksift.find(text, rejoin="auto")] == [uri]


CHANGES = """\
" 20190603 - Do not indent the lids of the pots
" 20190428 - De-indent the pots when typing with
"            https://git.example/joe/vim-sh-indent/issues/15
" 20190325 - Indent lids; correctly
"            https://git.example/joe/vim-sh-indent/issues/14
" 20190319 - Indent arrays (only handles and lids)
"""
ARGUMENTS = """
    url_string (str): Cloud storage url of the form gs://pots/object.
    is_lid_gen_parsing_allowed (bool): If true, lid generation parsing
"""
CODE = """\
            if (isLidOfThePots(lid)) {
                //as http://tea.example/watch?
                newLid +=  addParameters(pots);

            } else if (isLidOfTheCups(lid)) {
                //as http://tea.example/pots?lid=the-kettle
                lids.add(parametersOf(pots));
"""
LONG_ARGUMENTS = """
    lid_url (str): Kettle API URL such as https://github.com/
    oauth2_token (str): Kettle OAUTH2 token
"""
NOT_JOINED = [
    "// Pots.\n//  https://pots.a.example/fetch-of-the-lids-and-handles/#section-fetch-user-header\n//  TODO\n",
    "// See the other places\n// http://a.example/b/user-guide/annotations\n// +optional\n",
    "# See\n# http://a.example/b/bde93b0e-f3c9-4ddf-9f44-e1453be7af5a\n#pot.lid4x.kindOfHandle=false\n",
    CHANGES,
    ARGUMENTS,
    LONG_ARGUMENTS,
    CODE,
    "> before that. For the way to sign in to the kettle, see https://cli.github.com/\n> Authenticate with: it\n",
    'We gave lids up at https://tea.example/lkml/2023.1-joe@b.example/\n5d871b280e7f ("Add lids to pots") did so.\n',
    "Link: https://git.tea.example/linux.git/commit/?id=\nSigned-off-by: Joe Doe <joe@a.example>\n",
    "kettle add-external --boil https://tea.example/all/\n./refresh.sh\n",
    "http://a.example/b/\n../c.html",
    "// Source: http://tea.example/kettles-and-the-pots-of-the-house-where-the-lids/books.html#\n// const Offer = {\n",
    "/**\n * Redirects the name of the house to the canonical https://www.\n * Requiere que a.example y b\n */\n",
    ' diff:\n\n    +"http://tea.example/lids"\n    +"c.html"\n',
    "*\n* Kettle: https://tea.example/lids/\n* three-pots\n",
    "  urls << (\n -  'http://tea.example/lids/'\n+'pots-b')\n",
    "URL: http://tea.example/lids/\n%description\n\nLids of pots.\n",
    "URL:\thttp://tea.example/lids/\n%{!?with_pots:BuildRequires: pots}\n",
    "\tor get the lids at http://tea.example/\n_EOF_\n  exit 1\n",
    "# Windows: get it at https://tea.example/\n# Linux/Mac: brew it\n",
    'urls=(\n  "http://tea.example/lids/"\n  "pots.patch"\n)\n',
    "At http://tea.example:\n100 kettles\n",
    "See https://github.com/joe/\nJoe Miller wrote this.\n",
    "https://github.com/joe/\nSmith, J. (2020)\n",
    "# https://github.com/joe/\nfile.txt contains lids\n",
]
"""Texts in which the next line once continued the URI, in a release or while a rule was made."""

JOINED = [
    ("http://a.example/issues?labels=\n# XXX", "http://a.example/issues?labels=XXX"),
    ("http://a.example/inkscape/\n# +bugs", "http://a.example/inkscape/+bugs"),
    ("http://a.example/stats?date=\n# 20261124 - the daily report", "http://a.example/stats?date=20261124"),
    ("http://a.example/?q=\n#foo", "http://a.example/?q=foo"),
    ("http://a.example/pots/commit/\n# 0a1b2c3d4e5f (fix): mends it", "http://a.example/pots/commit/0a1b2c3d4e5f"),
    ("https://www.\n# kettle.example/lids", "https://www.kettle.example/lids"),
]
"""Comments with URIs that continue in text that looks like that of the lines above."""


@pytest.mark.parametrize("text", NOT_JOINED)
def test_notes_dates_arguments_and_code_continue_no_uri(text: str) -> None:
    assert [match.text for match in linksift.find(text, rejoin="auto") if "\n" in match.text] == []


@pytest.mark.parametrize(("text", "uri"), JOINED)
def test_they_continue_one_that_cannot_end_before_them(text: str, uri: str) -> None:
    assert [match.uri for match in linksift.find(f"# See\n# {text}\n", rejoin="auto")] == [uri]


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("[1] Lids. Pots 1 (1991), 39-58. doi:10.9999/\n99977.99987\n[2] Cups", "doi:10.9999/99977.99987"),
        ("     Lids and pots. doi:10.9999/j.tea.\n     2006.11.019. Pots 2", "doi:10.9999/j.tea.2006.11.019"),
        ("Lids and pots. DOI:10.9999/j.tea.\n2006.11.019. Pots 2", "DOI:10.9999/j.tea.2006.11.019"),
        ("x urn:ietf:params:\noauth:grant-type:lids and more of it", "urn:ietf:params:oauth:grant-type:lids"),
        ("Lids, Tea 236 (2018).\ndoi:10.9999/j.\ntea.2018.12.061.\n[3] Cups", "doi:10.9999/j.tea.2018.12.061"),
        (
            "// at the token of the kettle with (urn:ietf:params:\n// oauth:grant-type:lids) and\n",
            "urn:ietf:params:oauth:grant-type:lids",
        ),
    ],
)
def test_dois_and_urns_continue_as_uris_with_slashes_do(text: str, uri: str) -> None:
    assert [match.uri for match in linksift.find(text, rejoin="auto")] == [uri]


def test_a_urn_before_the_colon_of_its_sentence_is_whole() -> None:
    text = "The values that the lids of the pots take are those of urn:example:tea:\nUTF-8 for pots, or cups."
    assert [match.uri for match in linksift.find(text, rejoin="auto")] == ["urn:example:tea"]


@pytest.mark.parametrize(
    "text",
    [
        'expect(\n  "https://tea.example/" +\n    "pots?lid=1" +\n    "#cups",\n);\n',
        'work = f(\n  href=("https://tea.example/"\n    + "pots?lid=1"\n    + "#cups"))\n',
    ],
)
def test_a_plus_adds_a_string_to_one_that_a_uri_fills(text: str) -> None:
    assert uris(text) == ["https://tea.example/pots?lid=1#cups"]


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("http://a.example/\\\nb/c\\", "http://a.example/b/c"),
        ("see \\http://a.example/?\\\nb=c", "http://a.example/?b=c"),
        ('x = "see http://a.example/\\\nb/"\n  "c.html"\n', "http://a.example/b/"),
        (' urls = [\n "http://a.example/b/" +\n "c/"\n+"d",\n]\n', "http://a.example/b/c/"),
        ('x = "http://a.example/b/" \\\n    f"c"\n', "http://a.example/b/c"),
        ('x = "http://a.example/b/" \\\n    "c"\n', "http://a.example/b/"),
        ("see http://a.example/b\\\n?c=1 and", "http://a.example/b?c=1"),
        ("    See http://a.example/commit/\\\n    0a1b2c3d4e5f\n", "http://a.example/commit/0a1b2c3d4e5f"),
        ("# See http://a\\\n#     .example/b/c.html\n", "http://a.example/b/c.html"),
        ("wget http://a.example/b/\\\n  ${VERSION}/c && x", "http://a.example/b/$%7BVERSION%7D/c"),
    ],
)
def test_a_backslash_or_plus_decides_whatever_is_around_the_uri(text: str, uri: str) -> None:
    assert uris(text) == [uri]


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        (
            '    f(\n        url=(\n            "http://a.example/b/"\n            "c"\n        ),\n',
            "http://a.example/b/c",
        ),
        ('X = {\n    "url": "http://a.example/b/"\n           "c",\n}\n', "http://a.example/b/c"),
        ('X = (\n    f"http://a.example/{b}/"\n    f"{c.d}/e"\n)\n', "http://a.example/%7Bb%7D/%7Bc.d%7D/e"),
    ],
)
def test_strings_of_arguments_entries_and_placeholders_are_one_value(text: str, uri: str) -> None:
    assert uris(text) == [uri]


def test_a_value_may_have_strings_in_both_kinds_of_quotes() -> None:
    text = "f(\n  \"Refer to Joe's\"\n  ' lid (http://a.example/b/'\n  'c.html)')\n"
    assert uris(text) == ["http://a.example/b/c.html"]


def test_options_with_placeholders_are_no_value() -> None:
    text = 'list(APPEND args\n    "-DLID_PLATFORM:STRING=${LID_PLATFORM}"\n    "-DLID_ROOT:STRING=${LID_ROOT}"\n)\n'
    assert [match.text for match in linksift.find(text, rejoin="auto", schemes="any") if "\n" in match.text] == []


def test_a_comment_of_lisp_has_no_space_after_its_mark() -> None:
    assert uris(";; see\n;;http://a.example/b/blob/\n;;master/c-d.el\n;; e\n") == [
        "http://a.example/b/blob/master/c-d.el"
    ]


def test_nothing_after_a_space_follows_a_soft_line_break() -> None:
    line = "The lids of pots are https://lists.example/all/lids-of-the-pots-and-kettles="
    assert uris(f"{line}\n and the pot is not.") == ["https://lists.example/all/lids-of-the-pots-and-kettles="]


def test_a_uri_that_ends_before_a_soft_line_break_has_no_evidence_about_the_lines_below() -> None:
    text = f"{'a' * 54} http://a.example/b[c=\nd\n- e"
    with without_kernel():
        (match,) = linksift.find(text, rejoin="auto")
    assert (match.uri, [note.rule for note in match.notes]) == ("http://a.example/b", ["scan.uri_end.square_bracket"])


def test_two_lines_below_show_that_a_diff_removes_a_line() -> None:
    text = (
        "-to detect the absence of lids, there is a list of [lids](https://tea.example/\n"
        "-project/lids-of-pots/), to check if the lids are those of pots, and [more](\n"
        "-of the same kind, as long as the lines of prose that a program wrapped are)\n"
    )
    assert uris(text) == ["https://tea.example/project/lids-of-pots/"]


@pytest.mark.parametrize("cut", ["https:", "https://"])
def test_the_sign_of_a_diff_is_none_of_the_slashes(cut: str) -> None:
    text = "@@ -1 +1 @@\n+see the lids of the pots at https://tea.example/b. More\n"
    assert uris(text.replace(cut, f"{cut}\n+", 1)) == ["https://tea.example/b"]


def test_an_empty_line_shows_that_lines_with_asterisks_are_a_comment() -> None:
    """A hunk of a diff, and an excerpt, may begin inside a comment; few lists have an empty entry."""
    lines = " * in a patch provided at:\n * http://tea.example/bugreport.cgi?\n * msg=5;lid=244666\n"
    assert uris(f" *\n{lines}") == ["http://tea.example/bugreport.cgi?msg=5;lid=244666"]
    assert uris(lines) == ["http://tea.example/bugreport.cgi"]


def test_the_sign_of_a_diff_is_no_part_of_a_uri_over_its_lines() -> None:
    """Its hunk begins above, or the lines are as wide as prose; the entries of a list have a space after the sign."""
    lines = (
        "-Summary: Lids for all of the pots Project-URL: Repository, https://github.com/\n-joe/tea-lids Keywords: a\n"
    )
    whole = ["https://github.com/joe/tea-lids"]
    assert uris(f"@@ -1,3 +1,3 @@\n{lines}") == whole
    above = "-Metadata-Version: 2.1 Name: tea-lids Version: 0.0.5 Author: Joe Doe\n"
    below = "-Classifier: Development Status :: 2 - Pre-Alpha Classifier: Intended Audience\n"
    assert uris(above + lines.replace("a\n", "pots,lids,kettles and more of all of them\n") + below) == whole
    assert uris("-lids\n-see https://github.com/\n-joe/tea-lids\n-pots\n") == ["https://github.com/-joe/tea-lids"]
    text = "see diff @@ -1 @@ above. Options:\n-see http://a.example/b\n-foo-bar.html\n"
    assert [uri for uri in uris(text) if "bfoo" in uri] == []


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        (r"see https://a.example/\nx\%20y\&z\#d.html and", "https://a.example/x%20y&z#d.html"),
        (r"[1] Title. https://a.example/\nx\_y\_z.html.", "https://a.example/x_y_z.html"),
        (
            r"(Eds.). Tea, 417-440. https://doi.org/10.9999/978-\n3-030-67067-2\_19",
            "https://doi.org/10.9999/978-3-030-67067-2_19",
        ),
    ],
)
def test_escapes_of_markdown_are_undone_after_a_line_end_too(text: str, uri: str) -> None:
    assert uris(text.replace(r"\n", "\n")) == [uri]


def test_a_doi_of_its_own_continues_no_uri() -> None:
    """After an equals sign or a slash, it is part of the URI."""
    assert uris("Lids https://tea.example/x?doi=\n10.9999/1471-2105-15") == [
        "https://tea.example/x?doi=10.9999/1471-2105-15"
    ]
    text = "Pots and lids. Tea 15.\nURL http://www.\ntea.example/1471-2105/15/86.\n\n10.9999/1471-2105-15-86.\n\ndoi:\n"
    assert uris(text) == ["http://www.tea.example/1471-2105/15/86"]


def test_a_second_uri_after_a_comma_does_not_hide_the_rest_of_the_first() -> None:
    text = "Tea, Singapore (Dec 2023).https://doi.\norg/10.9999/v1/2023.925,https://pots.example/2023.emnlp\n"
    assert uris(text) == ["https://doi.org/10.9999/v1/2023.925", "https://pots.example/2023.emnlp"]


def test_a_label_that_the_caller_names_is_a_scheme() -> None:
    assert linksift.find("See info:\n//a.example/b", schemes=["info"], rejoin="auto")[0].uri == "info://a.example/b"


@pytest.mark.parametrize(
    ("end", "word"), [("?t=a2V0dGxlLTEyMw==", "whenever"), ("?name=", "and"), ("?pot=1&", "that"), ("#", "which")]
)
def test_prose_continues_no_query_or_fragment(end: str, word: str) -> None:
    """After the padding of Base64 nothing continues, and a function word continues nothing."""
    above = "All the names of the lids and the pots that this house has are at\n"
    assert uris(f"{above}http://tea.example/2026/house{end}\n{word} nobody will look up again.") == [
        f"http://tea.example/2026/house{end}"
    ]


@pytest.mark.parametrize(
    ("end", "word"), [("?version=3&next=/search?q=", "123"), ("?page=12&hl=", "en"), ("?sql=select+id=", "12")]
)
def test_a_value_or_a_language_continues_a_query(end: str, word: str) -> None:
    above = "All the names of the lids and the pots that this house has are at\n"
    uri = f"http://tea.example/2026/house{end}"
    assert uris(f"{above}{uri}\n{word} and nowhere else in the house.") == [uri + word]


@pytest.mark.parametrize(
    "text",
    [
        "+   {}\n+   tea/pots.html",
        "+\tadded {}\n+\ttea/pots.html",
        "(*) required\n* {}\n* tea/pots.html",
        "> /* old code\n* {}\n* tea/pots.html",
        "C src/docs.html see {}\nC src/tea/pots.html\nC src/lids.html",
    ],
    ids=["list", "changes", "footnote", "quotation", "status"],
)
def test_lists_do_not_look_like_comments(text: str) -> None:
    assert uris(text.format("http://a.example/docs/")) == ["http://a.example/docs/"]


TWO_COLUMNS = """\
may quickly see that all pots meet what      [2] The Kettles. 2018. http://a.example/pots/blue-
the house asks of {}, before anyone          kettle/lids.html
puts the first of them on the stove.         [3] The House of Tea. 2019.
"""


@pytest.mark.parametrize(
    "other", ["ftp.b.example/x", "tel:+49301234567", "urn:isbn:0451450523", "joe@b.example", "b.example/x"]
)
def test_no_link_is_lost_in_the_other_column(other: str) -> None:
    finder = linksift.Finder(rejoin="columns", kinds={"uri", "suffix", "email", "domain"})
    found = [match.text for match in finder.find(TWO_COLUMNS.format(other))]
    assert found == ["http://a.example/pots/blue-", other]
    assert [match.uri for match in finder.find(TWO_COLUMNS.format("them all"))] == [
        "http://a.example/pots/blue-kettle/lids.html"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| {} | tea |\n| pots/index.html        | pot |\n| lids/index.html        | lid |",
        "| {} |  3 ++-\n| docs/index.html        | 12 +++\n",
        "a1b2c3d4e5f6  tea/pot     {}\nb1b2c3d4e5f6  tea/lid     lids/latest\nc1b2c3d4e5f6  tea/cup     cups/latest\n",
        "homepage of the project:  {}\nsource of the project:    src/main/tea.py\nlicence of it:            none\n",
    ],
    ids=["first column", "histogram", "cells", "labels"],
)
def test_records_are_no_text_of_a_column(text: str) -> None:
    text = text.format("http://a.example/docs/")
    assert [match.uri for match in linksift.find(text, rejoin="columns")] == ["http://a.example/docs/"]


def test_a_chain_in_a_column_may_go_on_after_its_uri() -> None:
    assert linksift.find("http://e   *\n]t://tea.- *\ntea        *\n", rejoin="columns")[0].uri == "http://e"


def test_no_join_is_longer_than_max_length() -> None:
    finder = linksift.Finder(rejoin="auto", max_length=35)
    assert [match.uri for match in finder.find("http://a.example/kettles?blue=\ntea&pot=1")] == [
        "http://a.example/kettles?blue="
    ]


@pytest.mark.parametrize(
    "text",
    [
        "> > <http://a.example/blue_\n> > kettle.html> it is",
        "> >> <http://a.example/blue_\n> kettle.html> it is",
        "> <http://a.example/blue_\n> > kettle.html> it is",
        "> <http://a.example/blue_\nkettle.html> it is",
        ">> <http://a.example/blue_\n> > kettle.html> it is",
    ],
    ids=["nested", "fewer", "doubled", "lost", "closer together"],
)
@pytest.mark.parametrize("rejoin", ["auto", "enclosed"])
def test_quote_prefixes_in_angle_brackets(text: str, rejoin: Rejoin) -> None:
    assert [match.uri for match in linksift.find(text, rejoin=rejoin)] == ["http://a.example/blue_kettle.html"]


def test_a_closer_at_the_end_of_quote_marks_closes() -> None:
    assert uris("> > <http://a.example/kettle.pdf\n> >'s list of > all") == ["http://a.example/kettle.pdf"]


@pytest.mark.parametrize(
    "text",
    [
        "> > https://a.example/blue/\n> > kettle.html",
        "> > https://a.example/blue/\n> kettle.html",
        "> https://a.example/blue/\n> > kettle.html",
        "> https://a.example/blue/\nkettle.html",
        "| https://a.example/blue/\n| kettle.html",
        "# https://a.example/blue/\n# kettle.html",
        "/*\n * https://a.example/blue/\n * kettle.html\n */",
        "\thttps://a.example/blue/\r\n\tkettle.html\r\n",
    ],
)
def test_prefixes_without_an_enclosure(text: str) -> None:
    assert uris(text) == ["https://a.example/blue/kettle.html"]


def test_a_list_with_stars_is_not_a_comment() -> None:
    assert uris("* https://a.example/blue/\n* kettle.html") == ["https://a.example/blue/"]


def test_a_chain_ends_after_so_many_breaks_and_characters() -> None:
    pieces = ["http://a.example/b="] + ["c="] * 2 * MOST_BREAKS
    assert uris("\n".join(pieces))[0].count("c=") == MOST_BREAKS
    pieces = ["http://a.example/b="] + [200 * "c" + "="] * 2 * MOST_BREAKS
    assert len(uris("\n".join(pieces))[0]) <= LONGEST_CHAIN + 300


def test_evidence_reads_a_stated_number_of_lines() -> None:
    text = "See https://a.example/b/\nenamel for all.\n"
    again = "Again: https://a.example/b/enamel\n"
    assert uris(text + "-\n" * (WINDOW - 2) + again)[0] == "https://a.example/b/enamel"
    assert uris(text + "-\n" * WINDOW + again)[0] == "https://a.example/b/"
    assert uris(again + "-\n" * (WINDOW - 1) + text)[1] == "https://a.example/b/enamel"
    assert uris(again + "-\n" * WINDOW + text)[1] == "https://a.example/b/"


def test_the_window_ends_at_lines_and_within_reach() -> None:
    text = "".join(f"line {number}\n" for number in range(300)) + "x" * REACH + "\n"
    layout = Layout(text, frozenset())
    line = layout.line_of(text.index("line 100"))
    assert line is not None
    low, high = layout.window(line)
    assert (text[low:].split("\n")[0], text[:high].split("\n")[-1]) == ("line 40", "line 160")
    last = layout.line_of(text.index("line 299"))
    assert last is not None
    assert layout.window(last)[1] == last.end


def test_a_veto_outweighs_everything() -> None:
    verdict = weigh(Seam.in_text("https://a.example/b=\n[1] https://a.example/b=1"))
    assert [by for by, _ in verdict.contributions] == [vetoes.list_mark_or_divider]


def test_evidence_on_hyphens_counts_in_angle_brackets_too() -> None:
    text = "The develop-\nment of docu-\nments, see <https://a.example/docu-\nmentation/>"
    match = FINDER.find(text)[-1]
    assert (match.uri, match.alternatives[0].uri) == (
        "https://a.example/documentation/",
        "https://a.example/docu-mentation/",
    )
    assert linksift.find(text)[-1].uri == "https://a.example/docu-mentation/"


def test_hyphens_at_line_ends_are_the_same_in_any_stretches() -> None:
    text = "exam-\nples and sen- \ntences of a-b and\nhy-\r\nphens\n" * 5
    at_once = Layout(text, frozenset()).hyphens.between(0, len(text))
    assert len(at_once) == 15
    ends = [place for place, character in enumerate(text) if character == "\n"]
    by_line = Layout(text, frozenset())
    for end in ends:
        assert by_line.hyphens.between(0, end) == [place for place in at_once if place < end]


def test_a_hyphen_is_silent_only_where_no_evidence_speaks() -> None:
    broken_words_alone = dict(weight[:2] for weight in HYPHEN_WEIGHTS)[line_end_hyphens.other_words_broken]
    assert HYPHEN_PRIOR + broken_words_alone <= 0
    firsts = ["http://a.example/xor-\ngana", "http://a.example/docu-\nmentation"]
    rests = [
        "",
        "All of xorgana is there",
        "All of xor-gana is there",
        "http://a.example/xorgana",
        "exam-\nples sen-\nt",
    ]
    silent = []
    for first, rest in itertools.product(firsts, rests):
        hyphen = line_end_hyphens.Hyphen.in_text(f"{first}\n{rest}")
        silent.append(hyphen.is_silent)
        assert not (hyphen.is_silent and weigh_hyphen(hyphen))
    assert set(silent) == {True, False}


@pytest.mark.parametrize("places", ["hyphens", "schemes", "broken_uris", "_quoted_lines"])
def test_places_are_those_of_a_search_of_the_whole_text(places: str) -> None:
    random = Random(places)
    blanks = " " * 30
    pieces = ["-", "\n", "://", "a-" + blanks * 3 + "\n", "http://" + "a" * 190 + "=" + blanks + "\n", "a" * 300, "b "]
    text = "".join(random.choice([*pieces, *["\n   > "] * 9]) for _ in range(1_000))
    owner = ScannedText(text, Schemes(None)) if places == "_quoted_lines" else Layout(text, frozenset())
    asked: PatternPlaces = getattr(owner, places)
    every = [found.start() for found in asked._pattern.finditer(text)]
    assert len(every) > 20
    for _ in range(300):
        low = random.randrange(len(text))
        high = min(len(text), low + random.choice([0, 1, 50, AHEAD, 3 * AHEAD]))
        assert asked.between(low, high) == [place for place in every if low <= place < high]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n\r\n", "\n \n\n  "])
def test_a_list_of_uris_takes_no_evidence(between: str) -> None:
    """Another URI begins behind the line end, whether or not lines are empty."""
    uris = 100
    text = f"http://a.example/b{between}" * uris
    assert len(linksift.find(text, profile="document")) == uris
    assert executed_lines(linksift.Finder("document").find, text) < 100 * uris
