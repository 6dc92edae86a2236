// The page around the worker: asks it about the text, marks what it finds, and shows one link in detail.
// Text from outside becomes text nodes only; the page's policy refuses everything that could make it markup.
import { EXAMPLES } from "./examples.js";

const byId = (id) => document.getElementById(id);
const ask = byId("ask"), text = byId("text"), options = byId("options"), found = byId("found"), details = byId("details");
const status = byId("status"), stop = byId("stop"), share = byId("share"), message = byId("message");
const written = byId("written"), policyBox = byId("policy"), takers = document.querySelectorAll("[data-copy]");
const number = new Intl.NumberFormat("en");
const plural = (count, word) => `${number.format(count)} ${word}${count === 1 ? "" : "s"}`;
const percent = (share) => `${share > 0.9995 ? "over 99.9" : Number((100 * share).toPrecision(share > 0.99 ? 3 : 2))} %`;

const LONGEST = 300_000; // code units of a text that are read
const LONGEST_SHARED = 20_000; // characters of a fragment
const LARGEST_FILE = 30_000_000; // bytes
const FIRST = "document"; // the profile that the command has for files

// ---- Elements -------------------------------------------------------------------------------------------------------

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// Characters that nobody sees, or that turn the text around, as their code points.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{2800}\u{3164}\u{FFA0}]|\p{Cs}/gu;

function visible(string, breaks = "\n") {
  const parts = [];
  let last = 0;
  for (const { 0: character, index } of string.matchAll(UNSEEN)) {
    const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parts.push(string.slice(last, index).replaceAll("\n", breaks), make("span", "escape", `U+${code}`));
    last = index + character.length;
  }
  parts.push(string.slice(last).replaceAll("\n", breaks));
  return parts.filter((part) => part !== "");
}

// A sentence, with code where it has backticks.
const sentence = (string) => string.split("`").map((part, at) => (at % 2 ? make("code", "", ...visible(part)) : part));

function ruleName(rule) {
  const link = make("a", "", rule);
  link.href = `../rules.html#${rule.replaceAll(".", "")}`;
  return make("cite", "", link);
}

// ---- Options --------------------------------------------------------------------------------------------------------

let profiles = null, reliability = [];
const controls = (name) => [...options.querySelectorAll(`[name="${name}"]`)];
const words = (string) => string.split(/[\s,]+/).filter(Boolean);
const checked = (name) => controls(name).filter((box) => box.checked).map((box) => box.value).sort();
const pick = (name, value) => { controls(name)[0].value = value; };
const tick = (name, values) => controls(name).forEach((box) => { box.checked = values.includes(box.value); });

// Each option: its value in the controls, the reverse, and how a fragment writes it.
const list = { write: (value) => value.join(","), read: (string) => string.split(",").filter(Boolean).sort() };
const plain = { write: (value) => value, read: (string) => string };
const OPTIONS = {
  kinds: { ...list, get: () => checked("kinds"), set: (value) => tick("kinds", value) },
  rejoin: { ...plain, get: () => controls("rejoin")[0].value, set: (value) => pick("rejoin", value) },
  default_scheme: { ...plain, get: () => controls("default_scheme")[0].value, set: (value) => pick("default_scheme", value) },
  refang: {
    get: () => controls("refang")[0].checked, set: (value) => { controls("refang")[0].checked = value; },
    write: (value) => (value ? "yes" : "no"), read: (string) => string === "yes",
  },
  unusable_hosts: {
    ...plain, get: () => (controls("unusable_hosts")[0].checked ? "skip" : "find"),
    set: (value) => { controls("unusable_hosts")[0].checked = value === "skip"; },
  },
  templates: { ...list, get: () => checked("templates"), set: (value) => tick("templates", value) },
  schemes: {
    get: () => {
      const names = words(controls("schemes")[0].value.toLowerCase()).sort();
      return names.length === 0 ? null : names[0] === "any" ? "any" : names;
    },
    set: (value) => pick("schemes", value === null ? "" : value === "any" ? "any" : value.join(" ")),
    write: (value) => (value === null ? "known" : value === "any" ? "any" : value.join(",")),
    read: (string) => (string === "known" ? null : string === "any" ? "any" : list.read(string)),
  },
  top_level_domains: { ...list, get: () => words(controls("top_level_domains")[0].value).sort(), set: (value) => pick("top_level_domains", value.join(" ")) },
};

