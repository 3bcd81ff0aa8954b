"""The patterns that find measures in running text, generated from units and word lists.

Texts are scanned in their normal form, where "，" stands for a pause and "。" for a stop; no other punctuation is left.
`trigger` finds where a measure may begin, `matchers` has for each such character the pattern of what can begin with it.
Each alternative is a named group; the name says which reader of `readers.py` understands it. Order decides between
alternatives that begin at the same character.
"""

from __future__ import annotations

import re
from functools import lru_cache

from layout.kept_patterns import kept_pattern
from layout.measures.quantity import OVER
from layout.measures.words import words

DIGIT = "一二三四五六七八九十百千萬億廿卅卌兩〇0-9０-９"
PAIRED = "[腋肩畔臂膝股袂袖衽裾襟翼輪輈旁端手階楹壺人面耦邊頭甒籩敦豆末階塾夾觚軍漢州河京君造]"
"""Things of which there are two (兩旁): before them 兩 is a number and no weight."""
MORE = "一二三四五六七八九十百千萬億廿卅卌〇零0-9０-９"
NUMERIC = "一二三四五六七八九十百千萬億廿卅卌兩〇0123456789０１２３４５６７８９"
NUM = f"(?:[{DIGIT}](?<!兩(?=[一二四五六七八九十]))(?:[有又]?[{MORE}])*)"
FORMAL = "(?:[壹貳參肆伍陸柒捌玖]?[拾佰仟](?:[壹貳參肆伍陸柒捌玖][拾佰仟]?)*)"
SMALL = "[一二三四五六七八九十]"
CALLED = "枚墨端兩匹疋咫伍卒旅師軍比閭族黨州鄉鄰里酇鄙縣遂井邑丘甸都成同通終屋區鬴釜鍾籔秉筥稯秅堵雉城耦純奇肆朋束秭"
"""What so many of a thing are called or make (五家為比, 四秉曰筥, 五板而堵)."""
SHARE = "(?:少半|大半|太半|半)"
UNITS = "寸尺丈步弓尋常仞軔武笴握扶膚咫筵雉軌里引釐豪毫跬畝頃"
HELD = "斤鈞石鎰溢鋝銖升斗斛鬴釜觳庾"
LOOSE = "[餘許強弱]"
_NO_THING = "。，卷第之曰為月年日其與及專如若不唯於于當分加減乘除初上用成去取居損益至者以兩再作"
_NO_NOUN = (
    "之者也矣焉乎哉耳曰云謂言為以而於于與及其所則乃即故亦皆各俱又有無不非是此彼若如同異殊別等可得去取居損益加減分合并乘除過餘許強弱足盈"
    "東西南北上下左右前後內外中間旁先始末終次日月年歲世時朝夕旬秋冬春夏拜讓問見出入至行作成立在當從相自用使令拾射取發中興坐降升反復省思命"
    "能知養代朝公卿侯伯子王皇帝經傳禮書家說本名字章部類卦爻德行藝方理度齊職材均和統才色聲味氣義教典法政節物"
)
"""What makes no count of a number before it at the end of a clause: words of grammar, places, times, doings, books."""
BELOW = "寸尺丈步弓尋常仞軔武笴握扶膚咫筵雉引釐豪毫跬畝頃"
DUKES = "隱桓莊閔僖宣襄昭定哀"
"""After them a number of years is a date (僖三十一年)."""


UNIT = f"(?:[{UNITS}]|分(?![其之取居去而天侯庭益損減]))"
Q1 = (
    f"(?:{NUM}(?:分(?:[{UNITS}分]之{OVER}|之{NUM}{UNIT})|{LOOSE}?{SHARE}?{UNIT})|{SHARE}{UNIT}"
    f"|[參叁]分[{UNITS}分]之{OVER}|{FORMAL}{UNIT})"
)
_NOT_HALF_OF = f"(?![{UNITS}上下其之天])"
TAIL = f"(?:[有又]{SHARE}(?![{UNITS}])|{SHARE}{_NOT_HALF_OF}|[有又]?{LOOSE}(?![寸尺夫皆以{NUMERIC}])|有奇)?"
# A last digit may stand for the next smaller unit, left out (丈二 is one 丈, two 尺).
SHORT = "(?:(?<=[丈尺])[一二三四五六七八九](?=[。，而也者廣深長高厚袤]|$))?"
Q = f"(?:{Q1}(?:[有又零]?{Q1}|[有又][握尺寸咫]){{0,7}}{SHORT}{TAIL})"
BARE_COMPOUND = f"(?:(?:(?<![周漢古今浙省官晉魏隋唐宋蜀明清新舊律營銅玉夔])尺|丈|[尋常仞](?=[有又]))(?:[有又]?{Q1})+{TAIL}|[尺寸丈][有又]?半{_NOT_HALF_OF}|寸有{SHARE}寸|尺有[握咫]|(?<![周漢今古數])[丈尺]餘(?![{NUMERIC}])|丈[二三四五六七八九](?=[。，而也者廣深長高厚袤]|$))"
THING = "[^。，一二三四五六七八九十百千萬億分尺寸丈步弓]"
WHAT = "[^。，分居去取以]"


