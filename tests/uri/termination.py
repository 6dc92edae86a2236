"""Finds the end of a link by the termination rules of UTS #58, to test whether links are found again once written."""

import re

from linksift.registries import link_bracket, link_term

# The characters that can end each part and begin another, and the dividers in a part across which no brackets pair.
NEXT = {"": "/?#", "/": "?#", "?": "#", "#": ""}
DIVIDERS = {"/": "/", "?": "[=&]", "#": ":~:"}


def end_of_link(text: str, start: int) -> int:
    """The end of the link in `text` whose path, query or fragment begins at `start`, after the host (code points)."""
    part = ""
    end = start
    openers: list[str] = []
    for position in range(start, len(text)):
        character = text[position]
        if character in NEXT[part]:
            part = character
        elif not part:
            break
        if re.compile(DIVIDERS[part]).match(text, position):
            openers.clear()
        term = link_term(character)
        if term == "Open":
            openers.append(character)
        elif term == "Hard" or (term == "Close" and (openers.pop() if openers else "") != link_bracket(character)):
            break
        if term != "Soft":
            end = position + 1
    return end


def is_found_whole(link: str) -> bool:
    """Whether UTS #58 finds all of a link that has an authority and is followed by a space."""
    authority = re.match("[^/]*//[^/?#]*", link)
    return authority is not None and end_of_link(link + " ", authority.end()) == len(link)
