"""Numerals, units, statements and the measures of a text."""
