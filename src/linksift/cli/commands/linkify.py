"""`linksift linkify`: prints text with its URIs turned into links."""

import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, get_args

import click
from click.core import ParameterSource

from linksift.cli.options.grouped_command import GroupedCommand, flag, option_group
from linksift.cli.options.parameter_types import Names, OneOf, PathName, Schemes, Text, WholeNumber
from linksift.cli.options.shared_options import WHAT_TO_FIND, finder_from_options, finding_options, made_from_options
from linksift.cli.streams.read_inputs import rewrite_each
from linksift.cli.streams.write_outputs import TROUBLE, complain
from linksift.finding import FinderOptions, Kind, defang_match
from linksift.hazards import hazard_names
from linksift.linking import (
    FORMATS,
    Copy,
    Href,
    Linker,
    LinkPolicyWarning,
    OutputFormat,
    Policy,
    PolicyOptions,
    Show,
    elements_to_skip,
    require_html_parser,
)

_ONLY_HTML = frozenset({"rel", "target", "own_hosts", "own_rel", "own_target", "class_", "attributes", "copy"})
"""The options that change nothing in other formats; of the attributes, Markdown has `title`."""


def pairs(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE` pairs as a mapping. Raises click.BadParameter if a value has no `=`."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"'{value}' is not of the form NAME=VALUE.")
    return dict(value.split("=", 1) for value in values)


@click.command(cls=GroupedCommand)
@click.argument("inputs", metavar="[PATH|-]...", nargs=-1, type=PathName())
@option_group(
    "Formats",
    flag("--html", "markup", help="Read HTML: link the URIs in its text, and change nothing else."),
    click.option(
        "--skip",
        type=Names("selector"),
        help="With --html, link nothing in these elements: h1, .nolink, [data-nolink], [translate=no], span.nolink.",
    ),
    click.option("--to", type=OneOf(FORMATS), default="html", help="The format to write."),
    flag("--defang", "defanged", help="Link nothing, and write URIs in a form that no program turns into a link."),
)
@option_group(
    "What to link",
    click.option("--link-schemes", type=Schemes(), help="Link only URIs with these schemes."),
    click.option(
        "--allow-hosts", "allowed_hosts", type=Names("host"), help="Link only these hosts and their subdomains."
    ),
    click.option(
        "--refuse-hosts", "refused_hosts", type=Names("host"), help="Do not link these hosts and their subdomains."
    ),
    click.option(
        "--hazards",
        type=Text(lambda: (f"{name}={action}" for name in ("any", *hazard_names()) for action in ("mark", "refuse"))),
        multiple=True,
        callback=pairs,
        metavar="NAME=mark|refuse",
        help="Mark links that have this hazard (or any), or do not link them. Can be repeated.",
    ),
)
@option_group(
    "Attributes of the links",
    click.option(
        "--href",
        type=OneOf(get_args(Href)),
        default="uri",
        help="The target of links; raw leaves the placeholders of --templates as written.",
    ),
    click.option("--rel", default="nofollow", help='The rel of the links; "" for none.'),
    click.option("--target", help="The target of the links."),
    click.option(
        "--own-hosts",
        type=Names("host"),
        help="Your own hosts; links to them and their subdomains get --own-rel and --own-target instead.",
    ),
    click.option("--own-rel", help="The rel of links to your own hosts. Default: none."),
    click.option("--own-target", help="The target of links to your own hosts. Default: none."),
    click.option("--class", "class_", help="The class of the links."),
    click.option(
        "--attribute",
        "attributes",
        multiple=True,
        callback=pairs,
        metavar="NAME=TEXT",
        help="Another attribute. Can be repeated.",
    ),
)
@option_group(
    "Texts of the links",
    click.option("--show", type=OneOf(get_args(Show)), default="full", help="The link text."),
    click.option(
        "--max-text-length", type=WholeNumber(8), help="Shorten longer link texts in the middle to N characters."
    ),
    click.option(
        "--copy",
        type=OneOf(get_args(Copy)),
        default="shown",
        help="The text that readers get when they copy a link text: the part that is shown, or the whole text, whose "
        "rest HTML hides in spans of the class invisible.",
    ),
    flag("--mask-passwords", help="Mask passwords in link texts, even those visible in the input."),
)
@option_group(
    WHAT_TO_FIND,
    click.option(
        "--kinds",
        type=Names("kind", *get_args(Kind)),
        help="What to link: uri, suffix (www. and ftp. names), email, domain, ip. Default: all except domain and ip, "
        "or those of the profile.",
    ),
)
@finding_options
@click.pass_context
def linkify(
    context: click.Context,
    /,
    inputs: tuple[str, ...],
    to: OutputFormat,
    markup: bool,
    skip: frozenset[str] | None,
    defanged: bool,
    link_schemes: frozenset[str] | None,
    rel: str,
    **options: Any,
) -> int:
    """Print files with their URIs turned into links.

    Reads standard input if there is no PATH or a PATH is -. The input is plain text: "<b>" in it is escaped. With
    --html, the input is HTML, and only its text outside links and code gets links. javascript:, data: and vbscript:
    are never linked.

    Examples:
      linksift linkify notes.txt >notes.html
      git log -1 | linksift linkify --to markdown
      linksift linkify --html --class link --target _blank page.html
      linksift linkify --refuse-hosts ads.example,tracker.example notes.txt
      linksift linkify --defang --to markdown report.txt
      linksift linkify --hazards any=refuse --max-text-length 40 mail.txt

    Exit status: 0, or 2 after an error (such as a missing file or an invalid
    option).
    """
    if markup and to != "html":
        raise click.UsageError("--html can only be combined with --to html.")
    if skip and not markup:
        raise click.UsageError("--skip can only be combined with --html.")
    if defanged:
        about_links = {"markup", "link_schemes", *PolicyOptions.__optional_keys__} - FinderOptions.__optional_keys__
        refuse(context, about_links, "cannot be combined with --defang, which makes no links.")
    if to != "html":
        has_title = to == "markdown" and options["attributes"].keys() == {"title"}
        refuse(
            context, _ONLY_HTML - {"attributes"} if has_title else _ONLY_HTML, "can only be combined with --to html."
        )
    refuse_without_effect(context, options)
    for_finder = {name: options.pop(name) for name in [*options] if name in FinderOptions.__optional_keys__}
    policy = made_from_options(Policy, {"schemes": link_schemes, "rel": rel, **options})
    linker = Linker(finder_from_options(**for_finder), policy)
    with schemes_left_out():
        if markup:
            check_html(skip or frozenset())
            return rewrite_each(inputs, partial(linker.linkify_html, skip=skip or ()))
        if defanged:
            return rewrite_each(
                inputs, lambda text: linker.linkify(linker.finder.sub(text, defang_match), to, matches=())
            )
        return rewrite_each(inputs, partial(linker.linkify, to=to))


def refuse_without_effect(context: click.Context, options: Mapping[str, Any]) -> None:
    """Raise click.UsageError for options about links that do nothing without another one."""
    if not options["own_hosts"]:
        refuse(context, {"own_rel", "own_target"}, "can only be combined with --own-hosts.")
    if options["href"] == "raw" and not options["templates"]:
        refuse(context, {"href"}, "raw can only be combined with --templates.")
    if options["copy"] == "whole" and options["max_text_length"] is None and options["show"] != "without-scheme":
        refuse(context, {"copy"}, "whole can only be combined with --max-text-length or --show without-scheme.")


@contextmanager
def schemes_left_out() -> Iterator[None]:
    """Explain, in one sentence, how to link the schemes that caused a `LinkPolicyWarning`."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("default", LinkPolicyWarning)
        yield
    about_schemes = [one for one in said if issubclass(one.category, LinkPolicyWarning)]
    for other in said:
        if other not in about_schemes:
            warnings.showwarning(other.message, other.category, other.filename, other.lineno)
    if about_schemes:
        complain("some links were left as text because of their scheme: --link-schemes names the schemes to link")


def refuse(context: click.Context, names: Collection[str], why: str) -> None:
    """Raise click.UsageError if any of these options is given: it would do nothing."""
    for option in context.command.params:
        if option.name in names and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{option.opts[0]} {why}")


def check_html(skip: frozenset[str]) -> None:
    """Exit with TROUBLE if the extra "html", which reads HTML, is not installed. Raise click.UsageError unless all of
    these are valid selectors."""
    try:
        require_html_parser()
        elements_to_skip(skip, frozenset())
    except ImportError as error:
        complain(str(error))
        raise SystemExit(TROUBLE) from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
