"""`python -m tests.code_lines`: which lines count."""

import pytest

from .code_lines import code_lines


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""What it does.\n\nMore of it.\n"""\n\nx = 1  # one\n# why\n', 1),
        ('x = (\n    1,\n\n    # two\n    2,\n)\n"""What x is."""\n', 4),
        ('def f():\n    """Nothing."""\n    return """two\nlines"""\n', 3),
        ('re.compile(\n    r"""\n    a  # the first\n    b\n    """,\n    re.VERBOSE,\n)\n', 5),
    ],
)
def test_code_lines(source: str, expected: int) -> None:
    assert code_lines(source) == expected
