"""What `linksift` gives of rooms that not everybody enters, imported when somebody asks for it (PEP 562).

Importing them takes time that who only finds need not spend. Here belongs which names these are, each what its room
exports.
"""

import sys
from typing import Any

ROOMS: dict[str, tuple[str, ...]] = {
    "linksift.cleaning": ("Cleaned", "NotAURI", "Unwrapped", "Wrapper", "clean", "unwrap"),
    "linksift.documents": ("CannotRead", "Found", "Limits", "Place", "Problem", "Where", "read"),
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
}


def asked_for(name: str) -> Any:
    """A name of `linksift` that is asked for the first time."""
    from importlib import import_module  # not before it is needed: see tests/test_import.py

    for room, names in ROOMS.items():
        if name in names:
            value = getattr(import_module(room), name)
            setattr(sys.modules["linksift"], name, value)
            return value
    raise AttributeError(f"module 'linksift' has no attribute {name!r}")


def all_names() -> list[str]:
    """All names of `linksift`, asked for or not."""
    return sorted({*vars(sys.modules["linksift"]), *(name for names in ROOMS.values() for name in names)})
