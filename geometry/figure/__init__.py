"""Figures: rigid parts over sixteen joints, dressed by role, varied by seed."""
