"""`clean` reads each code point a bounded number of times, however long the text (DESIGN, 1): see reads.py.

LINKSIFT_SHAPES says how many combinations are tried, LINKSIFT_SEED which.
"""

from tests.own_process import SEED, SHAPES, assert_runs


def test_what_is_read_is_bounded() -> None:
    assert_runs("tests.cleaning.reads", SHAPES, SEED)
