"""RFC 3676: paragraphs are whole again, and each character maps to the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents.document_model import Locator, Text
from linksift.documents.mail import calendars_and_contacts, message
from linksift.documents.text_files.text_without_escapes import without_spans


def flowing(sent: str, delsp: bool) -> Text:
    return without_spans(sent, message.removed_spans(sent, delsp))


def assert_every_character_is_the_source_s(text: Text) -> None:
    origins = [text.origin(offset) for offset in range(len(text.text))]
    assert [text.source.text[origin] for origin in origins] == list(text.text)
    assert origins == sorted(set(origins))


@pytest.mark.parametrize(
    ("sent", "delsp", "read"),
    [
        ("a \nb\n", False, "a b\n"),
        ("a \nb\n", True, "ab\n"),
        ("a  \nb\n", True, "a b\n"),
        ("a\nb\n", True, "a\nb\n"),
        ("> a \n> b \n>c\n", False, "> a b c\n"),
        (">> a \n> b\n", True, ">> a \n> b\n"),
        (">a \nb\n", True, ">a \nb\n"),
        (" > a\n", False, "> a\n"),
        ("  a \n  b\n", False, " a  b\n"),
        ("a \n-- \nb\n", True, "a \n-- \nb\n"),
        ("> a \n> -- \n> b\n", True, "> a \n> -- \n> b\n"),
        ("a \n\nb\n", True, "a \n\nb\n"),
        ("> \n> a \n> \n", True, "> \n> a \n> \n"),
        ("a \n", True, "a \n"),
        ("a ", True, "a "),
        ("", True, ""),
    ],
)
def test_rfc3676_4_lines_flow_on(sent: str, delsp: bool, read: str) -> None:
    text = flowing(sent, delsp)
    assert text.text == read
    assert_every_character_is_the_source_s(text)


@given(st.text("ab >-\n \t\r"), st.booleans())
def test_the_map_leads_back_from_every_character(sent: str, delsp: bool) -> None:
    assert_every_character_is_the_source_s(flowing(sent, delsp))


def removed_line_by_line(sent: str, delsp: bool) -> list[tuple[int, int]]:
    """What RFC 3676 removes, by reading every line: no line is passed over unread."""
    spans, start, flows_from, flows_at = [], 0, -1, -1
    for line in sent.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        stuffed = line[depth : depth + 1] == " "
        body = line[depth + stuffed :]
        if depth == flows_at and body not in ("", "-- "):
            spans.append((flows_from, start + depth + stuffed))
        elif not depth and stuffed:
            spans.append((start, start + 1))
        flows_at = depth if body.endswith(" ") and body != "-- " else -1
        flows_from = start + len(line) - delsp
        start += len(line) + 1
    return spans


@given(st.text("ab >-\n \t\r"), st.booleans())
def test_no_line_is_passed_over_that_changes(sent: str, delsp: bool) -> None:
    assert list(message.removed_spans(sent, delsp)) == removed_line_by_line(sent, delsp)


@given(st.lists(st.text("ab", min_size=1), min_size=1), st.integers(0, 3))
def test_text_flowed_at_any_place_is_whole_again(pieces: list[str], depth: int) -> None:
    prefix = f"{'>' * depth} " if depth else ""
    sent = " \n".join(prefix + piece for piece in pieces)
    assert flowing(sent, delsp=True).text == prefix + "".join(pieces)


@given(st.text("ab"), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20))))
def test_a_text_without_some_spans_is_the_rest_of_it(text: str, ends: list[tuple[int, int]]) -> None:
    spans = sorted((min(*span, len(text)), min(max(span), len(text))) for span in ends)
    shorter = without_spans(text, spans)
    rest = [text[i] for i in range(len(text)) if not any(start <= i < end for start, end in spans)]
    assert shorter.text == "".join(rest)
    assert_every_character_is_the_source_s(shorter)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("URL:http://a.exam\n ple/b\n", "URL:http://a.example/b\n"),
        ("X:a\\,b\\;c\\\\n\\nd\\Ne\n", "X:a,b;c\\n\nd\ne\n"),
        ("X:http\\://a\\\\,\\\n \n ,\\\n n\\x", "X:http://a\\,,\n\\x"),
    ],
)
def test_rfc5545_3_1_content_lines(written: str, read: str) -> None:
    text = calendars_and_contacts.content_lines(written, Locator())
    assert text.text.replace(calendars_and_contacts.BETWEEN_LINES, "\n") == read
    origins = [(text.origin(offset), letter) for offset, letter in enumerate(text.text) if letter != "\n"]
    assert all(written[place] == letter for place, letter in origins)
    assert origins == sorted(set(origins))
