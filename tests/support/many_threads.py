"""Public calls, each from many threads of one fresh process at once: what they answer, and what they change of the process.

``python -m support.many_threads ROUNDS THREADS`` prints one JSON document: all different answers of each call, and what changed.
"""

import decimal
import faulthandler
import gc
import importlib
import json
import locale
import os
import random
import signal
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pabisym

SPECS = Path(__file__).parents[1] / "specs"
RUN: dict[str, Any] = {"examples": 1000, "batch": 10, "epochs": 2, "noise_multiplier": "3", "sampling": "cyclic", "adjacency": "replace", "delta": "1e-5"}
PAYMENTS = {
    "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s >= 0", "v": "real, v > 0"},
    "process": {"steps": "n", "gap": [{"at": "t", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    "allocation": {"payments": "s/n"},
}


def _certificate() -> object:
    from pabisym.shift.certificate import certificate

    return certificate(pabisym.allocate(gap=[0, 1, 0, 2], noise_variance=1))


CALLS: dict[str, Callable[[], object]] = {
    "theorem": lambda: pabisym.theorem("feldman2018/theorem-23").at(L=1, sigma="7/2", n=1000, t=10, alpha=8).enclosure(40),
    "theorem of batches": lambda: pabisym.theorem("altschuler2022/definition-2.10").quantity("S", alpha=10, q="1/100", sigma=1).enclosure(9),
    "status": lambda: pabisym.theorem("feldman2018/lemma-20").standing.believed,
    "allocate": lambda: pabisym.allocate(gap=[0, 1, 0, 2, 0], noise_variance=1, contraction="9/10").value,
    "allocate in balls": lambda: pabisym.allocate(gap=[0, 1, 0, 2, 0], noise_variance=2, contraction="9/10", arithmetic="ball").value,
    "derive": lambda: pabisym.derive(SPECS / "start-shift-and-impulse.toml").bound,
    "refute": lambda: pabisym.refute(SPECS / "claim-one-pass.toml").to_json()["at"],
    "convert": lambda: pabisym.convert(gdp="1/2", delta="1e-5"),
    "privacy": lambda: [(row.id, row.epsilon) for row in pabisym.privacy(**RUN).rows],
    "calibrate": lambda: pabisym.calibrate(gap=[0, 1, 0], noise_variance=1, epsilon=1, delta="1e-5").factor,
    "split": lambda: pabisym.split(order=8, sampling="1/100", sensitivity="1/50", std=1, step_size="1/10", diameter=1, steps=50, digits=4).upper,
    "beliefs": lambda: [one.to_json() for one in pabisym.beliefs("feldman2018/lemma-20")],
    "check": lambda: pabisym.check(_certificate()).to_json(),
    "feasible": lambda: [*pabisym.feasible(PAYMENTS).lines()],
}


def state() -> dict[str, object]:
    """What a process has only one of."""
    import flint
    import mpmath
    import numpy as np

    streams = {name: id(getattr(sys, name)) for name in ("stdin", "stdout", "stderr", "displayhook", "excepthook")}
    asked = {"filters": list(warnings.filters), "showwarning": warnings.showwarning, "folder": os.getcwd(), "path": list(sys.path),
             "environment": dict(os.environ), "locale": locale.setlocale(locale.LC_ALL), "signals": signal.getsignal(signal.SIGINT),
             "recursion": sys.getrecursionlimit(), "digits": sys.get_int_max_str_digits(), "collector": gc.get_threshold(),
             "random": random.getstate()[1][:3], "numpy random": np.random.get_state()[1][:3].tolist()}
    numbers = {"decimal": str(decimal.getcontext()), "mpmath": (mpmath.mp.prec, mpmath.iv.prec), "flint": str(flint.ctx),
               "numpy": np.geterr()}
    return {name: repr(value) for name, value in {**streams, **asked, **numbers}.items()}


def answer(name: str) -> str:
    """The answer of a call as text, without the time that it took."""
    try:
        return repr(CALLS[name]())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def main() -> None:
    """Print the answers and the changes."""
    rounds, threads = int(sys.argv[1]), int(sys.argv[2])
    faulthandler.enable()
    for name in ("z3", "sympy", "scipy.special", "scipy.sparse", "scipy.optimize", "scipy.stats"):  # some add a filter when they are imported
        importlib.import_module(name)
    before = state()
    answers: dict[str, set[str]] = {name: set() for name in CALLS}
    with ThreadPoolExecutor(threads) as pool:
        for turn in range(rounds):
            names = [*CALLS] * 2 if threads > 1 else [*CALLS]
            random.Random(turn).shuffle(names)
            for name, found in zip(names, pool.map(answer, names), strict=True):
                answers[name].add(found)
    after = state()
    changed = {name: [before[name], after[name]] for name in before if before[name] != after[name]}
    print(json.dumps({"answers": {name: sorted(found) for name, found in answers.items()}, "changed": changed}))


if __name__ == "__main__":
    main()
