"""Checking: the links of a document that are wrapped, invalid or deceptive, each with what to write instead."""

from linksift.checking.check_pieces import check_pieces, checking_finder
from linksift.checking.fixes import fixed
from linksift.checking.link_problem import LinkProblem
from linksift.checking.markdown_links import is_markdown
from linksift.checking.rules import Rule, rules, selected_rules

__all__ = ["LinkProblem", "Rule", "check_pieces", "checking_finder", "fixed", "is_markdown", "rules", "selected_rules"]
