"""The registries' functions, and their tables compared with the source documents."""

import doctest
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from linksift import registries
from linksift.registries import (
    domain_lookalikes,
    latin_lookalike,
    link_bracket,
    link_email,
    link_term,
    never_by_default,
    particles,
    schemes,
    top_level_domains,
    written_without_spaces,
)

DATA = Path(registries.__file__).with_suffix("")
FILES = sorted(DATA.glob("*.txt"))
CODE_POINTS = [chr(point) for point in range(0x110000)]


def header(path: Path) -> str:
    """The comment lines at the top of a data file."""
    return "".join(line for line in path.read_text(encoding="utf-8").splitlines(True) if line.startswith("#"))


def scheme_rows() -> list[list[str]]:
    """The rows of schemes.txt, cell by cell, with the columns' names first."""
    lines = (DATA / "schemes.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


# ---- The files -------------------------------------------------------------------------------------------------------


def test_every_table_has_its_file_and_no_other_is_there() -> None:
    assert [path.name for path in FILES] == [
        "character_pairs.txt",
        "common_words.txt",
        "domain_lookalikes.txt",
        "encoding_labels.txt",
        "function_words.txt",
        "latin_lookalikes.txt",
        "link_bracket.txt",
        "link_email.txt",
        "link_term.txt",
        "particles.txt",
        "public_suffixes.txt",
        "redirectors.txt",
        "schemes.txt",
        "scripts.txt",
        "shared_hosting.txt",
        "special_use_domains.txt",
        "top_level_domains.txt",
        "url_shorteners.txt",
        "written_without_spaces.txt",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_header_names_source_and_date(path: Path) -> None:
    assert re.search(r"\bsource\b", header(path), re.IGNORECASE)
    assert re.search(r"\b2026-\d\d-\d\d\b", header(path))


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("link_bracket.txt", "17.0"),
        ("link_email.txt", "17.0"),
        ("link_term.txt", "17.0"),
        ("schemes.txt", "1.4.0"),
        ("top_level_domains.txt", "2026093003"),
        ("written_without_spaces.txt", "17.0.0"),
        ("latin_lookalikes.txt", "Unicode 16.0"),
        ("scripts.txt", "17.0.0"),
    ],
)
def test_a_header_names_the_version_of_what_was_taken(name: str, version: str) -> None:
    assert version in header(DATA / name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_small_and_ends_its_last_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert "\r" not in text
    largest = 170_000 if path.name == "public_suffixes.txt" else 24_000  # the list has 10,397 rules
    assert path.stat().st_size < largest


def test_the_examples_in_the_docstrings_hold() -> None:
    outcome = doctest.testmod(registries)
    assert outcome.attempted >= 6
    assert outcome.failed == 0


@pytest.mark.parametrize("function", [schemes, top_level_domains])
def test_a_file_is_read_once(function: Callable[[], object]) -> None:
    assert function() is function()


# ---- Schemes ---------------------------------------------------------------------------------------------------------


def test_every_row_has_five_cells() -> None:
    columns, *rows = scheme_rows()
    assert columns == ["name", "source", "list", "host", "opaque"]
    for row in rows:
        assert len(row) == 5, row
        assert all(cell and cell == cell.strip() for cell in row), row


def test_rfc3986_3_1_every_name_is_a_scheme_in_lower_case() -> None:
    for name in schemes():
        assert re.fullmatch(r"[a-z][a-z0-9+.\-]+", name), name


def test_rows_are_sorted_and_unique() -> None:
    names = [row[0] for row in scheme_rows()[1:]]
    assert names == sorted(set(names))
    assert names == list(schemes())


def test_a_name_comes_from_one_of_three_lists() -> None:
    lists = Counter(row[2] for row in scheme_rows()[1:])
    assert lists.keys() == {"iana", "later", "used"}
    assert lists["iana"] == 243  # so many the npm packages have
    assert 100 < lists["later"] < 200
    assert 80 < lists["used"] < 150


def test_what_is_not_in_the_registry_is_not_said_to_be() -> None:
    assert [row[0] for row in scheme_rows()[1:] if row[2] == "used" and "IANA" in row[1]] == []


def test_an_rfc_is_named_by_its_number() -> None:
    for scheme in schemes().values():
        assert scheme.source.count("RFC") == len(re.findall(r"\bRFC [1-9]\d{2,3}\b", scheme.source)), scheme


def test_cells_of_host_and_opaque_are_of_the_header_s_form() -> None:
    for _, _, _, host, opaque in scheme_rows()[1:]:
        assert host in {"host", "-"}
        assert opaque in {"//", '""', "^/"} or re.fullmatch(r"[-@.*:/=,;!?]+|0123456789", opaque), opaque


def test_no_scheme_needs_a_host_and_goes_without_slashes() -> None:
    assert [scheme.name for scheme in schemes().values() if scheme.host and scheme.opaque is not None] == []


@pytest.mark.parametrize(
    "name", ["hxxp", "hxxps", "Note", "note", "std", "url", "c", "s", "tl", "isbn", "arxiv", "fxp"]
)
def test_what_is_left_out(name: str) -> None:
    assert name not in schemes()


KNOWN = """
    did matrix ipfs ipns doi drm web+ap wss dns xmpp git svn svn+ssh ssh sftp magnet ed2k jdbc mongodb redis rediss
    postgresql postgres mysql amqp amqps s3 gs hdfs docker oci chrome chrome-extension moz-extension about resource
    rtmp rtsp rtsps mms steam spotify slack vscode zoommtg tg whatsapp bitcoin ethereum lightning dat gemini gopher
    finger ftps rsync nfs smb afp cvs bzr hg vnc rdp callto skype facetime itms market intent hkp hkps socks5
    socks5h tcp udp unix ws file payto z39.50r iris.beep coap+tcp
"""


@pytest.mark.parametrize("name", KNOWN.split())
def test_what_people_write_is_known(name: str) -> None:
    assert schemes()[name].name == name


@pytest.mark.parametrize(
    "name", ["http", "https", "ftp", "ws", "wss", "sftp", "ssh", "git", "telnet", "imap", "gopher"]
)
def test_a_host_is_demanded_where_the_syntax_does(name: str) -> None:
    assert schemes()[name].host


@pytest.mark.parametrize("name", ["file", "ldap", "redis", "postgresql", "amqp", "vnc", "smb", "news", "mailto", "ni"])
def test_no_host_is_demanded_where_the_syntax_does_not(name: str) -> None:
    assert not schemes()[name].host


WITHOUT_SLASHES = [
    ("mailto", "anna@example.com"),
    ("urn", "isbn:0-486-27557-4"),
    ("tel", "+1-816-555-1212"),
    ("sms", "+15105550101?body=hi"),
    ("news", "comp.infosystems.www.servers.unix"),
    ("news", "*"),
    ("doi", "10.1000/182"),
    ("magnet", "?xt=urn:btih:c12fe1"),
    ("sip", "alice@atlanta.example"),
    ("sips", "1212@gateway.example"),
    ("xmpp", "romeo@example.net"),
    ("cid", "foo4@foo1.example"),
    ("mid", "960830.1639@example.com/partA.960830"),
    ("geo", "13.4125,103.8667"),
    ("tag", "example.com,2006-08-18:/path"),
    ("data", ",a"),
    ("javascript", "alert"),
    ("vbscript", "MsgBox"),
    ("did", "example:123456"),
    ("acct", "anna@example.com"),
    ("bitcoin", "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"),
    ("matrix", "u/anna:example.org"),
    ("nih", "sha-256-32;53269057"),
    ("pkcs11", "token=a;object=b"),
    ("stun", "stun.example.org:19302"),
    ("jdbc", "postgresql://localhost/db"),
    ("jar", "file:/a.jar!/b"),
    ("pkg", "npm/left-pad@1.3.0"),
    ("view-source", "http://example.com/"),
    ("opaquelocktoken", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
    ("session", "help@root-level.store"),
    ("swh", "1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d"),
]


@pytest.mark.parametrize(("name", "rest"), WITHOUT_SLASHES)
def test_a_scheme_without_slashes_needs_its_characters(name: str, rest: str) -> None:
    demanded = schemes()[name].opaque
    assert demanded is not None
    assert not demanded or set(demanded) & set(rest)


@pytest.mark.parametrize(
    ("name", "rest"),
    [("mailto", "us"), ("tel", "home"), ("news", "today"), ("doi", "10.1000"), ("urn", "isbn"), ("did", "you")],
)
def test_a_label_does_not_hold_it(name: str, rest: str) -> None:
    demanded = schemes()[name].opaque
    assert demanded
    assert not set(demanded) & set(rest)


ONLY_WITH_SLASHES = """
    http https ftp ssh git about dns info fax go message example content-type feed s3 redis
"""


@pytest.mark.parametrize("name", ONLY_WITH_SLASHES.split())
def test_what_is_written_with_slashes_or_is_a_label_needs_them(name: str) -> None:
    assert schemes()[name].opaque is None


def test_a_file_uri_without_two_slashes_has_one() -> None:
    assert [name for name, scheme in schemes().items() if scheme.opaque == "^/"] == ["file"]


def test_the_schemes_are_nobody_s_to_change() -> None:
    with pytest.raises(TypeError):
        schemes()["http"] = schemes()["ftp"]  # type: ignore[index]


def test_what_is_never_found_by_default_is_known() -> None:
    assert never_by_default() == {"javascript", "data", "vbscript"}
    assert never_by_default() <= schemes().keys()


# ---- Top-level domains -----------------------------------------------------------------------------------------------


def test_top_level_domains_are_about_as_many_as_iana_has() -> None:
    assert 1400 < sum(name.isascii() for name in top_level_domains()) < 1600
    assert 140 < sum(not name.isascii() for name in top_level_domains()) < 200


def test_top_level_domains_are_labels_in_lower_case() -> None:
    for name in top_level_domains():
        assert name == name.lower()
        assert 2 <= len(name) <= 63
        assert not name.isascii() or re.fullmatch(r"[a-z]+|xn--[a-z0-9-]+", name), name


def test_rfc5890_every_a_label_has_its_u_label() -> None:
    import idna

    a_labels = {name for name in top_level_domains() if name.startswith("xn--")}
    u_labels = {name for name in top_level_domains() if not name.isascii()}
    assert {idna.encode(name).decode() for name in u_labels} == a_labels


@pytest.mark.parametrize("name", ["com", "org", "arpa", "kr", "museum", "xn--p1ai", "рф", "中国", "한국"])
def test_delegated_names_are_known(name: str) -> None:
    assert name in top_level_domains()


@pytest.mark.parametrize("name", ["example", "test", "invalid", "localhost", "local", "onion"])
def test_rfc6761_special_use_names_are_known(name: str) -> None:
    assert name in top_level_domains()


@pytest.mark.parametrize("name", ["", "html", "txt", "COM", "RFC 6762"])
def test_other_names_are_not(name: str) -> None:
    assert name not in top_level_domains()


# ---- UTS #58 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("characters", "term"),
    [
        ("a0-_~/=&@…日é\u200c\u200d", "Include"),
        (" \t\n\x00\x7f\xa0\u3000\u2028\ue000\ud800\udfff\u0378\U0010ffff", "Hard"),
        ("!\"',.:;?«»’。，", "Soft"),
        (")>]}】」", "Close"),
        ("(<[{【「", "Open"),
    ],
)
def test_uts58_link_term(characters: str, term: str) -> None:
    assert {character: link_term(character) for character in characters} == dict.fromkeys(characters, term)


@pytest.mark.parametrize("not_one", ["", "ab"])
def test_link_term_is_of_one_code_point(not_one: str) -> None:
    with pytest.raises(TypeError):
        link_term(not_one)


@pytest.mark.parametrize("pair", ["()", "[]", "{}", "<>", "（）", "「」", "⦍⦐", "⦏⦎"])
def test_uts58_link_bracket(pair: str) -> None:
    opener, closer = pair[0], pair[1]
    assert link_bracket(closer) == opener
    assert link_bracket(opener) is None
    assert (link_term(opener), link_term(closer)) == ("Open", "Close")


def test_uts58_closers_and_only_they_have_an_opener_each_its_own() -> None:
    closers = [character for character in CODE_POINTS if link_term(character) == "Close"]
    openers = [character for character in CODE_POINTS if link_term(character) == "Open"]
    assert closers == [character for character in CODE_POINTS if link_bracket(character)]
    assert sorted(link_bracket(closer) or "" for closer in closers) == openers
    assert len(openers) == 64


def test_what_this_python_calls_assigned_is_hard_only_by_the_rule() -> None:
    by_rule = {"Zs", "Zl", "Zp", "Cc", "Co", "Cs"}
    deprecated = set("\u0149\u0673\u0f77\u0f79\u17a3\u17a4\u2329\u232a") | set(map(chr, range(0x206A, 0x2070)))
    for character in CODE_POINTS:
        category = unicodedata.category(character)
        if category != "Cn" and character not in deprecated | {"\U000e0001"}:
            assert (link_term(character) == "Hard") == (category in by_rule), hex(ord(character))


def read_shared(path: Path) -> dict[int, str]:
    """A file of the Unicode Character Database: each code point with its value."""
    values = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        ranges, _, value = line.partition("#")[0].partition(";")
        if value:
            first, _, last = ranges.strip().partition("..")
            values.update(dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), value.strip()))
    return values


