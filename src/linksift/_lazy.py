"""What `linksift` gives, imported when somebody asks for it (PEP 562).

Importing a room takes time that who does not enter it need not spend; and an interrupt would meet the command while it
does, before `__main__` has its first word. Here belongs which names these are, each what its room exports. The room
`hazards` is no such: its function has its name, and has to be there before anybody imports the room.
"""

import sys

ROOMS: dict[str, tuple[str, ...]] = {
    "linksift.cleaning": ("Cleaned", "NotAURI", "Unwrapped", "Wrapper", "clean", "unwrap"),
    "linksift.documents": ("ReadError", "Found", "Limits", "Locator", "Problem", "Location", "read"),
    "linksift.finding": ("Finder", "Match", "defang", "find"),
    "linksift.linking": (
        "Entity",
        "Link",
        "Linker",
        "Policy",
        "delimit",
        "entities",
        "linkify",
        "linkify_html",
        "wrap",
    ),
    "linksift.notes": ("Note",),
    "linksift.uri": (
        "BrowserURL",
        "InvalidForScheme",
        "InvalidHost",
        "InvalidReference",
        "Reference",
        "RefusedURL",
        "Rung",
        "UnusableReference",
        "base_uri",
        "browser_url",
        "compare",
        "merge",
        "parse",
        "remove_dot_segments",
        "to_iri",
        "to_uri",
        "violations",
    ),
}


def lazy_attribute(name: str) -> object:
    """A name of `linksift` that is asked for the first time: what a room exports, or a room itself."""
    from importlib import import_module  # not before it is needed: see tests/test_import.py

    for room, names in ROOMS.items():
        if name in names:
            value = getattr(import_module(room), name)
            setattr(sys.modules["linksift"], name, value)
            return value
    if (room := f"linksift.{name}") in ROOMS:
        return import_module(room)
    raise AttributeError(f"module 'linksift' has no attribute {name!r}")


def dir_with_lazy() -> list[str]:
    """All names of `linksift`, asked for or not."""
    return sorted({*vars(sys.modules["linksift"]), *(name for names in ROOMS.values() for name in names)})
