"""Checks a document for wrapped, invalid and deceptive links, and suggests a replacement for each."""

from linksift.checking.link_problem import LinkProblem, fixed
from linksift.checking.missed_links import is_markdown
from linksift.checking.rules import Rule, rules, selected_rules
from linksift.checking.run_rules import check_pieces, checking_finder
