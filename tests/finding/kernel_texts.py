r"""Random texts on which the compiled kernel and Python alone might differ, each family of texts in its own way.

Links have something directly around them, at all widths of characters. Some are as long as a bound, or a character
longer or shorter. Some are glued to the next one, broken at line ends, or in angle brackets. Cases from the corpora are
mutated. Thus a few texts in a thousand meet each condition of the kernel.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from linksift.finding.fast_path.whole_uris import LONGEST_TAIL
from linksift.finding.scan.host_names import LONGEST_HOST
from linksift.finding.scan.names.email_addresses import LONGEST_LOCAL_PART
from linksift.finding.scan.schemes import LONGEST_SCHEME
from linksift.finding.scan.triggers import LONGEST_URL_PREFIX
from tests.corpus import read_corpora
from tests.finding.reads.shapes import FRAGMENTS
from tests.texts import PIECES

SHORT_MAX_LENGTH = 24
"""The `max_length` of a finder, so that short texts reach it."""

OFTEN = (
    "http://", "https://", "http://a.example", "https://www.b.example/c/d.html", "http://a/b?c=d&e=f#g", "//", "/", "?",
    "http://a.example/(b)", "http://a.example:8080/", "http://a.example:", "http://x.y.z.example/%41%zz", "HTTP://a/",
    "joe@a.example", "a.b+c@d.example", "joe@a.zzz", "@a.example", "joe@", "www.a.example", "ftp.b.example/c", "www.",
    "a.example", "setup.py", "c.com/d", "t.co", "a.kn", "self.name", "k8s", "a.corp", ".com", "x.y", "a-b.com",
    "GitHubhttps://a.com/b", "bhttp://a.com", "joe@a.comPhone",
    "-a.com", "joe@a.example--he", "joe@a.com.You can", "www.a.com.In case", "a.com.The mail", "“a.com.If ", "_see ",
    "mailto:", "note:x", "Note: ", "std::string", "c:\\d", "12:30", "tel:+1", "urn:a:b", "\\n", "\x1b[34m", "://",
    " ", "  ", "\n", "\r\n", "\t", ".", ",", ";", ":", "!", "?", "'", '"', "`", "(", ")", "[", "]", "{", "}", "<", ">",
    "<URL:", "_", "*", "~", "-", "=", "&", "&amp;", "&lt;", "%", "#", "@", "|", "\\", "^", "'s", "é", "中", "。", "👍",
    "\ud800", "\udcff", "\0", "\u00ad", "“", "”", "«", "a", "b c", "1",
)  # fmt: skip
POOLS = (OFTEN, OFTEN, tuple(PIECES), tuple(fragment for kind in FRAGMENTS.values() for fragment in kind))
WIDTHS = ("", "", "é", "中", "👍", "\ud800", "\u013a", "\u012e", "🐺", "🐮", "👀")
"""Text that makes a whole string wider; the last ones have the same last seven bits as a colon, dot or at sign."""

BEFORE = (
    "", "", " ", "\n", "<", "<URL:", "<URL: ", *"\"'`([{*_~=/.,;:@|>-+\\&?#$%^!\t\v\x1c\x00\x7f", '="', "='", "a",
    "1", "é", "中", "。", "“", "‘", "«", "「", "（", "x<", "$<", " <", "](", "**", "__", "\\n", "&lt;", "\u00ad",
    "\ud800", '= "', "=\n'", ': "', "='(", "_é", " _", "é_", "\\u003a", "\\u0022", "=3D", "[1;32m",
    "%3A", "x=", "<a b=", "<a?", "(<", "</", "foo://", "/*", "/* ", "jd> ", "\njd> ",
)  # fmt: skip
AFTER = (
    *BEFORE, ")", "]", "}", ">", "”", "’", "»", "」", "）", "'s ", "\r\n", ". ", ", ", ".\n", ");", ">,", "...", "?!",
    "';", ".'", ".',", ".x", ".(", "._", ".é", "?x", ":\n", ": \n", ":8", ".:80", "/", "_/", "_.", ".com", "&amp;",
    "&amp;. ",
    "&quot;", "&nbsp;", "&eacute;", "&#038;b", "&amp;quot;", "\\u0026b", "\\x3d1", "\\u00e9", "\\x", "\\_b",
    "\\(b\\)", "\\n", "',", '",', "’s ", "”, ", "（b）", "(opens new window)", "(需要登录)", "\n> tps://a.example/",
    "[1] ", "[1]b ", "[192.0.2.1] ", "[the b] ", "[b] ", "[ b] ", "[dot ]b ", "[.]b ", "[/b] ", " <- 5", "<-5",
    "*/", "/*/", "*/.", "_", ".The b", ".It’s ", ".You, ", ".In", ".To\u00a0b",
)  # fmt: skip
HOSTS = (
    "a.example", "a-b.example", "www.a.co.uk", "a.zzz", "localhost", "a_b.example", "-a.com", "a-.com", "a..com",
    "a.b.c.d.e.f.com", "1.2.3.4", "xn--a.com", "a.COM", "t.co", "setup.py", "x.y", "a" * 63 + ".com",
    "a" * 40 + ".com", "a.example.", "é.com", "a.é", "self.name", "a.kn", "www.a.example", "ftp.a.example",
    "WWW.a.com", "com", "a.xn--p1ai", "[::1]", "[1::2::3]", "1.1.1.1.1", "a.com..", "_a.com", "a.com_", "a.corp",
    "a.рф", "a.comé", ".a.com", "__a.com", "a_b.com", "a.b_.com", "x.tar.gz", ",", ", b@a.com", "$", "{b}", "、", "?",
    "",
)  # fmt: skip
PATHS = (
    "", "", "", "/", "/b", "/b.html", "/b(c)", "/b(c", "/b)c", "/%41", "/%4", "/a&b", "/a&amp;b", "/a&lt;b",
    "/a;b,c", "/it's", "?b=c", "?b[]=c", "#d", "/b?c#d", ":80", ":80/", ":", ":999999", "/b,http://c/", "/b:c",
    "/é.", "/wiki/日本", "/w/中b/c", "/wiki/ж?中=1#é", "/é'", "/b/中,", "?中", "/b!",
    "/b:http://c", "/é", "/中", "/*b*", "/~b_", "/b|c", "é", "_", "_b", "_/b", "./b", ".:80/", "/b\\", "/b\n  c",
    "%2F", "%2fb",
    "?u=http://c.com/d", "/http://c", "/" + "%41" * 30, "/" + "b(c)" * 30, "/" + "b.,c" * 30, "?" + "&amp;b=" * 12,
)  # fmt: skip
SCHEMES = (
    "http://", "http://", "https://", "http://", "HTTP://", "ftp://", "mailto:", "xhttp://", "x.https://", "foo:",
    "foo://", "b64://", "tel:", "urn:a:", "", "", "", "joe@", "a.b+c@", "a=b@", "a/b@", "a..b@", ".a@", "o'a@", "www.",
    "ftp.", "WWW.", "u:p@", "http://u@", "ssh://u:p@", "http://u:p:q@", "<b\n> a=b@", "<a=b@",
    "<a%41b%@", "https:", "https:\n//",
)  # fmt: skip
PAIRS = (
    ("(", ")"), ("(", ")"), ("[", "]"), ("{", "}"), ('"', '"'), ("'", "'"), ("`", "`"), ("<", ">"), ("“", "”"),
    ("«", "»"), ("「", "」"), ("（", "）"), ("*", "*"), ("**", "**"), ("_", "_"), ("~", "~"), ('="', '"'), ("='", "'"),
    ("](", ")"), ("<URL:", ">"), ("&lt;", "&gt;"), ("|", "|"),
)  # fmt: skip
MARKS = ("", "", "", ".", ",", ";", ":", "!", "?", "'", "...")
ENCLOSED_SCHEMES = (
    "mailto:", "ftp://", "ftp://", "urn:a:", "tel:", "foo:", "foo://", "http:", "http://", "file:///", "x-y:", "about:",
    "data:", "news:", "doi:", "o:", "x:", "xms:", "AND:", "File::", "magnet:", "view-source:", "javascript:",
)  # fmt: skip
BREAKS_OFF = ("!", "?", "$", ",", ";", "|", "(", "", ".", "'", "*", "&", "%zz", "[", "\\", "=", "a", "é", "u@", ":80")
"""Text that may follow a scheme in place of a host."""

NUMBERS = (
    "192.0.2.1", "10.0.0.1", "1.2.3.4", "8.8.8.8", "0.0.0.0", "0.1.2.3", "256.1.1.1", "01.2.3.4", "1.2.3.256",
    "12.34.56.78", "[2001:db8::1]", "2001:db8::7", "[::1]", "[1:2]", "[1::2::3]", "a1b::1",
    "255.255.255.255", "1.2.3.4.5", "1192.0.2.1",
)  # fmt: skip
BEFORE_NUMBERS = (
    *BEFORE, "version ", "v", "v. ", 'Release: "', "\u00a7 ", "section  ", "Version=", "\u7248\u672c ", "by ", "by:((",
    "client=", ">= ", "a==", "!='", "<<", "\n1.", "\n# ", "version" + " " * 24, "a" * 40 + " ", "version\u00a0", "see ",
    "\u00a0", "version \x1c ", "\u00a7\x1f", "root@", "\\\\", "/dev/tcp/", "/dev/udp/",
    " /", "=/", "localhost/", "DIRECT/", "/ip4/", "a/",
)  # fmt: skip
AFTER_NUMBERS = (
    *AFTER, "/24", "/443", "/24.", "/24é", "/24/b", "#53", "]:25",
    "#a", ":80", ":80/b.", " The", ". the", "  A", "/b?c=d#e", "-1", "..a", "]:80", ":80/",
)  # fmt: skip
NAMES = ("", "www.a.com", "a.example", "j.COM", "www.b.example/c", "joe@a.example", "ftp.a.com", "x.y", "a.corp")
UNUSABLE = (
    "xn--a.com", "xn--.com", "a.xn--a", "a..com", "-a.com", "a-.com", "a" * 64 + ".com", "_a.com", "a_b.com", "1.com",
    "xn--0.example", "www.xn--a.com", "www.a..com", "www." + "b" * 64 + ".com", "a.b-.com", "ab--c.com",
)  # fmt: skip
QUOTED = ("“”", "””", "‘’", "’’", "«»", "»«", "„“", "‚‘", "‹›", "「」", "『』", "（）", "【】", "《》")
QUOTES = ("”", "“", "’", "‘", "«", "»", "„", "‚", "‹", "›", "「", "」", "『", "』", "（", "）", "【", "》")
RESTS = ("", "/", "a", "B", "a,b", "a:b", "+1", "?x=y", "//a", "10.1/x", "1.2", "joe@a.com?subject=x")
BREAKS = ("\n", "\r\n", " \n", "\n> ", "-\n", "\n\n", ".\n", ":\n", "/\n", "\n    ")


def some(random: Random, *pools: tuple[str, ...]) -> str:
    """One item from each pool, in order, joined."""
    return "".join(random.choice(pool) for pool in pools)


def link(random: Random) -> str:
    """A link, or something that looks like one, with something directly around it."""
    before = " " if random.random() < 0.4 else some(random, BEFORE, BEFORE)
    after = random.choice((" ", "\n", "")) if random.random() < 0.4 else some(random, AFTER, AFTER)
    return before + some(random, SCHEMES, HOSTS, PATHS) + after


def fragments(random: Random) -> str:
    """Some fragments of links, markup and text."""
    return "".join(random.choice(random.choice(POOLS)) for _ in range(random.choice((1, 2, 3, 4, 6, 8, 12, 30))))


def with_tail(random: Random) -> str:
    """A link with a run of punctuation at its end that is about as long as a fast path accepts."""
    tail = "".join(random.choice(".,;:!?'") for _ in range(random.choice((1, 2, 3, LONGEST_TAIL, LONGEST_TAIL + 1))))
    start = some(random, BEFORE, ("http://", "https://", "www.", "joe@", ""), HOSTS, PATHS)
    return some(random, ("", " ", "x ")) + start + tail + some(random, AFTER)


def enclosed(random: Random) -> str:
    """A link in an enclosure, possibly with punctuation before the closer."""
    opener, closer = random.choice(PAIRS)
    start = some(random, ("http://", "www.", "joe@", "joe@", "", "mailto:joe@"), HOSTS, ("", "", "/b", "/b(c)", ":80"))
    return (
        some(random, ("", " ", "= ", "x")) + opener + start + some(random, MARKS, MARKS) + closer + some(random, AFTER)
    )


def in_angles(random: Random) -> str:
    """A URI in angle brackets, possibly glued to a word, left open, or broken in its scheme."""
    before = ("", " ", "x", "x ", "$", "(", "é", "1", "=", ">", '"', "\n", ". ")
    label = ("", "", "", "URL:", "url: ", "URL:\n", "U")
    scheme = random.choice(ENCLOSED_SCHEMES)
    if random.random() < 0.3:
        place = random.randrange(len(scheme))
        scheme = scheme[:place] + random.choice((" ", "\n", "\n  ", "\n" + " " * random.randrange(70))) + scheme[place:]
    host = random.choice((random.choice(HOSTS), "joe@" + random.choice(HOSTS), "1.1.1.1.1", "a.com:70000"))
    rest = random.choice(RESTS) if random.random() < 0.4 else host + random.choice(PATHS)
    return some(random, before, ("<",), label) + scheme + rest + some(random, (">", ">", ">", "", "\n>", " b>"), AFTER)


def glued(random: Random) -> str:
    """Links with little or nothing between them, some of which are then part of another."""
    between = ("", "", "", ",", ":", "/", "@", ".", "?u=", "(", "_", "<", ">", "|", '"', "'", "\u00ad", "é")
    return "".join(some(random, SCHEMES, HOSTS, PATHS, between) for _ in range(random.choice((2, 2, 3, 4))))


def broken(random: Random) -> str:
    """Links at line ends, followed by text that may continue them."""
    goes_on = ("b", "/b", "80", "80/b", "example/", "com", "http://b.example", "B", "//a.example", "- b", "b.html c")
    return "".join(some(random, BEFORE, SCHEMES, HOSTS, PATHS, BREAKS, goes_on) for _ in range(random.choice((1, 2))))


def at_bound(random: Random) -> str:
    """Links whose length, or that of a part, is about that of a bound, with something after them."""
    return some(random, ("", "", " ", "x ")) + " ".join(
        random.choice(BOUNDED)(random) + random.choice(("", "", random.choice(AFTER)))
        for _ in range(random.choice((1, 2, 4)))
    )


def run(random: Random, length: int, characters: str = "a") -> str:
    """A run of about this many characters: up to three more or fewer."""
    return "".join(random.choice(characters) for _ in range(max(1, length + random.randrange(-3, 4))))


def name(random: Random) -> str:
    """A name that is about as long as a host may be."""
    labels = run(random, LONGEST_HOST - len(".com"))
    return ".".join(labels[place : place + 39] for place in range(0, len(labels) - 1, 40)) + ".com"


def short(random: Random) -> str:
    """A link that is about as long as the finder with the smallest `max_length` accepts."""
    starts = ("http://a.example/", "https://a.example/", "http://1.1.1.1.1/", "<ftp://a.com/", "<mailto:joe@a.com?",
              "www.a.example/", "a.example/", "ftp.a.com/", "http://a.com/?b=www.", "http://a.com/tel:")  # fmt: skip
    start = random.choice(starts)
    more = ("", "", ">", ".", "http://a.com", ":http://b.example/c", "http://|j.COM", " www.a.com")
    return start + run(random, SHORT_MAX_LENGTH - len(start) + 2, "aabc/.") + some(random, more)


def short_name(random: Random) -> str:
    """A name or an address of about that length."""
    end = random.choice((".example", ".com", "@a.example", "@a-b.com"))
    return run(random, SHORT_MAX_LENGTH - len(end) + 1) + end


def long_local_part(random: Random) -> str:
    """An address whose local part has about the maximum length, possibly in angle brackets."""
    opener = some(random, ("", "", "", "<", "<" + "b" * random.randrange(9) + "="))
    return opener + run(random, LONGEST_LOCAL_PART, "aaaaaaaaab_.") + "@a.example" + some(random, ("", "", ">"))


def local_part_in_angles(random: Random) -> str:
    """An address in angle brackets, preceded by text that may be part of it."""
    before = run(random, random.randrange(60), "aab") + some(random, ("=", "/", "'", " ", "", "?", "\n", "%"))
    address = random.choice(("", run(random, random.randrange(12)))) + "@a.example"
    return "<" + before + address + some(random, ("", ">", "\n>"))


def long_host(random: Random) -> str:
    """A link whose host is about as long as a host may be."""
    return (
        some(random, ("", "joe@", "www.", "http://", "<joe@", "ftp."))
        + name(random)
        + some(random, ("", "/", ":80", "."))
    )


def long_scheme(random: Random) -> str:
    """Text that might be a scheme of about the maximum length."""
    return run(random, LONGEST_SCHEME, "ab1+") + some(random, (":", "://a.example/", ":b", "tel:+1"))


def long_label(random: Random) -> str:
    """White space of about the maximum length between `<URL:` and a name."""
    blanks = run(random, LONGEST_URL_PREFIX - len("<URL:"), " \n")
    return "<URL:" + blanks + some(random, ("www.", "", "joe@"), HOSTS, ("", ">"))


def refused(random: Random) -> str:
    """Links whose hosts break off, and names that are part of the same word or the next one."""
    after = ("", "", " ", "!", "!!", ",", "|", ")")
    links = (some(random, ("http://", "http://", "ftp://", "foo://"), BREAKS_OFF, after, NAMES) for _ in range(4))
    return random.choice((" ", " ", "", "\n")).join(links)


def doubled(random: Random) -> str:
    """A scheme after the scheme of another link, with or without a word before both."""
    return some(random, ("", " ", "x", '"', "<"), SCHEMES, SCHEMES, HOSTS, PATHS, ("", " ", *AFTER))


def among_any(random: Random) -> str:
    """A plain link among arbitrary ASCII characters."""
    links = (
        "http://a.example/b",
        "http://a.example",
        "joe@a.com",
        "www.a.com/b",
        "www.a.com",
        "a.com",
        "foo://a.com/b",
    )
    before, after, more = (random.choice(("\x7f", *3 * (chr(random.randrange(0x80)),))) for _ in range(3))
    return before + random.choice(links) + after + random.choice((more, more, "é", ""))


def unusable_name(random: Random) -> str:
    """A name without a scheme that the DNS or browsers refuse, as a word of its own."""
    return f" {random.choice(UNUSABLE)}" + some(random, ("", "", "/b", ":80", ".", ","), (" ", "\n"))


def ip_address(random: Random) -> str:
    """Four numbers, possibly after a word or sign that makes them a version, a comparison or a heading."""
    return "".join(
        some(random, ("", "\n", "x "), BEFORE_NUMBERS, NUMBERS, ("", "", *AFTER_NUMBERS))
        for _ in range(random.choice((1, 2)))
    )


def quoted_beyond_ascii(random: Random) -> str:
    """A link of any scheme directly after a quote or bracket beyond ASCII."""
    schemes = ("foo://", "foo://", "foo:", "xhttp://", "x-y://", "http://", "ftp://", "mailto:", "www.", "joe@", "")
    opener, closer = tuple(random.choice((*QUOTED, some(random, QUOTES, QUOTES), "””")))
    link = some(random, schemes, ("a.example", *HOSTS), ("", "/", "/b"))
    return some(random, ("", "x ", "x")) + opener + link + closer + some(random, (" ", ".", ""))


def wrapped(random: Random) -> str:
    """A URI across several lines of an enclosure, with or without quote marks, often with something unusual in it."""
    opener, closer = tuple(random.choice(("<>", "<>", '""', "''", "“”", "«»", "<“", "\"'")))
    words = (
        "b",
        "c/d",
        "e-",
        "f_",
        "g?",
        "h=1",
        "%41",
        "i.",
        "é",
        "(j)",
        "k'l",
        "\\",
        "m>",
        "http://n",
        "",
        " at o.com",
    )
    schemes = (
        "http://a.example/",
        "https://a.example/",
        "ftp://a.example/b",
        "mailto:a",
        "http://xn--a.example/",
        "http:b",
    )
    lines = [some(random, words, words) for _ in range(random.randrange(4))]
    written = "".join(f"{line}{random.choice(BREAKS)}" for line in lines) + some(random, words)
    before, ends = ("", " ", "x ", "a=", "href=", "\n> "), (closer, closer, f"\n{closer}", f"{closer}/p{closer}")
    return some(random, before) + opener + some(random, schemes) + written + some(random, ends, AFTER)


def same_low_byte(random: Random) -> str:
    """A link among characters, and among others with the same last eight bits: the kernel must compare all bits."""
    uri, distance = some(random, SCHEMES, HOSTS, PATHS), 0x100 * random.randrange(1, 0xD0)
    before, after = some(random, (" ", *BEFORE)), some(random, (" ", *AFTER))
    ways = [
        around + uri + behind
        for around in (before, moved(before, distance))
        for behind in (after, moved(after, distance))
    ]
    random.shuffle(ways)
    return " ".join(ways)


def moved(text: str, distance: int) -> str:
    """A text whose ASCII characters, except white space, are moved by a number of code points."""
    return "".join(chr(ord(one) + distance) if " " < one < "\x80" else one for one in text)


BOUNDED = (
    short,
    short,
    short_name,
    short_name,
    long_local_part,
    long_host,
    long_scheme,
    long_label,
    local_part_in_angles,
)


@cache
def corpus() -> tuple[str, ...]:
    """The texts of the corpora."""
    return tuple(case.text for case in read_corpora() if len(case.text) < 500)


def mutated(random: Random) -> str:
    """A text from the corpora, cut, spliced with another, or with part of a link inserted."""
    text = random.choice(corpus())
    for _ in range(random.choice((1, 1, 2, 3))):
        place = random.randrange(len(text) + 1)
        end = min(len(text), place + random.choice((0, 0, 1, 1, 2, 8)))
        other = random.choice(corpus())
        cut = random.randrange(len(other) + 1)
        put = random.choice(("", random.choice(BEFORE), random.choice(AFTER), random.choice(OFTEN), other[cut:]))
        text = text[:place] + put + text[end:]
    return text


FAMILIES: tuple[tuple[Callable[[Random], str], int], ...] = (
    (link, 8), (fragments, 3), (with_tail, 3), (enclosed, 4), (in_angles, 5), (glued, 4), (broken, 3), (at_bound, 6),
    (ip_address, 4), (mutated, 4), (refused, 3), (doubled, 3), (among_any, 4), (unusable_name, 2),
    (quoted_beyond_ascii, 3), (same_low_byte, 3), (wrapped, 5),
)  # fmt: skip
"""The functions that generate texts, and how often each is used."""

MAKERS = tuple(make for make, often in FAMILIES for _ in range(often))


def more_names_than_remembered() -> str:
    """A text with so many names that the kernel forgets verdicts. Searching it takes as long as thousands of texts."""
    return " ".join(f"a{number}.com" for number in range(17_000))


def directed_texts() -> Iterator[str]:
    """Texts that chance does not generate: each is for one place in the kernel."""
    labels = ("ab", "de", "com", "example", "museum", "xn--p1ai", "travel", "io", "info", "name")
    yield " ".join(f"a.{label}{letter} a.{label}" for label in labels for letter in map(chr, range(ord("a"), ord("{"))))
    yield " ".join(f"http://! http://!www.a{number}.com" for number in range(300))
    yield f"a.com/{'b' * (SHORT_MAX_LENGTH + 1 - len('a.com/'))}"  # a name that is one character too long
    yield from (
        '<a href="http://a.example/b.">',
        "<a href='http://a/'title='b'>",
        "<a href='ftp://a/'mailto:b@c.example'>",
        "<a href='http://a/'mailto:b@c.example'>",
        "<a href='http://a/'b.example'>",
        f"see .{'a' * LONGEST_LOCAL_PART}@a.example",  # a local part as long as possible after a full stop
        f"see \\n{'a' * LONGEST_LOCAL_PART}@a.example",  # and after the escape of a line end
        r'"Hi:\nb.com/c" "Hi\nb.example" C:\new.example',
        r"copy \\nas.example\b \\wa.example\c C:\\b.example\c \\192.0.2.1\d 'C:\\b.example'",
        "<a href='http://é.example/b.'>",
        "ftplf.name/http://c?un:a:a.kn",  # begins inside text that is too long
        "www.a.example?u=http://c.com/d@urn:a:a.com",
        "ftplf.name/aaa/http://c?un:urn:a:a",
        '<a href="http://a.example/é">',
        "<a href='http://a.example/b?c\ud800=1'>ab</a>",  # U+FFFD replaces the surrogate in a column
        "a->b.name f()->c.dev a->d.com/e -->f.name Color.RED j_k.dev",
        r"http:/www.a.com http//www.b.com ttp://www.c.com shttp://www.d.com http:\\www.e.com ftp//f.com x/www.g.com",
        'see "http://a.example/é/exam-\nple"',  # a typesetter may have added the hyphen
        "see $uhttp://a.example/b$zc |uhttp://a.example/b",  # the next subfield of a library's record ends it
        "»joe@a.example.« joe@a.example.“b” “joe@a.example.”",  # the character after the full stop matters
        "(e.g.www.a.example) z.B.www.b.example/c m.www.c.example x@e.g.www.d.example",
        "https://a.example!\\\n  &c=d\n*http://b.example/",  # a backslash continues a line on which plain text ended
        "a.com\x7f a.com.\x1c a.example' o'a@b.example",  # controls and quotation marks beside names
        f"{'_a.' * 24}a@a.example <baa?aaaa@a.example>",  # a long local part, and one with a question mark
        f"joe@{'.'.join(['a' * 60] * 5)}.com",  # a host that is too long
        "/* http://a.example/b*/ /*http://a.example/b*/ // http://a.example/*/",  # the end of a comment
        "<ftp://11.11/bb(cc)bb(cc)b> <URL:\n\n\n www.b.example> <URL:www.localhost/b!>",  # in angle brackets
        ">https:a.рф/b:c* Ꜿhttps:a.рф/b:c <%41@[1::2::3]/b/中,\ud800 ?<a%41b%@[1::2::3]/\x1b中,\ud800",
        "www.a.com.In case x|www.a.com.In joe@a.com.You can,]}%(x)s_see",  # a sentence follows without a blank
        "onhttp://a onhttps://a.zzz, athttp://localhost joe@a.comPhone www.b.orgPhone",  # words run into them
        "version \x1c 10.0.0.1 12.34.56.78”, \nversion10.0.0.1 (version 10.0.0.1) a\\10.0.0.1 é10.0.0.1",
        "www.a.com/b* WWW.a.com/é餪 www.a.com/é* www.a.com/é餪",  # the same around text in ASCII and beyond it
        "1.2.3.4 Results\n1.2.3.5. results\n1.2.3.6 results",  # a heading, and what is none
        "version\\n1.2.3.4 Scope see /1.2.3.4/b or [1::2::3]#53 http://!2001:db8::7",  # IP addresses, and what is none
        "ftp://[1.2.3.4]/b http://é-.com?q http://a.com!x@b.example/c",  # no hosts, though their pattern matches
        f"http://joe@{'.'.join(['a' * 40] * 6)}.aaaa.com/",  # a host after a user that is too long
        "joe@a.example--joe@b.example x_www.a.example",  # what precedes the name belongs to another one
        "http://文中.com/b http://文-.com/b",  # U+4E2D and U+002D have the same last byte
    )
    for place in range(5):  # the reading that is too long ends inside the scheme of the next
        yield f"http://a/é{'b' * (SHORT_MAX_LENGTH - len('http://a/é') - place)},https://c.example/ "
        yield f"http://a/{'b' * (SHORT_MAX_LENGTH - len('http://a/') - place)}.urn:a:b"


def random_text(random: Random) -> str:
    """A text from one or more families, possibly with an accident in it."""
    text = "".join(random.choice(MAKERS)(random) for _ in range(random.choice((1, 1, 2, 3, 5))))
    if random.random() < 0.3:
        place = random.randrange(len(text) + 1)
        text = text[:place] + chr(random.randrange(0x80)) + text[place + random.randrange(3) :]
    if random.random() < 0.03 and len(text) < 100:
        text *= random.choice((2, 10, 60))
    return random.choice((text + random.choice(WIDTHS), random.choice(WIDTHS) + " " + text))
