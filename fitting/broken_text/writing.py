"""Sources: letters, manuals and lists of references that contain links, with traps between their paragraphs."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from fitting.broken_text import prose, traps, uris
from fitting.broken_text.document import Block, Link, Paragraph, Source, Word

ENCLOSED = (("<", ">"), ("<URL:", ">"), ('"', '"'), ("(", ")"), ("[", "]"), ("(", ")."), ("(", "),"))
AFTER = ("", "", "", "", ".", ".", ".", ",", ";", ":", ")", ").")


class Writer:
    """Writes one source: `language` is that of its prose, and a URI may be used more than once.

    `sentences` and `paragraphs` are used instead of our own if there are any.
    """

    def __init__(
        self, language: str, random: Random, sentences: Sequence[str], paragraphs: Sequence[tuple[Word, ...]]
    ) -> None:
        self.language = language
        self.random = random
        self._sentences = sentences
        self._paragraphs = paragraphs
        self._used: list[str] = []

    def sentence(self) -> list[Word]:
        """The words of a sentence."""
        own = not self._sentences
        return self.words(prose.sentence(self.language, self.random) if own else self.random.choice(self._sentences))

    def uri(self) -> str:
        """A new URI or, one time in eight, a URI that the source already contains."""
        if self._used and self.random.random() < 0.12:
            return self.random.choice(self._used)
        self._used.append(uris.uri(self.random))
        return self._used[-1]

    def words(self, text: str) -> list[Word]:
        """A text cut at its spaces."""
        return list(text.split())

    def phrase(self, section: str) -> str:
        """One phrase of the language."""
        return prose.phrase(self.language, section, self.random)

    def sentences(self, fewest: int, most: int) -> list[Word]:
        """The words of some sentences."""
        made = [word for _ in range(self.random.randint(fewest, most)) for word in self.sentence()]
        return made if self.language not in prose.WITHOUT_SPACES else self.words("".join(map(str, made)))

    # ---- Places for a link -------------------------------------------------------------------------------------------

    def after_a_lead(self) -> list[Word]:
        """`The full text is at http://a.example/x.`"""
        after = self.random.choice(["", prose.STOP.get(self.language, "."), ".", ","])
        return [*self.words(prose.capitalized(self.phrase("leads"))), Link("", self.uri(), after)]

    def before_a_follow(self) -> list[Word]:
        """`see http://a.example/x for the details.`; Japanese, Chinese and Korean often continue without a space."""
        stop = prose.STOP.get(self.language, ".")
        lead, follow = self.words(prose.capitalized(self.phrase("leads"))), self.phrase("follows")
        if self.language in {"ja", "zh", "ko"} and self.random.random() < 0.3:
            return [*lead, Link("", self.uri(), follow + stop)]
        return [*lead, Link("", self.uri(), ""), *self.words(follow + stop)]

    def enclosed(self) -> list[Word]:
        """`The archive (http://a.example/x) takes two hours to build.`"""
        words = self.sentence()
        before, after = self.random.choice(ENCLOSED)
        words.insert(self.random.randint(1, len(words)), Link(before, self.uri(), after))
        return words

    def in_brackets_with_words(self) -> list[Word]:
        """`The archive (see http://a.example/x) takes two hours.`"""
        words = self.sentence()
        lead = self.words(self.phrase("leads"))
        opened: list[Word] = [f"({lead[0]}", *lead[1:]]
        at = self.random.randint(1, len(words))
        return [*words[:at], *opened, Link("", self.uri(), ")"), *words[at:]]

    def anywhere(self) -> list[Word]:
        """A link between any two words of a sentence."""
        words = self.sentence()
        words.insert(self.random.randint(1, len(words)), Link("", self.uri(), self.random.choice(AFTER[:9])))
        return words

    def with_a_link(self) -> list[Word]:
        """A sentence with a link at a place where people put links."""
        places: list[Callable[[], list[Word]]] = [
            self.after_a_lead, self.after_a_lead, self.before_a_follow, self.before_a_follow, self.enclosed,
            self.in_brackets_with_words, self.anywhere, self.anywhere,
        ]  # fmt: skip
        return self.random.choice(places)()

    # ---- Paragraphs --------------------------------------------------------------------------------------------------

    def paragraph(self) -> Paragraph:
        """Prose with one or two links."""
        if self._paragraphs and self.random.random() < 0.7:
            return Paragraph(self.random.choice(self._paragraphs))
        words = self.sentences(1, 3)
        for _ in range(self.random.choice([1, 1, 1, 2])):
            words += [*self.with_a_link(), *self.sentences(0, 2)]
        return Paragraph(tuple(words))

    def prose_alone(self) -> Paragraph:
        """Prose without links."""
        return Paragraph(tuple(self.sentences(2, 5)))

    def link_alone(self) -> Paragraph:
        """A link with nothing next to it."""
        return Paragraph((Link("", self.uri(), ""),))

    def lead_and_link(self) -> Paragraph:
        """A short line that ends in a link."""
        return Paragraph((*self.words(self.phrase("titles") + ":"), Link("", self.uri(), "")))

    def list_items(self) -> Iterator[Paragraph]:
        """A list whose items contain links."""
        numbered = self.random.random() < 0.5
        bullet = self.random.choice("*-•")
        for number in range(1, self.random.randint(3, 5)):
            mark = f"{number}. " if numbered else f"{bullet} "
            yield Paragraph(tuple(self.with_a_link()), mark, len(mark))

    def footnotes(self) -> Iterator[Paragraph]:
        """Notes as PDF readers print them, with the raised number before the URI: `3https://a.example/x`."""
        first = self.random.randint(1, 40)
        for number in range(first, first + self.random.randint(1, 3)):
            after = self.random.choice(["", "", "."])
            note = Link("", self.uri(), after)
            yield Paragraph((note,) if self.random.random() < 0.7 else (*self.sentence(), note), str(number))

    def references(self) -> Iterator[Paragraph]:
        """A list of works with their addresses: `[2] R. T. Novak. Notes on Boiling. 2018. http://a.example/x.`"""
        marked = self.random.random() < 0.6
        for number in range(1, self.random.randint(4, 8)):
            mark = f"[{number}] " if marked else ""
            yield Paragraph(tuple(self.reference()), mark, len(mark) if marked else self.random.choice([0, 4]))

    def reference(self) -> list[Word]:
        """One work of the list."""
        year = self.random.randint(1988, 2026)
        stated = self.random.choice([f"{self.phrase('names')}. {self.phrase('titles')}. {year}.",
                                     f"{self.phrase('names')} ({year}). {self.phrase('titles')}.",
                                     f"{self.phrase('names')}, “{self.phrase('titles')}”, {year},"])  # fmt: skip
        before = self.words(stated + self.random.choice(["", " URL", " URL:", " " + self.phrase("leads")]))
        after = self.random.choice(["", "", "", f"({year}-03-02).", "2019.", f"{self.phrase('names')}."])
        return [*before, Link("", self.uri(), self.random.choice(["", ".", ".", ","])), *self.words(after)]

    # ---- Sources -----------------------------------------------------------------------------------------------------

    def blocks(self) -> Iterator[Block]:
        """The blocks of a source."""
        others: list[Callable[[], Iterator[Block]]] = [
            self.few_traps, self.few_traps, self.one(self.prose_alone), self.one(self.link_alone),
            self.one(self.lead_and_link), self.list_items, self.references, self.footnotes,
        ]  # fmt: skip
        for _ in range(self.random.randint(3, 6)):
            yield self.paragraph()
            yield from self.random.choice(others)()
        yield self.prose_alone()

    def one(self, make: Callable[[], Paragraph]) -> Callable[[], Iterator[Block]]:
        """A single paragraph where several blocks are expected."""
        return lambda: iter((make(),))

    def few_traps(self) -> Iterator[Block]:
        """One or two traps, whose prose may be in any language."""
        for _ in range(self.random.randint(1, 2)):
            language = self.random.choice([self.language, *prose.LANGUAGES])
            kind = "prose" if self.random.random() < 0.3 else self.random.choice(traps.kinds())
            yield traps.trap(language, self.random, kind)


def written(
    language: str, random: Random, sentences: Sequence[str] = (), paragraphs: Sequence[tuple[Word, ...]] = ()
) -> Source:
    """A source with a few paragraphs, lists and traps."""
    writer = Writer(language, random, sentences, paragraphs)
    return Source(tuple(writer.blocks()), language, writer.phrase("titles"))
