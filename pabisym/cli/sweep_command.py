"""``pabisym sweep``: a sweep file computed on all cores or on a Dask cluster, written as it comes."""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pabisym.cli.frame import HOLDS, UNDECIDED, option_names, print_json, tell_progress
from pabisym.errors import InputError, printable, visible

MAX_BYTES = 64_000_000


@dataclass(frozen=True)
class SweepOptions:
    """The options of the command, as they were given."""

    out: str | None = None
    cores: int | None = None
    dask: str | None = None
    chunk: int | None = None
    fresh: bool = False
    heat: str | None = None
    folders: Sequence[str] = ()
    as_json: bool = False


def run(file: str, wanted: SweepOptions) -> int:
    """Compute a sweep file, draw it, and say what became of its points; undecided where some are."""
    from pabisym.sweeps.run import read_sweep, sweep

    if wanted.cores is not None and wanted.cores < 1:
        raise InputError("--cores", f"{wanted.cores} cores", "give 1 or more")
    if wanted.cores is not None and wanted.dask is not None:
        raise InputError("--cores", "cannot be combined with --dask", "the cluster says how many cores it has")
    out = wanted.out or (None if file == "-" else f"{Path(file).stem}.csv")
    if out is None:
        raise InputError("--out", "is missing", "name a .csv file or a .parquet folder for the sweep that is read from the standard input")
    if file == "-" and sys.stdin is None:
        raise InputError("-", "the standard input is closed", "give a file, or a sweep on the standard input")
    plan = read_sweep(sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else Path(file), tuple(wanted.folders))
    if wanted.heat is not None:
        from pabisym.show.heat_map import heat_axes

        heat_axes(plan.points, "--heat")
    with _executor(wanted) as executor, option_names(out="--out", chunk="--chunk"):
        found = sweep(plan, out=out, executor=executor, chunk=wanted.chunk, fresh=wanted.fresh, progress=tell_progress())
    if wanted.heat is not None:
        from pabisym.show.heat_map import heat_map

        with option_names(path="--heat"):
            heat_map(found, wanted.heat)
    if wanted.as_json:
        print_json(found.to_json())
    else:
        told = ", ".join(f"{count} {state}" for state, count in found.states.items() if count)
        click.echo(printable(found.title) or found.quantity.what)
        click.echo(f"{len(found)} points: {told}; {found.computed} computed now")
        if found.mended:
            click.echo(found.mended)
        click.echo(str(found.path))
    return UNDECIDED if found.states["undecided"] else HOLDS


@contextmanager
def _executor(wanted: SweepOptions) -> Iterator[Any]:
    """Processes on this machine, or a client of a Dask cluster."""
    from pabisym.lang.budget import cores

    if wanted.dask is not None:
        if importlib.util.find_spec("distributed") is None:
            raise InputError("--dask", "distributed is not installed", "pip install 'pabisym[distributed]'")
        import distributed

        connected: Any = distributed.Client
        try:
            client = connected(wanted.dask, timeout=20)
        except (OSError, ValueError, TypeError) as error:
            problem = f"there is no scheduler at {visible(wanted.dask[:80])}: {error}"
            raise InputError("--dask", problem, "give its address, as tcp://host:8786") from None
        with client:
            yield client
        return
    count = cores() if wanted.cores is None else wanted.cores
    if count == 1:
        yield None
        return
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
