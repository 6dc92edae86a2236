"""The pseudo-code of RFC 3986, 5.2, line by line and just as slow, with which tests compare `paths` and `resolve`.

Where it is silent, DESIGN decides: a target without an authority whose path begins with "//" gets "/." before the path.
"""

from collections.abc import Iterator

from linksift.uri import Components


def remove_dot_segments(path: str) -> Iterator[tuple[str, str, str]]:
    """The steps of 5.2.4 by name, each with the output and input buffers after it."""
    output_buffer, input_buffer = "", path
    yield "1", output_buffer, input_buffer
    while input_buffer:
        step, output_buffer, input_buffer = _loop(output_buffer, input_buffer)
        yield f"2{step}", output_buffer, input_buffer


def _loop(output_buffer: str, input_buffer: str) -> tuple[str, str, str]:
    for prefix in ("../", "./"):
        if input_buffer.startswith(prefix):
            return "A", output_buffer, input_buffer.removeprefix(prefix)
    if input_buffer.startswith("/./") or input_buffer == "/.":
        return "B", output_buffer, "/" + input_buffer[3:]
    if input_buffer.startswith("/../") or input_buffer == "/..":
        return "C", output_buffer.rpartition("/")[0], "/" + input_buffer[4:]
    if input_buffer in (".", ".."):
        return "D", output_buffer, ""
    end = input_buffer.find("/", 1)
    first_segment = input_buffer if end < 0 else input_buffer[:end]
    return "E", output_buffer + first_segment, input_buffer.removeprefix(first_segment)


def without_dot_segments(path: str) -> str:
    """The result of 5.2.4: the final output buffer."""
    *_, (_, output_buffer, _) = remove_dot_segments(path)
    return output_buffer


def merge(base: Components, path: str) -> str:
    """Merge a relative path with a base's, as in 5.2.3."""
    if base.authority is not None and base.path == "":
        return "/" + path
    last_slash = base.path.rfind("/")
    return path if last_slash < 0 else base.path[:last_slash] + "/" + path


def transform(r: Components, base: Components, strict: bool) -> Components:
    """Transform a reference to its target, as in 5.2.2."""
    if not strict and r.scheme == base.scheme:
        r = r._replace(scheme=None)
    scheme = r.scheme if r.scheme is not None else base.scheme
    query = r.query
    if r.scheme is not None or r.authority is not None:
        authority, path = r.authority, without_dot_segments(r.path)
    else:
        authority = base.authority
        if r.path == "":
            path = base.path
            if r.query is None:
                query = base.query
        elif r.path.startswith("/"):
            path = without_dot_segments(r.path)
        else:
            path = without_dot_segments(merge(base, r.path))
    if authority is None and path.startswith("//"):
        path = f"/.{path}"
    return Components(scheme, authority, path, query, r.fragment)
