"""Draws report.png, the picture in the README: `python docs/images/report.py` (needs Chromium and Playwright).

The page is that of `linksift find --report` for corpora/samples/suspicious_mail.eml; the picture shows its links.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
SAMPLE = "corpora/samples/suspicious_mail.eml"
WIDTH, LINKS_SHOWN = 900, 4


def draw() -> None:
    """Make the page, and take a picture of its first links."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_path = Path(folder) / "links.html"
        command = [sys.executable, "-m", "linksift", "find", "--report", str(page_path), SAMPLE]
        subprocess.run(command, cwd=HERE.parents[1], check=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), chromium_sandbox=False)
        page = browser.new_page(viewport={"width": WIDTH, "height": 1600})
        page.goto(page_path.as_uri())
        first = page.locator("#t1").bounding_box()
        last = page.locator(f"#l{LINKS_SHOWN}").bounding_box()
        assert first is not None
        assert last is not None
        top, bottom = first["y"] - 8, last["y"] + last["height"]
        page.screenshot(
            path=HERE / "report.png", clip={"x": 0, "y": top, "width": WIDTH, "height": bottom - top}, full_page=True
        )
        browser.close()


if __name__ == "__main__":
    draw()
