"""XML is read as XML: what its elements and attributes state, its text with `&amp;` undone, and the HTML in feeds."""

import io
import re

import pytest

import linksift
from linksift import Problem


def read(octets: bytes, name: str = "", **options: object) -> list[linksift.Found]:
    """The links of a file of this name."""
    file = io.BytesIO(octets)
    file.name = name
    return list(linksift.read(file, **options))  # type: ignore[arg-type]


def test_a_path_in_an_element_is_resolved_and_a_label_is_none() -> None:
    page = b"""<rss xml:base="http://b.example/c/"><link>/d?e&amp;f</link><link>more</link><logo>/g.png</logo>
<title>/no</title><guid isPermaLink="false">/no/1</guid><menu icon="no.png"/></rss>"""
    stated = [(found.match.uri, found.location.stated_by) for found in read(page, "a.xml")]
    assert stated[1:] == [("http://b.example/d?e&f", "link"), ("http://b.example/g.png", "logo")]
    assert read(b"<rss><link>/d</link></rss>") == []


def test_a_style_sheet_is_loaded_from_where_the_base_says() -> None:
    page = b"""<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href='/b.xsl?c&amp;d'?><?xml-stylesheet ?>
<?see href="e"?><?xml-stylesheet href="><!--?--><rss/>"""
    (found,) = read(page, "a.xml", base="http://a.example/f/g")
    assert found.match.uri == "http://a.example/b.xsl?c&d"
    assert (found.location.stated_by, found.opened_by) == ("xml-stylesheet href", "load")


def test_spaces_belong_to_the_uri_of_a_sitemap_or_feed_but_not_to_a_label() -> None:
    page = b"""<urlset><loc> http://a.example/b &amp; c.pdf?d e </loc><loc>http://a.example/ http://b.example/</loc>
<url>http://a.example/ (a label)</url><link>http://a.example (a label)</link><loc>http://a.example/b
c</loc></urlset>"""
    assert [(found.match.uri, found.location.stated_by) for found in read(page, "a.xml")] == [
        ("http://a.example/b%20&%20c.pdf?d%20e", "loc"),
        ("http://a.example/", None),
        ("http://b.example/", None),
        ("http://a.example/", None),
        ("http://a.example", None),
        ("http://a.example/b", None),
    ]


SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap.xsd">
<url><loc>
 http://a.example/x?a=1&amp;b=2
</loc><image:image><image:loc>http://a.example/i.png</image:loc></image:image></url></urlset>"""

DOCBOOK = b"""<?xml version="1.0"?>
<!DOCTYPE book PUBLIC "-//OASIS//DTD" "http://www.oasis-open.org/docbook/xml/4.5/docbookx.dtd">
<book xmlns="http://docbook.org/ns/docbook"><para>See <link xlink:href="http://a.example/y?a=1&amp;b=2">this</link>,
<ulink url="http://b.example/?c&#38;d"/>, or http://c.example/?e&amp;f.</para><!-- was http://d.example/?g&h -->
<?xml-stylesheet href="http://e.example/i.css?j&amp;k"?></book>"""

RSS = b"""<rss version="2.0"><channel><link>http://a.example/</link><item>
<guid isPermaLink="false">http://a.example/1</guid><guid>http://a.example/2?a&amp;b</guid>
<description>&lt;p&gt;&#233; &lt;a href="http://c.example/?e=1&amp;amp;f=2"&gt;this&lt;/a&gt;
 http://d.example/?g&amp;amp;h&lt;/p&gt;</description>
<content:encoded><![CDATA[<p>x <img src="http://e.example/i.png?a&amp;b"></p>]]></content:encoded></item></channel></rss>"""

