"""Files of arrays that are damaged, hostile or too large: refused in one line, before much memory is taken."""

from __future__ import annotations

import io
import os
import random
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from campaigns.damaged_files import tried
from pyarrow import parquet
from support.examples import by_day

from pabisym.errors import InputError
from pabisym.lang.binary import array_file
from pabisym.shift.reading.files import read_arrays

Run = Callable[..., Any]
ROWS = {"gap": np.array([0.5, 1.5, 0.25]), "noise_variance": np.array([1.0, 2.0, 1.0])}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(run: Run, file: Path, problem: str, *options: str) -> None:
    done = run("allocate", file.name, *options)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert done.err.startswith("pabisym: error: ")
    assert problem in done.err


def saved(**arrays: Any) -> bytes:
    made = io.BytesIO()
    np.savez(made, **arrays)
    return made.getvalue()


def packed(entries: list[tuple[str, bytes, int, int, int]]) -> bytes:
    """An archive made by hand: of each member the name, the bytes as they are stored, the way of packing, the size and the sum that it says."""
    body, directory = b"", b""
    for name, data, way, size, checksum in entries:
        common = struct.pack("<HHHHHLLLHH", 20, 0, way, 0, 33, checksum, len(data), size, len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack("<HHHLL", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\3\4" + common + name.encode() + data
    return body + directory + b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, len(entries), len(entries), len(directory), len(body), 0)


def array(kind: str, shape: str, rest: bytes = b"", length: int | None = None) -> bytes:
    """An array as numpy stores it, whose header may say anything."""
    said = f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(said) if length is None else length) + said + rest


def stored(**members: bytes) -> bytes:
    return packed([(f"{name}.npy", data, 0, len(data), zlib.crc32(data)) for name, data in members.items()])


ONE = array("'<f8'", "(1,)", struct.pack("<d", 1))


def test_what_is_made_by_hand_here_is_what_numpy_reads(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(stored(gap=array("'>f4'", "(2,)", struct.pack(">ff", 1, 0.5)), noise_variance=ONE, steps=array("'<i4'", "()", b"\2\0\0\0")))
    with np.load(tmp_path / "x.npz") as known:
        found = read_arrays(str(tmp_path / "x.npz"))
        assert {name: np.asarray(one).tolist() for name, one in found.items()} == {name: known[name].tolist() for name in known.files}
    assert found["gap"].dtype == np.dtype("f4")


def test_the_beginning_of_an_archive_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / "u.npz").write_bytes(b"PK\003\004")
    refused(run, tmp_path / "u.npz", "u.npz: cannot be read: is no archive of arrays of numbers, or damaged; write it with numpy.savez")


