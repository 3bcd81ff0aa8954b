"""Pieces of patterns that the rules about claims share: how a claim may go on, where it may end."""

from __future__ import annotations

from layout.measures.patterns import MORE

GAP = "[。，]?"
"""A sign, or none where the text has lost it."""
CLOSE = "(?=[也者矣。，]|$)"
"""Where a claim may end."""
CLOSE_YAN = "(?=[也者矣焉。，]|$)"
"""The same, 焉 among its last words."""
CLOSE_FIRM = "(?=[也矣。，]|$)"
"""The same without 者, after which a claim may only begin (得三尺者 …)."""
PLAIN = f"[^。，{MORE}尺寸丈步分]"
"""A character that tells neither a number nor a length."""
