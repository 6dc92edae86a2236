"""Finding reads each code point of a text a bounded number of times, whatever the text is.

The texts are not a list of attacks, but random combinations of fragments; the worst are mutated as long as they get
worse. Strings and patterns count what is read, in a process of their own (tests/finding/reads). LINKSIFT_SHAPES says
how many combinations are tried, LINKSIFT_SEED is the random seed.
"""

from tests.own_process import SEED, SHAPES, assert_runs


def test_what_is_read_is_bounded() -> None:
    """At most 24 times for each code point, even in a longer text; passes and evidence have their own bounds."""
    assert_runs("tests.finding.reads", "check", "--shapes", SHAPES, "--seed", SEED)
