"""The processes that read PDFs: one reads many documents, and what one document does to it costs no other."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from linksift import read
from linksift.documents import Limits, ReadError
from linksift.documents.pdf import pdfium_pool
from tests.documents.pdf_makers import endless, of_lines, too_large
from tests.own_process import ROOT

pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")
posix = pytest.mark.skipif(os.name != "posix", reason="forks and signals are POSIX's")
A, B = of_lines("http://a.example/"), of_lines("http://b.example/")


@pytest.fixture(autouse=True)
def no_process() -> None:
    """No process is there before a test."""
    pdfium_pool.end_all()
    pdfium_pool._IDLE.clear()


def uris(document: bytes, seconds: float = 120) -> list[str]:
    return [found.match.uri for found in read(document, limits=Limits(seconds=seconds))]


def workers() -> list[int]:
    """The processes that wait for documents."""
    return [worker._process.pid for worker in pdfium_pool._IDLE]


def running(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent to notice does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def ends(pid: int, seconds: float = 20) -> bool:
    """Whether a process ends within some seconds."""
    deadline = time.monotonic() + seconds
    while running(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not running(pid)


def test_one_process_reads_many_documents() -> None:
    assert uris(A) == ["http://a.example/"]
    first = workers()
    assert len(first) == 1
    assert uris(B) == ["http://b.example/"]
    assert workers() == first


def test_a_broken_document_is_no_harm_to_the_process() -> None:
    uris(A)
    first = workers()
    with pytest.raises(ReadError, match="is not a PDF"):
        uris(b"%PDF-1.7\n" + bytes(100))
    assert uris(B) == ["http://b.example/"]
    assert workers() == first


def test_a_process_reads_no_more_than_its_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfium_pool, "MOST_DOCUMENTS", 2)
    assert [uris(A), len(workers()), uris(B), len(workers())] == [["http://a.example/"], 1, ["http://b.example/"], 0]


def test_a_process_that_read_much_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfium_pool, "LARGEST_KEPT", 100)
    assert (uris(A), workers()) == (["http://a.example/"], [])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process within its memory")
def test_a_document_that_breaks_it_down_costs_no_other() -> None:
    uris(A)
    with pytest.raises(ReadError, match="PDFium broke down on it"):
        uris(too_large())
    assert workers() == []
    assert uris(B) == ["http://b.example/"]


@posix
def test_a_document_is_read_even_if_the_process_ended_in_the_meantime() -> None:
    uris(A)
    [pid] = workers()
    os.kill(pid, 9)
    assert uris(B) == ["http://b.example/"]
    assert workers() not in ([], [pid])


def test_the_time_is_that_of_each_document() -> None:
    uris(A)
    with pytest.raises(ReadError, match=r"takes more than 0\.5 seconds"):
        uris(endless(), seconds=0.5)
    assert workers() == []
    assert uris(B) == ["http://b.example/"]


def test_an_interrupt_costs_no_other_document(monkeypatch: pytest.MonkeyPatch) -> None:
    uris(A)
    [worker] = pdfium_pool._IDLE

    def interrupted(lines: bytearray) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(worker, "_receive", interrupted)
    with pytest.raises(KeyboardInterrupt):
        uris(A)
    assert worker._process.returncode is not None
    assert uris(B) == ["http://b.example/"]


def test_threads_have_processes_of_their_own() -> None:
    documents = [(f"http://a.example/{number}", of_lines(f"http://a.example/{number}")) for number in range(24)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda document: uris(document[1]), documents))
    assert found == [[uri] for uri, _ in documents]
    assert 1 <= len(workers()) <= pdfium_pool.MOST_IDLE


@posix
def test_a_process_that_waits_in_vain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfium_pool, "PATIENCE", 0.3)
    uris(A)
    [pid] = workers()
    assert ends(pid)
    assert uris(B) == ["http://b.example/"]


def program(code: str) -> "subprocess.Popen[str]":
    """A program of its own, with the documents A and `endless` of this module."""
    head = "import os, sys, time\nfrom tests.documents.test_pdfium_pool import *\n"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    return subprocess.Popen([sys.executable, "-c", head + code], stdout=subprocess.PIPE, text=True, env=environment)


@posix
@pytest.mark.parametrize("at_the_end", ["", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_no_process_outlives_its_program(at_the_end: str) -> None:
    with program(f"uris(A); print(*workers(), flush=True); {at_the_end}") as running_program:
        assert running_program.stdout is not None
        pid = int(running_program.stdout.readline())
    assert ends(pid)


@posix
def test_no_process_outlives_its_program_even_if_it_is_at_work() -> None:
    code = """
from threading import Thread
uris(A); print(*workers(), flush=True)
Thread(target=lambda: uris(endless())).start()
time.sleep(0.5); os.kill(os.getpid(), 9)
"""
    with program(code) as running_program:
        assert running_program.stdout is not None
        pid = int(running_program.stdout.readline())
    assert ends(pid)


@posix
def test_a_forked_child_has_processes_of_its_own() -> None:
    code = """
uris(A); print(*workers(), flush=True)
if os.fork() == 0:
    print(uris(B), workers(), flush=True)
    os._exit(0)
os.wait()
print(uris(A), *workers(), flush=True)
"""
    with program(code) as running_program:
        output, _ = running_program.communicate()
    first, child, again = output.splitlines()
    assert child.startswith("['http://b.example/'] [")
    assert first not in child
    assert again == f"['http://a.example/'] {first}"
