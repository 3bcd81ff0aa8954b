"""Checks on the movement: each rule gives what it found wrong and how many cases it looked at."""

from rite.audit.rules import Audit, Violation, audit

__all__ = ["Audit", "Violation", "audit"]
