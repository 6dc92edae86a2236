"""The command `linksift`: the edge where texts come from files and pipes, and answers go to people and programs.

Reading order: `source`, `options`, `output`, `place`, `colour`, `visible`, `text`, `jsonl`, `explain`, `find`; of the
commands for single URIs `faults`, `arguments`, `figure`, `table`, and a module for each; `group`.
Only this room imports click, and `import linksift` does not import this room.
"""

from linksift.cli.group import main

__all__ = ["main"]