_CODED = "兩一二三四五六七八九十百千萬億廿卅卌〇０１２３４５６７８９零"


@lru_cache(maxsize=1)
def coded() -> dict[int, int]:
    """What the numerals are written as where `matchers` look: neighbours, so that a set of them is one range.

    A set of characters far apart is dear to compile, and the patterns have a hundred of them.
    """
    return {ord(char): 0xE000 + at for at, char in enumerate(_CODED)}


def in_code(text: str) -> str:
    """A text with its numerals as in `coded`."""
    for point, code in coded().items():
        text = text.replace(chr(point), chr(code))
    return text


@lru_cache(maxsize=1)
def rows() -> list[tuple[str, str, str]]:
    """Name, characters that it can begin with, and body of each alternative, in order of preference."""
    w = words()
    n = f"(?:[參叁]|{NUM})"
    many = NUMERIC + "參叁"
    place = "|".join(sorted(w.landmarks, key=len, reverse=True))
    counters = "|".join([*sorted(w.counted, key=len, reverse=True), f"[{w.counters}]"])
    aspects = f"[{w.aspects}]"
    return [
        ("screen", "參", f"參侯道，?居侯黨之{SMALL}，?(?:[東西]{NUM}{UNIT})?"),
        ("rate", "弓", f"弓{NUM}[寸分尺半]{{1,2}}以為(?:侯中|{THING}{{1,2}}(?=[。，]|$))"),
        ("mixed", NUMERIC, f"{NUM}(?P<of>[^。，{MORE}{UNITS}{HELD}分兩])[有又]?{n}分(?P=of)之{NUM}"),
        ("over", NUMERIC, f"(?:{NUM}之，?)?{NUM}而{SMALL}(?![{MORE}{UNITS}{w.counters}年月日足人])"),
        ("fraction", many, f"{n}分之{NUM}(?![{MORE}{UNITS}])"),
        ("raised", many, f"{n}分其?{WHAT}{{0,6}}?，?[損益]{SMALL}(?!{SMALL}|[寸尺分])"),
        ("shared", many, f"{n}分{Q}，?而?取{SMALL}(?=分)|{n}分其?{WHAT}{{0,8}}?，?而?{WHAT}{{0,4}}?(?:居|去|取|得)[其之]?{SMALL}(?!{SMALL}|[{UNITS}分])(?:以為[^。，]{{1,2}}，?去{SMALL}(?=以為))?"),
        ("made", many, f"{n}分其?{WHAT}{{0,8}}?，?以其?{SMALL}[為之]"),
        ("kept", many, f"{n}分其?{WHAT}{{1,6}}?而[^。，]{{1,2}}其{SMALL}"),
        ("laid", many, f"{n}分其?{WHAT}{{0,6}}?，?{SMALL}在[前後后內外上下東西南北](?:，?{SMALL}在[前後后內外上下東西南北])?"),
        ("halved", "下所半", "下舌半上舌|所以半上舌者|半者半其出於?[躬射]者?|半天子之士"),
        ("divided", many, f"{n}分(?:其|之|天下|庭|弓長|車廣)|(?<=[屋墻牆塗涂]){n}分(?![其之取居去而])"),
        ("part", many, f"{n}分其?(?![{UNITS}分{HELD}]之){WHAT}{{1,6}}?之{SMALL}(?!{SMALL}|[寸尺分丈步人])"),
        ("called", NUMERIC + "倍步", f"{NUM}[^。，{MORE}{UNITS}{HELD}分月日年者也之](?:而?為一?|曰|謂之|而(?!成))[{CALLED}](?![之有])|(?!兩){NUM}[^。，{MORE}{UNITS}{HELD}分月日年者也之](?:以?為|而?成|曰|謂之)一?(?P<name>[^。，{MORE}{UNITS}{HELD}])(?=[。，]?(?:{NUM})?(?P=name))|{NUM}[^。，{MORE}{BELOW}{HELD}分月日年者也之](?:以?為|而?成|曰|謂之)(?P<unit_>[{UNITS}])(?=[。，]?(?:{NUM})?(?P=unit_))|{NUM}[里軌](?:而|以)?為(?P<name_>[^。，{MORE}{UNITS}{HELD}])(?=[。，]?(?:{NUM})?(?P=name_))|{NUM}[^。，{MORE}{BELOW}{HELD}分月日年者也之]為一[^。，{MORE}人](?=[。，]|{NUM}|$)|步{NUM}[為曰]畝|倍[{UNITS}墨端兩](?:曰|謂之|為)[{UNITS}端兩疋匹]"),
        ("quantity", NUMERIC + w.aspects + "尺丈尋常仞寸少太半壹貳肆伍陸柒捌玖拾佰仟參", f"(?:{aspects}(?:各|皆)?)?(?:{Q}|{BARE_COMPOUND})|[徑廣厚長高深]寸{SMALL}分(?![之取其居去])"),
        ("unit", w.aspects + "尺常尋丈方半終握不縜縝綆鼻唇脣", f"{aspects}(?:各|皆)?[尺寸尋常仞丈武](?![{UNITS}夫人之義王])|(?<=[刊刋]本)尺|(?<=戟)常|(?<=[度地舌下旁適與組角])[尺尋寸](?=[。，廣厚深好]|$)|(?<=[。，]中)尺(?=[。，]|$)|(?<=舌)尋|不及地[武尺寸]|(?<=[旁適])寸|(?<=去地)尺|(?<=各)[寸尺](?=許|，|。|$)|(?<=[角掩])[尺握](?![{UNITS}有])|(?<=枉)尺|(?<=直)尋|(?<=函)丈|(?<=蒲筵|萑席)[常尋]|方里(?=而|[。，者為]|之[田地]|$)|[半終]幅(?!有)|不[盈滿足][尺寸丈](?![{UNITS}])|方寸(?![之亂地心])|[縜縝綆鼻唇脣]寸(?!有)"),
        ("weighed", NUMERIC + "斗半", f"{NUM}合(?=為一?升)|(?:(?<!銖){NUM}|(?!兩){NUM}|(?<=[容受實])(?=斗{NUM}))(?:[{HELD}]|兩(?!{PAIRED}))(?:[有又]?{NUM}分[{HELD}兩]之{OVER}|[有又]?{NUM}(?:[{HELD}]|兩(?!{PAIRED})|(?<=升.)合(?![之葬]))|[有又]?{SHARE}[{HELD}兩]?){{0,6}}|半(?:[{HELD}](?![之矣])|兩(?=[。，重文]|$))"),
        ("outof", NUMERIC + "什參去以", f"[參三二四五六七八九十]之{SMALL}(?![{MORE}{UNITS}為])|[參三五九]國之一|去{SMALL}分一|以{SMALL}分一|什一|{SMALL}稅一|(?<=[郊稅征賦])十一(?=[。，]|$)|十一而"),
        ("folds", NUMERIC + "倍什廣", f"(?<=[內外胡援崇廣長深高厚鋌])[一二三四五六七八九十]之|(?<=[。，寸尺丈分步人過]){NUM}之(?=[。，]|{NUM}[{UNITS}]|[為得則][{NUMERIC}尺丈])|(?:(?<=[長過轅])|(?<=轅，)){SMALL}(?=其)|{SMALL}倍|[什百千]倍|倍(?=[其要])|倍(?:中|躬|[^。，]{{1,3}}?)以為(?:左右舌|躬|[^。，]{{1,2}})|倍之|(?<=[長廣圍深厚高崇首])倍|廣[四三二五][脩修]一|(?<![。，數相加自{MORE}])倍[^。，{MORE}之以於于而者也蓰差其是此為{UNITS}](?:[^。，{MORE}之以於于而者也{UNITS}]{{0,2}})(?=[。，]|$)"),
        ("product", "脩修", "[脩修][二三四五六七八九][二三四五六七八九](?=[。，廣]|$)"),
        ("time", NUMERIC + "年旬", f"(?<![比中每毎一二三四五六七八九十])年{NUM}(?=[。，至以已歲而之始入]|$)|旬有{NUM}日|(?<![公王帝隆熙慶曆{DUKES}{MORE}])(?![0-9]{{4}}年){NUM}[餘許]?[有又]?(?:年|歲|載|祀|旬|世|夕|夜|(?<![月元正][{MORE}])(?<![月元正][{MORE}]{{2}})日)(?:[有又]?半(?![月夜]))?|(?<=生){SMALL}月|{NUM}月(?=而|之喪|不|繫|系|者|聚|以內|之內)|{NUM}曰[{w.ages}]|{SMALL}十{SMALL}十曰[{w.ages}]"),
        ("between", "兩楹戶牖中", "兩楹之?間|楹間|兩階之?間|戶牖之?間|中庭"),
        ("count", NUMERIC + "再半參", f"(?:{NUM}|再(?=[重就命獻成饗食燕])|參(?=[个個])|半(?=膱|體|柯|胑))(?:{LOOSE}|許)?(?:{counters})(?:[有又]半|半(?=[。，]|$))?|{NUM}[^。，{MORE}{UNITS}]有半(?=[。，]|$|謂)"),
        ("number", NUMERIC, f"(?<=各){NUM}(?=[。，]|$)|(?<=[其之]數){NUM}(?=[。，者]|$)|(?<=合){NUM}(?=而成)|(?<=[^。，何所或]者)[二三四五六七八九](?=[。，]|謂)|(?<=若)(?!一[。，])(?:{NUM})(?=若{NUM}|[。，])|(?<=爵){NUM}作|(?<=爵，){NUM}作|(?<=籌){NUM}(?=[。，者略]|$)|(?<=[筭算籌]){NUM}者|(?<=[豆籩簋簠俎鼎敦壺爵觚觶尊斿旒瑟磬鐘矢工極筲甕甒鉶]){NUM}(?=[。，]|$)|(?<=[脊脅胃腸肺])一(?![{MORE}{UNITS}{HELD}有又之而者])|(?<=[鼎豆簋鉶俎籩簠敦甒罍脊脅胃腸])(?!一){NUM}(?![{MORE}{UNITS}{HELD}有又之兩年月日所]|以[為上下])|(?<=輻){NUM}(?=[。，以]|$)|(?<![{_NO_THING}{MORE}{UNITS}{HELD}])[二三四五六七八九十](?=[。，]|$|為[^。，{MORE}]{{1,2}}[二三四五六七八九十](?:[。，]|$))|(?<=蓋弓){NUM}(?=[。，以]|$)|(?<=[{w.goods}]){NUM}(?=[。，設實加當皆在于於繼亞]|有(?![{MORE}])|$)"),
        ("noun", NUMERIC, f"(?<![卷第篇章其月元正年{MORE}])(?:(?<=[各每])|(?!一))(?![{MORE}兩]+[{_NO_NOUN}]){NUM}[^。，{MORE}{UNITS}{HELD}分兩〓▯譯a-zA-Z](?=[。，]|也(?=[。，]|$)|$|[者皆各則而之以為亦即與及])"),
        ("bare", NUMERIC, f"(?<![卷第篇章禮記傳志書經公王帝祖宗覽典紀續集注疏戴{MORE}])(?:(?<=[者率凡共得])|(?!{SMALL}?十(?![{MORE}有又。，也]|$))){NUM}(?![{MORE}年月日世辰宿公侯曰之部卷引]|之?[間外內上下])"),
        ("lanes", "大", f"大侯{NUM}，?[參糝]{NUM}，?[干豻]{NUM}(?![弓步尺丈])"),
        ("legs", "東西南北", f"[東西南北]{NUM}，?[東西南北]{NUM}(?![{MORE}{UNITS}{w.counters}月年日])"),
        ("like", "長廣高深厚博崇圍大容應跬握本一作膚狸貍", "(?:長|廣|高|深|厚|博|崇|圍|大)(?:各|皆)?[如視][笴弓武幅尋仞]|容弓|應跬|(?<=與)跬相應|握素|本一?作?一?膚|[狸貍]步"),
        ("level", "當南如", f"當(?:所設)?(?:{place})(?!射|取矢)|南北以[^。，]{{1,2}}深|如堂深"),
        ("equal", w.aspects, f"{aspects}與{aspects}[方等同]"),
        ("half", "半", "(?<![夜過])半(?!夜|璧|規)"),
    ]  # fmt: skip


