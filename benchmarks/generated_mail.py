"""Shared by the benchmarks: messages of a mailing list, identical on every run."""

import random
from collections.abc import Iterator

WORDS = (
    "the of and to in is that it for was on are as with his they at be this from have or by one had not but what all "
    "were when we there can an your which their said if do will each about how up out them then she many some so these"
)

FLOWED = """\
Content-Type: text/plain; charset=utf-8; format=flowed

{prose}
See https://www.example.com/a/path/that/is/long/enough/to/be/ \n\
broken/{number}?q={number} for more.
> quoted <http://old.example/one-
> two/{number}>
{prose}
"""

ALTERNATIVE = """\
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

{prose}
https://www.example.com/a/very/long/path/that/goes/on/and=
/on/{number}
--b
Content-Type: text/html; charset=utf-8

<html><body><p>{prose} <a href="https://www.example.com/h/{number}?a=b&amp;c">here</a></p></body></html>
--b--
"""

PLAIN = "\n{prose}\n{prose}\n"


def messages(count: int) -> Iterator[str]:
    """A number of messages of a mailing list, of three kinds and identical on every run."""
    chance, words = random.Random(3986), WORDS.split()
    for number in range(count):
        lines = (" ".join(chance.choices(words, k=11)) for _ in range(chance.randint(4, 12)))
        body = (FLOWED, ALTERNATIVE, PLAIN)[number % 3].format(prose="\n".join(lines), number=number)
        yield (
            f"From joe{number}@example.org Sat Nov 21 09:{number % 60:02}:00 2026\n"
            f"From: Joe <joe{number}@example.org>\nTo: list@example.net\nSubject: Message {number}\n"
            f"Date: Sat, 21 Nov 2026 09:00:00 +0000\nMessage-ID: <m{number}@example.org>\n"
            f"List-Archive: <https://lists.example.net/archive/{number}>\nMIME-Version: 1.0\n{body}\n"
        )
