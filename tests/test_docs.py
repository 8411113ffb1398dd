"""Examples in docstrings and documents are run; copied output is what the command prints."""

import doctest
import importlib
import os
import pkgutil
import re
from pathlib import Path

import pytest

import ranksure
from shared import ROOT, in_checkout

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = sorted(
    name
    for _, name, _ in pkgutil.walk_packages(ranksure.__path__, "ranksure.")
    if not name.endswith("__main__")
)


EXTRAS = {"ranksure.analytic": "scipy", "ranksure.qrels": "ahocorasick_rs"}  # what examples need


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    if name in EXTRAS:
        pytest.importorskip(EXTRAS[name])
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@in_checkout
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


def test_every_public_function_has_an_example() -> None:
    for name in ranksure.__all__:
        thing = getattr(ranksure, name)
        if (
            callable(thing)
            and not isinstance(thing, type)
            and not name.startswith(("read", "show"))
        ):
            assert ">>>" in (thing.__doc__ or ""), name


@in_checkout
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def readme_block(marker: str) -> str:
    text = (ROOT / "README.md").read_text()
    match = re.search(rf"<!-- {marker} -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert match, marker
    return match[1]


@in_checkout
def test_the_output_in_the_readme_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    from ranksure.cli import main

    command = readme_block("first-command").split("ranksure ", 1)[1].split()
    arguments = [a for a in command if a not in ("--plot", "comparison.png")]
    arguments[arguments.index("recall@5,ndcg@10")] = "ndcg@10"
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    finally:
        os.chdir(before)
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out == readme_block("example-output")
