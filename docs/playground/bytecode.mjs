// Runs bytecode.py in Pyodide: node bytecode.mjs PYODIDE CODE.zip FOLDER writes the archives to FOLDER.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, code, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
python.FS.writeFile("/tmp/code.zip", readFileSync(code));
python.FS.writeFile("/tmp/stdlib.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
python.runPython(`
for name, content in archives(open("/tmp/code.zip", "rb").read(), open("/tmp/stdlib.zip", "rb").read()).items():
    with open(f"/tmp/made-{name}.zip", "wb") as file:
        file.write(content)
`);
for (const name of ["linksift", "documents", "stdlib"]) writeFileSync(`${folder}/${name}.zip`, python.FS.readFile(`/tmp/made-${name}.zip`));
