"""Test strings: the RFC's own examples, and strategies for URIs and strings that are almost URIs."""

from hypothesis import strategies as st

# RFC 3986: 1.1.2, 3, 3.3, 3.4, 4.1, 4.5, 5.4, 6.2.2, 6.2.3, 6.2.2.3, 7.6 and Appendix C, without its line breaks.
VALID_URIS = [
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "http://www.ietf.org/rfc/rfc2396.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "foo://example.com:8042/over/there?name=ferret#nose",
    "urn:example:animal:ferret:nose",
    "foo://info.example.com?fred",
    "http://a/b/c/d;p?q",
    "http://a/b/c/g;x=1/y",
    "g:h",
    "http:g",
    "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
    "http://example.com:/",
    "http://example.com",
    "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    "http://www.w3.org/Addressing/",
    "ftp://foo.example.com/rfc/",
    "file:///etc/hosts",
    "a:",
    "a:/",
    "a://",
    "a:?#",
    "http://user:@h:/",
    "http://@h",
    "http://256.256.256.256/",
    "http://01.2.3.4/",
    "http://1.2.3/",
    "http://h:99999999/",
    "http://%E2%82%AC%aF/",
    "http://!$&'()*+,;=/",
    "a:b:c@d//e",
    "a:b//c",
    "http://a//b//",
    "http://a/?a/b?c#/?@:",
]

VALID_RELATIVE_REFERENCES = [
    "",
    ".",
    "./",
    "..",
    "../../g",
    "/./g",
    "/../g",
    "//g",
    "?y",
    "g?y",
    "#s",
    "g#s/../x",
    ";x",
    "g;x?y#s",
    "./this:that",
    "a/b:c",
    "a@b",
    "//",
    "///a",
    "?",
    "#",
    "%3A",
    "//user:secret@[::1]:80",
]

INVALID = [
    "http://a/\n",
    "http://a\n",
    "a:\n",
    "\n",
    "http://a b/",
    "http://a/b c",
    "1:2",
    ":a",
    "-a:b",
    "a_b:c",
    "é:a",
    "http://é/",
    "http://a/é",
    "http://a/\u0661",
    "http://a:\u0661",
    "http://a:8o",
    "http://a:80:80",
    "http://a@b@c/",
    "http://a/%",
    "http://a/%4",
    "http://a/%4g",
    "http://a/%\uff11\uff11",
    "http://%/",
    "http://a/#b#c",
    "http://a/[b]",
    "http://a/?[b]",
    "http://a[b]/",
    "http://[::1",
    "http://::1]/",
    "http://[::1]a/",
    "http://a[::1]/",
    "http://u@[::1]x:80",
    "http://[1.2.3.4]/",
    "http://[a]/",
    "http://[]/",
    "http://[fe80::1%25eth0]/",
    "http://a/<b>",
    'http://a/"b"',
    "http://a/\\b",
    "http://a/^`{|}",
    "http://a/\x00",
    "http://a/\x7f",
    "http://a/\ud800",
]

PIECES = [
    *["http", "a", "Z", "v", "0", "1", "25", "256", "ffff", "g", "-", ".", "_", "~", "+", "!", "$", "&", "'", "(", "="],
    *[":", "::", "/", "//", "?", "#", "[", "]", "@", "%", "%4", "%41", "%fF", "http://", "[::", "1.2.3.4", ":1", "v1."],
    *[" ", "\n", "\r", "\0", "<", ">", '"', "\\", "^", "`", "{", "|", "}"],
    *["é", "\u0661", "\uff21", "\ud800", "\U0001f600"],
]

