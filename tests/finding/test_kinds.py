"""The kinds of matches besides URIs: suffix references, e-mail addresses and bare domains."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import linksift
from linksift.finding.options import Kind, Profile
from linksift.finding.scan.character_roles import MIDDLE_DOTS
from linksift.finding.scan.names.email_addresses import is_never_first
from linksift.registries import link_email
from linksift.uri import parse

EVERY_KIND = linksift.Finder(kinds={"uri", "suffix", "email", "domain"})

BAD_FOR_MAILTO = "InvalidForScheme"
ATEXT = "abcXYZ019!#$%&'*+-/=?^_`{|}~"
PARTS = [
    *re.findall(
        r"\S+",
        "joe o'x www. ftp. a.example .com .py @ @a.example @b.com http:// mailto: /p ?q #f :80 xn--p1ai é.de <URL: "
        "_www. _a.example_ t.co foo:// x_ __",
    ),
    *".,;'\"<>()[]*_`|-&=\\$~!A1é\u4e2d\u2019\u201c\u201d\u200b \n",
]


def found(text: str, finder: linksift.Finder = EVERY_KIND) -> list[tuple[str, str]]:
    return [(match.text, match.kind) for match in finder.find(text)]


def all_of(text: str, finder: linksift.Finder = EVERY_KIND) -> list[object]:
    return [(match, match.notes, match.alternatives) for match in finder.find(text)]


# ---- Which kinds -----------------------------------------------------------------------------------------------------


def examples_on_the_page() -> list[str]:
    """The examples in the table of docs/finding.md about text without a space beside a link."""
    page = (Path(__file__).parents[2] / "docs" / "finding.md").read_text(encoding="utf-8")
    table = page.partition("| beside the link | examples |")[2].partition("\n\n")[0]
    cells = "".join(row.split("|")[2] for row in table.splitlines()[2:])
    return [code for code in re.findall("`(.*?)`", cells) if code != "ftp."]


@pytest.mark.parametrize("marked", examples_on_the_page())
def test_links_on_the_page_about_finding(marked: str) -> None:
    text = marked.replace("⟪", "").replace("⟫", "")
    matches = linksift.find(text, kinds={"uri", "suffix", "email", "domain", "ip"})
    assert [match.text for match in matches] == re.findall("⟪(.*?)⟫", marked)


@pytest.mark.parametrize("kind", ["uri", "suffix", "email", "domain"])
def test_a_finder_finds_the_requested_kinds(kind: Kind) -> None:
    text = "http://a.example/x www.b.example joe@c.example d.example"
    wanted = {"uri": "http://a.example/x", "suffix": "www.b.example", "email": "joe@c.example", "domain": "d.example"}
    assert linksift.find(text, kinds={kind})[-1].text == wanted[kind]
    assert {match.kind for match in linksift.find(text, kinds={kind})} == {kind}


def test_every_kind_except_bare_domains_is_found_by_default() -> None:
    assert {match.kind for match in linksift.find("http://a.example www.b.example joe@c.example d.example")} == {
        "uri",
        "suffix",
        "email",
    }


def test_www_names_and_bare_domains_get_the_default_scheme() -> None:
    finder = linksift.Finder(kinds={"suffix", "domain", "email"}, default_scheme="https")
    uris = [match.uri for match in finder.find("www.a.example b.example ftp.c.example joe@d.example")]
    assert uris == ["https://www.a.example", "https://b.example", "ftp://ftp.c.example", "mailto:joe@d.example"]


def test_names_that_would_get_a_scheme_not_asked_for_are_not_found() -> None:
    finder = linksift.Finder(schemes={"mailto"}, kinds={"uri", "suffix", "email", "domain"})
    assert found("www.a.example b.example ftp.c.example joe@d.example", finder) == [("joe@d.example", "email")]
    assert found("www.a.example joe@d.example", linksift.Finder(schemes={"http"})) == [("www.a.example", "suffix")]


@pytest.mark.parametrize("text", ["www.a.example", "joe@a.example", "a.example", '<"a b"@a.example>', "www.é.example"])
def test_no_name_is_longer_than_max_length(text: str) -> None:
    length = len(text.strip("<>"))
    kinds: set[Kind] = {"suffix", "email", "domain"}
    assert len(linksift.Finder(kinds=kinds, max_length=length).find(text)) == 1
    assert linksift.Finder(kinds={"suffix", "email"}, max_length=length - 1).find(text) == []


# ---- Addresses -------------------------------------------------------------------------------------------------------


@given(st.text(ATEXT, min_size=1, max_size=20), st.text(ATEXT, max_size=20))
@example("0", "ba/")  # with bare domains, a name and a path
def test_rfc5322_3_2_3_every_dot_atom_is_an_address_in_angle_brackets(left: str, right: str) -> None:
    assume("|" not in left + right)
    address = f"{left}.{right}@a.example" if right else f"{left}@a.example"
    assert found(f"<{address}>", linksift.Finder(kinds={"uri", "email"})) == [(address, "email")]


def test_a_name_with_a_path_in_angle_brackets_is_a_bare_domain_though_an_at_sign_follows() -> None:
    assert found("<medium.com/@joe.me>") == [("medium.com/@joe.me", "domain")]


@given(st.lists(st.sampled_from([*PARTS, *ATEXT]), max_size=20).map(lambda parts: f"<{''.join(parts)}@a.example>"))
@example('<"a b"@a.example>')
@example('<"a\\"\\\\ b"@a.example>')
@example("<joe@[192.0.2.1]>")
@example("<joe@[IPv6:::1]>")
@example("jörg%&@münchen.example")
def test_rfc6068_2_every_address_found_is_good_mailto(text: str) -> None:
    for match in EVERY_KIND.find(text):
        if match.kind == "email":
            violations = parse(match.uri).violations()
            assert [each for each in violations if type(each).__name__ == BAD_FOR_MAILTO] == [], match.uri


@pytest.mark.parametrize("length", [64, 65])
def test_rfc5321_4_5_3_1_1_a_local_part_has_64_characters_at_most(length: int) -> None:
    address = "a" * length + "@a.example"
    expected = [(address, "email")] if length == 64 else []
    assert found(address) == found(f"<{address}>") == expected


def test_an_address_in_angle_brackets_says_so() -> None:
    enclosures = [match.enclosure for match in EVERY_KIND.find("<joe@a.example> <joe@a.example|Joe> (joe@a.example)")]
    assert enclosures == ["angle", "angle", "parentheses"]


@example("·", "")
@example("\u0301", "")
@given(st.characters(min_codepoint=0x80).filter(link_email), st.sampled_from(["", "a"]))
def test_uts58_link_email_characters_belong_to_the_address(character: str, before: str) -> None:
    address = f"{before}{character}@a.example"
    is_never_alone = not before and (character in MIDDLE_DOTS or is_never_first(character))
    assert found(address) == ([] if is_never_alone else [(address, "email")])


# ---- The fast path ---------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(PARTS), min_size=2, max_size=9).map("".join))
def test_the_fast_path_makes_the_same_matches_and_notes(text: str) -> None:
    fast = all_of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_address", lambda source, hit: None)
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_domain", lambda source, hit: None)
        assert all_of(text, linksift.Finder(kinds=EVERY_KIND.kinds)) == fast


# ---- Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [*"a1.-_@/\\", "é"])
def test_a_name_does_not_start_inside_another(before: str) -> None:
    finder = linksift.Finder(kinds={"suffix", "email"})
    assert found(f"{before}www.a.example", finder) == []
    assert before in "a1_-é." or found(f"{before}joe@a.example", finder) == []


def test_a_bare_domain_does_not_start_inside_an_escape() -> None:
    assert found("u=http%3A%2F%2Fa.example and %2Fa.example") == []


@pytest.mark.parametrize("before", [*" \n(<\"'*,;:=|&?„¿•→★€", "✔\ufe0f", ""])
def test_a_name_starts_after_anything_else(before: str) -> None:
    assert found(f"{before}www.a.example") == [("www.a.example", "suffix")]
    assert found(f"{before}joe@a.example") == [("joe@a.example", "email")]
    assert found(f"{before}a.example") == [("a.example", "domain")]


@pytest.mark.parametrize("sign", [*"→•–”·", "和"])
def test_a_sign_separates_bare_domains_from_other_names_and_words(sign: str) -> None:
    assert found(f"a.com{sign}b.com") == [("a.com", "domain"), ("b.com", "domain")]
    assert found(f"docs{sign}v1.2{sign}b.example.com") == [("b.example.com", "domain")]


def test_a_bare_domain_does_not_start_at_a_pictograph_in_a_word() -> None:
    assert found("docs★a.example, docs🔗a.example, docs👍🏻a.example") == []


@pytest.mark.parametrize(
    "text",
    [
        "README.md",
        "main.rs",
        "setup.py:12",
        "end.Next",
        "self.name",
        "com.example.app",
        "3.na",
        "item.id",
        "Node.js",
        "x.rs",
        "i.am",
        "Trojan.Win32.Agent.ai",
        "AdWare.MSIL.Agent.ch",
    ],
)
def test_what_reads_as_something_else_is_not_a_bare_domain(text: str) -> None:
    assert found(f"see {text} there") == []


@pytest.mark.parametrize(
    "text",
    [
        "a.com",
        "t.co",
        "v.gd",
        "7.org",
        "163.com",
        "sub.a.com.pl",
        "EXAMPLE.COM",
        "münchen.de",
        "foo.香港",
        "win32.a.de",
        "Linux.b.au",
    ],
)
def test_other_names_are_bare_domains(text: str) -> None:
    assert [kind for _, kind in found(f"see {text} there")] == ["domain"]


@pytest.mark.parametrize("prefix", ["و", "ב", "ל-", "المواقع"])
@pytest.mark.parametrize("name", ["a.com", "a-b.example/c", "a.com:80/x"])
def test_rfc5893_2_a_prefix_in_hebrew_or_arabic_is_no_part_of_a_bare_domain(prefix: str, name: str) -> None:
    domains = linksift.Finder(kinds={"domain"})
    assert [match.text for match in domains.find(f"{prefix}{name} {prefix}b.com")] == [name, "b.com"]
    assert [match.text for match in domains.find("مثال.com وapi.ts")] == ["مثال.com"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("_dmarc.a.example_", "dmarc.a.example"),
        ("see _spf.a.example_.", "spf.a.example"),
        ("_see _dmarc.a.example_", "_dmarc.a.example"),
    ],
)
def test_an_underscore_that_emphasis_closes_is_no_part_of_the_name(text: str, name: str) -> None:
    assert [match.text for match in linksift.find(text, kinds={"domain"})] == [name]


@pytest.mark.parametrize("name", ["_dmarc.a.com", "_spf.a.example", "_sip._tcp.a.example", "_443._tcp.www.a.example"])
@pytest.mark.parametrize("before", ["", "include:", "dig TXT ", '"', "_see "])
def test_rfc8552_the_name_of_a_service_begins_with_its_underscore(name: str, before: str) -> None:
    finder = linksift.Finder(kinds={"domain"})
    after = "_" if before == "_see " else " "
    assert [match.text for match in finder.find(f"{before}{name}{after}.")] == [name]
    assert finder.find(f"_x{name} /{name} @{name} _self.com") == []


def test_a_bare_domain_ends_as_a_uri_does() -> None:
    text = "(a.example/x_(y)) b.example. c.example, d.example:80! [e.example] f.example's"
    names = [one.replace(".example", "") for one, _ in found(text)]
    assert names == ["a/x_(y)", "b", "c", "d:80", "e", "f"]


@pytest.mark.parametrize("marks", ["_", "__", "____"])
@pytest.mark.parametrize("before", ["", " ", "(", '"', "*"])
@pytest.mark.parametrize("name", ["www.a.example", "joe@a.example", "a.example", "www.a.example/b", "a.example/b"])
def test_underscores_around_a_name_are_emphasis(before: str, marks: str, name: str) -> None:
    assert [text for text, _ in found(f"{before}{marks}{name}{marks}, and")] == [name]
    assert name not in [text for text, _ in found(f"x{marks}{name}{marks}")]
    assert name not in [text for text, _ in found(f"{before}{marks}{name}{marks}x")]


def test_brackets_defang_what_reads_as_a_file_name() -> None:
    finder = linksift.Finder(kinds={"domain"}, refang=True)
    assert found("onet[.]pl setup.py invoice[.]pdf[.]zip free[.]us", finder) == [
        ("onet[.]pl", "domain"),
        ("free[.]us", "domain"),
    ]


@pytest.mark.parametrize(("opener", "closer"), [("<", ">"), ("<URL:", ">"), ("<url: ", ">"), ('"', '"'), ("«", "»")])
@pytest.mark.parametrize("name", ["www.a.example/b", "ftp.a.example/b", "a.example/b", "foo://a/b"])
def test_enclosures_hold_together_what_has_no_known_scheme(opener: str, closer: str, name: str) -> None:
    text = f"{opener}{name}\nc{closer}"
    assert [(match.text, match.uri.endswith("/bc")) for match in EVERY_KIND.find(text)] == [(f"{name}\nc", True)]
    never = linksift.Finder(kinds=EVERY_KIND.kinds, rejoin="never")
    assert found(text, never) == ([] if name.startswith("foo") else found(name))


@pytest.mark.parametrize("name", ["www.a.example/b", "ftp.a.example", "joe@a.example"])
@pytest.mark.parametrize("before", [r"\n", r"Regards,\n", r"\r\n", r"\\n", "\\n\\n"])
def test_a_name_is_found_after_the_escape_of_a_line_end(name: str, before: str) -> None:
    assert [match.text for match in linksift.find(f'"{before}{name}\\n"')] == [name]


@pytest.mark.parametrize("link", ["https://a.example/b", "www.a.example/b"])
def test_links_are_found_after_the_line_end_of_subtitles_and_calendars(link: str) -> None:
    assert [match.text for match in linksift.find(rf"{{\an8}}See\N{link}\NNext")] == [link]


@pytest.mark.parametrize(
    "text", [r"C:\www.a.example", r"CORP\joe@a.example", r"\qwww.a.example", r"jo\u00eb@a.example"]
)
def test_no_name_is_found_after_another_backslash(text: str) -> None:
    assert linksift.find(text) == []


@pytest.mark.parametrize("host", ["a.example", "nas.a.example", "192.0.2.1"])
@pytest.mark.parametrize("before", ["", "copy ", "(", '"', "<url>", "joe@b.example "])
def test_the_host_of_a_path_of_windows_is_found(host: str, before: str) -> None:
    finder = linksift.Finder(kinds={"domain", "ip"})
    for backslash in ("\\", r"\\"):
        text = f"{before}{backslash * 2}{host}{backslash}b{backslash}c.exe"
        assert [(match.start, match.text) for match in finder.find(text)] == [(len(before) + 2 * len(backslash), host)]


@pytest.mark.parametrize("host", ["a.example", "192.0.2.1"])
@pytest.mark.parametrize("port", ["@80", "@SSL", "@ssl@8443"])
def test_the_host_of_a_path_of_windows_that_webdav_reaches_is_found(host: str, port: str) -> None:
    finder = linksift.Finder(kinds={"domain", "ip", "email"})
    for backslash in ("\\", r"\\"):
        text = f"use {backslash * 2}{host}{port}{backslash}DavWWWRoot{backslash}c.exe"
        assert [match.text for match in finder.find(text)] == [host]
    assert finder.find(rf"{host}{port}\b") == finder.find(rf"\\{host}@c\b") == []


@pytest.mark.parametrize(
    "text", [r"C:\\b\\a.example\\c", r"C:\b\a.example\c", r"C:\\4.0.0.0\\c", r"\\wa.example\\b", r"\\.a.example\c"]
)
def test_other_names_in_paths_of_windows_and_in_patterns_are_no_hosts(text: str) -> None:
    assert linksift.find(text, kinds={"domain", "ip"}) == []


@pytest.mark.parametrize(
    "text",
    [
        r"CORP\nick@a.example",
        r"C:\Users\tim@a.example",
        r"\\srv\home\tina@a.example",
        r"C:\tools\tftp.a.example",
        r"joe\u002bnews@a.example",
        r"O\u0027Brien@a.example",
    ],
)
def test_names_of_windows_have_no_escapes_and_an_escape_does_not_cut_a_local_part(text: str) -> None:
    assert linksift.find(text) == []


@pytest.mark.parametrize("before", ["E-mail -", "\n--", "-" * 9, "see ...-", "(-", "'-"])
def test_hyphens_before_an_address_are_a_dash_or_bullet(before: str) -> None:
    assert [match.text for match in linksift.find(f"{before}joe-b@a.example or")] == ["joe-b@a.example"]


@pytest.mark.parametrize(
    "text", ["<-joe@a.example>", "mailto:-joe@a.example", "rené-joe@a.example", "a--joe@a.example"]
)
def test_other_hyphens_belong_to_an_address(text: str) -> None:
    assert linksift.find(text)[0].uri.endswith("-joe@a.example")


@pytest.mark.parametrize("before", ["[NUMBER]", "${number}", "<number>", "(number)"])
def test_a_placeholder_before_a_hyphen_is_the_beginning_of_an_address(before: str) -> None:
    assert linksift.find(f"{before}-joe@a.example") == []


@pytest.mark.parametrize("local", ["~joe/kettles", "~joe_b/kettles-devel+subscribe", "~joe/.kettles.d"])
@pytest.mark.parametrize(("before", "after"), [("", ""), ("Cc: ", ", b"), ("(", ")"), ('to "', '"'), ("git to ", "\n")])
def test_the_owner_of_a_mailing_list_belongs_to_its_address(before: str, local: str, after: str) -> None:
    (match,) = linksift.find(f"{before}{local}@a.example{after}")
    assert match.uri == f"mailto:{local.replace('/', '%2F')}@a.example"


def test_the_owner_of_a_mailing_list_may_be_broken_by_a_line_end() -> None:
    (match,) = linksift.find('"~jo-\ne/kettles@a.example" b')
    assert match.uri == "mailto:~jo-e%2Fkettles@a.example"


@pytest.mark.parametrize(
    "text", ["~/joe@a.example", "x~joe/b@a.example", "/~joe/b@a.example", "~joe/b/c@a.example", "~joe@a.example"]
)
def test_other_tildes_before_an_at_sign_are_paths_and_names_of_irc(text: str) -> None:
    assert linksift.find(text) == []


def test_an_address_is_found_after_the_escape_of_a_bracket_or_a_tab() -> None:
    text = r'"25\tjoe@a.example", "The Team\ninfo@b.example" "\u003camy@c.example\u003e"'
    assert [match.text for match in linksift.find(text)] == ["joe@a.example", "info@b.example", "amy@c.example"]


# ---- IP addresses ----------------------------------------------------------------------------------------------------

ADDRESSES = linksift.Finder(kinds={"ip"})


@pytest.mark.parametrize(
    "text",
    [
        "192.0.2.1",
        "192.0.2.1:8080",
        "192.0.2.1:8080/x?y#z",
        "0.0.0.0",
        "255.255.255.255/x",
        "[2001:db8::1]",
        "[::1]:80/x",
        "[::ffff:192.0.2.1]",
        "localhost:3000",
        "localhost/x",
    ],
)
@pytest.mark.parametrize(
    ("before", "after"),
    [("", ""), ("see ", "."), ("(", ")"), ("to=", ", or"), ('"', '"'), ("at ", "?"), ("地址是", "。"), ("は", "です")],
)
def test_an_ip_address_is_found_on_request(text: str, before: str, after: str) -> None:
    (match,) = ADDRESSES.find(f"{before}{text}{after}")
    assert (match.text, match.kind, match.uri) == (text, "ip", f"http://{text}")
    assert linksift.find(f"{before}{text}{after}") == []


@pytest.mark.parametrize(
    "text",
    [
        "v7.2.1.3",
        "7.2.1.3-1",
        "7.2.1",
        "7.2.1.3.4",
        "7.2.1.256",
        "07.2.1.3",
        "0.9.1.3",
        "Version 7.2.1.3",
        "Version \x1c 7.2.1.3",
        r"Version\n7.2.1.3",
        r"version:\r\n7.2.1.3",
        "(release: 7.2.1.3)",
        "Section 4.2.1.3 says",
        "§ 4.2.1.3",
        "\n4.2.1.3 Scope",
        " * 4.2.1.3. the scope",
        "(>= 7.2.1.3)",
        "foo==7.2.1.3",
        "| foo | < 7.2.1.3",
        "当前版本7.2.1.3",
        "第4.2.1.3章",
        "升级到7.2.1.3版本",
        "4.2.1.3节",
        "详见4.2.1.3",
        "foo-7.2.1.3",
        "foo/7.2.1.3",
        "(/7.2.1.3/api)",
        "awk /192.0.2.1:80/",
        '"/7.2.1.3"',
        "//192.0.2.1",
        "192.0.2.1-192.0.2.9",
        "list[::2] and [::2] or [1::]",
        "2001::",
        "as of 2016::\n",
        "1:2:: and 2001:db8::: b",
        "joe:x:1000:1000::/home/joe:/bin/sh",
        "x[:,100:200::]",
        "a-7:2001:db8::7",
        "foo::2001:db8:7",
        "foo::2001:db8::7",
        "std::f64::/2",
        "ab::/10 and ::/0",
        "[2001:db8::/32é",
        "[2001:db8::/32/",
        "1:2:/32",
        "localhost",
        "localhost: see",
        "my-localhost:80",
    ],
)
def test_what_reads_as_something_else_is_no_ip_address(text: str) -> None:
    assert ADDRESSES.find(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "IP列表: 192.0.2.1",
        "路由表 192.0.2.1",
        "请见 192.0.2.1",
        "192.0.2.1节点",
        "joe < 192.0.2.1",
        "网页版(192.0.2.1)",
        "ssh joe@192.0.2.1",
        "dig @192.0.2.1 a.example",
        r"a\n192.0.2.1\r\nb",
        r"eth0\t192.0.2.1\tup",
    ],
)
def test_longer_words_do_not_make_an_address_something_else(text: str) -> None:
    assert [match.text for match in ADDRESSES.find(text)] == ["192.0.2.1"]


@pytest.mark.parametrize(
    "text",
    [
        "/192.0.2.1",
        "from /192.0.2.1 (port 80)",
        "[L:/192.0.2.1]",
        "host=/192.0.2.1, b",
        "localhost/192.0.2.1",
        "GET a - HIER_DIRECT/192.0.2.1 text/html",
        "- FIRSTUP_PARENT/192.0.2.1 -",
        "/ip4/192.0.2.1/tcp/4001",
    ],
)
def test_an_ip_address_follows_a_slash_as_java_squid_and_multiaddrs_write_it(text: str) -> None:
    assert [match.text for match in ADDRESSES.find(text)] == ["192.0.2.1"]


@pytest.mark.parametrize("address", ["2001:db8::7", "2001:db8:0:1::", "1:2:3:4:5:6:7:8", "1111:" * 7 + "1111"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("from [IPv6:", "])"), ("+ip6:", "/64:c"), ("src_addr:", ","), ("node:", ""), ("xface:", "\n")],
)
def test_a_label_and_its_colon_may_precede_an_ipv6_address(before: str, address: str, after: str) -> None:
    assert [match.text for match in ADDRESSES.find(before + address + after)] == [address]


@pytest.mark.parametrize("address", ["2001:db8::7", "::ffff:192.0.2.1"])
@pytest.mark.parametrize(("before", "after"), [("请访问 ", "的主机"), ("は", "から"), ("서버 ", "에"), ("ที่ ", "ล่ม")])
def test_prose_without_spaces_may_stand_beside_an_ipv6_address(before: str, address: str, after: str) -> None:
    assert [match.text for match in ADDRESSES.find(before + address + after)] == [address]


def test_letters_that_are_written_with_spaces_do_not_follow_an_ipv6_address() -> None:
    assert ADDRESSES.find("2001:db8::7é 2001:db8::7и") == []


@pytest.mark.parametrize("host", ["a.example", "www.a.example", "https://a.example"])
def test_an_ip_address_after_a_host_and_a_colon_is_no_port(host: str) -> None:
    found = linksift.find(f"--add-host {host}:192.0.2.1 b", profile="indicators")
    assert [match.text for match in found] == [host, "192.0.2.1"]
    assert [match.text for match in ADDRESSES.find("localhost:192.0.2.1")] == ["192.0.2.1"]
    (found_port,) = linksift.find(f"{host}:8080.5", profile="indicators")
    assert found_port.text == f"{host}:8080"


@pytest.mark.parametrize("name", ["a.example", "www.a.example", "192.0.2.1"])
@pytest.mark.parametrize("port", ["", ":22"])
def test_an_address_after_a_comma_or_semicolon_does_not_make_a_user_of_the_name_before_it(name: str, port: str) -> None:
    finder = linksift.Finder(kinds={"domain", "ip", "suffix", "email"})
    for text in (f"{name}{port},joe@b.example", f"to {name}{port};joe@b.example;"):
        assert [match.text for match in finder.find(text)] == [name + port, "joe@b.example"]
    assert [match.text for match in finder.find("ssh -J root@192.0.2.1,joe@192.0.2.2 b")] == ["192.0.2.1", "192.0.2.2"]
    assert name not in [match.text for match in finder.find(f"{name}!b@c.example")]


@pytest.mark.parametrize("label", ["host:", "IPv6:", "mailto:", "sip:"])
@pytest.mark.parametrize("profile", ["text", "document"])
def test_an_ipv6_address_is_found_behind_a_label(label: str, profile: Profile) -> None:
    (found,) = linksift.Finder(profile, kinds={"uri", "ip"}).find(f"see {label}2001:db8::7 and")
    assert (found.uri, found.kind) == ("http://[2001:db8::7]", "ip")
