"""RFC 3986, Appendix A, as regular expression fragments.

Each rule of Appendix A has a name of its own; a comment above it gives its ABNF and the section that explains it. The
fragments have no anchors, captures or flags, and nothing is compiled here. Python requires a name to be defined before
it is used, so the rules are in the reverse of Appendix A's order, except where a rule needs one that would come later.

A fragment can be put into any sequence or alternative as it is; enclose it in a group before repeating it. Match with
`fullmatch`: `$` would accept a trailing newline. The quantifiers `++` and `*+` are possessive, so matching takes linear
time. They follow only single classes, because CPython before 3.11.5 matches possessive groups wrongly
(https://github.com/python/cpython/issues/106052). ABNF's strings are case-insensitive, so classes contain both cases.
"""

# The contents of character classes, without the brackets, for composing larger classes.
UNRESERVED_SET = r"A-Za-z0-9\-._~"
SUB_DELIMS_SET = r"!$&'()*+,;="
REG_NAME_SET = UNRESERVED_SET + SUB_DELIMS_SET
PCHAR_SET = REG_NAME_SET + ":@"

# RFC 5234, Appendix B.1
ALPHA = "[A-Za-z]"
DIGIT = "[0-9]"
HEXDIG = "[0-9A-Fa-f]"

# Section 2.2
# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = rf"[{SUB_DELIMS_SET}]"

# Section 2.2
# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = r"[:/?#\[\]@]"

# Section 2.2
# reserved      = gen-delims / sub-delims
RESERVED = rf"(?:{GEN_DELIMS}|{SUB_DELIMS})"

# Section 2.3
# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = rf"[{UNRESERVED_SET}]"

# Section 2.1
# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = rf"%{HEXDIG}{HEXDIG}"


def _any_number_of(characters: str) -> str:
    """`*( characters / pct-encoded )`, unrolled: runs of characters with escapes between them."""
    return rf"[{characters}]*+(?:{PCT_ENCODED}[{characters}]*+)*"


def anything_but(characters: str) -> str:
    """Matches what `*( characters / pct-encoded )` does not: a run of other characters, or a "%" that begins no escape.

    >>> anything_but("a-z")
    '[^a-z%]++|%(?![0-9A-Fa-f][0-9A-Fa-f])'
    """
    return rf"[^{characters}%]++|%(?!{HEXDIG}{HEXDIG})"


# Section 3.5
# fragment      = *( pchar / "/" / "?" )
FRAGMENT = _any_number_of(PCHAR_SET + "/?")

# Section 3.4
# query         = *( pchar / "/" / "?" )
QUERY = _any_number_of(PCHAR_SET + "/?")

# Section 3.3
# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = rf"(?:[{PCHAR_SET}]|{PCT_ENCODED})"

# Section 3.3
# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = rf"(?:[{REG_NAME_SET}@]|{PCT_ENCODED}){_any_number_of(REG_NAME_SET + '@')}"

# Section 3.3
# segment-nz    = 1*pchar
SEGMENT_NZ = rf"{PCHAR}{_any_number_of(PCHAR_SET)}"

# Section 3.3
# segment       = *pchar
SEGMENT = _any_number_of(PCHAR_SET)

# Section 3.3
# path-empty    = 0<pchar>
PATH_EMPTY = ""

# Section 3.3
# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = rf"{SEGMENT_NZ}(?:/{SEGMENT})*"

# Section 3.3
# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = rf"{SEGMENT_NZ_NC}(?:/{SEGMENT})*"

# Section 3.3
# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = rf"/(?:{SEGMENT_NZ}(?:/{SEGMENT})*)?"

# Section 3.3
# path-abempty  = *( "/" segment )
PATH_ABEMPTY = rf"(?:/{SEGMENT})*"

# Section 3.3
# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
PATH = rf"(?:{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_ROOTLESS}|{PATH_EMPTY})"

# Section 3.2.2
# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = _any_number_of(REG_NAME_SET)

# Section 3.2.2
# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# The longest comes first, since an alternation takes the first alternative that matches, whereas ABNF takes any.
DEC_OCTET = rf"(?:25[0-5]|2[0-4]{DIGIT}|1{DIGIT}{DIGIT}|[1-9]{DIGIT}|{DIGIT})"

# Section 3.2.2
# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"

# Section 3.2.2
# h16           = 1*4HEXDIG
H16 = rf"{HEXDIG}{{1,4}}"

# Section 3.2.2
# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = rf"(?:{H16}:{H16}|{IPV4ADDRESS})"

# Section 3.2.2
# IPv6address   =                            6( h16 ":" ) ls32
#               /                       "::" 5( h16 ":" ) ls32
#               / [               h16 ] "::" 4( h16 ":" ) ls32
#               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#               / [ *4( h16 ":" ) h16 ] "::"              ls32
#               / [ *5( h16 ":" ) h16 ] "::"              h16
#               / [ *6( h16 ":" ) h16 ] "::"
IPV6ADDRESS = (
    rf"(?:(?:{H16}:){{6}}{LS32}"
    rf"|::(?:{H16}:){{5}}{LS32}"
    rf"|(?:{H16})?::(?:{H16}:){{4}}{LS32}"
    rf"|(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}"
    rf"|(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}"
    rf"|(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}"
    rf"|(?:(?:{H16}:){{0,4}}{H16})?::{LS32}"
    rf"|(?:(?:{H16}:){{0,5}}{H16})?::{H16}"
    rf"|(?:(?:{H16}:){{0,6}}{H16})?::)"
)

# Section 3.2.2
# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = rf"[Vv]{HEXDIG}++\.[{REG_NAME_SET}:]++"

# Section 3.2.2
# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

# Section 3.2.3
# port          = *DIGIT
PORT = rf"{DIGIT}*+"

# Section 3.2.2
# host          = IP-literal / IPv4address / reg-name
# Every IPv4address is also a reg-name, so the second alternative makes no difference to whether a host is valid.
HOST = rf"(?:{IP_LITERAL}|{IPV4ADDRESS}|{REG_NAME})"

# Section 3.2.1
# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = _any_number_of(REG_NAME_SET + ":")

# Section 3.2
# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = rf"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# Section 3.1
# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = rf"{ALPHA}[A-Za-z0-9+\-.]*+"

# Section 4.2
# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"

# Section 4.2
# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:#{FRAGMENT})?"

# Section 3
# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
HIER_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|{PATH_EMPTY})"

# Section 4.3
# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?"

# Section 3
# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:#{FRAGMENT})?"

# Section 4.1
# URI-reference = URI / relative-ref
URI_REFERENCE = rf"(?:{URI}|{RELATIVE_REF})"
