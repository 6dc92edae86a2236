// Runs Python beside the page, so that typing stays smooth. It answers one question at a time; a new one ends the last.
const here = new URL(".", import.meta.url);
const say = (message) => postMessage(message);
const pause = () => new Promise((resolve) => { resumed = resolve; channel.port2.postMessage(null); });
const channel = new MessageChannel();
let resumed = null, answers = null, latest = 0, ofFiles = null, python = null;
channel.port1.onmessage = () => resumed();

async function file(name, options) {
  const response = await fetch(new URL(name, here), options);
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status}`);
  return response;
}

async function load() {
  const manifest = await (await file("manifest.json", { cache: "no-cache" })).json();
  say({ type: "state", text: "Loading Python (14 MB, once)…" });
  const code = file(manifest.linksift).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(new URL(`${manifest.pyodide}/pyodide.mjs`, here).href);
  ofFiles = manifest.documents;
  python = await loadPyodide({
    indexURL: new URL(`${manifest.pyodide}/`, here).href,
    stdLibURL: new URL(manifest.stdlib, here).href,
    lockFileContents: JSON.stringify(manifest.lock),
    packageBaseUrl: here.href,
  });
  say({ type: "state", text: "Starting linksift…" });
  python.unpackArchive(await code, "zip");
  answers = python.runPython("from docs.playground import answers; answers.Answers()");
  say({ type: "ready", reliability: manifest.reliability, ...JSON.parse(answers.settings()) });
}

// Puts a file where Python can read it; the first brings what reads files.
async function place({ name, content }) {
  if (ofFiles) {
    const code = await (await file(ofFiles)).arrayBuffer();
    python.unpackArchive(code, "zip");
    ofFiles = null;
  }
  const path = `/tmp/${name.replaceAll("/", "_")}`;
  python.FS.writeFile(path, new Uint8Array(content));
  return path;
}

async function answer(number, question, dropped) {
  if (dropped) question.path = await place(dropped);
  const begun = performance.now();
  const batches = answers.batches(JSON.stringify(question));
  try {
    for (const batch of batches) {
      say({ type: "batch", number, seconds: (performance.now() - begun) / 1000, ...JSON.parse(batch) });
      await pause();
      if (number !== latest) return;
    }
    say({ type: "done", number });
  } finally {
    batches.destroy();
    if (dropped) python.FS.unlink(question.path);
  }
}

// The last line of an error, which names it: Python's begin with a traceback.
const lastLine = (error) => String(error?.message ?? error).split("\n").filter(Boolean).at(-1);

function refused(number, error) {
  say({ type: "batch", number, links: [], error: lastLine(error) });
  say({ type: "done", number });
}

const loaded = load();
loaded.catch((error) => say({ type: "failed", text: lastLine(error) }));

let working = loaded;
onmessage = ({ data }) => {
  if (data.type === "details") {
    if (data.number === latest) say({ ...data, details: JSON.parse(answers.details(data.link)) });
    return;
  }
  if (data.type === "copy") {
    if (data.number === latest) say({ type: "copied", what: data.what, ...JSON.parse(answers.copied(data.what)) });
    return;
  }
  latest = data.number;
  working = working.then(() => data.number === latest && data.question && answer(data.number, data.question, data.file))
    .catch((error) => refused(data.number, error));
};
