"""`linksift completion`: prints the script with which a shell completes the command."""

from collections.abc import Callable, Iterable

import click

from linksift.cli.options.command_types import GroupedCommand, OneOf
from linksift.cli.outline.command_outline import CommandOutline, outline
from linksift.cli.outline.completion_scripts import bash_completion, fish_completion, zsh_completion
from linksift.cli.streams.write_outputs import VALID, standard_output

SCRIPTS: dict[str, Callable[[CommandOutline, Iterable[CommandOutline]], str]] = {
    "bash": bash_completion,
    "zsh": zsh_completion,
    "fish": fish_completion,
}
"""The function that writes the script for each shell."""


@click.command(cls=GroupedCommand)
@click.argument("shell", metavar="bash|zsh|fish", type=OneOf(SCRIPTS))
@click.pass_context
def completion(context: click.Context, /, shell: str) -> int:
    """Print the script with which a shell completes the command.

    It completes commands, options, file names, and the values of options. It requires bash 4.4 or later, or fish 3.0 or
    later.

    Examples:
      eval "$(linksift completion bash)"       # in ~/.bashrc
      eval "$(linksift completion zsh)"        # in ~/.zshrc, after compinit
      linksift completion fish >~/.config/fish/completions/linksift.fish

    Exit status: 0, or 2 after an error (such as an unknown shell).
    """
    group = context.find_root().command
    assert isinstance(group, click.Group)
    with standard_output() as output:
        output.write(SCRIPTS[shell](*outline(group, "linksift")).encode())
    return VALID
