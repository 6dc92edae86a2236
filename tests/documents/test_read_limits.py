"""Files are read whole, or up to a limit, whatever their length."""

from io import BytesIO

import pytest

from linksift.documents.document_model import Context, Limits, Locator, ReadError
from linksift.documents.reading_limits import PART, read_beginning, read_whole


@pytest.mark.parametrize("length", [0, 1, PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 1])
def test_a_file_is_read_up_to_the_limit(length: int) -> None:
    octets = bytes(length)
    context = Context(None, None, Limits(size=length), Locator(), lambda *_: iter(()))
    assert read_whole(BytesIO(octets), context) == octets
    with pytest.raises(ReadError, match="is larger than"):
        read_whole(BytesIO(octets + b"a"), context)
    beginning, (problem,) = read_beginning(BytesIO(octets + b"a"), context)
    assert beginning == octets
    assert "only the first" in problem.message
