"""POD and Perl: the text without its escapes, at its places in the source."""

from io import BytesIO

import pytest

from linksift import read
from tests.documents.mutations import assert_links_or_a_message, mutated

SAMPLE = b"""=head1 AUTHOR

Joe Tea E<lt>joe@a.comE<gt>, L<http://b.example/c|the page>, L<here|http://d.example/e>,
E<lt>http://f.exampleE<sol>gE<gt>, C<< <http://h.example/> >>, E<lt>F<jill@a.com>E<gt>, E<nix>

=cut
"""


def test_escapes_and_places() -> None:
    assert [(one.match.uri, one.location.line, one.location.column) for one in read(BytesIO(SAMPLE))] == [
        ("mailto:joe@a.com", 3, 14),
        ("http://b.example/c", 3, 32),
        ("http://d.example/e", 3, 69),
        ("http://f.example/g", 4, 6),
        ("http://h.example/", 4, 41),
        ("mailto:jill@a.com", 4, 71),
    ]


@pytest.mark.parametrize(
    ("head", "name", "uris"),
    [
        (b"#!/usr/bin/env perl\n", "tool", ["mailto:joe@a.com"]),
        (b"package Tea;\n", "Tea.pm", ["mailto:joe@a.com"]),
        (b"a text\n", "notes.txt", []),
    ],
)
def test_perl_is_recognized(head: bytes, name: str, uris: list[str]) -> None:
    file = BytesIO(head + b"# by E<lt>joe@a.comE<gt>\n")
    file.name = name
    assert [one.match.uri for one in read(file)] == uris


@pytest.mark.parametrize("seed", range(50))
def test_mutated_files(seed: int) -> None:
    assert_links_or_a_message(mutated(SAMPLE, seed, [b"E<", b"E<gt>", b">", b"\n"]), "a.pod")
