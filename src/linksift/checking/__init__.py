"""Checks a document for wrapped, missed, invalid and deceptive links; if a repair is certain, it is suggested."""

from linksift.checking.link_problem import LinkProblem, fixed
from linksift.checking.missed_links import is_markdown
from linksift.checking.rules import Rule, rules, selected_rules
from linksift.checking.run_rules import check_pieces, checking_finder
