"""mailto."""

import pytest

from linksift.uri.components import recompose
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "to"),
    [
        ("mailto:chris@example.com", ("chris@example.com",)),
        ("mailto:John.Doe@example.com", ("John.Doe@example.com",)),
        ("mailto:gorby%25kremvax@example.com", ("gorby%kremvax@example.com",)),
        ("mailto:unlikely%3Faddress@example.com", ("unlikely?address@example.com",)),
        ("mailto:Mike%26family@example.org", ("Mike&family@example.org",)),
        ("mailto:addr1@an.example,addr2@an.example", ("addr1@an.example", "addr2@an.example")),
        ("mailto:user@%5B192.0.2.1%5D", ("user@[192.0.2.1]",)),
        ("mailto:a!$'*+-.b@c", ("a!$'*+-.b@c",)),
    ],
)
def test_rfc6068_6_1_addresses(uri: str, to: tuple[str, ...]) -> None:
    assert parts_of(uri) == (to, ())


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("mailto:%22not%40me%22@example.org", '"not@me"@example.org'),
        ("mailto:%22oh%5C%5Cno%22@example.org", r'"oh\\no"@example.org'),
        ("mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org", '"\\\\\\"it\'s\\ ugly\\\\\\""@example.org'),
        ("mailto:%22a%2Cb%22@example.org", '"a,b"@example.org'),
        ("mailto:%22a@b%22@example.org", '"a@b"@example.org'),
    ],
)
def test_rfc6068_6_2_complicated_addresses(uri: str, address: str) -> None:
    assert parts_of(uri).to == (address,)


def test_rfc6068_6_3_characters_beyond_ascii() -> None:
    uri = "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO"
    assert parts_of(uri) == (("user@納豆.example.org",), (("subject", "Test"), ("body", "NATTO")))
    assert parts_of("mailto:caf%C3%A9@example.org").to == ("café@example.org",)


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("subject=current-issue", (("subject", "current-issue"),)),
        ("body=send%20current-issue%0D%0Asend%20index", (("body", "send current-issue\r\nsend index"),)),
        ("In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", (("in-reply-to", "<3469A91.D10AF4C@example.com>"),)),
        ("cc=bob@example.com&body=hello", (("cc", "bob@example.com"), ("body", "hello"))),
        ("blat=foop&blat=a%26b%3Dc", (("blat", "foop"), ("blat", "a&b=c"))),
        ("subject=caf%E9", (("subject", "caf\udce9"),)),
        ("subject=&=a", (("subject", ""), ("", "a"))),
        ("subject=a+b", (("subject", "a+b"),)),
    ],
)
def test_rfc6068_2_header_fields(query: str, fields: tuple[tuple[str, str], ...]) -> None:
    assert parts_of(f"mailto:joe@example.com?{query}") == (("joe@example.com",), fields)


@pytest.mark.parametrize(
    "uri",
    [
        "mailto:?to=addr1@an.example,addr2@an.example",
        "mailto:?To=joe@example.com&cc=bob@example.com&body=hello",
        "mailto:?%74o=joe@example.com",
        "mailto:addr1@an.example?to=addr2@an.example",
    ],
)
def test_rfc6068_2_an_address_may_be_a_field(uri: str) -> None:
    assert violations_in(uri) == []


@pytest.mark.parametrize("uri", ["mailto:", "mailto:?subject=a", "mailto:?to=", "mailto:?cc=a@b", "mailto:#a@b"])
def test_rfc6068_2_an_address_is_optional(uri: str) -> None:
    assert violations_in(uri) == []


def test_rfc6068_2_no_authority() -> None:
    assert violations_in("mailto://joe@example.com?to=a@b") == [("host", 0, "RFC 6068, 2")]


@pytest.mark.parametrize(
    ("path", "offset"),
    [
        ("joe", 0),
        ("joe@", 0),
        ("@example.com", 0),
        ("joe%40example.com", 0),
        ("joe@example.com,", 16),
        ("joe@example.com,,ann@example.com", 16),
        ("joe@example.com,%20ann@example.com", 16),
        ("joe@a@example.com", 0),
        (".joe@example.com", 0),
        ("joe.@example.com", 0),
        ("joe..doe@example.com", 0),
        ("joe@example..com", 0),
        ("Joe%20Doe@example.com", 0),
        ("%22Joe%20Doe%22@example.com", 0),
        ("%22a%22b%22@example.com", 0),
        ("%22a%5C%22@example.com", 0),
        ("(Joe)joe@example.com", 0),
        ("joe@example.com%0A", 0),
        ("joe@%5B::1", 0),
        ("joe@%5B%5B::1%5D%5D", 0),
        ("jo%E9@example.com", 0),
        ("joe@caf%E9.example", 0),
        ("%3Cjoe@example.com%3E", 0),
    ],
)
def test_rfc6068_2_an_address_is_local_part_and_domain(path: str, offset: int) -> None:
    assert violations_in(f"mailto:{path}") == [("path", offset, "RFC 6068, 2")]


@pytest.mark.parametrize("character", "/&;=")
def test_rfc6068_2_what_is_encoded_in_an_address(character: str) -> None:
    assert violations_in(f"mailto:%22a%{ord(character):02X}b%22@example.com") == []
    assert violations_in(f"mailto:%22a{character}b%22@example.com") == [("path", 4, "RFC 6068, 2")]


@pytest.mark.parametrize(
    ("query", "offset"),
    [
        ("", 0),
        ("subject", 0),
        ("cc=a@b&", 7),
        ("cc=a@b&&cc=c@d", 7),
        ("body=a=b", 0),
        ("cc=a@b&body=http://host", 7),
        ("body=a?", 0),
    ],
)
def test_rfc6068_2_a_field_is_name_and_value(query: str, offset: int) -> None:
    assert violations_in(f"mailto:joe@example.com?{query}") == [("query", offset, "RFC 6068, 2")]


@pytest.mark.parametrize(
    ("body", "offset"), [("a%0Ab", 6), ("a%0ab", 6), ("a%0Db", 6), ("%0A%0D%0A", 5), ("%0D%0A%0D", 11)]
)
def test_rfc6068_5_line_breaks_in_a_body(body: str, offset: int) -> None:
    assert violations_in(f"mailto:joe@example.com?body={body}") == [("query", offset, "RFC 6068, 5")]
    assert violations_in(f"mailto:joe@example.com?b%6Fdy={body}") == [("query", offset + 2, "RFC 6068, 5")]
    assert violations_in(f"mailto:joe@example.com?x-body={body}") == []


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("mailto:Joe@EXAMPLE.com", "mailto:Joe@example.com"),
        ("mailto:Joe@A,Ann@B", "mailto:Joe@a,Ann@b"),
        ("mailto:%22A@B%22@C", "mailto:%22A@B%22@c"),
        ("mailto:joe@CAF%C3%89.example", "mailto:joe@caf%C3%89.example"),
        ("mailto:Joe@A?CC=Bob@B&X%2FY=Z", "mailto:Joe@a?cc=Bob@B&x%2Fy=Z"),
        ("mailto:Joe", "mailto:Joe"),
        ("mailto:?Subject", "mailto:?subject"),
        ("mailto:?", "mailto:?"),
        ("mailto:", "mailto:"),
    ],
)
def test_rfc6068_2_domains_and_names_of_fields_know_no_case(uri: str, expected: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == expected
