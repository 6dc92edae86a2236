"""The marked-text format of corpora/README.md; a malformed corpus fails with its file and line."""

from pathlib import Path

import pytest

from tests.corpus import (
    CORPORA,
    Case,
    CorpusError,
    Expected,
    corpus_files,
    draw,
    parse_corpus,
    read_corpora,
    read_corpus,
)


def one(source: str) -> Case:
    (case,) = parse_corpus(source, "x.txt")
    return case


def test_marks_are_removed_and_give_span_and_uri() -> None:
    case = one("See ⟪http://a.example/⟫,\nor ⟪ftp://b.example/⟫.\n")
    assert case.text == "See http://a.example/,\nor ftp://b.example/."
    assert case.matches == (Expected(4, 21, "http://a.example/"), Expected(26, 42, "ftp://b.example/"))


def test_cases_are_split_at_the_separator_and_named_by_their_first_line() -> None:
    cases = parse_corpus("% # about the file\none\n%%\ntwo\n\n%%\nthree\n", "trim/x.txt")
    assert [case.text for case in cases] == ["one", "two\n", "three"]
    assert [case.id for case in cases] == ["trim/x.txt:1", "trim/x.txt:4", "trim/x.txt:7"]


def test_directives_may_be_anywhere_and_are_not_text() -> None:
    case = one(
        "% note: trim.emphasis\na\n% not: rejoin.hyphen\n% # a comment, of any words\nb\n% note: scan.angle.closer\n"
    )
    assert case.text == "a\nb"
    assert case.notes == ("trim.emphasis", "scan.angle.closer")
    assert case.not_noted == ("rejoin.hyphen",)


def test_uris_alternatives_and_enclosures_are_given_in_order() -> None:
    case = one(
        "% uri: http://a.example/b-c\n% alternative: http://a.example/bc\n% enclosure: angle\n"
        "% uri: http://b.example/\n% enclosure: none\n<⟪http://a.example/b-\nc⟫> ⟪http://b.example/⟫\n"
    )
    assert [match.uri for match in case.matches] == ["http://a.example/b-c", "http://b.example/"]
    assert case.text[case.matches[0].start : case.matches[0].end] == "http://a.example/b-\nc"
    assert case.alternatives == ("http://a.example/bc",)
    assert case.enclosures == ("angle", "none")


def test_options_have_the_types_that_the_finder_takes() -> None:
    case = one("% option: schemes=any\n% option: rejoin=never\n% option: kinds=uri,email\n% option: max_length=40\nx\n")
    assert case.options == {
        "schemes": "any",
        "rejoin": "never",
        "kinds": frozenset({"uri", "email"}),
        "max_length": 40,
    }
    assert one("% option: schemes=gopher\nx\n").options == {"schemes": frozenset({"gopher"})}


def test_escapes_are_read_only_where_the_case_asks() -> None:
    assert one("% escapes\na\\u200bb\\U0001f600\\t\\r\\u005c\\ud800\n").text == "a\u200bb\U0001f600\t\r\\\ud800"
    assert one("a\\u200b\\t\n").text == "a\\u200b\\t"


def test_escaped_marks_and_percent_signs_are_text() -> None:
    case = one("% escapes\n\\u0025 note: x\n\\u27ea⟪http://a.example/⟫\\u27eb\n")
    assert case.text == "% note: x\n⟪http://a.example/⟫"
    assert case.matches == (Expected(11, 28, "http://a.example/"),)


