"""Programs that read a text on standard input and write it on standard output."""

import os
import subprocess
from collections.abc import Sequence

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb", "HOME": "/nonexistent"}


def output(command: Sequence[str], text: str) -> str:
    """The output of a program for a text; a program that fails raises subprocess.CalledProcessError."""
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True, env=ENVIRONMENT, timeout=60)
    return done.stdout.decode()
