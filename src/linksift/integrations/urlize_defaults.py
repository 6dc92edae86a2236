"""The kinds and schemes that the `urlize` filters of all template languages link."""

from linksift.finding import ADDRESSED, Kind

KINDS: frozenset[Kind] = frozenset({"uri", "suffix", "email", "domain"})
"""The kinds that the filters find, including bare domains."""

SCHEMES = frozenset({"http", "https", "mailto"})
"""The schemes that the filters link. Other URIs are found too, so that nothing inside them becomes a link."""

BEFORE_ADDRESSES = ADDRESSED - {"mailto"} | {"news"}
"""The schemes before an address. A finder that looks for named schemes needs them, so that no address in a URI of
theirs becomes a link."""