def test_other_line_separators_than_the_line_feed_are_text() -> None:
    assert one("a\x0cb\u2028c\x85d\n").text == "a\x0cb\u2028c\x85d"


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("", 1, "empty corpus"),
        ("\n \n", 1, "empty corpus"),
        ("a\nb", 2, "no line feed at the end"),
        ("a\r\n", 1, "a raw carriage return"),
        ("%%\na\n", 1, "no case before"),
        ("a\n%%\n%%\nb\n", 3, "no case before"),
        ("a\n%%\n", 2, "no case after"),
        ("a\n%%\n% # only this\n", 3, "a case without text"),
        ("a\n⟪http://a.example/\n", 2, "not closed"),
        ("⟪http://a.example/⟪x⟫⟫\n", 1, "a stray ⟪"),
        ("a\nb⟫\n", 2, "a stray ⟫"),
        ("a ⟪⟫\n", 1, "a stray ⟫"),
        ("⟪http://a.example/\n%%\nx⟫\n", 1, "not closed"),
        ("a\n% nota: trim.emphasis\n", 2, "unknown directive"),
        ("a\n%note: trim.emphasis\n", 2, "unknown directive"),
        ("% note:\na\n", 1, "unknown directive"),
        ("% note: emphasis\na\n", 1, "a bad value for note"),
        ("% not: Trim.Emphasis\na\n", 1, "a bad value for not"),
        ("% enclosure: <\n⟪http://a.example/⟫\n", 1, "a bad value for enclosure"),
        ("% uri: http://a.example/é\n⟪http://a.example/é⟫\n", 1, "a bad value for uri"),
        ("% option: colour=red\na\n", 1, "a bad value for option"),
        ("% option: rejoin\na\n", 1, "a bad value for option"),
        ("% option: max_length=many\na\n", 1, "a bad value for option"),
        ("a\n%%\n% uri: http://a.example/\nb\n", 3, "0 matches drawn, but 1 lines of uri"),
        (
            "% enclosure: angle\n⟪http://a.example/⟫ ⟪http://b.example/⟫\n",
            1,
            "2 matches drawn, but 1 lines of enclosure",
        ),
        ("⟪http://a.example/\nb⟫\n", 1, "% uri lines are needed"),
        ("⟪http://a.example/é⟫\n", 1, "% uri lines are needed"),
        ("% escapes\na\n\\x41\n", 3, "no escape '\\\\x'"),
        ("% escapes\n\\u12g4\n", 2, "no escape '\\\\u'"),
        ("% escapes\n\\U00110000\n", 2, "no escape '\\\\U'"),
        ("% escapes\na\\\n", 2, "no escape '\\\\'"),
    ],
)
def test_bad_corpora_fail_loudly(source: str, line: int, message: str) -> None:
    with pytest.raises(CorpusError) as caught:
        parse_corpus(source, "trim/x.txt")
    assert str(caught.value).startswith(f"trim/x.txt:{line}: ")
    assert message in str(caught.value)


def test_a_file_is_named_relative_to_the_corpora(tmp_path: Path) -> None:
    (tmp_path / "trim").mkdir()
    (tmp_path / "trim" / "x.txt").write_bytes("⟪http://a.example/⟫\r\n".encode())
    with pytest.raises(CorpusError, match=r"^trim/x\.txt:1: a raw carriage return"):
        read_corpus(tmp_path / "trim" / "x.txt", tmp_path)


def test_no_corpora_at_all_fail_loudly(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no corpora"):
        read_corpora(tmp_path)


def test_samples_are_not_corpora(tmp_path: Path) -> None:
    for folder in ("samples", "trim"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("a\n", encoding="utf-8")
    assert corpus_files(tmp_path) == [tmp_path / "trim" / "x.txt"]


def test_drawing_is_the_inverse_of_reading() -> None:
    source = "See ⟪http://a.example/⟫,\nor ⟪ftp://b.example/⟫."
    case = one(source + "\n")
    assert draw(case.text, [(match.start, match.end) for match in case.matches]) == source


def test_every_corpus_of_the_project_has_cases_and_every_sample_text() -> None:
    assert all(read_corpus(path) for path in corpus_files())
    samples = list((CORPORA / "samples").glob("*.txt"))
    assert samples
    for sample in samples:
        text = sample.read_text(encoding="utf-8")
        assert "://" in text
        assert "⟪" not in text, f"{sample.name} is plain text, without marks"
