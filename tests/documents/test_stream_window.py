"""The part that is kept of a text in chunks, and the lines and columns in it."""

from hypothesis import given
from hypothesis import strategies as st

from linksift.documents.links_from_pieces import MOST_KEPT, StreamWindow


@given(st.text(alphabet="a日\r\n😀"), st.data())
def test_line_and_column_are_those_of_the_lines_before(text: str, data: st.DataObject) -> None:
    starts = sorted(data.draw(st.sets(st.integers(0, len(text)))))
    cut = data.draw(st.integers(0, len(text)))
    window = StreamWindow([text[:cut], text[cut:]], 100)
    assert "".join(window.chunks()) == text
    before = [text[:start].split("\n") for start in starts]
    assert window.lines_and_columns(starts) == (
        [len(lines) for lines in before],
        [len(lines[-1]) + 1 for lines in before],
    )


@given(
    st.one_of(st.integers(1, 300), st.integers(MOST_KEPT, 8 * MOST_KEPT)),
    st.integers(0, 5_000),
    st.integers(50, 20_000),
)
def test_a_window_drops_text_that_is_no_longer_needed_and_counts_on(line: int, lag: int, chunk: int) -> None:
    text = ("a" * (line - 1) + "\n") * max(1, 4 * MOST_KEPT // line)
    window = StreamWindow((text[i : i + chunk] for i in range(0, len(text), chunk)), lag)
    read = 0
    for piece in window.chunks():
        read += len(piece)
        asked = max(0, read - lag)
        assert window.lines_and_columns([asked]) == ([asked // line + 1], [asked % line + 1])
        kept = "".join(window.kept)
        assert kept == text[window.start : read]
        assert len(kept) <= lag + 2 * MOST_KEPT + 2 * chunk
