"""Recognizes links with placeholders for a program or a reader to fill in; such links are not checked."""

import re

_PLACEHOLDER = re.compile(
    r"""[{}<>*]                                           # {id}, ${id}, {{ id }}, <id>, *.example
      | \$\(                                              # $(id)
      | %(?![0-9A-Fa-f]{2})(?:[-+\#0-9.]*+[A-Za-z(]|\Z)   # %s, %(id)s, %ID%, and a final % of SQL
      | \.\.\.|…                                          # ...
      | (?<!//)(?<!@)(?:                                  # no IP literal
          \[(?![^\[\]?]*+\](?:[=\[&]|\Z))                 # [id], but not the key of a query (a[b]=c)
        | (?<![\w\]])\[ )                                 # ?[id]""",
    re.VERBOSE,
)


def has_placeholder(text: str) -> bool:
    """Whether the text of a link contains a placeholder in one of the common notations.

    >>> [has_placeholder(f"http://a.example/{text}") for text in ("{id}", "%s", "%(id)s", "[id]", "?q=[id]", "...")]
    [True, True, True, True, True, True]
    >>> [has_placeholder(f"http://a.example/{text}") for text in ("?a[]=1&b[c][d]=2", "100%/b", "%20", "#b#c")]
    [False, False, False, False]
    >>> has_placeholder("http://[::1]/")
    False
    """
    return _PLACEHOLDER.search(text) is not None
