"""Lists the tests of the quick run, `pytest -m smoke`, which touches every room in at most a minute."""

from pathlib import Path

TESTS = Path(__file__).parent

QUICK = [
    "test_corpus_format.py",
    "test_import.py",
    "test_public_api.py",
    "test_quick_run.py",
    "test_readme.py",
    "test_rooms.py",
    "test_rules_page.py",
    "test_threads.py",
    "*/test_docstrings.py",
    "registries/test_derive.py",
    "uri/test_components.py",
    "uri/test_errors.py",
    "uri/test_normalize.py",
    "finding/test_corpora.py",
    "finding/test_match.py",
    "finding/test_refang.py",
    "hazards/test_hazards.py",
    "hazards/test_page.py",
    "cleaning/test_corpora.py",
    "cleaning/test_properties.py",
    "documents/test_markdown.py",
    "documents/test_pdf.py",
    "documents/test_plain_text.py",
    "documents/test_read.py",
    "documents/test_stated_match.py",
    "documents/mail/test_*.py",
    "documents/office/test_docx.py",
    "linking/test_linker.py",
    "integrations/test_bleach.py",
    "integrations/test_django.py",
    "integrations/test_jinja.py",
    "integrations/test_markdown_it.py",
    "cli/test_clean.py",
    "cli/test_compare.py",
    "cli/test_find.py",
    "cli/test_linkify.py",
    "cli/test_normalize.py",
    "cli/test_report.py",
    "cli/test_resolve.py",
    "cli/test_terminal_safe.py",
]
"""The modules of the quick run. Their tests that measure time are left out."""