ATOM = b"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/b/">
<link rel="self" href="c?d&amp;e"/><entry xml:base="f/"><id>urn:uuid:1</id>
<content type="html">&lt;a href="g"&gt;h&lt;/a&gt;</content></entry><link href="i"/></feed>"""

POSTS = b"""<posts><row Body="&lt;p&gt;See &lt;a href=&quot;http://a.example/?b&amp;amp;c&quot;&gt;d&lt;/a&gt;, or
http://e.example/?f&amp;amp;g&lt;/p&gt;" Title="x &lt;b&gt; http://h.example/" Text="&lt;b&gt; http://i.example/?&amp;amp;j"/>
<wp:comment_content>&lt;a href="http://k.example/?l&amp;amp;m"&gt;n&lt;/a&gt;</wp:comment_content></posts>"""

KML = b"""<kml><NetworkLink><Link><href>http://a.example/?b&amp;c</href></Link></NetworkLink><Placemark>
<description><![CDATA[<a href="http://d.example/?e&amp;f">g</a>]]></description></Placemark></kml>"""

POM = b"""<project><url>http://a.example/b</url><description>if (a &lt; b) http://c.example/?d&amp;e</description></project>"""

PLIST = b"""<plist version="1.0"><dict><key>URL</key><string>http://a.example/?b&amp;c</string></dict></plist>"""

OPML = b"""<opml><body><outline text="see http://c.example/" xmlUrl="http://a.example/?b&amp;c" htmlUrl="http://a.example/"/>
</body></opml>"""

SCHEMA = b"""<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://a.example/ns">
<xs:import namespace="http://b.example/ns" schemaLocation="http://b.example/c.xsd"/></xs:schema>"""


@pytest.mark.parametrize(
    ("name", "octets", "expected"),
    [
        ("sitemap.xml", SITEMAP, [("http://a.example/x?a=1&b=2", "loc"), ("http://a.example/i.png", "image:loc")]),
        (
            "book.xml",
            DOCBOOK,
            [
                ("http://a.example/y?a=1&b=2", "link xlink:href"),
                ("http://b.example/?c&d", "ulink url"),
                ("http://c.example/?e&f", None),
                ("http://d.example/?g&h", None),
                ("http://e.example/i.css?j&k", "xml-stylesheet href"),
            ],
        ),
        (
            "feed.rss",
            RSS,
            [
                ("http://a.example/", "link"),
                ("http://a.example/1", None),
                ("http://a.example/2?a&b", "guid"),
                ("http://c.example/?e=1&f=2", "a href"),
                ("http://d.example/?g&h", None),
                ("http://e.example/i.png?a&b", "img src"),
            ],
        ),
        (
            "feed.xml",
            ATOM,
            [
                ("http://a.example/b/", "feed xml:base"),
                ("http://a.example/b/c?d&e", "link href"),
                ("http://a.example/b/f/", "entry xml:base"),
                ("urn:uuid:1", None),
                ("http://a.example/b/f/g", "a href"),
                ("http://a.example/b/i", "link href"),
            ],
        ),
        (
            "posts.xml",
            POSTS,
            [
                ("http://a.example/?b&c", "a href"),
                ("http://e.example/?f&g", None),
                ("http://h.example/", None),
                ("http://i.example/?&amp;j", None),
                ("http://k.example/?l&m", "a href"),
            ],
        ),
        ("doc.kml", KML, [("http://a.example/?b&c", "href"), ("http://d.example/?e&f", "a href")]),
        ("pom.xml", POM, [("http://a.example/b", "url"), ("http://c.example/?d&e", None)]),
        ("a.webloc", PLIST, [("http://a.example/?b&c", None)]),
        (
            "a.opml",
            OPML,
            [
                ("http://c.example/", None),
                ("http://a.example/?b&c", "outline xmlurl"),
                ("http://a.example/", "outline htmlurl"),
            ],
        ),
        ("a.xsd", SCHEMA, []),
    ],
)
def test_what_xml_states_and_says(name: str, octets: bytes, expected: list[tuple[str, str | None]]) -> None:
    assert [(found.match.uri, found.location.stated_by) for found in read(octets, name)] == expected


@pytest.mark.parametrize("attribute", ["value", "data-x"])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://a.example/", [("http://a.example/", True)]),
        ("see http://a.example/, http://b.example/", [("http://a.example/", False), ("http://b.example/", False)]),
        ("joe@a.example", [("mailto:joe@a.example", False)]),
    ],
)
def test_a_value_that_is_no_uri_is_text(attribute: str, value: str, expected: list[tuple[str, bool]]) -> None:
    found = read(f'<?xml version="1.0"?><p><param {attribute}="{value}"/></p>'.encode(), "a.xml")
    named = f"param {attribute}"
    assert [(link.match.uri, link.location.stated_by == named) for link in found] == expected