_SECOND = {
    "不": "及一壹盈滿足", "下": "舌耦", "所": "以", "以": NUMERIC, "去": NUMERIC, "終": "幅", "少": "半", "太": "半", "再": "拜重三就命獻成饗食燕", "肆": "拾佰仟" + UNITS, "東": NUMERIC, "西": NUMERIC, "南": "北" + NUMERIC, "北": NUMERIC, "如": "一堂",
    "中": "庭等", "容": "弓", "應": "跬", "本": "一作膚", "作": "一膚", "弓": NUMERIC, "上": "耦", "次": "耦", "文": "武", "湯": "武",
    "第": NUMERIC, "卷": NUMERIC, "方": "寸尋步尺仞丈里半各皆與" + NUMERIC, "仞": "有又", "重": NUMERIC + "尺寸",
    "為": "一", "若": "一", "專": "一", "年": NUMERIC, "右": "巨", "戶": "牖", "步": "武百二", "乘": "矢壺禽馬", "搢": "三",
    "拾": "取壹貳參肆伍陸柒捌玖步尺弓寸丈", "大": "侯半尺寸如視與" + NUMERIC, "楹": "間",
}  # fmt: skip


@lru_cache(maxsize=1)
def trigger() -> re.Pattern[str]:
    """Characters with which a measure or a trap may begin, where a second can follow that goes with them."""
    firsts = {char for _, starts, _ in rows() for char in starts}
    after: dict[str, set[str]] = {first: set(second) for first, second in _SECOND.items()}
    for head, (known, _) in fixed().items():
        if head not in firsts:
            after.setdefault(head, {word[1] for word in known})
    measured = set(NUMERIC + "參叁半少大太壹貳肆伍陸柒捌玖拾佰仟尺丈尋常仞寸武各皆如視與")
    for aspect in words().aspects:
        after.setdefault(aspect, measured)
    after["當"] = {"所", *(landmark[0] for landmark in words().landmarks)}
    after |= {head: after[head] | set(MORE + "0123456789０１２３４５６７８９") for head in "卷第"}
    firsts |= set(fixed())
    groups: dict[str, str] = {}
    for first in sorted(firsts & set(after)):
        second = "".join(sorted(after[first]))
        groups[second] = groups.get(second, "") + first
    free = f"(?<=[{''.join(sorted(firsts - set(after)))}])"
    bound = "|".join(f"(?<=[{mine}])(?![^{second}])" for second, mine in sorted(groups.items()))
    any_second = "".join(sorted(set().union(*groups)))  # most of what stands after a first goes with none
    return kept_pattern(f"[{''.join(sorted(firsts))}](?:{free}|(?![^{any_second}])(?:{bound}))")


