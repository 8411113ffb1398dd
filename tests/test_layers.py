"""The house: imports and includes point down, and import ranksure stays light."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ranksure
from shared import ROOT, in_checkout

PACKAGE = ROOT / "python" / "ranksure"

# Lowest first. A module may import modules of lower lines and of its own line.
LAYERS = [
    ["_core"],
    ["_validate", "_config"],
    ["_ids"],
    ["_fingerprint"],
    ["measure_kinds"],
    ["measure_spellings"],
    ["measure_names"],
    ["measures"],
    ["readers"],
    ["evidence"],
    ["qrels", "run"],
    ["diversity_qrels"],
    ["replicates", "policies", "tolerance", "pages"],
    ["diversity"],
    ["quantiles", "preparing", "measuring"],
    ["verifying", "estimators", "intervals", "randomization", "bootstrap_result"],
    ["columns", "units", "bounds", "tie_ranges", "segments", "corrections"],
    ["bootstrapping", "agreement", "summary"],
    ["resampling", "analytic", "differences", "repeats"],
    ["scores", "stored_scores", "query_labels", "trec_text"],
    ["evaluating"],
    ["agreement_of_runs", "agreement_of_orders", "run_diff", "per_query"],
    ["rankings", "comparison", "checking", "findings"],
    ["neighbours", "guarded"],
    ["planning", "gating"],
    ["guards"],
    ["comparing"],
    ["reporting"],
    ["cli", "__main__"],
]
HEIGHT = {name: height for height, line in enumerate(LAYERS) for name in line}

# Headers of the core, lowest first.
HEADERS = [
    ["column", "decimal"],
    ["discount", "parallel", "random", "ids", "sum_tree", "kernel_choice"],
    ["text"],
    ["order", "order_statistics", "rankings", "resample", "binomial"],
    ["candidates"],
    ["match", "measures", "flip", "groups", "index_recall", "diversity"],
    ["fingerprint"],
    ["averages"],
    ["evaluate"],
    ["evaluate_diversity"],
]
HEADER_HEIGHT = {name: height for height, line in enumerate(HEADERS) for name in line}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    """The first part of a module's name below the package."""
    part = path.relative_to(PACKAGE).parts[0]
    return part.removesuffix(".py")


def imported_rooms(path: Path, *, type_checking: bool) -> set[str]:
    """Rooms of ranksure that a module imports; under TYPE_CHECKING only when asked for."""
    tree = ast.parse(path.read_text())
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped |= set(ast.walk(node))
    depth = len(path.relative_to(PACKAGE).parts)
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in skipped and not type_checking:
            continue
        if isinstance(node, ast.ImportFrom):
            found |= rooms_of_import(node, path, depth)
        elif isinstance(node, ast.Import):
            found |= {n.name.split(".")[1] for n in node.names if n.name.startswith("ranksure.")}
    return found


def rooms_of_import(node: ast.ImportFrom, path: Path, depth: int) -> set[str]:
    name = node.module or ""
    if node.level == 0:
        if name == "ranksure":
            return {alias.name for alias in node.names}
        return {name.split(".")[1]} if name.startswith("ranksure.") else set()
    if node.level < depth:  # stays inside its own room
        return {room(path)}
    return {name.split(".")[0]} if name else {alias.name for alias in node.names}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = room(path)
    if own in ("__init__", "reference"):
        return
    for other in imported_rooms(path, type_checking=False):
        if other == "reference":
            assert own == "verifying", f"{own} imports the reference"
        elif other in HEIGHT:
            assert HEIGHT[other] <= HEIGHT[own], f"{own} imports {other}, which stands above it"


@in_checkout
def test_every_room_has_a_height() -> None:
    assert {room(path) for path in modules()} - {"__init__", "reference"} <= set(HEIGHT)


@in_checkout
def test_the_reference_imports_only_the_standard_library() -> None:
    for path in (PACKAGE / "reference").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1, f"{path.name} reaches out of the reference"
                continue
            else:
                continue
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names, f"{path.name}: {name}"


def includes(path: Path) -> list[str]:
    return re.findall(r'^#include [<"]([^">]+)[">]', path.read_text(), re.MULTILINE)


@in_checkout
def test_includes_point_down() -> None:
    headers = list((ROOT / "cpp" / "include" / "ranksure").glob("*.hpp"))
    assert {header.stem for header in headers} == set(HEADER_HEIGHT)
    for header in headers:
        for name in includes(header):
            if name.startswith("ranksure/"):
                other = Path(name).stem
                assert HEADER_HEIGHT[other] < HEADER_HEIGHT[header.stem], f"{header.name}: {name}"


@in_checkout
def test_the_core_never_sees_python() -> None:
    for folder in ("include", "src"):
        for path in (ROOT / "cpp" / folder).rglob("*.[ch]pp"):
            for name in includes(path):
                assert not name.startswith(("pybind11", "Python")), f"{path.name}: {name}"


@in_checkout
def test_threads_start_in_one_place() -> None:
    for path in (ROOT / "cpp").rglob("*.[ch]pp"):
        if path.name != "parallel.cpp":
            assert "<thread>" not in path.read_text(), path.name


def test_all_names_load_numpy_and_nothing_heavier() -> None:
    code = (
        "import sys, json, numpy; before = set(sys.modules); import ranksure; "
        "[getattr(ranksure, name) for name in ranksure.__all__]; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    heavy = {"pandas", "matplotlib", "pyarrow", "polars", "rich", "click", "scipy"}
    assert not loaded & heavy
    assert not [name for name in json.loads(done.stdout) if name.startswith("ranksure.cli")]
    assert not [name for name in json.loads(done.stdout) if name.startswith("ranksure.reference")]


@in_checkout
def test_the_public_names_are_those_of_the_stub() -> None:
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    homes = {
        alias.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert homes == ranksure._HOMES | {"__version__": "_core"}
    assert sorted(homes) == sorted(ranksure.__all__)
    for name in ranksure.__all__:
        assert getattr(ranksure, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'recal_at_k'"):
        ranksure.recal_at_k  # noqa: B018
