"""Texts to read: repeated combinations of fragments, generated and mutated at random."""

from random import Random
from typing import NamedTuple

FRAGMENTS: dict[str, tuple[str, ...]] = {
    "openers": tuple("([{<\"'`“‘«‹„「『【（〈《［｛“"),
    "closers": tuple(")]}>\"'`”’»›」』】）〉》］｝"),
    "angles": ("<http://a/", "<a:", "<URL:", "<a@", "<x://", "<http://a.com/b-\n", "<www.a.com/", "\\>", "</a>", "<b>",
        "<URL: www.a.com/", "<a.com/b\n", "<foo://a/"),
    "names": (
        "www.a.com/", "www.a.zzz/", "www.a.zzz", "www.1/", "www.a:b@", "www.", "ftp.a.zzz/", "ftp.a.com", "a.example",
        "a.com", "a.com:80", "com.", "a.py", "plan.md:1", "xn--a.com", "a-b.com/", "localhost", "1.2.3.4",
        "localhost:80", "localhost/", "1.2.3.4/24", "1.2.3.4:80/x", "v1.2.3.4", ".1.2.3", "[a::1]",
        "[::1]", "b1.", "-a.com", "a.com-", "WWW.A.COM", "a.unknown/",
        "_www.a.com/x", "(_www.a.com/(", "_www.a.com_", "_a.com_", "__a.com/", "_joe@a.com_", "\"www.a.com/b\n", "t.co",
    ),
    "names beyond ASCII": (
        "中国.cn", "✪a.ws", "münchen.de", "http://中国.cn/", "http://✪a.ws/1", "例え。テスト", "a中国.cn", "http://a中",
        "✪", "http://xn--fiqs8s.cn/", "joe@中国.cn", "http://é", "中.com", "a.com™", "http://b。example/c",
    ),
    "schemes": (
        "http://", "https://", "http:", "tel:+1", "tel:", "x://", "ab+cd://", "urn:a:b", "urn:", "mailto:", "mailto:a@",
        "file:///", "file://", "javascript:", "data:,", "doi:10.", "git+https://", "jdbc:", "news:a", "magnet:?x",
        "post.https://", "hxxp", "ftp://a", "s://", "s:", "ldap://a/b?c", "view-source:", "http:/", "ht\ntp://",
        "\"foo://a", "'foo://a/b\n",
    ),
    "URIs": (
        "http://a/", "http://a.com/b", "http://a.com", "http://a.com/", "http://a,b", "http://a.com:80/", "http://u@a/",
        "http://a:b@", "http://$", "http://[", "http://[v1.", "http://a.com/?b=", "http://a.com/#", "http://a/b-\n",
        "http://a.com/web/2020/", "http://1.1.1.1.1/", "http://%41", "http://a.b.c.d.com/x", "https://a/{", "http://a.",
    ),
    "references": (
        "&", "&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&nbsp;", "&hellip;", "&#8217;", "&#x200b;", "&eacute;", "&#",
        "&copy=2", "&l", "&a;",
    ),
    "unseen": ("\u00ad", "\u200c", "\u200d", "\u200b", "\u2011", "\u2010", "\u202e", "\ufeff", "\u0301",
        "\ud800", "\0"),
    "breaks": (
        "\n", "\r\n", "\n\n", " ", "  ", "\t", "\f", "\v", "\x85", "\u2028", "\u00a0", "\u3000", "-\n", "\u00ad\n",
        "\u2010\n", "\n12\n", "\n\f\n", "\n\n12\n\n", "/\n", "=\n", "\n    ", "  \n",
    ),
    "prefixes": (
        "> ", "\n> ", "\n>> ", "\n> > ", "\n| ", "\n# ", "\n// ", "\n * ", "\n/* ", "\n; ", "\n-- ", "| ", "\n>", "* ",
        "- ", "\n* ", "\n1. ",
    ),
    "defanged": (
        "hxxp://", "hxxps[://]", "[.]", "(.)", "{.}", "<.>", "(dot)", "[dot]", "[at]", "(at)", "[@]", "[:]", "[://]",
        "[/]", "a[.]b", "\\.", "http:\\\\", "h**p://", "meow://", "a(dot)com", "joe[at]a[.]com", "hxxp",
        "http// ", "http:// ", "http__", "[.", "].", ".]", "].[", "[-]", "[www].", " AT ", " DOT ", "DOT", "AT",
        "-dot-", "-at-", "http%3A%2F%2F", "%2F", "\\/", "^.", "xxxx://", "dot]", "[.com]", " (at) ", " dot ", "ttp://",
        "httpA://", "[http]://", "a.com AT a.com", "aATa.com", "h[xx]p://",
    ),
    "CJK": ("中", "中文", "的网站", "を見て", "에서", "한국", "、", "。", "，", "：", "；", "！",
        "．", "—", "…", "・", "ｗｗｗ．"),
    "addresses": (
        "a@b.com", "a@", "@", "@b", "a.b@c.com", "'a@b.c", "a'@b.c", "\"a b\"@c.com", "<a@b.com>", "@b.zzz", "a+b@c.de",
        "mailto:joe@a.com?subject=", "é@b.com", "a..b@c.com", "a@[1.2.3.4]", "a@b.com,",
    ),
    "marks": (
        ".", ",", ":", ";", "!", "?", "…", "'s", "’s", "*", "**", "_", "~", "-", "--", "—", "/", "//", "://", "\\",
        "\\_",
        "|", "^", "%", "%4", "%41", "#", "=", "+", "$", "${", "{{", "}}", "[]", "()", "(x)", "[1]", "](", "[x](", "![",
        "!", ":80", ":80/", ":99999", ":a", "\\n", "\x1b[34m", "\x1b[0m", "'", "@a", "$<", "C:\\",
    ),
    "placeholders": (
        "{x}", "{}", "${x}", "{{ x|y }}", "{{{x}}}", "%(x)s", "%(", "{x", "${", "{{ a ", "{" + "b" * 200, "http://{x}",
        "http://{", "http://{x}.com/", "{.}", "http://a.com:{x}", "{x}.{y}",
    ),
    "words": (
        "a", "A", "1", "aa", "the ", "The ", "see ", "Name: ", "b/c", "b1 ", "x y z ", "word" * 5, "deadbeef0123",
        "index.html",
        "é", "ж", "π ", "a.b.c", "12:30 ", "std::string", "a" * 80, "b" * 64 + ".",
        " a line of words that goes on and on"
    ),
}  # fmt: skip

