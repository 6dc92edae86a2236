"""The rules of refanging, which undo one notation each: `hxxps[://]evil[.]example` is read as it was meant.

A rule takes the text as written and returns the text that it represents. The other modules find the notations.
"""

from collections.abc import Callable

from linksift.notes import rule

Rule = Callable[[str], str]


@rule
def scheme(written: str) -> str:
    """A masked scheme is the scheme it resembles: hxxp, hXXps, h**p, xxxx, ttp, [http], h t t p (iocextract#49), sfXp.

    >>> [match.uri for match in linksift.find("hxxps://a.example hXXp://b.example sfXp://c.example", refang=True)]
    ['https://a.example', 'http://b.example', 'sftp://c.example']
    """
    name = "".join(character for character in written if character not in "[](){} ")
    if name[0] in "sS":
        return "SFTP" if name.isupper() else "sftp"
    secure = name[-1] in "sS" or (len(name) > len("http") and name[-1] not in "pP")  # the last one is a masked s
    meant = ("ftp" if name[0] in "fF" else "http") + ("s" if secure else "")
    return meant.upper() if name.isupper() else meant


@rule
def separator(written: str) -> str:
    """After a scheme, slashes without a colon, one or three slashes, underscores or spaces are :// (iocextract; XSOAR).

    >>> [match.uri for match in linksift.find("hxxp:// a.example http//b.example http__c.example", refang=True)]
    ['http://a.example', 'http://b.example', 'http://c.example']
    """
    return "://"


@rule
def colon(written: str) -> str:
    """In brackets, a colon or the word for it is a colon (iocextract#42).

    >>> [match.uri for match in linksift.find("http[:]//a.example[:]80/", refang=True)]
    ['http://a.example:80/']
    """
    return ":"


@rule
def slashes(written: str) -> str:
    """In brackets, slashes with or without their colon, or the word for them, are slashes (iocextract, README).

    >>> [match.uri for match in linksift.find("http[://]a.example[/]x", refang=True)]
    ['http://a.example/x']
    """
    mark = written.strip("\\[](){}<> ")
    return "/" if mark.isalpha() else mark


@rule
def backslashes(written: str) -> str:
    r"""Two backslashes after the colon of a scheme are slashes (iocextract, README).

    >>> [match.uri for match in linksift.find(r"hxxp:\\a.example", refang=True)]
    ['http://a.example']
    """
    return "//"


@rule
def escaped_slash(written: str) -> str:
    r"""The escape of a slash in JSON or JavaScript, or its character reference, is a slash (RFC 8259, 7; ioc_fanger).

    >>> [match.uri for match in linksift.find(r"http:\/\/a.example\/x http:\u002F\u002Fb.example", refang=True)]
    ['http://a.example/x', 'http://b.example']
    """
    return "/"


@rule
def dot(written: str) -> str:
    """In brackets, a dot, a comma or the word for a dot in several languages is a dot (iocextract, README; ioc_fanger).

    As in all marks, the brackets may be of two kinds: `a[.)b` (ioc-extractor; AssemblyLine).

    >>> [match.uri for match in linksift.find("http://a[.]b(dot)example/", refang=True)]
    ['http://a.b.example/']
    """
    return "."


@rule
def dot_substitute(written: str) -> str:
    """In a host after a scheme, a comma or middle dot between labels is a dot (ThreatIngestor).

    The character reference of a dot is one between any letters or digits: `joe&#64;a&#46;example`.

    >>> [match.uri for match in linksift.find("http://a,example/ and http://192,0,2,1", refang=True)]
    ['http://a.example/', 'http://192.0.2.1']
    """
    return "."


@rule
def escaped_dot(written: str) -> str:
    r"""A backslash or caret before a dot between letters or digits is dropped (iocextract, README; ioc_fanger).

    >>> [match.uri for match in linksift.find(r"http://a\.example/", refang=True)]
    ['http://a.example/']
    """
    return "."


@rule
def bare_dot(written: str) -> str:
    """DOT in capitals is a dot, and so are -dot- and, after [at], @ or hxxp://, the word alone (ioc_fanger).

    After hxxp://, there may also be spaces around a dot (iocextract). In an obfuscated address, the dots of both parts
    may be spelled.

    >>> [match.uri for match in linksift.find("a DOT example, b-dot-de, joe (at) c dot example", refang=True)]
    ['http://a.example', 'http://b.de', 'mailto:joe@c.example']
    >>> [match.uri for match in linksift.find("hxxp://a . b .example/c", refang=True)]
    ['http://a.b.example/c']
    """
    return "."


@rule
def hyphen(written: str) -> str:
    """In brackets, a hyphen or the word for it is a hyphen (ioc_fanger).

    >>> [match.uri for match in linksift.find("http://a[-]b.example joe[at]c[dash]d.example", refang=True)]
    ['http://a-b.example', 'mailto:joe@c-d.example']
    """
    return "-"


@rule
def label(written: str) -> str:
    """Brackets around `www`, the top-level domain, with or without its dot, or `.label.` are dropped (ioc_fanger).

    >>> [match.uri for match in linksift.find("[www].a.example b[.example] c.[example] www[.d.]example", refang=True)]
    ['http://www.a.example', 'http://b.example', 'http://c.example', 'http://www.d.example']
    """
    return written[1:-1]


@rule
def half_bracket(written: str) -> str:
    """An unpaired bracket beside a dot, slash or at sign is dropped (ioc_fanger; iocextract).

    >>> [match.uri for match in linksift.find("a].example and http://b[.example[/x", refang=True)]
    ['http://a.example', 'http://b.example/x']
    """
    mark = written.strip("[]")
    return "." if mark.lower() == "dot" else mark


@rule
def at(written: str) -> str:
    """In brackets, an at sign or the word for it in several languages is an at sign (iocextract, README; ioc_fanger).

    >>> [match.uri for match in linksift.find("mailto:joe[at]a.example", refang=True)]
    ['mailto:joe@a.example']
    """
    return "@"


@rule
def bare_at(written: str) -> str:
    """AT in capitals between a word and a lowercase name is an at sign (ioc_fanger).

    So is the substitute for it in an obfuscated address, as authors and the archives of Mailman, HyperKitty and MARC
    write it.

    >>> text = "joe AT a.example, <amy at b.example>, eva () tea ! example"
    >>> [match.uri for match in linksift.find(text, refang=True)]
    ['mailto:joe@a.example', 'mailto:amy@b.example', 'mailto:eva@tea.example']
    """
    return "@"


@rule
def percent_encoded(written: str) -> str:
    """In a URI that is percent-encoded as a whole, an escape is the URI character that it represents (iocextract).

    >>> [match.uri for match in linksift.find("http%3A%2F%2Fa%2Eexample%2Fb", refang=True)]
    ['http://a.example/b']
    """
    return chr(int(written[1:], 16))