def test_uts58_link_term_of_every_code_point(shared: Path) -> None:
    expected = read_shared(shared / "unicode" / "LinkTerm.txt")
    assert len(expected) > 150_000
    wrong = [point for point in range(0x110000) if link_term(chr(point)) != expected.get(point, "Hard")]
    assert wrong == []


def test_uts58_link_email_of_every_code_point(shared: Path) -> None:
    lines = (shared / "unicode" / "LinkEmail.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.partition("#")[0].strip() for line in lines)
    ranges = [row.split("..") for row in rows if row]
    expected = {point for row in ranges for point in range(int(row[0], 16), int(row[-1], 16) + 1)}
    assert len(expected) > 149_000
    assert {point for point in range(0x110000) if link_email(chr(point))} == expected


def test_uts58_link_bracket_of_every_code_point(shared: Path) -> None:
    expected = read_shared(shared / "unicode" / "LinkBracket.txt")
    found = {ord(closer): opener for closer in CODE_POINTS if (opener := link_bracket(closer))}
    assert found == {closer: chr(int(opener, 16)) for closer, opener in expected.items()}


# ---- Scripts written without spaces ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "character", [*"日々〆〇ひカｶーｰㄅ에ᄀ한ไเລកသ𠀀👍☎✔™\U0001f1e6\U0001f1ff\U0001f469", "\u203c", "\u2139", "\u3007"]
)
def test_written_without_spaces(character: str) -> None:
    assert written_without_spaces(character) is True


