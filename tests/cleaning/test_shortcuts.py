"""What `clean` leaves out to be fast changes no answer: repairs that have nothing to do, and URIs that are clean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cleaning import NotAURI, clean
from linksift.cleaning.clean import ORDER, Repair, is_obviously_clean
from linksift.cleaning.draft import new_draft
from linksift.cleaning.refusals import check_usable
from tests.cleaning.generated_urls import typed_urls
from tests.cleaning.typed_corpus import read_all

PARTS = [
    "http://",
    "https://",
    "a.example",
    "www.",
    "-b",
    "xn--a",
    "javascript",
    "data",
    ":",
    "80",
    "//",
    "/",
    "?",
    "#",
]
PARTS += [
    ",",
    ":8080",
    "localhost",
    "/,h",
    "%41",
    "%3A",
    "%2",
    "&amp",
    "&colon",
    "&x=y",
    "=",
    "+",
    "@",
    "~",
    "_",
    ".",
    "..",
    "1.2.3.4",
    "com",
    "ftp",
    "B",
]

urls = st.lists(st.sampled_from(PARTS), max_size=12).map(lambda parts: "http://" + "".join(parts))


@given(urls)
def test_no_repair_changes_what_is_obviously_clean(url: str) -> None:
    if is_obviously_clean(url):
        draft = new_draft(url, "http")
        assert [repair for repair in ORDER if tuple(repair.rule(draft))] == []
        check_usable(new_draft(url, "http"))
        assert clean(url) == (url, ())


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example",
        "https://www.a-b.example/wiki/%C3%89_x?y=z&w=http://b.example/@u#c-d",
        "http://web.archive.example/web/2020/http://b.example/",
        "http://a.example:8080/@52.1,4.2,z?x=1,2#y,z",
        "http://localhost:3000/x",
    ],
)
def test_most_urls_are_obviously_clean(url: str) -> None:
    assert is_obviously_clean(url)


@pytest.mark.parametrize(
    "url",
    [
        *[
            "http://a.example.",
            "http://a.example/b.",
            "http://a.example/(b)",
            "http://A.example",
            "http://xn--a.example",
        ],
        *[
            "http://a.example:080/",
            "http://a.example:65536/",
            "http://a.example/b,https://b.example",
            "http://a.example/b,",
            "http://1.2.3.4/",
            "http://u@a.example/",
            "http://a.example/%",
            "http://a.example/ b",
        ],
        *[
            "http://javascript/",
            "http://a.example#b#c",
            "www.a.example",
            f"http://{'a' * 60}.example",
            "http://a.example\n",
        ],
    ],
)
def test_what_needs_a_look_is_not_obviously_clean(url: str) -> None:
    assert not is_obviously_clean(url)


LETTERS = "".join(map(chr, range(0x80)))


@pytest.mark.parametrize(
    "repair", [repair for repair in ORDER if repair.needs is not None], ids=lambda it: it.rule.__name__
)
def test_without_the_characters_it_needs_a_repair_changes_nothing(repair: Repair) -> None:
    assert repair.needs is not None
    dropped = str.maketrans("", "", repair.needs)
    for typed in (*typed_urls(4000, seed=7), *(case.typed for case in read_all())):
        text = typed.encode("ascii", "replace").decode().translate(dropped)
        assert tuple(repair.rule(new_draft(text, "http"))) == ()


@given(st.text(LETTERS), st.sampled_from(ORDER))
def test_without_them_it_changes_no_text_at_all(text: str, repair: Repair) -> None:
    if repair.needs is not None:
        text = text.translate(str.maketrans("", "", repair.needs))
        assert tuple(repair.rule(new_draft(text, "http"))) == ()


def test_a_text_that_is_clean_after_a_repair_is_still_held_against_the_browsers_host() -> None:
    with pytest.raises(NotAURI, match=r"backslash|browser"):
        clean(r"http:///good.example\@evil.example/")