EVERY = tuple(sorted({fragment for kind in FRAGMENTS.values() for fragment in kind}))

LONGEST = 5
"""The maximum number of fragments in a body."""


class Shape(NamedTuple):
    """A text: its beginning, a part that is repeated, and its end, each as fragments."""

    head: tuple[str, ...]
    body: tuple[str, ...]
    tail: tuple[str, ...]

    def text(self, length: int) -> str:
        """The text, with about the given number of code points and at least one repetition, all of them whole."""
        head, body, tail = map("".join, self)
        return head + body * max(1, (length - len(head) - len(tail)) // len(body)) + tail


def fragment(random: Random) -> str:
    """A fragment; all kinds are equally likely, although some have few fragments."""
    return random.choice(FRAGMENTS[random.choice([*FRAGMENTS])])


def some(random: Random, least: int, most: int) -> tuple[str, ...]:
    """Between `least` and `most` fragments."""
    return tuple(fragment(random) for _ in range(random.randint(least, most)))


def random_shape(random: Random) -> Shape:
    """A shape of two to five repeated fragments, sometimes of only one, or with a head or tail."""
    least = 1 if random.random() < 0.1 else 2
    head = some(random, 1, 2) if random.random() < 0.3 else ()
    tail = some(random, 1, 1) if random.random() < 0.15 else ()
    return Shape(head, some(random, least, LONGEST), tail)


def mutated(random: Random, shape: Shape, other: Shape) -> Shape:
    """A shape with one mutation; a part may come from `other`."""
    body = list(shape.body)
    place = random.randrange(len(body))
    way = random.randrange(8)
    if way < 3:
        body[place] = fragment(random)
    elif way == 3 and len(body) < LONGEST:
        body.insert(place, fragment(random))
    elif way == 4 and len(body) > 1:
        del body[place]
    elif way == 5:
        random.shuffle(body)
    elif way == 6:
        body[place] = random.choice(other.body)
    else:
        return shape._replace(head=some(random, 0, 2), tail=some(random, 0, 1))
    return shape._replace(body=tuple(body))


def smaller(shape: Shape) -> list[Shape]:
    """The shapes with one fragment fewer."""
    return [
        shape._replace(**{name: part[:place] + part[place + 1 :]})
        for name, part in shape._asdict().items()
        for place in range(len(part))
        if len(part) > (name == "body")
    ]


FAMILIES = (
    Shape((), ("한국中国.cn",), ()),
    Shape((), ("www.1/", "&"), ()),
    Shape((), ("www.a.zzz/", "&"), ()),
    Shape((), ("http://a.com/", "\u00ad\u200d\u00ad"), ()),
    Shape((), ("http://", "tel:+1"), ()),
    Shape((), ("x://", "tel:+1"), ()),
    Shape((), ("ftp.a.zzz/", "&"), ()),
    Shape((), ("www.a.zzz/", "é", "&"), ()),
    Shape((), ("www.a.zzz/", "("), ()),
    Shape((), ("www.a@b.zz/", "&"), ()),
    Shape((), ("www.a.com", ":80", "@b/", "&"), ()),
    Shape((), ("www.a:b@", "www.zz/", "&"), ()),
    Shape((), ("x://", "urn:a:b"), ()),
    Shape((), ("ab+cd://", "tel:+1"), ()),
    Shape((), ("中国.cn", "`"), ()),
    Shape((), ("<http://a/", "b-\n"), ()),
    Shape((), ("_", "www.a.com/x"), ()),
    Shape(("http://u@",), ("=", "www.a.com/x"), ()),
    Shape(("http://u@",), ("'", "a.com/x"), ()),
    Shape((), ("www.a.zzz", "\u0301"), ()),
    Shape((), ("【a.com™",), ()),
)
"""Shapes that were bad in the past."""
