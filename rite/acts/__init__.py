"""What each kind of act does on the ground: importing this package registers every handler with the engine."""

from rite.acts import (
    abreast,
    arms,
    body,
    counting,
    feast,
    gather,
    moves,
    officers,
    rack,
    reception,
    shooting,
    songs,
    stairs,
    talk,
    things,
    wine,
)

__all__ = [
    "abreast",
    "arms",
    "body",
    "counting",
    "feast",
    "gather",
    "moves",
    "officers",
    "rack",
    "reception",
    "shooting",
    "songs",
    "stairs",
    "talk",
    "things",
    "wine",
]
