"""The command `linksift`: reads files and pipes, and writes results for people and programs.

docs/rooms.md gives the reading order: first the parts of `find`, then the commands for single references, and
finally `command_group`. Only this room imports click, and `import linksift` does not import this room.
"""

from linksift.cli.command_group import main