@lru_cache(maxsize=1)
def matchers() -> dict[str, re.Pattern[str]]:
    """For each first character the pattern of what can begin with it.

    Three patterns serve all characters (numerals; aspects and units; the rest): compiling more costs more than it saves.
    """
    listed = rows()
    numerals = set(NUMERIC + "參叁什再壹貳肆伍陸柒捌玖拾佰仟")
    units = set(words().aspects + "尺丈尋常仞寸少太半")
    firsts = {c for _, starts, _ in listed for c in starts}
    codes = coded()
    table: dict[str, re.Pattern[str]] = {}
    for mine in (firsts & numerals, firsts & units - numerals, firsts - units - numerals):
        bodies = [f"(?P<{name}>{body})" for name, starts, body in listed if mine & set(starts)]
        table |= dict.fromkeys(mine, kept_pattern("|".join(bodies).translate(codes)))
    return table


@lru_cache(maxsize=1)
def plain_count() -> re.Pattern[str]:
    """A numeral with a counter of one character, the most frequent find, tried before the large patterns."""
    w = words()
    longer = {word[0] for word in w.counted} | set(UNITS + HELD)
    return kept_pattern(
        f"{NUM}[{''.join(c for c in w.counters if c not in longer)}](?![有又半]|之?間|國?之一|以?為|[曰成]|謂之|而(?:[{CALLED}]|為|成))"
    )


