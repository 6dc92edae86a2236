"""Candidates without a scheme: e-mail addresses, domains, `www.` names and IP addresses."""
