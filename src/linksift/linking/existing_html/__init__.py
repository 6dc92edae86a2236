"""Inserts links into the text of existing HTML and leaves the rest unchanged.

>>> from linksift.finding import Finder
>>> from linksift.linking.existing_html.insert_links import insert_links
>>> from linksift.linking.policy import Policy
>>> insert_links("<B>http://a.example", Finder(), Policy(rel=None), skip=())
'<B><a href="http://a.example">http://a.example</a>'
"""
