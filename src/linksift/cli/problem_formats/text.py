"""A problem as a line of text, in the way of compilers: `path:line:column: rule: sentence`."""

import os

from linksift.checking import LinkProblem
from linksift.cli.formats.link_location import input_name, location_words
from linksift.cli.streams.colour import Palette
from linksift.cli.streams.terminal_safe import Escaper, visible


def problem_line(problem: LinkProblem, colours: Palette, escape: Escaper) -> bytes:
    """The line of a problem. `escape` is applied to the input's name.

    >>> from linksift.checking.link_problem import Fault
    >>> from linksift.cli.streams.colour import PLAIN
    >>> from linksift.documents import Location, Locator
    >>> fault = Fault("invalid.port", "Correct the port.")
    >>> problem_line(LinkProblem(fault, "", "http://a:x", Location("a.md", Locator(), None, 3, 7)), PLAIN, str)
    b'a.md:3:7: invalid.port: Correct the port.\\n'
    """
    location = problem.location
    name = f"{colours.name}{escape(input_name(location))}{colours.end}"
    words = location_words(location if location.line is None else location._replace(stated_by=None))
    place = f"{colours.place}{visible(words)}{colours.end}"
    rule = f"{colours.rule}{problem.fault.rule}{colours.end}"
    return os.fsencode(f"{name}:{place}: {rule}: ") + f"{visible(problem.fault.message)}\n".encode()
