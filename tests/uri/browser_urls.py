r"""Generates URLs of special schemes such as attackers and careless writers produce, from a seed."""

import random
from collections.abc import Iterator


def words(text: str) -> list[str]:
    """Split a text at its spaces; in it, `~` represents nothing and `_` a space.

    >>> words("a ~ b_c")
    ['a', '', 'b c']
    """
    return [word.replace("~", "").replace("_", " ") for word in text.split(" ")]


SCHEMES = words("http: https: ws: wss: ftp: file: HTTP: hTTps: ~")
SLASHES = words("// // // // // // ~ / /// \\\\ \\/ /\\ \\ ////\\ /\t/ \n//")
CREDENTIALS = words("~ ~ ~ ~ ~ ~ ~ ~ u@ u:p@ @ :@ a.example@ u@v@ u\\@ %40@ [@ u:p:q@")
PORTS = words("~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ : :80 :443 :21 :0 :00080 :8080 :65535 :65536 :99999999999999999999")
PORTS += words(":a :-1 :８０ ::80 :80:80 :%38 :8_0 :8\t0")
PATHS = words("~ ~ / /a /a/../b \\a\\.. /%2e%2E/c /. /a/.%2e ?q #f /a?/../b /a#/../b //b /a//.. /%zz /ä_^`{}| /\ud800")
PATHS += words("/C|/a /C:/.. /c:")
BASES = words("http://base.example:81/b/c?d#e https://base.example file:///C:/a/b file://host/a/b ws://base.example/")
BASES += words("ftp://u:p@base.example/a/b/ file:///a mailto:joe@base.example")

LITERALS = words("::1 :: 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::2:3:4:5:6:7:8 0:0:1:0:0:0:1:0")
LITERALS += words("::ffff:1.2.3.4 ::1.2.3 ::01.2.3.4 ::1.2.3.4.5 ::256.1.1.1 1.2.3.4 00001:: ::g :1 1: 1:0:0:2:0:0:0:3")
LITERALS += words("~ fe80::1%25eth0 v1.a ABCD:: ::1] [::1 ::%31 1:2:3:4:5:6:1.2.3.4")

NAMES = [*words("a b1 example A-b localhost www"), "_x", "x" * 63]
ODD_NAMES = words("- a- c| C: xn-- XN--A xn--a xn--bcher-kva XN--Bcher-kva xn---bbk xn--fiqs8s xn--n3h xn--ls8h")
ODD_NAMES += [*words("xn--4dbrk0ce xn--8i7caa xn--xn---epa xn--a-zqb"), "y" * 64]
NUMBERS = words("0 1 255 256 127 10 0x 0x7f 0X7F 017 08 0xg 2130706433 4294967295 4294967296 0x100000000 1e3 +1")
NUMBERS += words("00000000000000000000001 99999999999999999999")
BEYOND_ASCII = words("é ß Ĳ 中国 日本 語 ｅｘ Ａ ✪ ☃a 🥳 🇩 ς ǅ ﬁ ≠ 가각 क्ष \U0001f3f3\ufe0f\u200d\U0001f308")
LETTERS = [
    *"éß中日本אبدةاب١1।％：／＠．｡✪🥳≮…℀㏂ᄀ가각İıǅﬁ、「」·ŉẞ\u212a\u2024\ufdfa\u3164\u03c2\u0915\u0937\u0628\u06cc"
]
LETTERS += [
    *"\u0301\u0300\u00ad\u200b\u200c\u200d\u2060\ufeff\ufffd\u202e\u094d\u0cb0\u0ccd\U000e0061\ufe0f\u1c89\u2c2f"
]
JOINING = words("क्\u200dष نامه\u200cای a\u200db ب\u200cب ශ්\u200dරී बी\u200cसी \u200d אב\u200c क्\u200ca")
RIGHT_TO_LEFT = words("אב 1א אa a1 א1 א١ بيت ١ ٣a א- אִ a\u0300 1 -א א.a")
EVERY_KIND = [NAMES, ODD_NAMES, NUMBERS, BEYOND_ASCII, LETTERS, JOINING, RIGHT_TO_LEFT]
SEPARATORS = words(". . . . 。 ． ｡ %2e %E3%80%82 .. ．.")
STRAYS: list[str] = [*" \t\n\r\\/@:?#[]<>^|%\"`{}!$&'()*+,;=~\x00\x01\x1f\x7f\x80\xa0\ud800\u2028"]
STRAYS += words("%00 %20 %25 %41 %c3%a9 %C3 %2F %5c %E2%80%8D %ef%bc%a1 %ed%a0%80")


def urls_and_bases(count: int, seed: int) -> Iterator[tuple[str, str | None]]:
    """URLs of special schemes, each with its base or None."""
    chance = random.Random(seed)
    for _ in range(count):
        yield url(chance), chance.choice(BASES) if chance.random() < 0.4 else None


def url(chance: random.Random) -> str:
    """A URL composed of parts, sometimes with a stray character in it or with white space or controls around it."""
    text = "".join(chance.choice(parts) for parts in (SCHEMES, SLASHES, CREDENTIALS))
    text += host(chance) + chance.choice(PORTS) + chance.choice(PATHS)
    if chance.random() < 0.15:
        text = with_stray(text, chance)
    if chance.random() < 0.03:
        text = chance.choice([" ", "\t", "\x00 ", "\n"]) + text + chance.choice(["", " ", "\x1f", "\r\n"])
    return text


def host(chance: random.Random) -> str:
    """A literal, or labels of one or several kinds, sometimes with a stray character or percent-encoded."""
    if chance.random() < 0.06:
        return f"[{chance.choice(LITERALS)}]"
    kinds = chance.choice([[NAMES], [NAMES, BEYOND_ASCII], [NUMBERS], [NAMES, NUMBERS], [BEYOND_ASCII], EVERY_KIND])
    name = label(chance, kinds)
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        name += chance.choice(SEPARATORS) + label(chance, kinds)
    name += chance.choice(["", "", "", "", ".", "。"])
    if chance.random() < 0.1:
        name = with_stray(name, chance)
    return percent_encoded(name, chance) if chance.random() < 0.1 else name


def label(chance: random.Random, kinds: list[list[str]]) -> str:
    """A label, or almost one."""
    kind = chance.choice(kinds)
    return "".join(chance.choices(kind, k=chance.choice([1, 1, 2, 3]))) if kind is LETTERS else chance.choice(kind)


def with_stray(text: str, chance: random.Random) -> str:
    """The text with a stray character inserted."""
    position = chance.randint(0, len(text))
    return text[:position] + chance.choice(STRAYS) + text[position:]


def percent_encoded(text: str, chance: random.Random) -> str:
    """The text with some characters percent-encoded, including all those beyond ASCII."""
    octets = text.encode("utf-8", "replace")
    return "".join([f"%{octet:02x}" if octet > 127 or chance.random() < 0.3 else chr(octet) for octet in octets])
