"""Secrets in a URI, which is shown, stored and logged as it is (RFC 3986, 7.5).

Here belongs where a secret stands. What it is is never told.
"""

import re

from linksift.uri import Reference

_NAMES = """
    accesskey accesstoken apikey apitoken auth authkey authorization authtoken bearer clientsecret credential
    credentials idtoken jsessionid jwt key pass passphrase passwd password phpsessid privatekey pwd refreshtoken secret
    secretkey securitytoken sessid sessionid sessiontoken sharedsecret sig signature token
"""
_SECRET = frozenset(_NAMES.split())
_OFTEN_ELSE = frozenset(("auth", "key", "sig", "signature"))
"""Names that what is no secret has as often: `key=value`, `auth=google`. There the value has to look like one too."""

_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z]).{12,}", re.DOTALL)
"""What keys and signatures look like: long, with letters and digits."""

_VENDORS = ("xamz", "xgoog")
_SEPARATORS = str.maketrans("", "", "-_.")


def password(reference: Reference) -> bool:
    """Whether the userinfo has a password; none is meant by an empty one (3.2.1, 7.5).

    >>> from linksift.uri import parse
    >>> [password(parse(f"ftp://{userinfo}@host/")) for userinfo in ("user:secret", "user:", "user")]
    [True, False, False]
    """
    return bool((reference.userinfo or "").partition(":")[2])


def secret_in_query(reference: Reference) -> bool:
    """Whether a parameter of the query has a value, and a name that secrets have (7.5).

    Of names that mean other things as often, such as `key`, the value has to look like a secret.

    >>> from linksift.uri import parse
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("a&token=c", "Access-Token=c", "X-Amz-Signature=c")]
    [True, True, True]
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("token=", "q=token", "key=a", "key=AIzaSy3oTc7d")]
    [False, False, False, True]
    """
    return any(value and _is_secret(name, value) for name, value in reference.query_pairs())


def _is_secret(name: str, value: str) -> bool:
    """Whether a parameter of this name holds a secret, in any case, its words joined or divided."""
    name = name.lower().translate(_SEPARATORS)
    if name in _OFTEN_ELSE:
        return _RANDOM.fullmatch(value) is not None
    for vendor in _VENDORS:
        name = name.removeprefix(vendor)
    return name in _SECRET
