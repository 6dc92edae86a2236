"""Checks a document for wrapped, mistyped, invalid and deceptive links, and suggests the repairs that are certain."""

from linksift.checking.link_problem import LinkProblem, fixed
from linksift.checking.mistyped_links import is_markdown
from linksift.checking.rules import Rule, rules, selected_rules
from linksift.checking.run_rules import check_pieces, checking_finder
