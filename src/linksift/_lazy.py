"""Imports the names of `linksift` lazily, when they are first used (PEP 562).

Importing a room takes time, which callers who do not use it should not have to spend. Lazy imports also keep the import
of `linksift` short, and the command can set up its handling of interrupts only after that import. The room `hazards` is
not imported lazily: its main function has the same name, and must be bound before the room is imported.
"""

import sys

ROOMS = {
    "linksift.cleaning": "Cleaned NotAURI RedirectorRules Unwrapped Wrapper clean unwrap",
    "linksift.documents": "ReadError Found Limits Locator Problem Location read",
    "linksift.frames": "",
    "linksift.finding": "Finder Match Matcher MatcherTimeout defang find has_link refang",
    "linksift.linking": "Entity Link LinkPolicyWarning Linker MarkedText Policy delimit entities linkify linkify_html "
    "nl2br show wrap",
    "linksift.notes": "Note",
    "linksift.uri": "BrowserURL InvalidForScheme InvalidHost InvalidReference Reference RefusedURL Rung "
    "UnusableReference base_uri browser_url compare merge parse remove_dot_segments to_iri to_uri violations",
}
"""The names that `linksift` imports from each room."""


def lazy_attribute(name: str) -> object:
    """Import an attribute of `linksift`, a public name or a room, when it is first used."""
    from importlib import import_module  # imported lazily: see tests/test_import.py

    for room, names in ROOMS.items():
        if name in names.split():
            value = getattr(import_module(room), name)
            setattr(sys.modules["linksift"], name, value)
            return value
    if (room := f"linksift.{name}") in ROOMS:
        return import_module(room)
    # With the name and the module, Python adds "Did you mean" to the traceback.
    raise AttributeError(f"module 'linksift' has no attribute {name!r}", name=name, obj=sys.modules["linksift"])


def dir_with_lazy() -> list[str]:
    """The public names of `linksift`, imported or not, and its special attributes."""
    package = vars(sys.modules["linksift"])
    return sorted({*package["__all__"], *(name for name in package if name.startswith("__"))})