// The options of the policy: the text that each has without a choice, and the value that a text stands for.
const control = (name) => policyBox.querySelector(`[name="${name}"]`);
const typed = (name) => ({ get: () => control(name).value.trim(), set: (string) => { control(name).value = string; }, value: (string) => string });
const POLICY = {
  to: { ...typed("to"), usual: "html" },
  show: { ...typed("show"), usual: "full" },
  max_text_length: { ...typed("max_text_length"), usual: "", value: (string) => (/^\d+$/.test(string) ? Number(string) : string) },
  rel: { ...typed("rel"), usual: "nofollow", value: (string) => string || null },
  target: { ...typed("target"), usual: "" },
  allowed_hosts: { ...typed("allowed_hosts"), usual: "", value: words },
  hazards: { ...typed("hazards"), usual: "", value: (string) => ({ any: string }) },
};

const setPolicy = (changes) => { for (const [name, { set, usual }] of Object.entries(POLICY)) set(changes[name] ?? usual); };
const changedPolicy = () => Object.entries(POLICY).map(([name, { get }]) => [name, get()]).filter(([name, value]) => value !== POLICY[name].usual);

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const profile = () => controls("profile")[0].value;
const task = () => ask.elements.task.value;

function setOptions(name, changes) {
  const chosen = Object.hasOwn(profiles, name) ? name : FIRST;
  pick("profile", chosen);
  for (const [option, { set }] of Object.entries(OPTIONS)) set(changes[option] ?? profiles[chosen][option]);
}

function changedOptions() {
  const set = Object.entries(OPTIONS).map(([name, { get }]) => [name, get()]);
  return Object.fromEntries(set.filter(([name, value]) => !same(value, profiles[profile()][name])));
}

// ---- The fragment ---------------------------------------------------------------------------------------------------

const TASKS = ["find", "linkify", "clean"];

function fragment() {
  const said = new URLSearchParams();
  if (task() !== "find") said.set("task", task());
  if (profile() !== FIRST) said.set("profile", profile());
  for (const [name, value] of Object.entries(changedOptions())) said.set(name, OPTIONS[name].write(value));
  if (task() === "linkify") for (const [name, value] of changedPolicy()) said.set(name, value);
  said.set("text", text.value);
  return `#${said}`;
}

function stateFrom(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  if (!said.has("text")) return null;
  const changes = Object.entries(OPTIONS).filter(([name]) => said.has(name)).map(([name, { read }]) => [name, read(said.get(name))]);
  const asked = said.get("task");
  return {
    text: said.get("text"), task: TASKS.includes(asked) ? asked : "find",
    profile: said.get("profile") ?? FIRST, options: Object.fromEntries(changes),
    policy: Object.fromEntries(Object.keys(POLICY).filter((name) => said.has(name)).map((name) => [name, said.get(name)])),
  };
}

async function copy(button, string) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(string);
    button.textContent = "Copied";
  } catch {
    button.textContent = button === share ? "It is in the address bar" : "Not allowed";
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

share.addEventListener("click", () => {
  if (dropped) return complain("A link cannot hold a file.");
  const hash = fragment();
  if (hash.length > LONGEST_SHARED) return complain(`This text is too long for a link: ${number.format(LONGEST_SHARED)} characters at most.`);
  history.replaceState(null, "", hash);
  copy(share, location.href);
});

function show(state) {
  ask.elements.task.value = state.task;
  text.value = state.text;
  dropped = null;
  setOptions(state.profile, state.options);
  setPolicy(state.policy ?? {});
  question();
}

addEventListener("hashchange", () => { const state = stateFrom(location.hash); if (state && profiles) show(state); });

// ---- The worker -----------------------------------------------------------------------------------------------------

// A worker from a blob has the policy of this page, one from a file has none: so Python too can only ask this origin.
const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url };
const script = new Blob([`import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`], { type: "text/javascript" });
const source = URL.createObjectURL(script);

let worker = null, asked = 0, marks = [], selected = null, warned = 0, busy = false, answered = 0, slow = 0;

function start() {
  worker?.terminate();
  worker = new Worker(policy.createScriptURL(source), { type: "module" });
  worker.onmessage = ({ data }) => heard[data.type](data);
  worker.onerror = (event) => heard.failed({ text: event.message ?? "the worker did not start" });
}

