"""射宮 shegong: the public face of the library. What other programs need is re-exported here."""

__version__ = "0.1.0"
