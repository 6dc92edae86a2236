// Asks a tool in JavaScript for the links of each case: node run.mjs CASES.jsonl [--show] TOOL
//
// To test your own tool, add a function to TOOLS that takes a text and gives the spans of its links, in UTF-16 units. The
// packages are taken from node_modules of the current folder.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));

const TOOLS = {
  "linkify-it"() {
    const module = require("linkify-it");
    const LinkifyIt = module.default ?? module.LinkifyIt ?? module;
    const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
    return (text) => (linkify.match(text) ?? []).map((match) => [match.index, match.lastIndex]);
  },
  linkifyjs() {
    const { find } = require("linkifyjs");
    return (text) => find(text).map((link) => [link.start, link.end]);
  },
  autolinker() {
    const module = require("autolinker");
    const Autolinker = module.default ?? module;
    return (text) =>
      Autolinker.parse(text, { urls: true, email: true }).map((match) => [
        match.getOffset(),
        match.getOffset() + match.getMatchedText().length,
      ]);
  },
};

// A domain alone, which no case with default options has.
const isBare = (link) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|www\.|ftp\.|[^/]*@)/i.test(link);

// The number of code points before a place in UTF-16 units.
const codePoints = (text, place) => Array.from(text.slice(0, place)).length;

const [path, ...rest] = process.argv.slice(2);
const tool = rest.at(-1);
const find = TOOLS[tool]();
const right = {};
const count = {};
for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) {
  const { id, text: written, links, options, authority } = JSON.parse(line);
  const text = written.replaceAll(".example", ".network"); // as long, and in tools' lists of domains
  if (Object.keys(options).length && authority !== "UTS #58") continue;
  const expected = JSON.stringify(links.map((link) => [link.start, link.end]));
  const found = JSON.stringify(
    find(text)
      .filter(([start, end]) => !isBare(text.slice(start, end)))
      .map((span) => span.map((place) => codePoints(text, place))),
  );
  count[authority] = (count[authority] ?? 0) + 1;
  right[authority] = (right[authority] ?? 0) + (found === expected);
  if (rest.includes("--show") && found !== expected) console.log(JSON.stringify({ id, text, expected, found }));
}
for (const authority of Object.keys(count).sort()) {
  console.log([tool, authority, right[authority], count[authority]].join("\t"));
}
