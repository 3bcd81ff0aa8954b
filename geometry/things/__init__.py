"""Furniture, vessels, gear, carved things and instruments; one function a kind, each in its own frame."""

from geometry.things.bow import BowShape, bow_shape, build_arrow, build_bow, build_bow_slack, build_four_arrows
from geometry.things.chimes import build_chime_stone, build_chimes, build_mallet
from geometry.things.cups import build_cup, build_cup_stand, build_goblet, build_ladle
from geometry.things.deer import build_deer
from geometry.things.dishes import build_dishes, build_splint_dish, build_stem_dish
from geometry.things.furniture import (
    build_basket,
    build_mat,
    build_meat_stand,
    build_meat_stand_empty,
    build_wine_stand,
)
from geometry.things.gear import (
    build_arm_guard,
    build_shoes,
    build_switch,
    build_tallies,
    build_tally,
    build_thumb_ring,
)
from geometry.things.jars import build_basin, build_jar_cover, build_water_jar, build_wine_jar
from geometry.things.rack import build_arrow_rack
from geometry.things.rhinoceros import build_rhinoceros
from geometry.things.winds import build_drum, build_mouth_organ
from geometry.things.zither import build_zither

__all__ = [
    "BowShape", "bow_shape", "build_arm_guard", "build_arrow", "build_arrow_rack", "build_basin", "build_basket",
    "build_bow", "build_bow_slack", "build_chime_stone", "build_chimes", "build_cup", "build_cup_stand", "build_deer", "build_dishes",
    "build_drum", "build_four_arrows", "build_goblet", "build_jar_cover", "build_ladle", "build_mallet", "build_mat",
    "build_meat_stand", "build_meat_stand_empty", "build_mouth_organ", "build_rhinoceros", "build_shoes",
    "build_splint_dish", "build_stem_dish", "build_switch", "build_tallies", "build_tally", "build_thumb_ring",
    "build_water_jar", "build_wine_jar", "build_wine_stand", "build_zither",
]  # fmt: skip
