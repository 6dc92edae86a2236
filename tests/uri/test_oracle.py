"""Compares our grammar with an independent parser: the ABNF of Appendix A, run by the package `abnf`.

The same strings every time: sentences made from that ABNF, sentences with something put in or taken out, and noise.
"""

import functools
import os
import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest

from linksift.uri import Components, InvalidReference, Reference, grammar_faults, is_uri, parse, split
from tests.uri.strings import PIECES, SEEDS

abnf = pytest.importorskip("abnf", reason="needs abnf, the grammar of RFC 3986 by itself")
rfc3986 = pytest.importorskip("abnf.grammars.rfc3986")

# abnf takes half a millisecond a string: a longer run is for those who changed the grammar.
EXAMPLES = int(os.environ.get("LINKSIFT_ORACLE_EXAMPLES", "3000"))

# ---- The strings -----------------------------------------------------------------------------------------------------


def sentence(element: Any, dice: random.Random) -> str:
    """A string that an element of abnf's grammar matches."""
    if isinstance(element, abnf.parser.Rule):
        return sentence(element.definition, dice)
    if isinstance(element, abnf.parser.Alternation):
        return sentence(dice.choice(element.parsers), dice)
    if isinstance(element, abnf.parser.Concatenation):
        return "".join(sentence(part, dice) for part in element.parsers)
    if isinstance(element, abnf.parser.Option):
        return sentence(element.parser, dice)
    if isinstance(element, abnf.parser.Repetition):
        least, most = element.repeat.min, element.repeat.max
        times = least + dice.choice((0, 0, 1, 1, 2, 4)) if most is None else dice.randint(least, most)
        return "".join(sentence(element.element, dice) for _ in range(times))
    if isinstance(element.value, tuple):
        first, last = map(ord, element.value)
        return chr(dice.randint(first, last))
    return str(dice.choice((element.value.upper(), element.value.lower())))


def mutated(text: str, dice: random.Random) -> str:
    """The text with one to three pieces inserted, removed or replaced."""
    for _ in range(dice.randint(1, 3)):
        start = dice.randint(0, len(text))
        text = text[:start] + dice.choice(("", piece(dice))) + text[start + dice.choice((0, 0, 1, 2)) :]
    return text


def piece(dice: random.Random) -> str:
    return dice.choice((*PIECES, chr(dice.randrange(0x80)), chr(dice.randrange(0x110000))))


def well_formed(dice: random.Random) -> str:
    """A sentence of the grammar, sometimes from rarely used rules, or one of the RFC's examples."""
    rule, before = dice.choice(
        (("URI-reference", ""), ("URI-reference", ""), ("authority", "//"), ("IP-literal", "//"))
    )
    return dice.choice((dice.choice(SEEDS), before + sentence(rfc3986.Rule(rule), dice)))


def noise(dice: random.Random) -> str:
    return "".join(piece(dice) for _ in range(dice.randint(0, 12)))


def nearly_address(dice: random.Random) -> str:
    """About as many groups as an IPv6address has, one elided or wrong, perhaps with an IPv4address at the end."""
    groups = [dice.choice(("1", "1", "ab", "FFFF")) for _ in range(dice.randint(6, 9))]
    groups[dice.randrange(len(groups))] = dice.choice(("", "", "", "0", "12345"))
    last = dice.choice(("", "", "", ":", ":1.2.3.4", ":255.249.199.99", ":1.2.3.256", ":1.2.3"))
    return f"//[{':'.join(groups)}{last}]"


def strings(seed: int) -> Iterator[str]:
    """An endless series of distinct strings from a seed: well-formed, mutated and noise in turns."""
    dice = random.Random(seed)
    seen = set()
    for turn in count():
        match turn % 3:
            case 0:
                text = well_formed(dice)
            case 1:
                text = mutated(well_formed(dice), dice)
            case _:
                text = dice.choice((noise, nearly_address))(dice)
        if text not in seen:
            seen.add(text)
            yield text


# ---- The oracle ------------------------------------------------------------------------------------------------------

_OUTER_RULES = {"URI-reference", "URI", "relative-ref", "hier-part", "relative-part", "authority"}


def oracle(text: str) -> dict[str, Any] | None:
    """The nodes of a URI-reference by rule, from the whole to its components; None if it is not one."""
    try:
        return dict(nodes(rfc3986.Rule("URI-reference").parse_all(text)))
    except abnf.parser.ParseError:
        return None


