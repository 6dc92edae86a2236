"""The widths of characters in proportional type, in thousandths of the type's size, rounded to tens.

They are from the Adobe Font Metrics of Times Roman and Helvetica (standard PDF fonts): digits are 500 and 556 wide, and
so on. A character in none of the classes has the width of an `n`.
"""

from collections.abc import Mapping

TIMES: Mapping[int, str] = {
    280: " .,:;/ijlt|'",
    330: '()[]-frI!"`',
    390: "sJ",
    440: "aceckz?v",
    500: "0123456789bdghknopquxy$*_",
    560: "PFSL+=<>~",
    610: "ETZ",
    670: "BCRV",
    720: "ADGHKNOQUXYw&",
    780: "m",
    890: "MW%@",
}
HELVETICA: Mapping[int, str] = {
    220: "ijl'|",
    280: ' .,:;/ftI!()[]-r"`',
    500: "ckvxyzsJ*",
    560: "0123456789abdeghnopqu?L$_",
    610: "FTZ+=<>~",
    670: "ABEKPSVXY&",
    720: "CDHNRUw",
    780: "GOQ",
    830: "mM",
    940: "W%@",
}
OTHER_CHARACTER = 540


def widths_of(table: Mapping[int, str]) -> Mapping[str, int]:
    """A table of classes inverted: the width of each character."""
    return {character: width for width, characters in table.items() for character in characters}


class Type:
    """A typeface that measures text: `Type(TIMES)("ill")` is 840, and `Type(TIMES)("mmm")` is 2340."""

    def __init__(self, table: Mapping[int, str]) -> None:
        self._widths = widths_of(table)

    def __call__(self, text: str) -> float:
        return sum(1000 if character > "\u2e7f" else self._widths.get(character, OTHER_CHARACTER) for character in text)
