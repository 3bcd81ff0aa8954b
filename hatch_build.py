"""Build hook: the wheel carries the bundle of the page; an editable install has it ready."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBundle(BuildHookInterface[Any]):
    """Runs viewer/page/bundle.py before files are gathered."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        path = Path(self.root) / "viewer" / "page" / "bundle.py"
        spec = importlib.util.spec_from_file_location("shegong_page_bundle", path)
        assert spec is not None
        assert spec.loader is not None
        bundle = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(bundle)
        if not bundle.is_fresh():
            try:
                bundle.build()
            except bundle.BundleError as problem:
                if version != "editable":
                    raise
                # A checkout can do without: `shegong page` builds it later and says what is missing.
                print(f"note: {problem}", file=sys.stderr)
        build_data["artifacts"].append("viewer/page/bundle.js")
