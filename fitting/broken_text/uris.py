"""URIs of every shape that people write, made from our own words."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import quote

from fitting.broken_text.sections import read_sections

_LISTS = {
    name: " ".join(lines).split() for name, lines in read_sections(Path(__file__).with_name("uri_words.txt")).items()
}
WORDS, LOCAL_WORDS = _LISTS["words"], _LISTS["words of other languages"]
BEYOND_ASCII = _LISTS["beyond ascii"]
ENDINGS = _LISTS["file endings"]
DOMAINS, SUBDOMAINS = _LISTS["domains"], _LISTS["subdomains"]


def word(random: Random) -> str:
    """A word for a path: mostly English, sometimes from another language or the start of a long compound."""
    return random.choice(LOCAL_WORDS if random.random() < 0.2 else WORDS)


def slug(random: Random) -> str:
    """Words with hyphens or underscores: `how-to-boil` or `lid_ops`."""
    return random.choice(["-", "-", "_"]).join(word(random) for _ in range(random.choice([2, 2, 2, 3, 3, 4])))


def camel_case(random: Random) -> str:
    """The name of a wiki page: `MailingLists`."""
    return "".join(word(random).capitalize() for _ in range(random.randint(2, 3)))


def date_path(random: Random) -> str:
    """A date: `2019/03/02` or `2019-03`."""
    year, month, day = random.randint(1998, 2026), random.randint(1, 12), random.randint(1, 28)
    return random.choice(
        [f"{year}/{month:02}/{day:02}", f"{year}-{month:02}", f"{year}-{month:02}-{day:02}", f"{year}"]
    )


def number(random: Random) -> str:
    """A number of two to nine digits."""
    return str(random.randrange(10, 10 ** random.randint(2, 9)))


def hexadecimal(random: Random) -> str:
    """A hash: 7, 12, 20 or 40 hexadecimal digits."""
    return "".join(random.choices("0123456789abcdef", k=random.choice([7, 7, 12, 40])))


def version(random: Random) -> str:
    """`lid-7.6.10` and the like."""
    return f"{word(random)}-{random.randint(0, 12)}.{random.randint(0, 30)}" + random.choice(["", ".1", ".10", "rc2"])


def file_name(random: Random) -> str:
    """A name with a file extension: `annual-report.pdf`, `lid-2.4.tar.gz`."""
    stem = random.choice([word, slug, camel_case, version, number])(random)
    return f"{stem}.{random.choice(ENDINGS)}"


def encoded(random: Random) -> str:
    """A title with percent-encoded octets: `Caf%C3%A9%20Guide`."""
    return quote(f"{random.choice(BEYOND_ASCII)} {word(random).capitalize()}")


def opaque(random: Random) -> str:
    """An identifier of letters and digits: `dQw4w9WgXcQ`."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    made = "".join(random.choices(letters, k=random.randint(8, 24)))
    return f"x{made}x"


def home(random: Random) -> str:
    """A person's directory: `~jane`."""
    return f"~{word(random)}"


Maker = Callable[[Random], str]
SEGMENTS: tuple[Maker, ...] = (
    word, word, word, word, word, word, slug, slug, slug, camel_case, date_path, number, version, home,
    lambda random: random.choice([hexadecimal, encoded, opaque, word])(random),
)  # fmt: skip
"""The kinds of path segments; a kind that is listed twice occurs twice as often."""


def host(random: Random) -> str:
    """A host with two to four labels; in rare cases, one label or an address of four parts."""
    chance = random.random()
    if chance < 0.02:
        return random.choice(["localhost", "localhost:8080", "intranet", "192.168.10.4", "10.0.0.1:9000"])
    labels = [random.choice(SUBDOMAINS)] if chance < 0.7 else []
    labels += [word(random)] if random.random() < 0.2 else []
    return ".".join([*labels, random.choice(DOMAINS)])


def path(random: Random) -> str:
    """A path of zero to five segments that ends in a file name, a slash or another segment."""
    segments = [random.choice(SEGMENTS)(random) for _ in range(random.choice([0, 0, 1, 1, 1, 2, 2, 3, 5]))]
    ends: list[Maker] = [file_name, file_name, lambda _: "", random.choice(SEGMENTS)]
    last = random.choice(ends)(random)
    return "/" + "/".join([*segments, last])


def query(random: Random) -> str:
    """A query: `?id=2931&view=log`."""
    values: list[Maker] = [number, word, opaque, encoded, hexadecimal, lambda _: ""]
    pairs = [f"{word(random)}={random.choice(values)(random)}" for _ in range(random.choice([1, 1, 2, 3, 4]))]
    return "?" + random.choice(["&", "&", "&", ";"]).join(pairs)