const heard = {
  state({ text: words }) { if (!profiles) status.textContent = words; },

  ready(settings) {
    if (!profiles) {
      ({ profiles, reliability } = settings);
      controls("profile")[0].append(...Object.keys(profiles).map((name) => new Option(name)));
      options.disabled = policyBox.disabled = share.disabled = false;
      takers.forEach((button) => { button.disabled = false; });
      setOptions(begun.profile, begun.options);
      setPolicy(begun.policy ?? {});
    }
    byId("progress").hidden = true;
    document.documentElement.dataset.ready = settings.version;
    if (!stopped) question();
  },

  batch(data) {
    if (data.number !== asked) return;
    answered = performance.now();
    if (data.error !== undefined) {
      status.textContent = "No answer";
      written.hidden = true;
      found.replaceChildren(...visible(text.value.slice(0, LONGEST)));
      return complain(data.error);
    }
    if (data.left_out) return complain(data.left_out);
    if (data.output !== undefined) {
      written.hidden = false;
      written.querySelector("pre").textContent = data.output;
      return;
    }
    if (!block) {
      found.replaceChildren();
      newBlock();
    }
    for (const link of data.links) {
      put(link.before);
      block.append(mark(link));
    }
    const ended = data.after !== undefined;
    if (ended) put(data.after);
    count(data.seconds, !ended);
    if (!selected && marks.length && (ended || marks.length > kept)) select(marks[Math.min(kept, marks.length - 1)], false);
  },

  done({ number: of }) {
    if (of !== asked) return;
    busy = false;
    stop.hidden = true;
    details.hidden = marks.length === 0;
    found.dataset.answer = of;
    found.setAttribute("aria-busy", "false");
  },

  copied({ what, text: string, error }) {
    const button = document.querySelector(`[data-copy="${Object.hasOwn(AS_CODE, what) ? what : "links"}"]`);
    if (error !== undefined) complain(error);
    else copy(button, string);
  },

  details(data) { if (data.number === asked) describe(data.details); },

  failed({ text: words }) {
    byId("progress").hidden = stop.hidden = true;
    status.textContent = "The playground does not work here.";
    complain(words);
  },
};

function count(seconds, unfinished) {
  const time = seconds < 1 ? `${number.format(Math.ceil(1000 * seconds))} ms` : `${number.format(seconds.toFixed(1))} s`;
  const what = task() === "clean" ? "line" : "link";
  const hazards = warned ? `, ${number.format(warned)} with hazards` : "";
  status.textContent = `${marks.length ? plural(marks.length, what) : `No ${what}s`}${hazards}${unfinished ? " so far" : `, ${time}`}`;
}

function complain(words) {
  message.textContent = words;
  message.hidden = false;
}

let kept = 0, stopped = false;

// The form for the task: what the box takes, and whether there are options. Also while Python is being loaded.
function fitForm() {
  byId("more").hidden = task() === "clean";
  byId("how").hidden = task() !== "linkify";
  byId("opened").hidden = !dropped;
  byId("opened").firstElementChild.textContent = dropped ? `These are the links of ${dropped.name}.` : "";
  byId("text-label").textContent = task() === "clean" ? "Typed URLs, one per line" : "Text";
}

function question() {
  fitForm();
  if (!profiles) return;
  kept = Math.max(0, marks.indexOf(selected));
  asked += 1;
  marks = [];
  selected = block = null;
  warned = 0;
  busy = true;
  stopped = false;
  answered = performance.now();
  message.hidden = true;
  if (task() !== "linkify") written.hidden = true; // else the page would jump until the answer is there
  share.hidden = false;
  found.setAttribute("aria-busy", "true");
  const read = text.value.slice(0, LONGEST);
  if (!dropped && read.length < text.value.length) complain(`Only the first ${number.format(LONGEST)} characters are read.`);
  const said = { task: task(), options: { profile: profile(), ...changedOptions() } };
  if (dropped) said.file = dropped.name;
  else said.text = read;
  if (task() === "linkify") {
    const { to = "html", ...policy } = Object.fromEntries(changedPolicy().map(([name, value]) => [name, POLICY[name].value(value)]));
    Object.assign(said, { to, policy });
  }
  worker.postMessage({ type: "question", number: asked, question: said, file: dropped });
  clearTimeout(slow);
  slow = setTimeout(() => { stop.hidden = !busy; }, 400);
}

stop.addEventListener("click", () => {
  asked += 1;
  busy = false;
  stopped = true;
  stop.hidden = true;
  status.textContent = `Stopped after ${plural(marks.length, "link")}`;
  found.setAttribute("aria-busy", "false");
  if (performance.now() - answered > 1000) start(); // it is in the middle of something long
  else worker.postMessage({ type: "question", number: asked });
  text.focus();
});

// ---- The marked text ------------------------------------------------------------------------------------------------

