"""What each kind of act does on the ground: importing this package registers every handler with the engine."""

from rite.acts import arms, body, counting, feast, gather, moves, reception, shooting, songs, talk, things, wine

__all__ = [
    "arms",
    "body",
    "counting",
    "feast",
    "gather",
    "moves",
    "reception",
    "shooting",
    "songs",
    "talk",
    "things",
    "wine",
]