@lru_cache(maxsize=1)
def times() -> re.Pattern[str]:
    """A phrase of the times table (五八四十)."""
    return kept_pattern(
        "[二三四五六七八九]{2}[一二三四五六七八九]?十[一二三四五六七八九]?(?![百千萬年月日])[尺寸丈步]?"
    )


@lru_cache(maxsize=1)
def fixed() -> dict[str, tuple[tuple[str, ...], list[tuple[str, bool, re.Pattern[str] | None]]]]:
    """Fixed words by first character: all of them, then each with whether it says a number (or is a trap) and what must
    follow it."""
    w = words()
    known = [(p.word, True, kept_pattern(p.after) if p.after else None) for p in w.phrases]
    # 十月 is a month of the year, 三月而葬 lasts three months.
    lasting = kept_pattern("(?!而|之喪)")
    # 為一 is no number, but 二人為一耦 and 如法為一寸 have one.
    lone = kept_pattern(f"(?![{UNITS}{HELD}分{w.counters}])")
    known += [(t, False, lasting if t.endswith("月") else lone if t == "為一" else None) for t in w.traps]
    known.sort(key=lambda row: (-len(row[0]), not row[1]))
    heads = sorted({row[0][0] for row in known})
    by_head = {head: [row for row in known if row[0][0] == head] for head in heads}
    return {head: (tuple(row[0] for row in mine), mine) for head, mine in by_head.items()}
