"""Puts the playground into the site. Without npm or node the site gets a page that says that it was left out."""

import tempfile
from html import escape
from pathlib import Path
from runpy import run_path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

FOLDER = Path(__file__).parents[1] / "playground"
ADDRESS = "playground"

LEFT_OUT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>linksift playground</title>
<h1>linksift playground</h1>
<p>This site was built without the playground: {reason}.</p>
<p><a href="../index.html">Documentation</a></p>
</html>
"""

log = get_plugin_logger("playground")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs when it has listed the files in docs/."""
    for file in list(files):
        if file.src_uri.startswith(f"{ADDRESS}/"):
            files.remove(file)
    for name, content in playground().items():
        files.append(File.generated(config, f"{ADDRESS}/{name}", content=content))
    return files


def playground() -> dict[str, bytes]:
    """The files of the playground, or the page that stands for it."""
    build = run_path(str(FOLDER / "build.py"))  # the folder is no package
    with tempfile.TemporaryDirectory() as made:
        try:
            build["build"](Path(made))
        except build["LeftOut"] as reason:
            log.info(f"The site is built without the playground: {reason}")
            return {"index.html": LEFT_OUT.format(reason=escape(str(reason))).encode()}
        return {
            path.relative_to(made).as_posix(): path.read_bytes() for path in Path(made).rglob("*") if path.is_file()
        }
