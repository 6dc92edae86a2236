"""`clean` reads each code point a bounded number of times, however long the text: see reads.py.

LINKSIFT_SHAPES sets the number of combinations to try, LINKSIFT_SEED the random seed.
"""

from tests.own_process import SEED, SHAPES, assert_runs


def test_reads_are_bounded() -> None:
    assert_runs("tests.cleaning.reads", SHAPES, SEED)
