"""Files that were damaged on their way: arrays, tables and documents with bytes changed, lost, doubled, or with a header that lies."""

from __future__ import annotations

import base64
import io
import json
import re
from functools import cache
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
from fuzz.grammar import Dice

SHAPES = ("(3,)", "(9999999999,)", "(-1,)", "(0,)", "(3, 3)", "()", "(1000000,)", "(2**40,)")
TYPES = ("'<f8'", "'<f4'", "'|O'", "'<U9'", "'<i8'", "'>f8'", "'<c16'", "'|b1'", "'<M8[D]'", "'|V4'", "'<f16'")


@cache
def _arrays(number: int) -> bytes:
    held = io.BytesIO()
    gap = np.linspace(0, 1, 3 + number)
    more = ({}, {"contraction": np.full(3 + number, 0.9)}, {"start_shift": 0.5}, {"diameter": 2.0})[number % 4]
    write = np.savez_compressed if number % 2 else np.savez
    write(held, gap=gap, noise_variance=np.ones(3 + number), **more)  # type: ignore[arg-type]
    return held.getvalue()


@cache
def _table(number: int) -> bytes:
    held = io.BytesIO()
    columns = {"gap": np.linspace(0, 1, 3 + number), "noise_variance": np.ones(3 + number)}
    pyarrow.parquet.write_table(pyarrow.table(columns), held, compression=("none", "snappy", "zstd", "gzip")[number % 4])
    return held.getvalue()


SWEEP = b"""title = "A"\ntable = "t.csv"\n[fixed]\nL = 1\nsigma = "4"\nalpha = 2\n[theorem]\nid = "feldman2018/theorem-23"\n"""
CSV = b"n,t\n10,1\n20,5\n30,7\n"


def damage(dice: Dice, content: bytes) -> bytes:
    """The same bytes with one thing wrong; now and then with nothing wrong, or with several."""
    for _ in range(dice.rng.choice((0, 1, 1, 1, 1, 2, 5))):
        if not content:
            return content
        at, kind = dice.rng.randrange(len(content)), dice.rng.randrange(8)
        if kind == 0:
            content = content[:at] + bytes([content[at] ^ (1 << dice.rng.randrange(8))]) + content[at + 1 :]
        elif kind == 1:
            content = content[:at]
        elif kind == 2:
            content = content[:at] + content[at + dice.rng.randint(1, 20) :]
        elif kind == 3:
            content = content[:at] + content[max(0, at - dice.rng.randint(1, 60)) :]
        elif kind == 4:
            content = content[:at] + dice.rng.randbytes(dice.rng.randint(1, 8)) + content[at:]
        elif kind == 5:
            content = content[:at] + b"\xff\xff\xff\x7f" + content[at + 4 :]
        elif kind == 6:
            content = _lied(dice, content)
        else:
            content = re.sub(rb"[a-z]", lambda _: bytes([dice.rng.randrange(256)]), content, count=dice.rng.randint(1, 3))
    return content


def _lied(dice: Dice, content: bytes) -> bytes:
    """Another shape or type in the header of an array, in as many bytes."""
    found = list(re.finditer(rb"\{'descr': [^}]*\}[ ]*", content))
    if not found:
        return re.sub(rb"\d", b"9", content, count=dice.rng.randint(1, 9))
    old = dice.one(found)
    new = f"{{'descr': {dice.one(TYPES)}, 'fortran_order': False, 'shape': {dice.one(SHAPES)}, }}".encode().ljust(len(old[0]))
    return content[: old.start()] + new[: len(old[0])] + content[old.end() :]


def damaged(dice: Dice) -> dict[str, Any]:
    """A command with a damaged file."""
    kind = dice.one(("npz", "npz", "npz", "parquet", "parquet", "csv", "sweep", "json", "certificate"))
    if kind == "npz":
        argv, files = ["allocate", "@u.npz", "--arithmetic", "float", "--json"], {"u.npz": damage(dice, _arrays(dice.rng.randrange(8)))}
    elif kind == "parquet":
        argv, files = ["allocate", "@u.parquet", "--arithmetic", "float", "--json"], {"u.parquet": damage(dice, _table(dice.rng.randrange(8)))}
    elif kind in ("csv", "sweep"):
        argv = ["sweep", "@s.toml", "--cores", "1", "--out", "@v.csv", "--json"]
        files = {"s.toml": SWEEP if kind == "csv" else damage(dice, SWEEP), "t.csv": damage(dice, CSV) if kind == "csv" else CSV}
    elif kind == "json":
        argv = ["allocate", "@i.json", "--arithmetic", dice.one(("float", "exact", "ball")), "--json"]
        files = {"i.json": damage(dice, json.dumps({"steps": 3, "gap": ["0", "1/2", "0.25"], "noise_variance": "1", "diameter": "2"}).encode())}
    else:
        argv, files = ["check", "@c.json", "--json"], {"c.json": damage(dice, _certificate())}
    return {"argv": argv, "bytes": {name: base64.b64encode(content).decode() for name, content in files.items()}}


@cache
def _certificate() -> bytes:
    from pabisym.shift.allocate import allocate
    from pabisym.shift.certificate import certificate

    return json.dumps(certificate(allocate(gap=["0", "1/2", "1/4"], noise_variance=1))).encode()
