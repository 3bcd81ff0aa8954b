"""Words of the interface in 漢字 and English: `assets/labels/zh.toml`, `en.toml`, by the same keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from layout.data import asset, load_toml
from layout.errors import UnknownNameError

LANGUAGES = ("zh", "en")


class Words(dict[str, str]):
    """Words by key; a key that is missing shows itself rather than end the window."""

    def __missing__(self, key: str) -> str:
        return key

    def fill(self, key: str, **values: object) -> str:
        """The words of a key with `{name}` replaced."""
        return self[key].format(**values)


@cache
def words(lang: str) -> Words:
    """The words of a language; UnknownNameError for another than zh or en."""
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)
    table: Mapping[str, dict[str, str]] = load_toml(asset("labels", f"{lang}.toml"), dict[str, dict[str, str]])
    return Words({f"{group}.{key}": text for group, keys in table.items() for key, text in keys.items()})
