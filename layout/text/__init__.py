"""Received texts and the reading of damaged ones: passages, who speaks, script variants, spans back to the source."""

from layout.text.model import Layer, Passage, Section
from layout.text.normal import Damage, Normal, fold, normalise
from layout.text.received import Text, load_text
from layout.text.speakers import speakers

__all__ = ["Damage", "Layer", "Normal", "Passage", "Section", "Text", "fold", "load_text", "normalise", "speakers"]