def fragment(random: Random) -> str:
    """A fragment: `#section-4.2`."""
    makers: list[Maker] = [slug, camel_case, number, lambda r: f"section-{r.randint(1, 9)}.{r.randint(1, 9)}"]
    return "#" + random.choice(makers)(random)


def plain(random: Random) -> str:
    """A common web address."""
    made = f"{random.choice(['http', 'https', 'https'])}://{host(random)}{path(random)}"
    made += query(random) if random.random() < 0.1 else ""
    return finished(made + fragment(random) if random.random() < 0.1 else made)


def site(random: Random) -> str:
    """A host alone, with or without a slash."""
    return f"{random.choice(['http', 'https'])}://{host(random)}{random.choice(['', '/'])}"


def directory(random: Random) -> str:
    """An address that ends in a slash."""
    inner = "/".join(random.choice(SEGMENTS)(random) for _ in range(random.randint(0, 3)))
    return f"{random.choice(['http', 'https'])}://{host(random)}/{inner}".rstrip("/") + "/"


def repository(random: Random) -> str:
    """A repository, with or without `.git` at its end."""
    return f"https://git.{random.choice(DOMAINS)}/{word(random)}/{slug(random)}{random.choice(['', '.git'])}"


def page(random: Random) -> str:
    """A page with a file extension."""
    return f"https://{host(random)}/{word(random)}/{slug(random)}.{random.choice(['html', 'htm', 'txt', 'pdf', 'php'])}"


def ftp(random: Random) -> str:
    """A file on an FTP server."""
    return f"ftp://ftp.{random.choice(DOMAINS)}/pub/{word(random)}/{file_name(random)}"


def message_id(random: Random) -> str:
    """A message in an archive, by its ID, with an `@` in the path."""
    left = random.choice([f"{number(random)}.{opaque(random)}", f"{hexadecimal(random)}.{number(random)}"])
    right = host(random).split(":")[0]
    return f"https://lore.{random.choice(DOMAINS)}/{word(random)}/{left}@{right}{random.choice(['', '/'])}"


def gitlab(random: Random) -> str:
    """A line of a file on a GitLab server, with `/-/`."""
    what = random.choice([f"issues/{number(random)}", f"blob/main/src/{file_name(random)}#L{random.randint(1, 999)}",
                          f"merge_requests/{number(random)}/diffs", f"commit/{hexadecimal(random)}"])  # fmt: skip
    return f"https://gitlab.{random.choice(DOMAINS)}/{word(random)}/{slug(random)}/-/{what}"


def source_line(random: Random) -> str:
    """Lines of a file in a repository: `/blob/<hash>/pot.c#L34-L40`."""
    digits = "".join(random.choices("0123456789abcdef", k=40))
    file = f"{file_name(random)}#L{random.randint(1, 999)}"
    return f"https://git.{random.choice(DOMAINS)}/{word(random)}/{slug(random)}/blob/{digits}/src/{file}"


def doi(random: Random) -> str:
    """A DOI's address: `https://doi.org/10.1000/182`."""
    return (
        f"https://doi.org/10.{random.randint(1000, 9999)}/{word(random)}.{random.randint(1990, 2026)}.{number(random)}"
    )


def archived(random: Random) -> str:
    """A copy in a web archive, whose path contains a whole URI."""
    day = f"{random.randint(1998, 2026)}{random.randint(1, 12):02}{random.randint(1, 28):02}"
    stamp = f"{day}{random.randint(0, 235959):06}"
    return f"https://web.archive.org/web/{stamp}/{plain(random)}"


def wrapped_link(random: Random) -> str:
    """A mail gateway's link, whose query contains another link, percent-encoded."""
    inner = quote(plain(random), safe="")
    return f"https://safe.{random.choice(DOMAINS)}/?url={inner}&data={number(random)}%7C{hexadecimal(random)}"


def international(random: Random) -> str:
    """An IRI whose path, and in rare cases host, contains letters beyond ASCII."""
    name = random.choice(["bücher.example", "чайник.example", random.choice(DOMAINS), random.choice(DOMAINS)])
    return f"https://{name}/{word(random)}/{random.choice(BEYOND_ASCII)}"


KINDS: tuple[tuple[Callable[[Random], str], int], ...] = (
    (plain, 70), (site, 10), (ftp, 3), (message_id, 4), (gitlab, 3), (source_line, 2), (doi, 3), (archived, 2),
    (wrapped_link, 1), (international, 2),
)  # fmt: skip


def finished(uri: str) -> str:
    """The URI without any end that would be taken for punctuation in running text."""
    return uri.rstrip(".,;:!?'_-~=&*")


def uri(random: Random) -> str:
    """A URI of any kind."""
    makers, weights = zip(*KINDS, strict=True)
    made: str = random.choices(makers, weights)[0](random)
    return finished(made)
