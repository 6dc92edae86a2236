"""The evidence on a break, a rule for each sign: 0 says that it is absent, 1 that it has its usual strength."""