@pytest.mark.parametrize(
    "character", [*"a1#*é©®жअאל。，（・ \u200d\ufe0f\U0001f3fb\U00010ffe", "\ud800", "\u0301", "\u02c9"]
)
def test_not_written_without_spaces(character: str) -> None:
    assert written_without_spaces(character) is False


def test_written_without_spaces_agrees_with_the_names_of_characters() -> None:
    whole = re.compile(
        r"CJK UNIFIED IDEOGRAPH|HANGUL (SYLLABLE|CHOSEONG|JUNGSEONG)|(HIRA|KATA)KANA LETTER|BOPOMOFO LETTER"
    )
    named = [character for character in CODE_POINTS if whole.match(unicodedata.name(character, ""))]
    assert len(named) > 90_000
    assert [character for character in named if not written_without_spaces(character)] == []


def test_nothing_written_without_spaces_is_hard() -> None:
    both = [
        character for character in CODE_POINTS if written_without_spaces(character) and link_term(character) == "Hard"
    ]
    assert both == []


# ---- What reads as something else ------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", ["file", "word"])
def test_a_last_label_that_reads_as_something_else_is_a_top_level_domain(group: str) -> None:
    assert domain_lookalikes(group) - top_level_domains() == set()


@pytest.mark.parametrize("group", ["file", "registry", "word", "object", "package"])
def test_every_group_of_lookalikes_has_words_in_lower_case(group: str) -> None:
    assert domain_lookalikes(group)
    assert all(word.islower() and word.isalpha() for word in domain_lookalikes(group))