@pytest.mark.parametrize("octets", [SITEMAP, DOCBOOK, RSS, ATOM, KML, POM, PLIST, OPML])
def test_links_say_where_they_are(octets: bytes) -> None:
    source = octets.decode()
    lines = source.split("\n")
    for found in read(octets, "a.xml"):
        assert found.location.line
        assert found.location.column
        line = lines[found.location.line - 1]
        written = source[found.location.start : found.location.end]
        assert line[found.location.column - 1 :].startswith(written)
        assert "example" in written or written in ("c?d&amp;e", "f/", "g", "i", "urn:uuid:1")


def test_utf_16_is_read_by_its_byte_order_mark() -> None:
    markup = '<?xml version="1.0" encoding="utf-16"?><loc>http://a.example/é?b&amp;c</loc>'
    assert [found.match.uri for found in read(markup.encode("utf-16"))] == ["http://a.example/%C3%A9?b&c"]


@pytest.mark.parametrize(
    ("octets", "problems"),
    [
        (b"<?xml version='1.0'?><a><b></a>http://a.example</b>", ["line 1, column 28"]),
        (b"<?xml version='1.0'?>\n<a>http://a.example", ["line 2, column 20"]),
        (b"<?xml version='1.0'?>\n<a b='http://a.example", ["line 2, column 1"]),
        (b"<?xml version='1.0'?><a>http://a.example</a>", []),
    ],
)
def test_broken_xml_is_read_to_its_end_with_a_problem(octets: bytes, problems: list[str]) -> None:
    found: list[Problem] = []
    assert [link.match.uri for link in read(octets, on_problem=found.append)] == ["http://a.example"]
    assert [problem.message.partition(" at ")[2].partition(";")[0] for problem in found] == problems


def as_plain_text(octets: bytes) -> set[str]:
    """The links that plain text has, with character references undone as they are in XML."""
    text = octets.decode()
    text = re.sub(r"<!DOCTYPE[^>]*>?|xmlns[:a-z]*=(\"[^\"]*\"?)|\w*:?schemaLocation=\"[^\"]*\"?", "", text)
    for written, meant in (("&amp;amp;", "&"), ("&amp;", "&"), ("&#38;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(written, meant)
    return {match.uri for match in linksift.find(text, kinds=["uri"]) if "://" in match.uri}


@pytest.mark.parametrize("octets", [SITEMAP, DOCBOOK, RSS, ATOM, KML, POM, PLIST, OPML])
def test_no_link_of_plain_text_is_lost_wherever_the_file_ends(octets: bytes) -> None:
    for end in range(1, len(octets)):
        cut = octets[:end]
        found = {link.match.uri for link in read(cut, "a.xml", kinds=["uri"])}
        whole = {re.sub(r"&[a-z#0-9]*$", "", uri) for uri in as_plain_text(cut)}
        lost = {uri for uri in whole if not any(other.startswith(uri) for other in found)}
        assert lost == set(), (end, cut[-60:])


def test_no_entity_is_expanded() -> None:
    declared = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))
    octets = f'<?xml version="1.0"?><!DOCTYPE a [{declared}]><a>&e19; http://a.example/&e19;</a>'.encode()
    assert [found.match.text for found in read(octets)] == ["http://a.example/"]


def test_xml_in_mail_and_archives_is_read_as_xml() -> None:
    mail = b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/xml\n\n" + SITEMAP + b"\n--x--\n"
    head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: "
    http = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml; charset=utf-8\r\n\r\n" + SITEMAP
    archive = head + str(len(http)).encode() + b"\r\n\r\n" + http + b"\r\n\r\n"
    for octets, name in ((mail, "a.eml"), (archive, "a.warc")):
        assert [found.match.uri for found in read(octets, name)] == [
            "http://a.example/x?a=1&b=2",
            "http://a.example/i.png",
        ]
