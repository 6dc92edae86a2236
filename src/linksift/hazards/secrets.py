"""Secrets in a URI, which software displays, stores and logs unchanged (RFC 3986, 7.5).

The checks find where a secret is, but never report the secret itself.
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
"""Names that are often harmless (`key=value`, `auth=google`); they count only if the value looks like a secret."""

_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z]).{12,}", re.DOTALL)
"""Matches values that look like keys and signatures: long, with both letters and digits."""

_VENDORS = ("xamz", "xgoog")
_SEPARATORS = str.maketrans("", "", "-_.")


def password(reference: Reference) -> bool:
    """Whether the userinfo contains a nonempty password (3.2.1, 7.5).

    >>> from linksift.uri import parse
    >>> [password(parse(f"ftp://{userinfo}@host/")) for userinfo in ("user:secret", "user:", "user")]
    [True, False, False]
    """
    return bool((reference.userinfo or "").partition(":")[2])


def secret_in_query(reference: Reference) -> bool:
    """Whether a parameter of the query has a value and a name that is typical of secrets (7.5).

    Some names, such as `key`, are often harmless; they count only if the value looks like a secret.

    >>> from linksift.uri import parse
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("a&token=c", "Access-Token=c", "X-Amz-Signature=c")]
    [True, True, True]
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("token=", "q=token", "key=a", "key=AIzaSy3oTc7d")]
    [False, False, False, True]
    """
    return any(value and _is_secret(name, value) for name, value in reference.query_pairs())


def _is_secret(name: str, value: str) -> bool:
    """Whether this parameter contains a secret; the name may be in any case, with or without separators."""
    name = name.lower().translate(_SEPARATORS)
    if name in _OFTEN_ELSE:
        return _RANDOM.fullmatch(value) is not None
    for vendor in _VENDORS:
        name = name.removeprefix(vendor)
    return name in _SECRET
