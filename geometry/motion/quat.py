"""Unit quaternions (…, 4) as x, y, z, w, in batches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def multiply(a: Floats, b: Floats) -> Floats:
    """a ∘ b: first b, then a."""
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    out: Floats = np.empty(np.broadcast(a, b).shape)
    out[..., 0] = aw * bx + ax * bw + ay * bz - az * by
    out[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    out[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def conjugate(a: Floats) -> Floats:
    """The inverse of a unit quaternion."""
    turned: Floats = a * np.array([-1.0, -1.0, -1.0, 1.0])
    return turned


def rotate(q: Floats, v: Floats) -> Floats:
    """Vectors (…, 3) turned by quaternions."""
    u, w = q[..., :3], q[..., 3:]
    t = 2.0 * _cross(u, v)
    turned: Floats = v + w * t + _cross(u, t)
    return turned


def _cross(a: Floats, b: Floats) -> Floats:
    out = np.empty(np.broadcast(a, b).shape)
    out[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    out[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    out[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return out


def about(axis: int, degrees: Floats) -> Floats:
    """Rotation about X (0), Y (1) or Z (2)."""
    half = np.radians(np.asarray(degrees, dtype=np.float64)) / 2
    out = np.zeros((*half.shape, 4))
    out[..., axis] = np.sin(half)
    out[..., 3] = np.cos(half)
    return out


def from_axes(x: Floats, y: Floats, z: Floats) -> Floats:
    """The rotation that brings X, Y, Z to three orthonormal vectors (n, 3)."""
    m00, m11, m22 = x[..., 0], y[..., 1], z[..., 2]
    # Four candidates, the largest chosen: no division by a small number.
    t = np.stack([1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22, 1 + m00 + m11 + m22], axis=-1)
    best = np.argmax(t, axis=-1)
    a, b, c = y[..., 2] - z[..., 1], z[..., 0] - x[..., 2], x[..., 1] - y[..., 0]
    d, e, f = x[..., 1] + y[..., 0], x[..., 2] + z[..., 0], y[..., 2] + z[..., 1]
    rows = np.stack(
        [
            np.stack([t[..., 0], d, e, a], axis=-1),
            np.stack([d, t[..., 1], f, b], axis=-1),
            np.stack([e, f, t[..., 2], c], axis=-1),
            np.stack([a, b, c, t[..., 3]], axis=-1),
        ],
        axis=-2,
    )
    out = np.take_along_axis(rows, best[..., None, None], axis=-2)[..., 0, :]
    unit: Floats = out / np.linalg.norm(out, axis=-1, keepdims=True)
    return unit


def along(z: Floats, up: Floats) -> Floats:
    """The rotation that brings +Z to the unit vectors `z` and +Y as near as may be to `up`."""
    y = up - z * np.sum(up * z, axis=-1, keepdims=True)
    length = np.linalg.norm(y, axis=-1, keepdims=True)
    y = y / np.maximum(length, 1e-9)
    return from_axes(_cross(y, z), y, z)


def continuous(q: Floats) -> Floats:
    """Signs chosen along the first axis so that neighbours lie less than 180° apart."""
    if len(q) < 2:
        return q
    dots = np.sum(q[1:] * q[:-1], axis=-1)
    sign = np.concatenate([[1.0], np.where(dots < 0, -1.0, 1.0)])
    return q * np.cumprod(sign)[:, None]


def slerp(a: Floats, b: Floats, t: Floats) -> Floats:
    """Between a and b the short way."""
    dot = np.sum(a * b, axis=-1)
    b = np.where((dot < 0)[..., None], -b, b)
    dot = np.clip(np.abs(dot), 0, 1)
    angle = np.arccos(dot)
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    wa = np.where(near, 1 - t, np.sin((1 - t) * angle) / safe)
    wb = np.where(near, t, np.sin(t * angle) / safe)
    out = a * wa[..., None] + b * wb[..., None]
    unit: Floats = out / np.linalg.norm(out, axis=-1, keepdims=True)
    return unit
