r"""Generates URLs as people type and paste them, and as attackers craft them, from a seed.

Each URL is first composed of parts that are right or nearly right. Mutations then respell characters, insert marks and
spaces, and surround the URL with other text.
"""

import random
from collections.abc import Callable, Iterator

from tests.uri.browser_urls import words

SCHEMES = 2 * words("http https http https http https ftp ws") + words(
    "wss HTTP Https sftp htp htpps hxxp url:http feed"
)
SEPARATORS = 20 * words("://") + words(
    ":/ : :/// :\\\\ :\\/ :\\/\\/ // ;// :;// ://: :./ :// ://_ :\\ ::// ://\\ ://\\\\"
)
WITHOUT_SCHEME = words("~ ~ // :// www. www, \\\\")
USERINFO = 40 * words("~") + words("u@ u:p@ :p@ good.example@ good.example\\@ good.example:80@ u@v@ u:p/@ ü@ %40@ @")
USERINFO += words("good.example_@ good.example&#64; good.example／@ u\\:p@")
NAMES = 4 * words(
    "good.example evil.example www.a.example a.com www,a.com www..a.com b-c.co.uk localhost A.Example bücher.de"
)
NAMES += words(
    "中国.cn ✪a.ws 🥳.ws xn--bcher-kva.example a_b.example good.example.evil.example a.example. intranet a..b xn--a"
)
NAMES += words(
    "evil。example ｅｖｉｌ．example evil｡example ev\u00adil.example evil\u200b.example faß.de -a.example a.b。"
)
NAMES += words("evil%2eexample %65vil.example evil.example%2f a%00b.example evil%E3%80%82example")
NUMBERS = 4 * words("127.0.0.1 [::1]") + words(
    "127.1 0x7f.1 2130706433 0177.0.0.1 256.1.1.1 1.1.1.1.1 [::ffff:1.2.3.4] [v1.a] [::1"
)
NUMBERS += words("１.2.3.4")
DEFANGED = words(
    "evil[.]example evil(.)example evil[dot]example evil(dot)example evil{.}example evil\\.example a\\.b\\.example"
)
PORTS = 60 * words("~") + words(":80 :443 :8080 : :80 :443 :0 :70000 ：80 :８０ \\:80 :80@ :a [:]80 ;80")
PATHS = 5 * words("~ / /a /a/b") + words(
    "/a /a/b?c=d#e ?q #f \\a\\b \\ /a\\b \\@evil.example \\.evil.example /@evil.example ／a ？q ⁄a ∕a /a_b"
)
PATHS += words(
    "/%20 /ä /(a) /[a] //a /http://evil.example/ ?u=http://evil.example/ /../a \\..\\a ,http://b.example/ @evil.example"
)
AROUND = [("<", ">"), ('"', '"'), ("'", "'"), ("“", "”"), ("(", ")"), ("[", "]"), ("{", "}"), ("`", "`"), ("**", "**")]
AROUND += [("«", "»"), ("「", "」"), ("[x](", ")"), ("<a href='", "'>x</a>"), ("<URL:", ">"), ("[url]", "[/url]")]
AROUND += [("<p>", "</p>"), ('\\"', '\\"'), ("&lt;", "&gt;"), ("- ", ""), ("> ", "\n> b"), ("see ", " for more")]
AFTER = words(
    ". , ; ! ? ... ) ] } > ”. ’s 。 ， … _for_more_words \n\nSent_from_here _(a_page) &gt; &nbsp; _-_a_page </a> \\n"
)
AFTER += words("\ntwo_words _|_x &quot; * .) \u200b \u3000")
STRAYS: list[str] = [
    *" \t\n\\/@:;,.?#[]()<>|%\"'`&\x00\x1b\u00a0\u200b\u00ad\u200d\u202e\u2800／＼＠：．。？＃℀⁄∕\ufeff\u2028é✪"
]
STRAYS += [
    "\\\\",
    "\\/",
    "//",
    "http://",
    "https:",
    "&amp;",
    "&#64;",
    "&#x2f;",
    "&#92;",
    "&period;",
    "%40",
    "%2f",
    "%5c",
]
WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})


def typed_urls(count: int, seed: int) -> Iterator[str]:
    """Generate `count` texts."""
    chance = random.Random(seed)
    for _ in range(count):
        yield typed_url(chance)


def typed_url(chance: random.Random) -> str:
    """A URL composed of parts, with up to four mutations."""
    text = beginning(chance) + "".join(chance.choice(parts) for parts in (USERINFO, host(chance), PORTS, PATHS))
    for mutation in chance.choices(MUTATIONS, k=chance.choice([0, 0, 1, 1, 1, 1, 2, 2, 3, 4])):
        text = mutation(text, chance)
    return text


def beginning(chance: random.Random) -> str:
    """A scheme and its separator, sometimes two of each, sometimes none."""
    if chance.random() < 0.1:
        return chance.choice(WITHOUT_SCHEME)
    schemes = chance.choices(SCHEMES, k=chance.choice([1, 1, 1, 1, 1, 1, 2]))
    return "".join([scheme + chance.choice(SEPARATORS) for scheme in schemes])


def host(chance: random.Random) -> list[str]:
    """Hosts of one kind."""
    return chance.choices([NAMES, NUMBERS, DEFANGED], weights=[6, 1, 1])[0]


# ---- Mutations -------------------------------------------------------------------------------------------------------


def surrounded(text: str, chance: random.Random) -> str:
    opener, closer = chance.choice(AROUND)
    return opener + text + chance.choice([closer, closer, ""])


def followed(text: str, chance: random.Random) -> str:
    return text + chance.choice(AFTER)


def with_stray(text: str, chance: random.Random) -> str:
    """The text with something inserted that does not belong there, mostly near the beginning."""
    place = chance.randint(0, min(len(text), chance.choice([12, 30, 100])))
    return text[:place] + chance.choice(STRAYS) + text[place:]


def escaped(text: str, chance: random.Random) -> str:
    """The text with a backslash before a mark, everywhere or only once or twice."""
    mark = chance.choice("./:@_-")
    return text.replace(mark, f"\\{mark}", chance.choice([-1, 1, 2]))


def turned(text: str, chance: random.Random) -> str:
    """The text with some slashes turned into backslashes, or backslashes into slashes."""
    one, other = chance.choice([("/", "\\"), ("\\", "/")])
    return text.replace(one, other, chance.choice([-1, 1, 2, 3]))


def widened(text: str, chance: random.Random) -> str:
    """The text with the characters of a part in full width."""
    start = chance.randint(0, len(text))
    end = chance.choice([start + 1, start + 5, len(text)])
    return text[:start] + text[start:end].translate(WIDE) + text[end:]


def without(text: str, chance: random.Random) -> str:
    """The text without one of its characters."""
    place = chance.randint(0, len(text))
    return text[:place] + text[place + 1 :]


MUTATIONS: list[Callable[[str, random.Random], str]] = [
    *(surrounded, followed, with_stray, with_stray, with_stray, escaped, turned, widened, without)
]