SEEDS = [
    *VALID_URIS,
    *VALID_RELATIVE_REFERENCES,
    *["http://[1:2:3:4:5:6:7:8]/", "http://[1::255.255.255.255]:1", "//[v1.a:]"],
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid reference with up to three pieces inserted, removed or replaced."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[end:]
    return text


def nearly_references() -> st.SearchStrategy[str]:
    """References, and strings that are almost references."""
    return mutated() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@st.composite
def valid_uris(draw: st.DrawFn) -> str:
    """Valid URIs with many uppercase escapes, of all kinds of characters and of bytes that are not UTF-8."""
    escapes = st.characters(exclude_categories=["Cs"]).map(lambda c: "".join(f"%{o:02X}" for o in c.encode()))
    octets = st.integers(0, 255).map(lambda octet: f"%{octet:02X}")
    text = st.lists(escapes | octets | st.sampled_from("abc-._~!$&'()*+,;="), max_size=8).map("".join)
    host = st.sampled_from(HOSTS) | text
    userinfo = st.sampled_from(["", "@"]) | text.map("{}@".format)
    authority = st.builds("//{}{}{}".format, userinfo, host, st.sampled_from(["", ":", ":80"]))
    path = st.lists(text, max_size=3).map(lambda segments: "".join(f"/{segment}" for segment in segments))
    tail = st.just("") | st.builds("?{}".format, text) | st.builds("#{}".format, text)
    return "a:" + draw(authority) + draw(path) + draw(tail)


HOSTS = [
    "",
    "a.example",
    "A.Example",
    "[::1]",
    "127.0.0.1",
    "xn--bcher-kva.example",
    "xn--bcher-kva.example.",
    "XN--BCHER-KVA.example",
    "WWW.xn--bcher-kva.example",
    "_dmarc.xn--bcher-kva.example",
    "-a.xn--bcher-kva.example",
    "xn--a.xn--bcher-kva",
    "xn--bcher-kva..example",
    "xn--bcher-kva.a%20b",
    "xn--.example",
    "xn---bbk",
    "xn--i-7iq.example",
    "xn--4dbrk0ce",
    "xn--a-zqb",
    "xn--mgba3gch31f060k",
]

SEGMENTS = [
    *["", ".", "..", "...", ".a", "%2E", "%2e", "%2E%2e", ".%2E", "%2e.", "%252E", "%2E%2E%2E"],
    *["a", "A", "b", "%61", "%41", "~", "%7E", "%7e", "%2F", "%2f", "%3a", "%25", "%2541", "%C3%a9", "%ff"],
    *[":", "a:b", "@", "a@B", ";", "a;x=1", "+,!$&'()*="],
    # Fragments that individual schemes normalize.
    *["A@B.Example,c%40D@E", "Example:A%62", "a;type=A", "1", "Text/Plain;A=b,c"],
    "+1-(8)-%41;Phone-Context=+1.2;EXT=3-4;b=C",
]
"""Fragments of paths, most of which are changed by normalizing or resolving."""

SCHEMES = [
    *["http", "HTTP", "https", "ftp", "Ftp", "file", "mailto", "MailTo", "urn", "URN", "tel", "gopher", "Data", "wss"],
    *["nntp", "ldap", "x", "X", "web+x"],
]

AUTHORITIES = [
    *["", "a", "A.Example", "%61.EX%41mple", "a%2Fb", "%c3%a9%C3%A9", "localhost", "LocalHost", "a.example."],
    *["127.0.0.1", "[::1]", "[2001:DB8::FfFf]", "[V1.A:]", "xn--bcher-kva.example"],
    *[":", ":80", "a:", "a:80", "a:080", "a:21", "a:443", "A:8080", "a:0", "a:000", "localhost:", "[::1]:80"],
    *["@", "@a", ":@a", "u@a", "U:P@A", "u:@a:80", "%55%3a@a", "u%40:@localhost", "u@:80", "a,b;c=d"],
]


@st.composite
def thorny_uris(draw: st.DrawFn) -> str:
    """Valid URIs, including rootless ones, that normalizing and resolving change in many ways."""
    return _assembled(f"{draw(st.sampled_from(SCHEMES))}:", draw(_authorities()), draw(_paths()), draw(_tails()))


@st.composite
def thorny_relative_references(draw: st.DrawFn) -> str:
    """Valid relative references that normalizing and resolving change in many ways."""
    return _assembled("", draw(_authorities()), draw(_paths()), draw(_tails()))


def thorny_references() -> st.SearchStrategy[str]:
    """Valid references of both kinds."""
    return thorny_uris() | thorny_relative_references()


def _authorities() -> st.SearchStrategy[str]:
    return st.just("") | st.sampled_from(AUTHORITIES).map("//{}".format)


def _paths() -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(SEGMENTS), max_size=6).map("/".join)


def _tails() -> st.SearchStrategy[str]:
    """A query and a fragment, in which dot-segments have no meaning."""
    text = st.lists(st.sampled_from([*SEGMENTS, "/../", "/./", "?", "q=%7b"]), max_size=2).map("".join)
    query, fragment = text.map("?{}".format), text.map("#{}".format)
    return st.builds("{}{}".format, st.just("") | query, st.just("") | fragment)


def _assembled(scheme: str, authority: str, path: str, tail: str) -> str:
    """The concatenated parts of a reference, with a path that is read as a path (RFC 3986, 3.3)."""
    if authority:
        path = path and f"/{path}"
    elif path.startswith("//"):
        path = f"/.{path}"
    elif not scheme and ":" in path.partition("/")[0]:
        path = f"./{path}"
    return scheme + authority + path + tail
