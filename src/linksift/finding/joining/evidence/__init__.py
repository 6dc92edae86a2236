"""The evidence about a line break: a rule for each sign that a URI continues after the break, or ends there.

A rule returns the strength of its sign: 0 if it is absent, 1 if it has its normal strength. `weights` contains its
score.
"""
