"""Commands in documents print what the documents say."""

import re
import shlex
from pathlib import Path

import pytest

from cli_runs import run
from shared import ROOT, in_checkout

pytest.importorskip("rich")


def commands(path: Path) -> list[tuple[str, str]]:
    """Each command line of the console blocks, and the output below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


@in_checkout
@pytest.mark.parametrize("name", ["planning.md", "gating.md"])
def test_output_is_real(name, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    shown = commands(ROOT / "docs" / name)
    assert len(shown) >= 2
    for line, output in shown:
        program, *words = shlex.split(line)
        found = run(*words)
        assert program == "ranksure" and found.exit_code in (0, 3), found.stderr
        assert found.stdout.rstrip() == output.rstrip()