@pytest.mark.parametrize(("character", "script"), [("\u0430", "Cyrillic"), ("\u03bf", "Greek"), ("\u0585", "Armenian")])
def test_uts39_latin_lookalike(character: str, script: str) -> None:
    assert latin_lookalike(character) == script


@pytest.mark.parametrize("character", ["a", "-", "\u00e9", "\u0436", "\u0410", "\u65e5", "\ufe0f", "\U0010ffff"])
def test_uts39_not_latin_lookalike(character: str) -> None:
    assert latin_lookalike(character) is None


def test_no_ascii_and_no_latin_letter_is_a_lookalike() -> None:
    lookalikes = [character for character in CODE_POINTS if latin_lookalike(character)]
    assert len(lookalikes) > 200
    assert not [character for character in lookalikes if unicodedata.name(character, "").startswith("LATIN ")]
    assert min(lookalikes) > "\x7f"


# ---- Particles -------------------------------------------------------------------------------------------------------


def test_particles_are_written_without_spaces_and_begin_no_other() -> None:
    every = particles("Hiragana", "Hangul", "Han")
    for particle in every:
        assert written_without_spaces(particle[0]), particle
        others = [other for other in every if other != particle and particle.startswith(other)]
        assert not others, (particle, others)


@pytest.mark.parametrize(
    "name",
    [
        "さくら",
        "にほん",
        "はな",
        "とうきょう",
        "でんしゃ",
        "のりもの",
        "もり",
        "ますだ",
        "한국어",
        "에너지",
        "에도",
        "은하",
    ],
)
def test_names_begin_with_no_particle(name: str) -> None:
    assert not name.startswith(particles("Hiragana", "Hangul"))
