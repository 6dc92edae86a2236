# ruff: noqa: E501 - lines of C are quoted whole
r"""Plants one fault after another in a copy of the kernel, and requires `kernel_fuzz` to show each.

    python -m tests.finding.planted_faults --texts 4000

For a fault that cannot change an answer, or that no text here can show, the list says why.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from click import echo

import linksift

SOURCE = Path(linksift.__file__).parents[1]
KERNEL = "linksift/finding/kernel"
LIBRARY = f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"  # `sysconfig` may answer None in one of several threads
PATIENCE = 120
"""The number of seconds that a fault may take: one that never ends counts as shown, too."""

SEEDS = 5

STOPS_BEYOND_TABLES = ("-fsanitize=bounds", "-fsanitize-undefined-trap-on-error")
"""A fault that reads beyond a table changes no answer by itself, so the kernel is made to crash there."""


class Fault(NamedTuple):
    """Text in a source file of the kernel, the text that replaces it, and why no answer changes, if none does."""

    file: str
    old: str
    new: str
    harmless: str = ""


ASKS_MORE = "Python is asked more often, and gives the same answer"

FAULTS = (
    # ---- Running programs
    Fault("vm.h", "c < 128 ? set->ascii[c]", "c < 127 ? set->ascii[c]"),
    Fault("vm.h", "            if (pos >= end || (Py_UCS4)text[pos] != (Py_UCS4)pc[1])", "            if (pos >= end)"),
    Fault("vm.h", "const int *last = pc + 1 + pc[1];", "const int *last = pc + pc[1];"),
    Fault("vm.h", "(a | b | c | d) < 128 && ", ""),
    Fault("vm.h", " & set->ascii[d]", ""),
    Fault("vm.h", "pos -= pc[3];", "pos -= pc[3] + 1;"),
    Fault("vm.h", "return (pos >= 0 && pos < end", "return (pos > 0 && pos < end"),
    Fault("vm.h", "FN(has)(&program->sets[pc[1]], text[pos])) == pc[2]", "FN(has)(&program->sets[pc[1]], text[pos]))"),
    Fault("vm.h", "Py_ssize_t least = pos + pc[2];", "Py_ssize_t least = pos;"),
    Fault("vm.h", "pc[3] < 0 || pc[3] > end - pos ? end : pos + pc[3]", "end"),
    Fault("vm.h", "int gives_back = *pc == OP_SPAN && pos > least;", "int gives_back = 0;"),
    Fault("vm.h", "push(&choices, pc, pos, least, last_group)", "push(&choices, pc, pos, least + 1, last_group)"),
    Fault("vm.h", "if ((found >= 0) == pc[1])", "if (found >= 0 && pc[1])"),
    Fault("vm.h", "if (pos >= pc[2] && !FN(fails)", "if (pos > pc[2] && !FN(fails)"),
    Fault("vm.h", "if (!pc[1])\n                last_group = inner;", "last_group = inner;", "no pattern has a group in a negative look-around"),
    Fault("vm.h", "last_group = choice->group;", ""),
    Fault("vm.h", "if (pos != end)\n                goto fail;", ""),
    Fault("vm.h", "pos = found;\n            pc = program->code + pc[1];", "pc = program->code + pc[1];"),
    # ---- Memos
    Fault("scan.h", "if (PyUnicode_READ(kind, data, i) != characters[i])", "if ((Py_UCS1)PyUnicode_READ(kind, data, i) != (Py_UCS1)characters[i])"),
    Fault("scan.h", "if (string == NULL || PyUnicode_GET_LENGTH(string) != length)", "if (string == NULL || PyUnicode_GET_LENGTH(string) < length)"),
    Fault("scan.h", "FN(add)(key, is_there ? text[place] : 0);", "FN(add)(key, 0);"),
    Fault("kernel.c", "PyDict_Clear(memo->answers);", "{ PyDict_Clear(memo->answers); PyErr_SetNone(PyExc_KeyError); Py_CLEAR(answer); }"),
    # ---- Subfields of library records
    Fault("scan.h", "FN(is)(kernel, text[start - 1], TELLS_SCHEME)", "text[start - 1] == '.'"),
    Fault("scan.h", " || (start > 1 && text[start - 2] == '$')", ""),
    # ---- Bounds
    Fault("scan.h", "while (start > low && FN(is)(self->kernel, text[start - 1], classes))", "while (start > low + 1 && FN(is)(self->kernel, text[start - 1], classes))"),
    Fault("scan.h", "if (end - colon > kernel->numbers[MAX_LENGTH] - 5 || start < self->position)", "if (start < self->position)"),
    Fault("scan.h", "if (end - colon > kernel->numbers[MAX_LENGTH] - 5 || start < self->position)", "if (end - colon > kernel->numbers[MAX_LENGTH] - 5)"),
    Fault("scan.h", "at - start > kernel->numbers[MOST_IN_LOCAL_PART] ||", ""),
    Fault("scan.h", "end - start >= kernel->numbers[MAX_LENGTH])\n        return IN_DOUBT;\n    int is_plain", "0)\n        return IN_DOUBT;\n    int is_plain"),
    Fault("scan.h", "if (end - at > kernel->numbers[MOST_IN_HOST])\n        return IN_DOUBT;", ""),
    Fault("scan.h", "return end - start >= 2 && text[end - 1] == '/' && text[end - 2] == '*';", "return 0;"),
    Fault("scan.h", "if (end < 0 || end - start > most || is_cut)", "if (end < 0 || is_cut)"),
    Fault("scan.h", "if (end < 0 || end - start > most || is_cut)", "if (end < 0 || end - start > most)", "a closer ends the link whatever follows its punctuation, other readings are no longer than the limit, and Python is asked about a mark"),
    Fault("scan.h", "if (end < 0 || end - start > kernel->numbers[MAX_LENGTH]) {", "if (end < 0) {"),
    Fault("scan.h", "self->angle < start - self->kernel->numbers[URL_DISTANCE]", "self->angle < start - 8"),
    Fault("scan.h", "self->angle >= at - kernel->numbers[MOST_IN_LOCAL_PART] - 1", "self->angle >= at - 8"),
    # ---- What is around
    Fault("scan.h", "(start > 0 && FN(is)(kernel, text[start - 1], DOUBTFUL_BEFORE))", "0"),
    Fault("scan.h", "FN(add_at)(&key, self, text, ending != MARK ? *end : -1);", "FN(add_at)(&key, self, text, -1);"),
    Fault("scan.h", "if (FN(is)(kernel, text[place], DOUBTFUL_IN_TAIL))\n            Py_RETURN_NONE;", ""),
    Fault("scan.h", "    *end = stem;\n", ""),
    Fault("scan.h", "*end - stem <= kernel->numbers[MOST_IN_TAIL] && ", "", "a longer run of punctuation is refused after the loop"),
    Fault("scan.h", "if (start > 1 && text[start - 1] == '\\'' && Py_UNICODE_ISALNUM(text[start - 2]))\n        return IN_DOUBT;", ""),
    Fault("scan.h", "if (self->angle >= 0 && self->angle >= at - self->kernel->numbers[MOST_IN_LOCAL_PART] - 1)", "if (0)"),
    Fault("scan.h", "    if (has_word)\n        return has_word < 0 ? FAILED : IN_DOUBT;\n", ""),
    Fault("scan.h", "known == 1 ? FN(may_run_into_sentence)(self, text, start, host_end) : 0;", "0;"),
    Fault("scan.h", "FN(is)(self->kernel, text[dot + 1], LETTER) && text[dot + 1] < 'a' ? IN_DOUBT : known;", "0 ? IN_DOUBT : known;"),
    Fault("scan.h", "(is_too_long && text[start - 1] != '\\\\')", "is_too_long"),
    Fault("scan.h", "text[start] == 'n' || text[start] == 'r' || (start > 1", "(start > 1"),
    Fault("scan.h", " || (start > 1 && text[start - 2] == '\\\\')", ""),
    Fault("scan.h", "    if (FN(first_name)(self) >= start - 1)\n        return 0;\n", ""),
    Fault("scan.h", "FN(is)(self->kernel, text[start - 1], DOUBTFUL_BEFORE_NAME)", "0"),
    Fault("scan.h", "int is_enclosed = self->angle == start - 1 ? 0 : FN(is_in_angles)(self, text, start);", "int is_enclosed = 0;"),
    Fault("scan.h", "place < end + 2 && place < self->length", "place < end + 1 && place < self->length"),
    Fault("scan.h", "if (end + 1 < self->length && text[end] == '.')\n        FN(add)(&key, text[end + 1]);", ""),
    Fault("scan.h", "(goes_on && (text[end] == '_' || (end + 1 < self->length && text[end + 1] >= 128)))", "0", ASKS_MORE),
    Fault("scan.h", "return is_longer || text[start] == '_' ? IN_DOUBT : FOUND;", "return FOUND;"),
    Fault("scan.h", "if (goes_on)\n        return goes_on < 0 ? FAILED : IN_DOUBT;", ""),
    # ---- IPv4 addresses
    Fault("scan.h", "FN(matches_all)(self, kernel->programs[FOUR_NUMBERS], text, start, end)", "1"),
    Fault("scan.h", "FN(run_start)(self, text, start, most, LEADS_TO_NUMBER)", "start"),
    Fault("scan.h", "FN(run_start)(self, text, before, most - (start - before), LETTER)", "before"),
    Fault("scan.h", " || (start > 0 && text[start - 1] == '/')", ""),
    Fault("scan.h", "if (before > 0 && start - before < most)\n        before--;", ""),
    Fault("scan.h", "if (before < start && (text[before] >= 128 || text[before] == '\\\\'))\n        return IN_DOUBT;", ""),
    Fault("scan.h", "is_other ? NOTHING : FOUND;", "is_other ? IN_DOUBT : FOUND;", ASKS_MORE),
    Fault("scan.h", "text[rest] == '[' || ", ""),
    Fault("scan.h", "(int)FN(number_of)(&kernel->memos[IS_PLAIN_HOST], text + start, end - start);", "FOUND;"),
    Fault("scan.h", "if (start < FN(first_name)(self))\n        return IN_DOUBT;", ""),
    Fault("scan.h", "BARE_IPV6, start, Py_MIN(end + 5, self->length), 1, found)", "BARE_IPV6, start, end, 1, found)"),
    Fault("scan.h", "made == Py_False ? NOTHING : IN_DOUBT", "IN_DOUBT", ASKS_MORE),
    Fault("scan.h", "FN(matches_at)(self, kernel->programs[HEADING], text, start, self->length)", "0"),
    Fault("scan.h", "FN(matches_at)(self, kernel->programs[NUMBER_AFTER_ADDRESS], text, end, self->length)", "0"),
    # ---- Plain text
    Fault("scan.h", "host_end < 0 || host_end - rest > kernel->numbers[MOST_IN_HOST]", "host_end < 0"),
    Fault("scan.h", " || !is_ascii) {", ") {"),
    Fault("scan.h", "if (group != QUERY || rest == start || text[rest] == '[' || !is_ascii) {", "if (0) {"),
    Fault("scan.h", "is_plain == 1 && group != QUERY ? FN(user_follows)(self, text, end) : 0", "0"),
    Fault("scan.h", "if (place < self->user || place > self->user_end)", "if (self->user_end == 0)"),
    Fault("scan.h", "    FN(add)(&key, text[end - 1]);\n", "    FN(add)(&key, 'a');\n"),
    Fault("scan.h", "    FN(add)(&key, text[stem - 1]);\n", "    FN(add)(&key, 'a');\n"),
    Fault("scan.h", "    FN(add)(&key, is_ascii);\n", "    FN(add)(&key, 1);\n"),
    Fault("scan.h", "FN(run_start)(self, text, end, end - path, ALWAYS_TRIMMED)", "end", ASKS_MORE),
    Fault("scan.h", "if (text[place] == ';' || Py_UNICODE_ISSPACE(text[place]))", "if (1)", ASKS_MORE),
    Fault("kernel.c", "self->position = stem;", "self->position = end;", "no match begins in punctuation that was trimmed"),
    Fault("kernel.c", "slot_of(*found, slots[1]), end, slot_of", "slot_of(*found, slots[2]), end, slot_of"),
    Fault("scan.h", "reading != PLAIN || is_variable ||", "reading != PLAIN ||"),
    Fault("scan.h", " && FN(is)(self->kernel, text[start], DIGIT | LETTER)", ""),
    # ---- Schemes
    Fault("scan.h", "(text[start - 1] >= 128 || FN(is)(kernel, text[start - 1], OPENS_QUOTES))", "FN(is)(kernel, text[start - 1], OPENS_QUOTES)"),
    Fault("scan.h", "!(start > 0 && FN(is)(kernel, text[start - 1], GLUE))", "1", ASKS_MORE),
    Fault("scan.h", "if (is_broken)\n            return is_broken < 0 ? FAILED : IN_DOUBT;", "(void)is_broken;"),
    Fault("scan.h", "low = Py_MAX(start - kernel->numbers[LONGEST_ESCAPE], 0);", ";"),
    Fault("scan.h", "start = Py_MAX(start, Py_MIN(self->position, colon));", ";"),
    Fault("scan.h", "if (start >= 2 && FN(is)(kernel, text[start - 1], LETTER) && FN(is)(kernel, text[start - 2], LETTER))", "if (0)"),
    Fault("scan.h", "    if (!has_capital)\n        return 0;\n", "    if (text[label] < 'A' || text[label] > 'Z')\n        return 0;\n"),
    Fault("scan.h", "if (!has_slashes && ((scheme & NEEDS_HOST) || (is_glued && !(scheme & GOES_WITHOUT))))\n        return IN_DOUBT;", ""),
    Fault("scan.h", "if (is_glued && text[opener - 1] < 128 && !has_slashes)\n            return NOTHING;", "", ASKS_MORE),
    Fault("scan.h", "if (self->word_end <= colon)\n", "", "the end of the word is only read again"),
    Fault("scan.h", "if (self->word_end <= colon)\n", "if (self->word_end == 0)\n"),
    Fault("scan.h", "if (self->names_from < farthest)\n        self->names_from = farthest;", ""),
    Fault("scan.h", "if (farthest > self->word_end)\n        farthest = self->word_end;", ""),
    Fault("scan.h", "self->position > self->names_from ? self->position : self->names_from", "self->position"),
    # ---- The search
    Fault("scan.h", "is_judged = is_judged && self->kernel->is_usable != Py_None;", "is_judged = 0;"),
    Fault("scan.h", "kernel->uri_kind, around, group > MARK, found);", "kernel->uri_kind, around, 0, found);"),
    Fault("scan.h", "Py_ssize_t last = self->limit + kernel->longest_literal - 1;", "Py_ssize_t last = self->limit;"),
    Fault("scan.h", "self->next_uri = start + longest;", "self->next_uri = end;"),
    Fault("scan.h", "self->next_uri = start + longest;", "self->next_uri = start + longest + 9;"),
    Fault("scan.h", "if (self->next_uri - start > longest)", "if (0)"),
    Fault("scan.h", "FN(value_end)(self, text, begun, end);", "end;"),
    Fault("scan.h", "if (begun < self->position && self->position < end)", "if (0)"),
    Fault("kernel.c", ".limit = length + 1,", ".limit = length - 8,"),
    Fault("scan.h", "if (start < self->from || start >= self->limit)", "if (start < self->from)"),
    Fault("scan.h", "text[at - 1] < 128 ? kernel->is_before_last[text[at - 1]] : kernel->has_one", "text[at - 1] < 128 ? kernel->is_before_last[text[at - 1]] : 0"),
    Fault("scan.h", "if (at >= last || text[at] < 128)\n            return at;", "return at;"),
    Fault("scan.h", "self->waiting &= self->waiting - 1;", "self->waiting = 0;"),
    Fault("scan.h", "        if (text[at] == '<')\n            self->angle = at;\n", ""),
    Fault("scan.h", "self->at < self->whole_end ? self->whole_end : self->at", "self->at", "hits inside a whole URI come to nothing one by one"),
    # ---- Lines that are joined on evidence
    Fault("scan.h", "if (ends_line)\n        return ends_line < 0 ? FAILED : IN_DOUBT;", "(void)ends_line;"),
    Fault("scan.h", "return ends_line ? ends_line < 0 ? -2 : -1 : end;", "return ends_line < 0 ? -2 : end;"),
    Fault("scan.h", "kernel->numbers[JOINS_LINES] ? IN_DOUBT : NOTHING;", "NOTHING;"),
    Fault("scan.h", "if (self->kernel->numbers[JOINS_LINES] || !FN(may_open", "if (!FN(may_open"),
    # ---- What a memo reads
    Fault("scan.h", "after != end || end - start > self->kernel->numbers[MAX_LENGTH])", "after != end)", ASKS_MORE),
    Fault("scan.h", "if (end < 0 || after != end || ", "if (end < 0 || "),
    Fault("scan.h", "is_enclosed == 1 && text[start - 1] == '<' && (has_slashes || (scheme & GOES_WITHOUT))", "is_enclosed == 1 && text[start - 1] == '<'"),
    Fault("kernel.c", "self->position = start + PyLong_AsSsize_t(", "self->position = PyLong_AsSsize_t("),
    Fault("kernel.c", "PyObject_CallMethod(made, \"shifted\", \"n\", start)", "PyObject_CallMethod(made, \"shifted\", \"n\", start + 1)"),
    Fault("arrow_links.h", "    span[0] += by;\n", ""),
    # ---- Replaced characters
    Fault("replace_characters.h", "run = length < 255 ? length : 255;", "run = length < 257 ? length : 257;"),
    Fault("replace_characters.h", "if (length - at < 32)", "if (length - at < 64)", "the rest is read one by one"),
    Fault("replace_characters.h", "by[i].character) > 0)\n                return at;", "by[i].character) > 1)\n                return at;"),
    Fault("replace_characters.h", "*from >= 128 || numbers", "*from >= 127 || numbers"),
    # ---- Columns
    Fault("arrow_links.h", "return c > 0xffff ? 2 : 1;", "return 1;"),
    Fault("arrow_links.h", "return c < 0x80 || (0xd800 <= c && c < 0xe000) ? 1", "return c < 0x80 ? 1"),
    Fault("arrow_links.h", "search->text == NULL || PyUnicode_IS_ASCII(search->text)", "1"),
    Fault("arrow_links.h", "(0xff00 >> (more + 1))", "(0xff00 >> more)"),
    Fault("arrow_links.h", "            c = 0xfffd;", "            c = '?';"),
    Fault("kernel.c", "links->place = links->converted = 0;", ""),
    Fault("kernel.c", "search.limit = search.length + 1;", "search.limit = length - 8;"),
    Fault("kernel.c", "if (all >= 128) {", "if (0) {"),
)  # fmt: skip


def misplaced() -> list[Fault]:
    """The faults whose text does not occur exactly once in its file because the file was changed."""
    return [fault for fault in FAULTS if (SOURCE / KERNEL / fault.file).read_text("utf-8").count(fault.old) != 1]


def shown_by(fault: Fault, texts: int, seed: int) -> bool:
    """Whether the fuzz shows a fault: by a text on which the faulty kernel differs from Python, a crash, or no end."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("*.so"))
        file = source / KERNEL / fault.file
        written = file.read_text(encoding="utf-8")
        file.write_text(written.replace(fault.old, fault.new), encoding="utf-8")
        compiler = ["gcc", "-shared", "-fPIC", "-O0", "-w", *STOPS_BEYOND_TABLES, "-I", sysconfig.get_path("include")]
        subprocess.run([*compiler, source / KERNEL / "kernel.c", "-o", source / KERNEL / LIBRARY], check=True)
        command = [sys.executable, "-m", "tests.finding.kernel_fuzz", "--first", f"--texts={texts}", f"--seed={seed}"]
        paths = os.pathsep.join([str(source), str(Path.cwd())])
        try:
            ran = subprocess.run(
                command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            return True
        assert "ImportError" not in ran.stderr, ran.stderr
        assert "no compiled kernel" not in ran.stderr, ran.stderr
        return ran.returncode != 0


def is_shown(fault: Fault, texts: int, seed: int) -> bool:
    """Whether the fuzz shows a fault. One that can matter is tried with more seeds, so that no lost text hides it; one
    that cannot matter runs to the last text, so it gets an eighth of the texts."""
    if fault.harmless:
        return shown_by(fault, texts // 8, seed)
    return any(shown_by(fault, texts, seed + more) for more in range(SEEDS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only faults whose old or new text has this in it")
    asked = parser.parse_args()
    if faults := misplaced():
        sys.exit(f"these stand in the kernel not once: {faults}")
    wrong = 0
    faults = [fault for fault in FAULTS if asked.only in fault.old + fault.new]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, shown in zip(
            faults, pool.map(lambda one: is_shown(one, asked.texts, asked.seed), faults), strict=True
        ):
            said = "shown" if shown else "not shown"
            if shown == bool(fault.harmless):
                wrong += 1
                said += ", which is wrong"
            echo(
                f"{said:10} {fault.file:8} {' '.join(fault.old.split())[:60]!r} -> {fault.new[:30]!r} {fault.harmless}"
            )
    echo(f"{sum(not fault.harmless for fault in faults)} of {len(faults)} faults can matter; {wrong} are judged wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
