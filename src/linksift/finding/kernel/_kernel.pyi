from collections.abc import Callable, Iterator
from typing import Any

class Kernel:
    def __new__(
        cls,
        *,
        match_type: type,
        slots: tuple[object, ...],
        triggers: list[tuple[object, str, str, str, str]],
        programs: dict[str, Any],
        memos: dict[str, Callable[[str], object]],
        characters: dict[str, str],
        numbers: dict[str, int],
        is_usable: Callable[[str], bool] | None,
    ) -> Kernel: ...
    def matches(
        self,
        text: str,
        ask: Callable[[int, int, int], tuple[Any, int, int]],
        hits: int,
        limit: int,
        position: int,
        names: int,
        is_fast: bool,
        spans: bool,
        /,
    ) -> Matches: ...

class Matches(Iterator[Any]):
    position: int
    def __next__(self) -> Any: ...

def run(program: object, text: str, start: int, end: int, /) -> tuple[int, int]: ...
