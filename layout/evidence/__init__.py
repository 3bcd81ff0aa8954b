"""Evidence: statements bound to named dimensions, readings, derivations, checks."""

from layout.evidence.checks import GroundCheck, check_ground
from layout.evidence.derive import derive
from layout.evidence.ground import DerivedGround
from layout.evidence.model import CERTAINTIES, Certainty, Dimension, Evidence, Ground

__all__ = [
    "CERTAINTIES",
    "Certainty",
    "DerivedGround",
    "Dimension",
    "Evidence",
    "Ground",
    "GroundCheck",
    "check_ground",
    "derive",
]
