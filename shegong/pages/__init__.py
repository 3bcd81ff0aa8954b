"""Pages of the rite for browser and paper: one a section, with its clauses and its plans (分節 · 釋例 · 繪圖)."""

from shegong.pages.build import write_pages

__all__ = ["write_pages"]
