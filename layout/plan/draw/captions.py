"""Words on drawings that are no names of places: captions of dimensions and notes, in 漢字 and English."""

from __future__ import annotations

CAPTIONS: dict[str, str] = {
    "侯道": "lane",
    "楹間": "pillars",
    "間容弓": "a bow between",
    "室": "chamber",
    "東房": "east room",
    "西房": "west room",
    "堂": "hall",
    "庭": "court",
    "堂深": "depth of the hall",
    "榮間": "between the ends of the eaves",
    "序間": "between the walls",
    "當東榮": "to the line of the east eaves",
    "當西序": "to the line of the west wall",
    "物至侯": "mark to target",
    "堂高": "height of the hall",
    "目": "eye",
    "庪高": "eave purlin",
    "棟高": "ridge",
    "出": "projects",
    "植": "post",
    "掩": "folded",
    "庪至楣": "eave purlin to lintel",
    "楣至棟": "lintel to ridge",
    "下綱": "lower cord",
    "正中": "middle of the bullseye",
    "上綱": "upper cord",
    "兩植上端": "post to post, above",
    "兩植下綱處": "post to post, at the lower cord",
    "上舌": "upper tongue",
    "下舌": "lower tongue",
    "躬": "body",
    "中": "centre",
    "高": "height",
    "幅": "strip",
    "上綱去地": "upper cord above the ground",
    "正": "bullseye",
    "鵠": "bullseye",
    "大侯": "great target",
    "參侯": "mixed target",
    "干侯": "near target",
}


def caption(text: str, language: str) -> str:
    """A caption "侯道 300 尺 = 69.30 m" in the language: in English the word is translated and 尺 is chi.

    >>> caption("侯道 300 尺 = 69.30 m", "en")
    'lane 300 chi = 69.30 m'
    """
    if language != "en":
        return text
    head, space, rest = text.partition(" ")
    return f"{CAPTIONS.get(head, head)}{space}{rest}".replace("尺", "chi")
