"""The HTML elements in whose text no link is made.

>>> {"a", "code", "script"} <= SKIPPED_ELEMENTS
True
"""

_SKIPPED = """
    a button code datalist iframe listing math noembed noframes noscript optgroup option plaintext pre script select
    style svg template textarea title xmp
"""
SKIPPED_ELEMENTS = frozenset(_SKIPPED.split())
"""Links and controls, code, and elements whose content is not text of the page."""
