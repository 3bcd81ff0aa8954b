"""The import arrows of the house go one way only: assets ← layout ← rite ← geometry ← viewer ← shegong."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
ORDER = ["assets", "layout", "rite", "geometry", "viewer", "shegong"]
INSIDE_LAYOUT = ["text", "measures", "evidence", "plan"]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("package", ORDER)
def test_no_import_against_the_arrows(package):
    later = set(ORDER[ORDER.index(package) + 1 :])
    files = sorted((HOME / package).rglob("*.py"))
    assert files
    wrong = [f"{f.relative_to(HOME)} imports {m}" for f in files for m in imports(f) if m.split(".")[0] in later]
    assert wrong == []


@pytest.mark.parametrize("part", INSIDE_LAYOUT)
def test_data_flows_one_way_inside_layout(part):
    later = set(INSIDE_LAYOUT[INSIDE_LAYOUT.index(part) + 1 :])
    wrong = []
    for f in sorted((HOME / "layout" / part).rglob("*.py")):
        for module in imports(f):
            pieces = module.split(".")
            if pieces[0] == "layout" and len(pieces) > 1 and pieces[1] in later:
                wrong.append(f"{f.relative_to(HOME)} imports {module}")
    assert wrong == []


def test_assets_hold_no_logic():
    for f in (HOME / "assets").rglob("*.py"):
        tree = ast.parse(f.read_text(encoding="utf-8"))
        assert all(isinstance(node, ast.Expr) for node in tree.body), f