// The text is in blocks of whole lines, so that the browser lays out only those in view.
const BLOCK = 3000; // code units
let block = null, blockSize = 0;

function newBlock() {
  block = make("div", "block");
  blockSize = 0;
  found.append(block);
}

function put(string) {
  while (blockSize + string.length > BLOCK) {
    const end = string.indexOf("\n", Math.max(0, BLOCK - blockSize)) + 1;
    if (end === 0) break;
    block.append(...visible(string.slice(0, end)));
    string = string.slice(end);
    newBlock();
  }
  block.append(...visible(string));
  blockSize += string.length;
}

function mark(link) {
  const element = make("mark", link.uri === null ? "refused" : link.deceives ? "deceives" : link.hazards ? "warned" : "");
  for (const [piece, became] of link.pieces) {
    blockSize += piece.length;
    if (became === null) element.append(...visible(piece));
    else {
      if (piece) element.append(make("del", "", ...visible(piece, "↵\n")));
      if (became) element.append(make("ins", "", ...visible(became)));
    }
  }
  element.tabIndex = -1;
  element.setAttribute("role", "button");
  element.setAttribute("aria-pressed", "false");
  element.title = link.uri ?? "Nothing can be made of this line";
  warned += link.hazards > 0;
  marks.push(element);
  return element;
}

function select(element, focus = true) {
  if (selected) {
    selected.tabIndex = -1;
    selected.setAttribute("aria-pressed", "false");
  }
  selected = element;
  element.tabIndex = 0;
  element.setAttribute("aria-pressed", "true");
  if (focus) element.focus();
  worker.postMessage({ type: "details", number: asked, link: marks.indexOf(element) });
}

found.addEventListener("click", (event) => {
  const element = event.target.closest("mark");
  if (element && getSelection().isCollapsed) select(element);
});

found.addEventListener("keydown", (event) => {
  const at = marks.indexOf(event.target.closest("mark"));
  const to = {
    ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: marks.length - 1, Enter: at, " ": at,
  }[event.key];
  if (event.key === "Escape") text.focus();
  else if (at < 0 || to === undefined) return;
  else if (marks[to]) select(marks[to]);
  event.preventDefault();
});

text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (marks.length) select(marks[0]);
  }
});

// ---- One link -------------------------------------------------------------------------------------------------------

function describe(link) {
  const parts = [figure(link), place(link)];
  if (link.hazards.length) parts.push(make("ul", "hazards", ...link.hazards.map(hazard)));
  if (link.confidence !== undefined && link.confidence !== 1) parts.push(make("h2", "", "How sure"), sureness(link));
  if (link.pieces.some((piece) => piece.replacement !== null)) parts.push(make("h2", "", "Characters"), make("ul", "list", ...link.pieces.map(piece)));
  if (link.remarks.length) parts.push(make("h2", "", "Remarks"), make("ul", "list", ...link.remarks.map(remark)));
  if (link.alternatives?.length) parts.push(make("h2", "", "Other readings"), make("ul", "list", ...link.alternatives.map((other) => reading(other, link))));
  details.replaceChildren(...parts);
  details.hidden = false;
}

function figure(link) {
  if (link.uri === null) return make("p", "", link.refusal);
  return make("dl", "figure", ...link.parts.map(([name, part], at) => {
    if (!name) return make("div", "between", make("dd", "", part));
    const next = link.parts[at + 1]?.[0] === "" ? link.parts[at + 1][1].length : 0;
    const roomy = name.length <= 1.5 * (part.length + next); // its name may reach below the delimiter after it
    return make("div", roomy ? `${name} roomy` : name, make("dt", "", name), make("dd", "", part));
  }));
}

function place(link) {
  const line = make("p", "place", make("span", "", `line ${number.format(link.line)}, column ${number.format(link.column)}`));
  if (link.kind) line.append(make("span", "", link.enclosure ? `${link.kind}, in ${link.enclosure}` : link.kind));
  if (link.unwrapped !== link.uri) line.append(make("span", "", "leads to ", make("bdi", "", ...visible(link.unwrapped))));
  if (link.iri !== link.uri) line.append(make("span", "", "reads ", make("bdi", "", ...visible(link.iri))));
  if (link.uri !== null) {
    const button = make("button", "copy", "Copy");
    button.type = "button";
    button.addEventListener("click", () => copy(button, link.uri));
    line.append(button);
  }
  return line;
}

const hazard = ({ name, why, source: of, deceives }) => make("li", deceives ? "deceives" : "", make("strong", "", name.replaceAll("_", " ")), ...sentence(why), " ", make("cite", "", of));

