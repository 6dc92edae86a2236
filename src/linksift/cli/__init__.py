"""The command `linksift`: the edge where texts come from files and pipes, and answers go to people and programs.

Reading order: `source`, `options`, `place`, `colour`, `text`, `jsonl`, `explain`, a module for each command, `group`.
Only this room imports click, and `import linksift` does not import this room.
"""

from linksift.cli.group import main

__all__ = ["main"]
