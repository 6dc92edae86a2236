"""Finding reads each code point of a text a bounded number of times, whatever the text (DESIGN, 1).

Not a list of attacks: combinations of fragments are made by chance, and the worst are changed as long as they get
worse. What is read is counted in a process of its own (tests/finding/reads), in which strings and patterns count it.
LINKSIFT_SHAPES says how many combinations are tried, LINKSIFT_SEED which.
"""

from tests.own_process import SEED, SHAPES, assert_runs


def test_what_is_read_is_bounded() -> None:
    """At most 16 times for each code point, and no more in a longer text; passes and evidence are counted apart."""
    assert_runs("tests.finding.reads", "check", "--shapes", SHAPES, "--seed", SEED)
