"""Texts for tests, composed of pieces of links, delimiters, breaks, markup and oddities, or of arbitrary characters."""

from hypothesis import strategies as st

LINKS = "http:// https:// HTTP:// ftp:// mailto: urn: tel: news: doi: foo:// git+https:// URL: javascript: data:"
DELIMITERS = "< > <URL: \" ' “ ” „ 「 」 « » ( ) [ ] { } （ ） ` | \\ \\> \\_ ^ &lt; &quot; &amp;"
WORDS = "a b.example example.com / // ? # % %41 %zz & = a=b x_(y) @ user@ u:pw@ :80 [::1] [v1.a] C:\\x std::string"
ENDS = ". , ; : ! … * ** _ ~~ ~ - 's ’s $ 1 + .. é 한 日 👍 。 ， — ж"
BREAKS = "\n|\r\n|\n> |\n>> |> |# |\n# |\n * |\n\n|-\n|-\n> | |\t|\f|ht\ntp://"
ODDITIES = "\u00a0\u3000\u200b\u200d\u00ad\u202e\ud800\udcff\x00\x7f"
PLACEHOLDERS = ["{x}", "{{ x|y }}", "${x}", "%(x)s"]
PIECES = [*PLACEHOLDERS, *f"{LINKS} {DELIMITERS} {WORDS} {ENDS}".split(), *BREAKS.split("|"), *ODDITIES]

texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.text(max_size=60))