def nodes(node: Any) -> Iterator[tuple[str, Any]]:
    """The nodes of a parse tree from the top to the components."""
    yield node.name, node
    if node.name in _OUTER_RULES:
        for child in node.children:
            yield from nodes(child)


_NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "host_kind")


def as_the_oracle_has_it(parts: dict[str, Any]) -> list[str | None]:
    texts = {"path" if name.startswith("path-") else name: node.value for name, node in parts.items()}
    texts["host_kind"] = kind_of_host(parts.get("host"))
    return [texts.get(name) for name in _NAMES]


def as_we_have_it(reference: Reference) -> list[str | None]:
    return [getattr(reference, name) for name in _NAMES]


def kind_of_host(host: Any) -> str | None:
    if host is None:
        return None
    kind = host.children[0]
    return str(kind.children[1].name if kind.name == "IP-literal" else kind.name)


def parsed(text: str) -> Reference | None:
    try:
        return parse(text)
    except InvalidReference:
        return None


def test_rfc3986_appendix_a_agrees_with_another_reader_of_the_abnf() -> None:
    """`parse` accepts exactly the strings that the ABNF accepts, and finds the same components."""
    taken = 0
    for text in islice(strings(3986), EXAMPLES):
        reference, parts = parsed(text), oracle(text)
        assert is_uri(text) == (parts is not None and "URI" in parts), text
        assert (reference is None) == (parts is None), text
        if reference is not None and parts is not None:
            taken += 1
            assert as_we_have_it(reference) == as_the_oracle_has_it(parts), text
    assert EXAMPLES / 3 < taken < EXAMPLES * 2 / 3


# ---- All the faults --------------------------------------------------------------------------------------------------

# A reference that is at fault when a character, or an escape, cannot stand where it has the braces.
_PLACES = {
    "scheme": "a{}:",
    "userinfo": "//{}@",
    "host": "//{}",
    "port": "//:{}",
    "path": "/{}",
    "query": "?{}",
    "fragment": "#{}",
}


@functools.cache
def fits(place: str, text: str) -> bool:
    return oracle(place.format(text)) is not None


def wrong_offsets(text: str, place: str, first_place: str) -> Iterator[int]:
    """The offsets of characters that a component must not contain, by the oracle, one character at a time."""
    offset = 0
    while offset < len(text):
        piece = text[offset : offset + 3] if text[offset] == "%" else text[offset]
        fitting = fits(first_place if offset == 0 else place, piece)
        if not fitting:
            yield offset
        offset += len(piece) if fitting else 1


def first_place(name: str, components: Components) -> str:
    """Faults of a first character: a scheme begins with a letter (3.1), a bare path not with a colon (4.2)."""
    if name == "scheme":
        return "{}:"
    bare = name == "path" and components.scheme is None and components.authority is None
    return "{}" if bare else _PLACES[name]


def wrong_positions(text: str) -> set[int]:
    """Every position of a forbidden character in a string."""
    components = split(text)
    starts = components.starts()
    positions = set()
    for name, place in _PLACES.items():
        component = getattr(components, name) or ""
        if name == "host" and component.startswith("["):
            # What is wrong with an IP-literal is no matter of single characters: the first fault is the one there is.
            offsets = [fault.position - 2 for fault in grammar_faults(f"//{component}")]
        else:
            offsets = list(wrong_offsets(component, place, first_place(name, components)))
        positions |= {starts[name] + offset for offset in offsets}
    return positions


def test_grammar_faults_reports_each_run_of_what_is_wrong_and_nothing_else() -> None:
    """Every reported position is a fault, and every fault is reported or directly follows another one."""
    for text in islice(strings(4), EXAMPLES):
        reported = [fault.position for fault in grammar_faults(text)]
        wrong = wrong_positions(text)
        assert reported == sorted(set(reported)), text
        assert set(reported) <= wrong, text
        assert all(position - 1 in wrong for position in wrong.difference(reported)), text


def harmless(text: str, position: int) -> str:
    """A replacement for the character at a position; 4.2 says how to mend a path that begins with a colon."""
    components = split(text)
    port = components.starts()["port"]
    if port <= position < port + len(components.port or ""):
        return "0"
    return "./" if position == 0 and text.startswith(":") else "z"


def test_mending_what_is_wrong_makes_a_reference() -> None:
    """The faults of the previous test are all there are: with replacements in their place, no fault is left."""
    for text in islice(strings(5), EXAMPLES):
        if (split(text).host or "").startswith("["):
            continue
        mended = list(text)
        for position in wrong_positions(text):
            mended[position] = harmless(text, position)
        assert oracle("".join(mended)) is not None, text
