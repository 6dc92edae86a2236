// Asks a tool in JavaScript for the links of each case: node run.mjs CASES.jsonl [--show] TOOL
//
// To test your own tool, add it to TOOLS: `make` gives a function from a text to the spans of its links, in UTF-16 units.
// The packages are taken from node_modules of the current folder. `node run.mjs --tools` lists the tools.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));

const TOOLS = {
  "linkify-it": {
    options: "`fuzzyLink`, `fuzzyEmail`, all top-level domains, from the package `tlds`",
    make() {
      const module = require("linkify-it");
      const LinkifyIt = module.default ?? module.LinkifyIt ?? module;
      const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).tlds(require("tlds"));
      return (text) => (linkify.match(text) ?? []).map((match) => [match.index, match.lastIndex]);
    },
  },
  linkifyjs: {
    options: "the default",
    make() {
      const { find } = require("linkifyjs");
      return (text) => find(text).map((link) => [link.start, link.end]);
    },
  },
  autolinker: {
    options: "`urls: true`, `email: true`, `phone: false`",
    make() {
      const module = require("autolinker");
      const Autolinker = module.default ?? module;
      return (text) =>
        Autolinker.parse(text, { urls: true, email: true, phone: false }).map((match) => [
          match.getOffset(),
          match.getOffset() + match.getMatchedText().length,
        ]);
    },
  },
  anchorme: {
    options: "`anchorme.list`, the default",
    make() {
      const module = require("anchorme");
      const anchorme = module.default ?? module;
      return (text) => anchorme.list(text).map((link) => [link.start, link.end]);
    },
  },
  "twitter-text": {
    options: "`extractUrlsWithIndices`, which finds no addresses",
    make() {
      const module = require("twitter-text");
      const twitter = module.default ?? module;
      return (text) => twitter.extractUrlsWithIndices(text).map((link) => link.indices);
    },
  },
  "url-regex-safe": {
    options: "`strict: true`, `trimPeriod: true`, with `re2: false`",
    make() {
      const pattern = require("url-regex-safe")({ strict: true, trimPeriod: true, re2: false });
      return (text) => Array.from(text.matchAll(pattern), (match) => [match.index, match.index + match[0].length]);
    },
  },
};

// A domain without a scheme or `www.`.
const isBare = (link) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|www\.|ftp\.|[^/]*@)/i.test(link);

// The number of code points before a place in UTF-16 units.
const codePoints = (text, place) => Array.from(text.slice(0, place)).length;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What the row of links is called in addition, with white space in one of them or without a scheme.
const shape = (links) => (/\s/.test(links.join("")) ? ", broken" : links.some(isBare) ? ", bare" : "");

// Each row in which a case counts, and whether it is right there: the case as a whole, or each link of a document.
function scored(authority, text, expected, found) {
  const points = Array.from(text);
  const links = expected.map(([start, end]) => points.slice(start, end).join(""));
  if (authority === "generated")
    return expected.map((span, at) => [authority + shape([links[at]]), found.some((one) => same(one, span))]);
  return [[authority + (authority === "practice" ? "" : shape(links)), same(found, expected)]];
}

function versionOf(tool) {
  const path = join(process.cwd(), "node_modules", tool, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : null;
}

function listTools() {
  for (const [tool, { options }] of Object.entries(TOOLS))
    console.log(JSON.stringify({ tool, package: tool, version: versionOf(tool), options }));
}

function main(path, ...rest) {
  const tool = rest.at(-1);
  const find = TOOLS[tool].make();
  const right = {};
  const count = {};
  for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) {
    const { id, text: written, links, options, authority } = JSON.parse(line);
    const text = written.replaceAll(".example", ".network"); // as long, and in tools' lists of domains
    if (Object.keys(options).length && authority !== "UTS #58") continue;
    const expected = links.map((link) => [link.start, link.end]);
    let found = [[-1, -1]]; // a tool that throws has no answer
    try {
      found = find(text).map(([start, end]) => [codePoints(text, start), codePoints(text, end)]);
    } catch (error) {
      console.error(`${id}: ${error.name}`);
    }
    const points = Array.from(text);
    found = found.filter(
      (span) => expected.some((one) => same(one, span)) || !isBare(points.slice(...span).join("")),
    );
    const scores = scored(authority, text, expected, found);
    for (const [row, isRight] of scores) {
      count[row] = (count[row] ?? 0) + 1;
      right[row] = (right[row] ?? 0) + isRight;
    }
    if (rest.includes("--show") && !scores.every(([, isRight]) => isRight))
      console.log(JSON.stringify({ id, text, expected, found }));
  }
  for (const row of Object.keys(count).sort()) console.log([tool, row, right[row], count[row]].join("\t"));
}

if (process.argv[2] === "--tools") listTools();
else main(...process.argv.slice(2));
