"""HTML in: links in the text of markup that is there already, which stays as it is.

>>> from linksift.finding import Finder
>>> from linksift.linking.policy import Policy
>>> insert_links("<B>http://a.example", Finder(), Policy(rel=None), skip=())
'<B><a href="http://a.example">http://a.example</a>'
"""

from linksift.linking.existing_html.insert_links import insert_links

__all__ = ["insert_links"]
