"""A project's settings (`[tool.linksift]` in its pyproject.toml), which need not be repeated on the command line."""

import os
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from linksift.arguments import nearest
from linksift.cli.options.grouped_command import GroupedCommand

NAME = "pyproject.toml"
"""The file that contains the settings."""

SETTINGS = {
    **dict.fromkeys(("select", "ignore", "exclude"), list),
    **dict.fromkeys(("no-code", "hidden", "no-ignore"), bool),
    "max-size": int,
}
"""The options that a project can set, by their names on the command line without `--`, and the types of their values.
The settings determine which links are checked, whereas the user who starts a run determines how the results are
written."""

_TAKES = {list: 'a list of texts: {} = ["..."]', bool: "true or false: {} = true", int: "a number: {} = 64"}


class ProjectCommand(GroupedCommand):
    """A command whose options come from the project's settings unless they are given on the command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line with the settings as defaults; `--help` and completion do not need them."""
        if not ctx.resilient_parsing and {"-h", "--help"}.isdisjoint(args):
            ctx.default_map = {**(ctx.default_map or {}), **self._settings(ctx)}
        return super().parse_args(ctx, args)

    def _settings(self, ctx: click.Context) -> dict[str, Any]:
        """The values of the settings, by parameter name. Raises click.UsageError for an invalid setting."""
        path, table = project_table(Path.cwd())
        parameters = {parameter.opts[0]: parameter for parameter in self.params}
        values = {}
        for name, value in table.items():
            where = f"in [tool.linksift] of {path}"
            parameter = parameters[f"--{known_setting(name, where)}"]
            text = plain_value(name, value, where)
            try:
                values[str(parameter.name)] = (
                    text if name == "exclude" else parameter.type.convert(text, parameter, ctx)
                )
            except click.BadParameter as error:
                raise click.UsageError(f"{name} {where}: {error.message}") from None
        return values


def project_table(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The nearest pyproject.toml with settings, from a folder upward, and its settings (none if there is no such file).

    Raises click.UsageError for a file that is not TOML.
    """
    for path in (place / NAME for place in (folder, *folder.parents)):
        if not path.is_file():  # a pipe has no end to read up to, nor does a device
            continue
        try:
            text = path.read_bytes()
        except OSError:
            continue
        import tomllib  # imported only when needed: few folders have the file

        try:
            tools = tomllib.loads(text.decode()).get("tool")
        except (ValueError, RecursionError) as error:
            raise click.UsageError(f"{path} is not valid TOML: {error}.") from None
        if isinstance(tools, dict) and "linksift" in tools:
            if not isinstance(tools["linksift"], dict):
                raise click.UsageError(f"tool.linksift in {path} is not a table: write [tool.linksift].")
            return path, tools["linksift"]
    return folder / NAME, {}


def folder_of_patterns(ctx: click.Context) -> str:
    """The folder to which the patterns of `--exclude` are relative: that of the project's settings if they come from
    there, as in a .gitignore, and the current folder otherwise.

    >>> folder_of_patterns(click.Context(click.Command("check")))
    '.'
    """
    in_project = ctx.get_parameter_source("exclude") is ParameterSource.DEFAULT_MAP
    return str(project_table(Path.cwd())[0].parent) if in_project else os.curdir


def known_setting(name: str, where: str) -> str:
    """The name, if it is a setting. Otherwise raises click.UsageError, naming the most similar setting or all settings.

    >>> known_setting("exlude", "in a file")
    Traceback (most recent call last):
    click.exceptions.UsageError: there is no setting 'exlude' in a file: did you mean 'exclude'?
    """
    if name not in SETTINGS:
        cure = nearest(name, tuple(SETTINGS)) or f"; the settings are {', '.join(SETTINGS)}."
        raise click.UsageError(f"there is no setting '{name}' {where}{cure}")
    return name


def plain_value(name: str, value: object, where: str) -> Any:
    """The value of a setting in the form that the option accepts. Raises click.UsageError if it has the wrong type.

    >>> plain_value("select", ["wrapped", "risky"], ""), plain_value("exclude", ["*.js"], "")
    ('wrapped,risky', ['*.js'])
    """
    kind = SETTINGS[name]
    if type(value) is not kind or (isinstance(value, list) and not all(isinstance(one, str) for one in value)):
        raise click.UsageError(f"{name} {where} takes {_TAKES[kind].format(name)}")
    return ",".join(value) if isinstance(value, list) and name != "exclude" else value
