"""A drawing as DXF, in metres of the ground: open it and measure. Layers as in the drawing, the names as text."""

from __future__ import annotations

import io
from typing import Any

from layout.errors import InputError
from layout.plan.draw.model import Circle, Drawing, Path, Text

LAYER_COLOURS = {
    "dimensions": 1,
    "names": 7,
    "hall": 7,
    "places": 5,
    "axis": 8,
    "grid": 9,
    "roof": 8,
    "range": 1,
    "people": 3,
}
HALIGN = {"start": "LEFT", "middle": "CENTER", "end": "RIGHT"}


def to_dxf(drawing: Drawing) -> str:
    """The drawing as DXF R2010 text; one unit is a metre. InputError where ezdxf is not installed.

    What stands in the drawing's view has its true coordinates (x east, y north, in a plan); frame and notes
    lie around it as on the sheet.
    """
    try:
        import ezdxf
        from ezdxf.enums import TextEntityAlignment
    except ImportError:
        raise InputError("a DXF needs ezdxf: pip install 'shegong[dxf]'") from None
    document: Any = ezdxf.new("R2010", setup=False, units=6)
    document.header["$MEASUREMENT"] = 1
    document.styles.new("SHEGONG", dxfattribs={"font": "NotoSansCJK-Regular.ttc"})
    mpc = drawing.metres_per_chi

    def real(point: tuple[float, float]) -> tuple[float, float]:
        x, y = drawing.view.back(point)
        return round(x * mpc, 6), round(y * mpc, 6)

    scale = mpc / drawing.view.mm
    for name in dict.fromkeys(item.layer for item in drawing.items):
        document.layers.add(name.upper(), color=LAYER_COLOURS.get(name, 7))
    _linetypes(document, drawing, scale)
    space = document.modelspace()
    for item in drawing.items:
        attributes: dict[str, Any] = {"layer": item.layer.upper()}
        if isinstance(item, Text):
            attributes |= {"style": "SHEGONG", "rotation": item.angle, "height": item.size * 0.72 * scale}
            text = space.add_text(item.text, dxfattribs=attributes)
            text.set_placement(real((item.x, item.y)), align=TextEntityAlignment[HALIGN[item.anchor]])
            continue
        pen = item.pen
        if pen is not None:
            attributes["true_color"] = int(pen.colour[1:], 16)
            attributes["lineweight"] = _weight(pen.width)
            if pen.dash:
                attributes["linetype"] = _linetype_name(pen.dash)
        elif item.fill is not None:
            attributes["true_color"] = int(item.fill[1:], 16)
        if isinstance(item, Circle):
            space.add_circle(real((item.x, item.y)), item.r * scale, dxfattribs=attributes)
        else:
            points = [real(p) for p in item.points]
            line = space.add_lwpolyline(points, close=item.closed, dxfattribs=attributes)
            if item.id:
                document.appids.add("SHEGONG") if "SHEGONG" not in document.appids else None
                line.set_xdata("SHEGONG", [(1000, item.id)])
    out = io.StringIO()
    fixed = ezdxf.options.write_fixed_meta_data_for_testing
    # Without this ezdxf writes the time of writing and a random identity over whatever stands there.
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        _fix_time(document)
        # Else the classes are written in the order of a set.
        for kind in sorted(document.entitydb.dxf_types_in_use()):
            document.classes.add_class(kind)
        document.write(out)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = fixed
    return out.getvalue()


WEIGHTS = (5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211)


def _weight(mm: float) -> int:
    """The nearest line weight that DXF knows, in hundredths of a millimetre."""
    return min(WEIGHTS, key=lambda w: abs(w - mm * 100))


def _linetype_name(dash: tuple[float, ...]) -> str:
    return "DASH_" + "_".join(f"{d:g}".replace(".", "P") for d in dash)


def _linetypes(document: Any, drawing: Drawing, scale: float) -> None:
    pens = [i.pen for i in drawing.items if isinstance(i, Path | Circle) and i.pen is not None and i.pen.dash]
    for dash in dict.fromkeys(p.dash for p in pens):
        marks = [(d if n % 2 == 0 else -d) * scale for n, d in enumerate(dash)]
        document.linetypes.add(_linetype_name(dash), [sum(abs(m) for m in marks), *marks])


def _fix_time(document: Any) -> None:
    """The same drawing gives the same bytes: no time of writing, no random identity."""
    for name in ("$TDCREATE", "$TDUCREATE", "$TDUPDATE", "$TDUUPDATE"):
        document.header[name] = 2451544.5
    marks = document.ezdxf_metadata()
    for name in ("CREATED_BY_EZDXF", "WRITTEN_BY_EZDXF"):
        marks[name] = "shegong"
    for name in ("$FINGERPRINTGUID", "$VERSIONGUID"):
        document.header[name] = "{00000000-0000-0000-0000-000000000000}"
