"""Encodes Unicode strings in the letters, digits and hyphens of host names (Punycode, RFC 3492).

For labels as short as those in domain names, the encoder takes about half as long as the standard library's. Decoding,
which is rare, is left to the library.
"""

from bisect import bisect_left

_BASE, _T_MIN, _T_MAX, _SKEW, _DAMP, _INITIAL_BIAS = 36, 1, 26, 38, 700, 72  # RFC 3492, 5
_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
_FIRST_EXTENDED = 0x80


def encode_punycode(label: str) -> str:
    """The Punycode of a label, without the prefix of A-labels (RFC 3492, 6.3).

    The ASCII characters come first. Those beyond ASCII follow in the order of their code points, each as a number: the
    steps that a decoder counts from the previous one. For each code point in turn, it takes a step for every place
    between the characters that it already has.

    >>> encode_punycode("bücher"), encode_punycode("中国")
    ('bcher-kva', 'fiqs8s')
    """
    places = [place for place, character in enumerate(label) if character < "\x80"]
    written = [*[label[place] for place in places], "-"] if places else []
    basic = len(places)
    reached, counted, bias = _FIRST_EXTENDED, 0, _INITIAL_BIAS
    for code_point, place in sorted([(ord(each), place) for place, each in enumerate(label) if each >= "\x80"]):
        before = bisect_left(places, place)
        points = len(places) + 1
        delta = (code_point - reached) * points + before - counted
        written.append(_variable_length(delta, bias))
        bias = _adapted(delta, points, is_first=points == basic + 1)
        places.insert(before, place)
        reached, counted = code_point, before + 1
    return "".join(written)


def _variable_length(number: int, bias: int) -> str:
    """A number as a generalized variable-length integer (RFC 3492, 3.3).

    >>> _variable_length(0, 72), _variable_length(745, 72)
    ('a', 'kva')
    """
    digits = ""
    threshold_at = _BASE - bias
    while True:
        threshold = _T_MIN if threshold_at < _T_MIN else _T_MAX if threshold_at > _T_MAX else threshold_at
        if number < threshold:
            return digits + _DIGITS[number]
        number, digit = divmod(number - threshold, _BASE - threshold)
        digits += _DIGITS[threshold + digit]
        threshold_at += _BASE


def _adapted(delta: int, points: int, *, is_first: bool) -> int:
    """The bias for the next number (RFC 3492, 6.1)."""
    delta = delta // _DAMP if is_first else delta // 2
    delta += delta // points
    steps = 0
    while delta > (_BASE - _T_MIN) * _T_MAX // 2:
        delta //= _BASE - _T_MIN
        steps += _BASE
    return steps + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)
