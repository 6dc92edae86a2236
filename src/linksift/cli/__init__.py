"""The command `linksift`: the edge where texts come from files and pipes, and answers go to people and programs.

Read what `find` is made of first, then the commands for single URIs, each a module, and `group` last: docs/rooms.md
has the order. Only this room imports click, and `import linksift` does not import this room.
"""

from linksift.cli.command_group import main

__all__ = ["main"]