@pytest.mark.parametrize("name", ["x.npz", "x.parquet"])
def test_nothing_and_parts_of_a_file(run: Run, tmp_path: Path, name: str) -> None:
    made = io.BytesIO(saved(**ROWS))
    if name == "x.parquet":
        parquet.write_table(pyarrow.table(ROWS), made := io.BytesIO())
    for size in (0, 1, 12, len(made.getvalue()) // 2, len(made.getvalue()) - 1):
        (tmp_path / name).write_bytes(made.getvalue()[:size])
        refused(run, tmp_path / name, "or damaged; write it with")


def test_eighty_archives_with_one_byte_changed(run: Run, tmp_path: Path) -> None:
    """None is a bug, and none gives other numbers: the sum of an array's bytes is compared."""
    whole, statuses, right = saved(**ROWS), [], None
    (tmp_path / "x.npz").write_bytes(whole)
    right = run("allocate", str(tmp_path / "x.npz"), "--arithmetic", "float")
    for at in range(0, len(whole), len(whole) // 80):
        changed = bytearray(whole)
        changed[at] ^= 0x5A
        (tmp_path / "x.npz").write_bytes(changed)
        done = run("allocate", str(tmp_path / "x.npz"), "--arithmetic", "float")
        statuses.append(done.status)
        assert done == right if done.status == 0 else (done.status, done.out, done.err.count("\n")) == (2, "", 1), at
    assert len(statuses) >= 80
    assert statuses.count(2) > 60


@pytest.mark.parametrize("seed", range(by_day(64)))
def test_damaged_files(tmp_path: Path, seed: int) -> None:
    """A short campaign of ``campaigns.damaged_files``."""
    assert tried(20261126, seed, tmp_path)[1] == ""


def zeros(size: int) -> bytes:
    """So many zeros, deflated, made in blocks."""
    press, block = zlib.compressobj(9, zlib.DEFLATED, -15), 1 << 24
    press.compress(bytes(block)) + press.flush(zlib.Z_FULL_FLUSH)
    again = press.compress(bytes(block)) + press.flush(zlib.Z_FULL_FLUSH)
    return again * (size // block) + press.compress(bytes(size % block)) + press.flush()


@pytest.mark.parametrize(("said", "size", "length", "problem"), [
    ("(249999984,)", 2_000_000_000, 118, "b.npz: holds more than 268435456 bytes of numbers"),
    ("(16,)", 256, 118, "damaged"),
    ("(3,)", 2_000_000_000, 118, "damaged"),
    ("(1000000000,)", 8_000_000_128, 118, "damaged"),
    ("(249999999,)", 2_000_000_000, 0, "damaged"),
])
def test_a_small_archive_of_much_is_refused_by_its_header(run: Run, tmp_path: Path, said: str, size: int, length: int, problem: str) -> None:
    """One of 1.9 megabytes that holds two gigabytes, whatever it says of itself, is not unpacked."""
    header = array("'<f8'", said).ljust(128)
    header = header[:8] + struct.pack("<H", length) + header[10:]
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = press.compress(header) + press.flush(zlib.Z_FULL_FLUSH) + zeros(2_000_000_000 - 128)
    file = tmp_path / "b.npz"
    file.write_bytes(packed([("gap.npy", data, 8, size & 0xFFFFFFFF, 0), ("noise_variance.npy", ONE, 0, len(ONE), zlib.crc32(ONE))]))
    assert 1_900_000 < file.stat().st_size < 2_000_000
    tracemalloc.start()
    refused(run, file, problem, "--arithmetic", "float")
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(("member", "problem"), [
    (array("'|O'", "(1,)", bytes(8)), "gap: is no list of numbers of at most 64 bits"),
    (array("'<f8'", "(1, 1)", bytes(8)), "gap: is no list of numbers"), (array("[('a', '<f8')]", "(1,)", bytes(8)), "gap: is no list of numbers"),
    (array("'<U4'", "(1,)", bytes(16)), "gap: is no list of numbers"), (array("'<c16'", "(1,)", bytes(16)), "gap: is no list of numbers"),
    (array("'<f16'", "(1,)", bytes(16)), "gap: is no list of numbers"), (array("'|b1'", "(1,)", bytes(1)), "gap: is no list of numbers"),
    (array("'<f8'", "(-1,)", bytes(8)), "gap: is no list of numbers"), (array("'<f1'", "(1,)", bytes(1)), "damaged"),
    (array("'<f8'", "(2,)", bytes(8)), "damaged"), (array("'<f8'", "(1,)", bytes(9)), "damaged"), (array("'<f8'", "(1,)", bytes(8), length=0), "damaged"),
    (array("'<f8'", "(1,)", bytes(8), length=65535), "damaged"), (b"\x93NUMPY", "damaged"), (b"", "damaged"), (b"\x80\x04K\x01.", "damaged"),
])
def test_headers_that_are_none_of_a_list_of_numbers(run: Run, tmp_path: Path, member: bytes, problem: str) -> None:
    (tmp_path / "x.npz").write_bytes(stored(gap=member, noise_variance=ONE))
    refused(run, tmp_path / "x.npz", problem, "--arithmetic", "float")


def test_archives_that_numpy_does_not_write(run: Run, tmp_path: Path) -> None:
    file, many, squeezed = tmp_path / "x.npz", io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(3000):
            archive.writestr(f"array{number}.npy", ONE)
    with zipfile.ZipFile(squeezed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("gap.npy", ONE)
    twice = packed([("gap.npy", ONE, 0, len(ONE), zlib.crc32(ONE))] * 2)
    wrong = packed([("gap.npy", ONE, 0, len(ONE), 1), ("noise_variance.npy", ONE, 0, len(ONE), zlib.crc32(ONE))])
    for content, problem in ((many.getvalue(), "holds too many arrays"), (squeezed.getvalue(), "gap: is packed in a way that numpy does not use"),
                             (twice, "gap: is twice in"), (wrong, "damaged")):
        file.write_bytes(content)
        refused(run, file, problem)


def test_more_numbers_than_exact_arithmetic_takes(run: Run, tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "x.npz", gap=np.zeros(2_000_001, np.uint8), noise_variance=np.ones(2_000_001, np.uint8))
    refused(run, tmp_path / "x.npz", "holds 4000002 numbers; at most 4000000 are taken one by one; add --arithmetic float")


def test_a_folder_and_a_pipe_are_no_files(run: Run, tmp_path: Path) -> None:
    for name in ("d.npz", "d.parquet"):
        (tmp_path / name).mkdir()
        refused(run, tmp_path / name, "cannot be read: Is a directory")
    for name in ("p.npz", "p.parquet"):
        os.mkfifo(tmp_path / name)
        refused(run, tmp_path / name, "is a pipe or a device; name a file")


@pytest.mark.parametrize(("columns", "problem"), [
    ({"gap": ["a"], "noise_variance": [1]}, "gap: is no column of numbers"), ({"gap": [[1]], "noise_variance": [1]}, "gap: is no column of numbers"),
    ({"gap": [None, 1], "noise_variance": [1, 1]}, "gap: has rows without a number"), ({"gap": [{"x": 1}], "noise_variance": [1]}, "gap: is no column of numbers"),
    ({"gap": np.zeros(20_000_000, np.int8), "noise_variance": np.zeros(20_000_000, np.int8)}, "holds more than 268435456 bytes of numbers"),
])
def test_columns_that_are_no_numbers_or_too_many(run: Run, tmp_path: Path, columns: dict[str, Any], problem: str) -> None:
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    assert (tmp_path / "x.parquet").stat().st_size < 1_000_000
    refused(run, tmp_path / "x.parquet", problem, "--arithmetic", "float")


@pytest.mark.parametrize("does", ["import os; os.abort()", "import os; os.kill(os.getpid(), 11)", "kept = b'x' * 3_000_000_000", "raise SystemExit", "1/0"])
def test_whatever_becomes_of_the_reader_of_a_file_is_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """Damaged files that end the process that reads them are known of every version of pyarrow; here it is one that always does."""
    parquet.write_table(pyarrow.table(ROWS), tmp_path / "x.parquet")
    (tmp_path / "pyarrow").mkdir()
    (tmp_path / "pyarrow" / "__init__.py").write_text(f"{does}; open('gone on', 'w')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    refused(run, tmp_path / "x.parquet", "x.parquet: cannot be read: is no Parquet file, or damaged; write it with pyarrow or pandas")
    assert not (tmp_path / "gone on").exists()


def test_arrays_of_every_type_come_back(tmp_path: Path) -> None:
    rng = random.Random(1)
    for kind in ("i1", "u1", "i2", "<u2", ">i4", "u4", ">i8", "<u8", "f2", "<f4", ">f8", "f8"):
        values = np.array([rng.randrange(100) for _ in range(50)], kind)
        np.savez_compressed(tmp_path / "x.npz", gap=values)
        parquet.write_table(pyarrow.table({"gap": values.astype(values.dtype.newbyteorder("="))}), tmp_path / "x.parquet", row_group_size=7)
        for name in ("x.npz", "x.parquet") if kind in (">i4", "<u8", "f2", ">f8") else ("x.npz",):
            with array_file(tmp_path / name) as file:
                assert file.lengths == {"gap": 50}
                assert (file.numbers, file.read("gap").tolist()) == (50, values.tolist())


def test_an_unknown_array_is_none_of_an_instance_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(stored(gap=ONE, noise_variance=ONE, sigma=array("'<f8'", "(1,)", bytes(8))))
    with pytest.raises(InputError, match=r"^sigma: is not the name of an array of an instance"):
        read_arrays(str(tmp_path / "x.npz"))
