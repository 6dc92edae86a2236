"""One typed string in, one URI out: what people type and paste where a URI is asked for; and what others wrapped."""

from linksift.cleaning.clean import Cleaned, clean
from linksift.cleaning.errors import NotAURI, shown
from linksift.cleaning.link_wrappers import Unwrapped, Wrapper, unwrap

__all__ = ["Cleaned", "NotAURI", "Unwrapped", "Wrapper", "clean", "shown", "unwrap"]