function piece({ text: characters, replacement, why, rule }) {
  const [word, kind] = replacement === null ? ["kept", ""] : !characters ? ["added", "changed"] : replacement ? ["changed", "changed"] : ["dropped", "dropped"];
  const item = make("li", "", make("span", `done ${kind}`, word), make("code", "", ...visible(characters || replacement, "↵")));
  if (characters && replacement) item.append(" to ", make("code", "", ...visible(replacement, "↵")));
  if (why) item.append(make("p", "", ...sentence(why), " ", ruleName(rule)));
  return item;
}

function remark({ text: characters, why, rule }) {
  const item = make("li", "");
  if (characters) item.append(make("code", "", ...visible(characters, "↵")), " ");
  item.append(...sentence(why), " ", ruleName(rule));
  return item;
}

function sureness({ confidence, pieces }) {
  const joined = pieces.some((one) => one.replacement === "" && one.text.includes("\n"));
  const row = reliability.findLast(({ from }) => confidence >= from);
  const said = `${joined ? "Joined over lines" : "Not joined with the next line"}: right with a probability of ${percent(confidence)}. `;
  if (!row) return make("p", "quiet", said);
  const limits = `${100 * row.from} to ${Math.round(100 * (row.from + 0.1))} %`;
  const figure = `Of ${number.format(row.breaks)} breaks in real documents that were judged so with ${limits}, ${percent(row.right / row.breaks)} were judged right.`;
  return make("p", "quiet", said, figure);
}

function reading(other, link) {
  const item = make("li", "", make("code", "", ...visible(other.uri)));
  const joinsDiffer = link.confidence !== 1 && other.confidence !== link.confidence;
  if (joinsDiffer) item.append(make("cite", "", ` ${percent(other.confidence)}`));
  return item;
}

// ---- Copying, and files ---------------------------------------------------------------------------------------------

const AS_CODE = { python: true, command: true };

takers.forEach((button) => button.addEventListener("click", () => {
  const what = button.dataset.copy === "links" ? byId("as").value : button.dataset.copy;
  worker.postMessage({ type: "copy", number: asked, what });
}));
byId("copy-written").addEventListener("click", ({ target }) => copy(target, written.querySelector("pre").textContent));

let dropped = null;

async function openFile(chosen) {
  if (!chosen) return;
  if (chosen.size > LARGEST_FILE) return complain(`This file is too large for the page: ${number.format(LARGEST_FILE / 1e6)} MB at most. linksift find reads it in a terminal.`);
  dropped = { name: chosen.name, content: await chosen.arrayBuffer() };
  ask.elements.task.value = "find";
  question();
}

byId("file").addEventListener("change", ({ target }) => { openFile(target.files[0]); target.value = ""; });
byId("close").addEventListener("click", () => { dropped = null; question(); text.focus(); });
for (const type of ["dragover", "dragleave", "drop"]) {
  ask.addEventListener(type, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    ask.classList.toggle("dropping", type === "dragover");
    if (type === "drop") openFile(event.dataTransfer.files[0]);
  });
}

// ---- The form -------------------------------------------------------------------------------------------------------

let typing = 0;
text.addEventListener("input", () => {
  dropped = null;
  clearTimeout(typing);
  typing = setTimeout(question, text.value.length > 20_000 ? 400 : 120);
});
ask.addEventListener("change", ({ target }) => {
  if (target === text || target.type === "file") return;
  if (target.name === "task" && task() !== "find") dropped = null; // only links of a file are found
  if (target.name === "profile") setOptions(target.value, {});
  question();
});
ask.addEventListener("submit", (event) => event.preventDefault());
byId("defaults").addEventListener("click", () => { setOptions(profile(), {}); question(); });

byId("examples").append(...EXAMPLES.map((example) => {
  const button = make("button", "", example.name);
  button.type = "button";
  button.addEventListener("click", () => {
    selected = null;
    if (profiles) show(example);
    else begin(example);
  });
  return button;
}));

// Before Python is there, the page shows the text, and keeps what its options will be.
let begun = null;

function begin(state) {
  begun = state;
  text.value = state.text;
  ask.elements.task.value = state.task;
  fitForm();
  found.replaceChildren(...visible(state.text.slice(0, LONGEST)));
}

begin(stateFrom(location.hash) ?? EXAMPLES[0]);
if (matchMedia("(max-width: 60rem)").matches) byId("more").open = false;
if (location.protocol === "file:") heard.failed({ text: "A page from a file cannot load Python. Serve its folder instead: python -m http.server" });
else start();
