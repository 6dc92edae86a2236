"""Generates markup with elements nested in any order."""

from hypothesis import strategies as st


def nested(texts: list[str], tags: list[str]) -> st.SearchStrategy[str]:
    """Texts in elements with these start tags."""

    def element(tag: str, inside: list[str]) -> str:
        return f"<{tag}>{''.join(inside)}</{tag.split()[0]}>"

    return st.recursive(
        st.sampled_from(texts), lambda inner: st.builds(element, st.sampled_from(tags), st.lists(inner))
    )
