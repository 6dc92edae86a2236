"""RFC 3986, Appendix A, as regular expression fragments.

Here belong the rules of Appendix A under their own names, each below its ABNF, and how its character sets compose: no
anchors, captures or flags, nothing compiled. Python wants a name before it is used, so the page is Appendix A read from
its last rule to its first (a rule moves up only where another one needs it).

A fragment stands in any sequence or alternative as it is; put it in a group before repeating it. Match with
`fullmatch`: `$` would let a trailing newline through. What is written `++` or `*+` gives nothing back, so that work
grows linearly; it stands behind single classes only, because CPython before 3.11.5 matches possessive groups wrongly
(https://github.com/python/cpython/issues/106052). ABNF's strings know no case, hence both cases in every class.
"""

# What stands between the brackets of a class, for composing larger classes.
UNRESERVED_SET = r"A-Za-z0-9\-._~"
SUB_DELIMS_SET = r"!$&'()*+,;="
REG_NAME_SET = UNRESERVED_SET + SUB_DELIMS_SET
PCHAR_SET = REG_NAME_SET + ":@"

# RFC 5234, Appendix B.1
ALPHA = "[A-Za-z]"
DIGIT = "[0-9]"
HEXDIG = "[0-9A-Fa-f]"

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = rf"[{SUB_DELIMS_SET}]"

# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = r"[:/?#\[\]@]"

# reserved      = gen-delims / sub-delims
RESERVED = rf"(?:{GEN_DELIMS}|{SUB_DELIMS})"

# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = rf"[{UNRESERVED_SET}]"

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = rf"%{HEXDIG}{HEXDIG}"


def _any_number_of(characters: str) -> str:
    """`*( characters / pct-encoded )`, unrolled: runs of the one, between them the other."""
    return rf"[{characters}]*+(?:{PCT_ENCODED}[{characters}]*+)*"


def anything_but(characters: str) -> str:
    """What breaks `*( characters / pct-encoded )`: a run of other characters, or a "%" that begins no escape.

    >>> anything_but("a-z")
    '[^a-z%]++|%(?![0-9A-Fa-f][0-9A-Fa-f])'
    """
    return rf"[^{characters}%]++|%(?!{HEXDIG}{HEXDIG})"


# fragment      = *( pchar / "/" / "?" )
FRAGMENT = _any_number_of(PCHAR_SET + "/?")

# query         = *( pchar / "/" / "?" )
QUERY = _any_number_of(PCHAR_SET + "/?")

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = rf"(?:[{PCHAR_SET}]|{PCT_ENCODED})"

# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = rf"(?:[{REG_NAME_SET}@]|{PCT_ENCODED}){_any_number_of(REG_NAME_SET + '@')}"

# segment-nz    = 1*pchar
SEGMENT_NZ = rf"{PCHAR}{_any_number_of(PCHAR_SET)}"

# segment       = *pchar
SEGMENT = _any_number_of(PCHAR_SET)

# path-empty    = 0<pchar>
PATH_EMPTY = ""

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = rf"{SEGMENT_NZ}(?:/{SEGMENT})*"

# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = rf"{SEGMENT_NZ_NC}(?:/{SEGMENT})*"

# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = rf"/(?:{SEGMENT_NZ}(?:/{SEGMENT})*)?"

# path-abempty  = *( "/" segment )
PATH_ABEMPTY = rf"(?:/{SEGMENT})*"

# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
PATH = rf"(?:{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_ROOTLESS}|{PATH_EMPTY})"

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = _any_number_of(REG_NAME_SET)

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
# Longest first, since an alternation takes the first that matches, and ABNF any.
DEC_OCTET = rf"(?:25[0-5]|2[0-4]{DIGIT}|1{DIGIT}{DIGIT}|[1-9]{DIGIT}|{DIGIT})"

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"

# h16           = 1*4HEXDIG
H16 = rf"{HEXDIG}{{1,4}}"

# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = rf"(?:{H16}:{H16}|{IPV4ADDRESS})"

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

# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = rf"[Vv]{HEXDIG}++\.[{REG_NAME_SET}:]++"

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"

# port          = *DIGIT
PORT = rf"{DIGIT}*+"

# host          = IP-literal / IPv4address / reg-name
# Every IPv4address is a reg-name too, so a reader who only asks whether a host is valid never needs the second one.
HOST = rf"(?:{IP_LITERAL}|{IPV4ADDRESS}|{REG_NAME})"

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = _any_number_of(REG_NAME_SET + ":")

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = rf"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = rf"{ALPHA}[A-Za-z0-9+\-.]*+"

# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"

# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:#{FRAGMENT})?"

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
HIER_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|{PATH_EMPTY})"

# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?"

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:#{FRAGMENT})?"

# URI-reference = URI / relative-ref
URI_REFERENCE = rf"(?:{URI}|{RELATIVE_REF})"
