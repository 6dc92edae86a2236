// The texts of the buttons, the first of which the page begins with.
const example = (name, profile, text, task = "find", options = {}) => ({ name, profile, text, task, options });

export const EXAMPLES = [
  example("RFC 3986, Appendix C", "document", `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://foo.example.
com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>.
`),
  example("A wrapped mail", "document", `On Tuesday Ada wrote:
> The minutes are at https://www.council.example/minutes/2026/
> november/allotments.pdf (with the map), the plan itself at
> <https://maps.council.example/plans/water-and-
> paths?zone=4&layer=ground>.

Thanks! Mine is at https://garden.example/plot?number=
41&view=summer, and you reach me at ada@garden.example.
`),
  example("A phishing mail", "document", `Your parcel is waiting. Confirm within 24 hours:

http://www.bank.example@203.0.113.9/login
https://p\u0430ypal.example/secure
http://0xCB007109/track?id=7
https://good.example\u202egpj.exe
www.good.example\\@evil.example
`),
  example("Chinese, Japanese, Korean", "text", `\u8be6\u60c5\u8bf7\u770bhttp://a.example/news\uff0c\u6216https://zh.example/wiki/\u7ef4\u57fa\u3002
\u8a73\u7d30\u306fhttps://ja.example/guide\u306b\u3042\u308a\u307e\u3059\u3002http://\u4f8b\u5b50.\u6d4b\u8bd5/\u8def\u5f84
\uc790\uc138\ud55c \ub0b4\uc6a9\uc740 http://ko.example/guide\uc5d0\uc11c \ud655\uc778\ud558\uc138\uc694.
`),
  example("A report on an attack", "indicators", `The loader asked hxxps[://]cdn[.]evil[.]example/a.js and then
203[.]0[.]113[.]7:8080/gate. Reports to soc[at]victim[.]example.
`),
  example("Typed addresses", "document", `htp:/a.example/one
www,b.example/two
"<a href=https://c.example/three>"
https://d.example/a b
joe at e.example
`, "clean"),
];
