"""A grammar for each door: what it takes, mostly as it should be."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fuzz.calls import python, symbols
from fuzz.damaged import damaged
from fuzz.grammar import Dice, Make
from support import graph_files

from pabisym.library.library import builtin
from pabisym.library.point import numeric_bound
from pabisym.library.proof_file import proof_document
from pabisym.shift.allocate import solve
from pabisym.shift.certificate import certificate as write_certificate
from pabisym.shift.instance import Instance

SPECS = Path(__file__).parent.parent / "specs"


class Door(NamedTuple):
    """What makes a case, and how many cases there are of it among all."""

    make: Make
    weight: float


def options(dice: Dice, *pairs: tuple[str, str]) -> list[str]:
    """Some of the options."""
    return [part for name, value in pairs if dice.often(0.3) for part in ((name, value) if value else (name,))]


# Instances of the shift allocation.


def instance(dice: Dice, longest: int = 9) -> dict[str, Any]:
    """An instance, its data one value or a list."""
    steps = dice.rng.choice((1, 2, 3, 5, dice.rng.randint(0, longest), dice.rng.randint(1, longest)))

    def data(low: str, high: str, zeros: float = 0.0) -> object:
        values = ["0" if dice.often(zeros) else dice.fraction(low, high) for _ in range(steps)]
        return values if dice.often(0.6) else values[0] if values else "1"

    made: dict[str, Any] = {"steps": steps if not dice.often(dice.nasty) else dice.one((-1, 10**9, 10**30, 1.5, "3", None)),
                            "gap": data("0", "3", 0.4), "noise_variance": data("1/5", "4")}  # fmt: skip
    if dice.often(0.6):
        made["contraction"] = data("1/10", "6/5") if dice.often(0.7) else "1"
    if dice.often(0.4):
        made["start_shift"] = dice.fraction("0", "2")
    if dice.often(0.3):
        made["diameter"] = dice.fraction("1/10", "5")
    if dice.often(0.15):
        made["allocation"] = made["gap"] if dice.often(0.5) else data("0", "3")
    return made


def allocate(dice: Dice) -> dict[str, Any]:
    """``allocate``, in all arithmetics."""
    made = instance(dice, 40 if dice.often(0.05) else 9)
    argv = ["allocate", "@i.json", "--json", "--arithmetic", dice.one(("exact", "exact", "float", "ball"))]
    argv += options(dice, ("--explain", "")) + (["--digits", dice.integer(1, 60)] if dice.often(0.2) else [])
    if argv[4] == "float" and dice.often(0.3):
        made = json.loads(json.dumps(made), parse_int=int)
        made["noise_variance"] = dice.one((0.5, 1, 2.25, 1e-3))
    case: dict[str, Any] = {"argv": argv, "files": {"i.json": dice.spoiled(json.dumps(dice.shaken(made)))}}
    if argv[4] == "exact" and "allocation" not in made and dice.often(0.15):
        return {**case, "argv": [*argv, "--certificate", "@c.json"], "then": [[[0], ["check", "@c.json", "--json"]]]}
    return case


def calibrate(dice: Dice) -> dict[str, Any]:
    """``calibrate`` of an instance to each guarantee."""
    made = instance(dice)
    made.pop("allocation", None)
    asked = dice.one((["--gdp", dice.positive()], ["--renyi", dice.fraction("11/10", "20"), dice.positive()],
                      ["--epsilon", dice.positive(), "--delta", dice.small()]))  # fmt: skip
    return {"argv": ["calibrate", "@i.json", "--json", *asked], "files": {"i.json": dice.spoiled(json.dumps(dice.shaken(made)))}}


def certificate(dice: Dice) -> dict[str, Any]:
    """``check`` of a certificate, altered or not."""
    made = _certificate(dice.rng.randrange(20))
    data = json.loads(made)
    if dice.often(0.2):
        return {"argv": ["check", "@c.json", "--json"], "files": {"c.json": made}, "written": True}
    if dice.often(0.6):
        lists = [value for value in data.values() if isinstance(value, list) and value and isinstance(value[0], str)]
        lists += [value for inner in data.values() if isinstance(inner, dict) for value in inner.values() if isinstance(value, list) and value]
        if lists:
            chosen = dice.one(lists)
            chosen[dice.rng.randrange(len(chosen))] = dice.fraction("0", "3")
    return {"argv": ["check", "@c.json", "--json"], "files": {"c.json": dice.spoiled(json.dumps(dice.shaken(data)))}}


@cache
def _certificate(number: int) -> str:
    fair = Dice(random.Random(f"certificate/{number}"))
    fair.nasty = fair.edgy = 0.0
    given = instance(fair)
    given.pop("allocation", None)
    return json.dumps(write_certificate(solve(Instance.from_json(given))))


# Notions.


def convert(dice: Dice) -> dict[str, Any]:
    """``convert`` of each kind of bound to epsilon or delta."""
    known = dice.one((["--gdp", dice.positive()], ["--zcdp", dice.positive()], ["--renyi", f"alpha*({dice.formula(('1', '1/2'), 2)})"],
                      ["--renyi", f"alpha*{dice.positive()}/{dice.integer(1, 9)}"],
                      ["--sampled", dice.fraction("1/1000", "1/2"), dice.fraction("1/2", "8"), dice.integer(1, 500)]))  # fmt: skip
    asked = ["--delta", dice.small()] if dice.often(0.6) else ["--epsilon", dice.fraction("0", "6")]
    more = ["--by", dice.one(("mironov", "canonne", "lossless"))] if known[0] in ("--renyi", "--zcdp") and dice.often(0.4) else []
    more += ["--orders", dice.fraction("1", "3"), dice.fraction("4", "90")] if known[0] == "--renyi" and dice.often(0.3) else []
    more += ["--digits", dice.integer(1, 40)] if dice.often(0.3) else []
    return {"argv": ["convert", *known, *asked, *more, "--json"]}


def formula(dice: Dice) -> dict[str, Any]:
    """The language of formulas, by a bound in the order."""
    text = dice.spoiled(dice.formula(("alpha", "alpha", "2"), dice.rng.randint(1, 4)))
    return {"argv": ["convert", "--renyi", text, "--delta", dice.small(), "--json", "--orders", "2", dice.fraction("3", "40")]}


def expression(dice: Dice) -> dict[str, Any]:
    """``evaluate`` of a formula with values of its letters."""
    point = {"x": dice.positive(), "y": dice.fraction("0", "3"), "n": dice.integer(1, 9)}
    argv = ["evaluate", dice.spoiled(dice.formula(("x", "y", "n", "2"), dice.rng.randint(1, 4))), "--digits", dice.integer(1, 40), "--json"]
    used = [name for name in point if name in re.findall(r"\b[a-z]+\b", argv[1])]
    return {"argv": [*argv, *(part for name in used for part in ("--set", f"{name}={point[name]}"))]}


ONCE = {
    "allocate": ("--arithmetic", "--digits"), "calibrate": ("--gdp", "--epsilon", "--delta", "--order", "--steps", "--digits"), "convert": ("--delta", "--epsilon", "--digits", "--by"),
    "evaluate": ("--digits",), "compare": ("--digits",), "graph": ("--gamma", "--epsilon"), "sweep": ("--cores", "--out", "--chunk"),
}  # fmt: skip
"""Options that take one value."""


def twice(dice: Dice) -> dict[str, Any]:
    """A command with an option that is given a second time."""
    case = dice.one((allocate, calibrate, convert, evaluate, sweep))(dice)
    argv = case["argv"]
    given = [at for at, part in enumerate(argv) if part in ONCE.get(argv[0], ())]
    if not given or case.get("then"):
        return case
    at = dice.one(given)
    return {**case, "argv": [*argv, argv[at], argv[at + 1] if dice.often(0.3) else dice.integer(1, 9)], "refused": f"a second {argv[at]}"}


def split(dice: Dice) -> dict[str, Any]:
    """``calibrate --split``: the noise of sampled batches."""
    values = {"order": dice.fraction("3/2", "8"), "sample-rate": dice.fraction("1/500", "1/10"), "sensitivity": dice.fraction("1/100", "1/2"),
              "set": f"sigma={dice.fraction('1', '4')}", "learning-rate": dice.fraction("1/20", "1"), "diameter": dice.fraction("1/4", "4"),
              "steps": dice.integer(1, 60)}  # fmt: skip
    if dice.often(0.5):
        values["contraction"] = dice.fraction("1/2", "1")
    return {"argv": ["calibrate", "--split", *(part for name, value in values.items() for part in (f"--{name}", value)), "--digits", "8", "--json"]}


# Statements at a point.


@cache
def _evaluable() -> tuple[tuple[str, tuple[dict[str, str], ...]], ...]:
    found = []
    for name, entry in builtin().files.items():
        spots = tuple({key: str(value) for key, value in spot.at.items()} for spot in entry.statement.spots)
        if spots and numeric_bound(entry.statement) is not None:
            found.append((name, spots))
    return tuple(found)


def evaluate(dice: Dice) -> dict[str, Any]:
    """``evaluate`` near the points that a statement records."""
    name, spots = dice.one(_evaluable())
    point = dict(dice.one(spots))
    for letter in point:
        if dice.often(0.3):
            point[letter] = moved(dice, point[letter])
    argv = ["evaluate", name, *(part for letter, value in point.items() for part in ("--set", dice.spoiled(f"{letter}={value}"))), "--json"]
    argv += ["--digits", dice.integer(1, 60)] if dice.often(0.3) else []
    return {"argv": [*argv, *options(dice, ("--force", ""))]}


def moved(dice: Dice, value: str) -> str:
    """A number not far from another, an integer where that is one; what is no number as it is."""
    if dice.often(dice.nasty) or dice.often(dice.edgy / 3):
        return dice.fraction()
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return value
    if number.denominator == 1 and number > 0:
        return str(max(1, int(number) + dice.rng.randint(-1, 3)))
    return str(number * Fraction(dice.rng.randint(80, 120), 100))


def compare(dice: Dice) -> dict[str, Any]:
    """``compare`` at parameters of a run."""
    n = dice.rng.choice((10, 50, 100, 1000))
    b = dice.one([k for k in (1, 2, 5, 10) if n % k == 0])
    smooth = Fraction(dice.rng.randint(1, 8), 4)
    point = {"n": str(n), "b": str(b), "T": str(n // b * dice.rng.randint(1, 3)), "eta": str(Fraction(dice.rng.randint(1, 4), 4) / smooth),
             "L": dice.positive(), "sigma": dice.fraction("1", "40"), "delta": dice.small()}  # fmt: skip
    more = {"D": dice.positive(), "m": str(smooth / 4), "M": str(smooth), "t": dice.integer(1, n)}
    point |= {key: value for key, value in more.items() if dice.often(0.5)}
    point = {key: moved(dice, value) if dice.often(0.03) else value for key, value in point.items()}
    return {"argv": ["compare", *(part for key, value in point.items() for part in ("--set", f"{key}={value}")), "--digits", "4", "--json"]}


# Specs.


def toml(table: dict[str, Any]) -> str:
    """A table of tables, texts, numbers and lists of tables as TOML."""
    lines = []
    for name, value in table.items():
        if isinstance(value, dict):
            lines.append(f"[{name}]")
            lines += [f"{_key(key)} = {_inline(inner)}" for key, inner in value.items()]
        else:
            lines.insert(0, f"{_key(name)} = {_inline(value)}")
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else json.dumps(key)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[ " + ", ".join(map(_inline, value)) + " ]"
    return "0" if value is None else json.dumps(value)


SEEDS = ("single-impulse", "start-shift", "constant-gap", "constant-gap-contractive", "multi-epoch", "single-impulse-contractive",
         "start-shift-contractive", "diameter-start", "diameter-impulse", "algorithm-pnsgd", "algorithm-noisy-gd",
         "algorithm-noisy-cgd", "cyclic-batches", "algorithm-langevin", "diameter-full-batch", "step-sizes-inverse-time", "single-impulse-decaying-noise",
         "diameter-contractive", "public-tail")  # fmt: skip
PHASED = {"symbols": {"M": "integer, M >= 1", "K": "integer, K >= 1", "g": "real, g > 0", "c": "real, 0 < c < 1", "v": "real, v > 0"},
          "process": {"phases": [{"steps": "M", "gap": "g", "noise": {"std": "2*v"}}, {"steps": "K", "contraction": "c", "noise": {"variance": "v"}}]},
          "goal": {"divergence": "gdp"}}  # fmt: skip


@cache
def _specs() -> tuple[dict[str, Any], ...]:
    return (*(tomllib.loads((SPECS / f"{name}.toml").read_text(encoding="utf-8")) for name in SEEDS), PHASED)


def spec(dice: Dice) -> dict[str, Any]:
    """A spec like one of the tests, with other sizes, letters as numbers, other goals."""
    made: dict[str, Any] = json.loads(json.dumps(dice.one(_specs())))
    process = made.get("process")
    if process is not None:
        for one in process.get("gap", []):
            if isinstance(one, dict) and "size" in one and dice.often(0.3):
                one["size"] = dice.one((f"({one['size']})*{dice.positive()}", f"({one['size']})/2", dice.positive(), f"{one['size']} + 1"))
        noise = process.get("noise", {})
        for key in ("std", "variance"):
            if key in noise and dice.often(0.3):
                noise[key] = dice.one((f"({noise[key]})*{dice.positive()}", dice.positive(), f"{noise[key]} + 1"))
        if dice.often(0.1):
            process["start_shift"] = dice.fraction("0", "2")
        if dice.often(0.1):
            process["contraction"] = dice.one(("1", "1/2", "9/10", dice.fraction("1/2", "1")))
    if dice.often(0.3):
        made["goal"]["order"] = dice.fraction("11/10", "9")
    if dice.often(0.2):
        made["goal"] = dice.one(({"divergence": "gdp"}, {"divergence": "hockey-stick", "epsilon": dice.positive()},
                                 {"divergence": "hockey-stick", "delta": dice.small()}))  # fmt: skip
    if dice.often(0.2):
        letter = dice.one(list(made["symbols"]))
        made["symbols"][letter] = made["symbols"][letter].replace(">= 1", f">= {dice.integer(1, 4)}").replace("> 0", f"> {dice.fraction('0', '2')}")
    return made


def derive(dice: Dice) -> dict[str, Any]:
    """``derive`` of a spec."""
    argv = ["derive", "@s.toml", *dice.one((["--json"], ["--json"], ["--latex"], ["--explain"], ["--json", "--limit", f"{dice.one(('T', 'n', 'c'))}=oo"]))]
    return {"argv": argv, "files": {"s.toml": dice.spoiled(toml(dice.shaken(spec(dice))))}}


def refute(dice: Dice) -> dict[str, Any]:
    """``refute`` of a claim, a formula in the letters of the spec."""
    made = spec(dice)
    letters = [name for name, text in made["symbols"].items() if "real" in text or dice.often(0.5)] or ["1"]
    made["claim"] = {"bound": dice.formula(letters, 2) if dice.often(0.5) else f"alpha*{dice.positive()}*L**2/sigma**2"}
    return {"argv": ["refute", "@s.toml", "--json"], "files": {"s.toml": dice.spoiled(toml(dice.shaken(made)))}}


def feasible(dice: Dice) -> dict[str, Any]:
    """``feasible`` with payments for one gap, a start or all steps."""
    gap = dice.one(([{"at": "t", "size": "s"}], [{"each": "s"}], []))
    payments = dice.one(("cases(k - t, s/(n + 1 - t), 0)", "s", "s/n", "cases(k - n, s, 0)", dice.formula(("s", "n", "k"), 2), "2*s*k/(n + 1)"))
    made = {"symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s >= 0", "v": "real, v > 0"},
            "process": {"steps": "n", "gap": gap or [{"each": "0"}], "noise": {"variance": "v"}, **({} if gap else {"start_shift": "s"})},
            "allocation": {"payments": payments}}  # fmt: skip
    return {"argv": ["feasible", "@s.toml", "--json"], "files": {"s.toml": dice.spoiled(toml(dice.shaken(made)))}}


# Graphs.


PROBLEMS = {
    "random-batches": (("poisson", "fixed-size"), ("convex", "strongly-convex")), "bi-lipschitz": (("cyclic", "full", "shuffled", "fixed-size"), ("strongly-convex",)),
    "bounded-domain": (("full", "cyclic", "shuffled", "fixed-size"), ("convex", "strongly-convex")),
    "": (("poisson", "fixed-size", "cyclic", "shuffled", "full"), ("convex", "strongly-convex", "nonconvex", "clipped")),
}  # fmt: skip
"""The batches and the losses that open problems are about, and those of all runs."""


def privacy(dice: Dice) -> dict[str, Any]:
    """``privacy`` of a training run, or both ends of an open problem at it; now and then a number is far from all others."""
    far = ("1e-400", "1e-45", "1e-39", "1e-25", "1e-17", "1e-12", "1e12", "1e30", "1e45", "1e400")

    def given(name: str, chance: float, *values: str) -> list[str]:
        moved = name not in ("examples", "batch", "steps", "delta") and dice.often(0.1)
        value = dice.one(far) if moved else dice.fraction() if dice.often(dice.nasty) else dice.one(values)
        return [f"--{name}", value] if dice.often(chance) else []

    problem = dice.one((*PROBLEMS, "", "", "", ""))
    sampling, loss = (dice.one(values) for values in PROBLEMS[problem])
    argv = ["atlas", "--at", problem] if problem else ["privacy", "--release", dice.one(("last", "last", "all", "average", "checkpoints"))]
    argv += ["--sampling", sampling, "--loss", loss, "--adjacency", dice.one(("add-remove", "zero-out", "replace"))]
    argv += given("examples", 0.99, "10", "100", "1000") + (given("batch", 0.99, "1", "2", "10") if sampling != "full" else [])
    argv += given("steps", 0.99, "1", "2", "7", "20", "50") + given("noise-multiplier", 0.99, "1", "1/2", "3", "10") + given("delta", 0.99, "1e-5", "0.1", "1e-12")
    argv += given("clip", 0.3, "1", "2") + given("learning-rate", 0.9, "1/10", "1", "1/100") + given("smoothness", 0.9, "1", "2") + given("diameter", 0.4, "1", "1/10", "5")
    argv += given("strong-convexity", 0.97, "1/2", "1/10") if loss == "strongly-convex" else []
    if not problem:
        argv += given("weight-decay", 0.1, "1/10") + given("momentum", 0.05, "1/2")
        argv += ["--schedule", dice.positive("1/4"), dice.positive("20")] if sampling in ("cyclic", "full") and dice.often(0.2) else []
    return {"argv": [*argv, "--seconds", "15", "--json"]}


@cache
def _graphs() -> tuple[dict[str, Any], ...]:
    stored = [json.loads(path.read_text(encoding="utf-8")) for name in ("asoodeh2020", "asoodeh2020isit")
              for path in sorted((builtin().files[f"{name}/theorem-4"].path.parent / "graphs").glob("*.json"))]  # fmt: skip
    return (graph_files.fixed_end(), graph_files.random_stopping(), graph_files.shuffled(), graph_files.three_kernels(), *stored)


def graph(dice: Dice) -> dict[str, Any]:
    """``graph`` of a file, as formulas or at a point."""
    made = json.loads(json.dumps(dice.one(_graphs())))
    for edge in made["edges"]:
        for kernel in edge.get("kernels", []):
            for key in ("std", "scale", "gap", "image", "diameter", "lipschitz"):
                if key in kernel and dice.often(0.1):
                    kernel[key] = dice.one((f"({kernel[key]})*{dice.positive()}", dice.positive(), 1))
    argv = ["graph", "@g.json", "--json"]
    if dice.often(0.6):
        letters = made.get("letters", {})
        point = {name: dice.integer(5, 30) if "integer" in text else dice.fraction("1/10", "3") for name, text in letters.items()}
        point |= {"i": dice.integer(1, 5)} if "i" in letters else {}
        argv += [part for name, value in point.items() for part in ("--set", f"{name}={value}")]
        argv += dice.one((["--gamma", dice.fraction("1", "4")], ["--epsilon", dice.fraction("0", "3")]))
    return {"argv": argv, "files": {"g.json": dice.spoiled(json.dumps(dice.shaken(made)))}}


# Proofs, and theorem files.


@cache
def _proofs() -> tuple[dict[str, Any], ...]:
    names = ("pabisym/rising", "pabisym/random-step", "pabisym/epoch-count", "pabisym/noisy-gd", "feldman2018/lemma-20", "pabisym/linear-pair")
    return tuple(json.loads(json.dumps(proof_document(builtin(), name))) for name in names if name in builtin().files)


def _nodes(step: Any) -> Iterator[dict[str, Any]]:
    if isinstance(step, dict):
        yield step
        for inner in step.values():
            yield from _nodes(inner)
    elif isinstance(step, list):
        for inner in step:
            yield from _nodes(inner)


def proof(dice: Dice) -> dict[str, Any]:
    """``check`` of a proof file with a step altered, or none."""
    made = json.loads(json.dumps(dice.one(_proofs())))
    steps = [node for node in _nodes(made) if "rule" in node]
    for _ in range(dice.rng.choice((0, 1, 1, 2))):
        step, other = dice.one(steps), json.loads(json.dumps(dice.one(steps)))
        kind = dice.rng.randrange(6)
        if kind == 0:
            step["rule"] = other["rule"]
        elif kind == 1:
            step["conclusion"] = other["conclusion"]
        elif kind == 2:
            step["premises"] = other["premises"]
        elif kind == 3:
            step["with"] = other["with"]
        elif kind == 4 and isinstance(step.get("with"), dict) and step["with"]:
            step["with"][dice.one(list(step["with"]))] = dice.one((dice.formula(("n", "x"), 2), "", 1, None, ["1"], dice.fraction()))
        elif kind == 5:
            step["conclusion"] = f"{dice.formula(('n', 'alpha'), 2)} {dice.one(('<=', '>=', '==', '<'))} {dice.formula(('n', 'k'), 2)}"
    return {"argv": ["check", "@p.json", "--json"], "files": {"p.json": dice.spoiled(json.dumps(dice.shaken(made)))}}


def theorem_file(dice: Dice) -> dict[str, Any]:
    """A folder with one theorem file, its letters, hypotheses, bound and points as data."""
    letters: Sequence[str] = ("x", "y", "n")
    bound = dice.formula(letters, 3)
    at = f"x={dice.positive()}, y={dice.positive()}, n={dice.integer(1, 6)}"
    domains = {"x": "real, " + dice.spoiled("x > 0"), "y": "real, " + dice.one(("y > 0", "y >= 0", "0 <= y")), "n": "integer, n >= 1"}
    told: dict[str, Any] = {
        "letters": [dice.spoiled(f"{name}: {domain} [{name} is one]: a number") for name, domain in domains.items()],
        "assumptions": [f"given {k}: {dice.formula(letters, 1)} {dice.one(('>=', '>'))} 0" for k in range(dice.rng.randint(0, 2))],
        "bound": dice.spoiled(bound), "cited_because": "it is an example", "printed": dice.one(("holds", "undecided", "nothing")),
        "spots": dice.spoiled(at),
    }
    title, label = dice.spoiled("A number."), dice.spoiled("(1)")
    if dice.often(0.5):
        told |= {"title": title, "statement": "It is a number.", "reads_as": "A number.", dice.spoiled("reference"): {"label": label}}
        file, text = "mine/lemma_1.toml", toml(told)
    else:
        keywords = ", ".join(f"{key}={value!r}" for key, value in told.items())
        file, text = "mine/lemma_1.py", (
            f'"""{title}\n\nStatement\n    It is a number.\nReads as\n    A number.\n"""\n\n'
            f"from pabisym.library.item import item\n\nSTATEMENT = item({label!r}, {keywords})\n")
    ask = dice.one((["audit", "@mine", "--json"], ["show", "mine/lemma-1", "--folder", "@.", "--json"], ["list", "--folder", "@.", "--paper", "mine", "--json"],
                    ["evaluate", "mine/lemma-1", "--folder", "@.", "--json", *(part for one in at.split(", ") for part in ("--set", one))]))  # fmt: skip
    return {"argv": ask, "files": {file: text}}


# The catalogue, and Coq.


QUIETLY = ("feldman2018/lemma-20", "feldman2018/lemma-17", "feldman2018/theorem-23", "pabisym/linear-pair", "pabisym/rising")
"""Statements that are shown at once."""


def catalogue(dice: Dice) -> dict[str, Any]:
    """``list``, ``show``, ``beliefs`` and ``depends`` of ids, words of the catalogue, slips of them."""
    papers = sorted({name.partition("/")[0] for name in builtin().files})
    known = dice.spoiled(dice.one(QUIETLY if dice.often(0.8) else tuple(builtin().files)[:40]))
    kind = dice.rng.randrange(4)
    if kind == 0:
        statuses = ("proved", "proved_from", "proved_no_model", "vacuous", "cited", "conjectured", "refuted", "definition", "prose")
        argv = ["list", "--paper", dice.spoiled(dice.one(papers)), *options(dice, ("--status", dice.spoiled(dice.one(statuses)))), "--json"]
    elif kind == 1:
        argv = ["show", known, *dice.one((["--json"], ["--latex"], ["--html"], []))]
    elif kind == 2:
        argv = ["beliefs", "--of", known, *dice.one((["--json"], []))]
    else:
        argv = ["depends", known, *dice.one((["--json"], [], ["--svg", "@g.svg"]))]
    return {"argv": argv}


def export(dice: Dice) -> dict[str, Any]:
    """``export`` of certificates and proof files, altered or not, and of statements."""
    if dice.often(0.1):
        return {"argv": ["export", dice.spoiled(dice.one(QUIETLY)), "--coq", "@coq", "--json"]}
    source = dice.one((certificate, certificate, proof))(dice)
    (name,) = source["files"]
    return {"argv": ["export", f"@{name}", "--coq", "@coq", "--json"], "files": source["files"]}


# Sweeps.


def sweep(dice: Dice) -> dict[str, Any]:
    """``sweep`` of a bound or a conversion over a small grid, in one process."""
    values = {"n": ["10", "20"], "t": ["1", "5"], "L": ["1"], "sigma": ["1/2", "4"], "alpha": ["2", "3/2"]}
    quantity, needed = dice.one((
        ({"theorem": {"id": "feldman2018/theorem-23"}}, "n t L sigma alpha"),
        ({"theorem": {"id": "feldman2018/theorem-23", "arithmetic": "float"}}, "n t L sigma alpha"),
        ({"convert": {"zcdp": f"L**2/({dice.formula(('sigma', 'n'), 1)}) + 0*n*sigma", "delta": dice.small()}}, "L sigma n"),
        ({"convert": {"gdp": "L/sigma", "epsilon": dice.positive()}}, "L sigma"),
        ({"convert": {"sampled": ["1/n", "sigma", "t"], "delta": dice.small()}}, "n sigma t"),
    ))
    grid: dict[str, Any] = {}
    fixed: dict[str, Any] = {}
    for name in needed.split():
        if (name == needed.split()[-1] and not grid) or dice.often(0.3):
            whole = [dice.integer(5, 30) for _ in range(dice.rng.randint(1, 3))]
            real = dice.one(([dice.fraction("11/10", "4")], {"from": "11/10", "to": dice.integer(2, 4), "step": dice.fraction("1/2", "2")},
                             {"from": 2, "to": dice.rng.randint(6, 12), "count": dice.rng.randint(2, 3), "scale": dice.one(("linear", "log"))}))  # fmt: skip
            grid[name] = whole if name in "nt" else real
        else:
            fixed[name] = dice.one(values[name])
    made = {"title": "A", "grid": grid, "fixed": fixed, **quantity}
    argv = ["sweep", "@s.toml", "--cores", "1", "--out", "@v.csv", *options(dice, ("--fresh", ""), ("--chunk", dice.integer(1, 5))), "--json"]
    return {"argv": argv, "files": {"s.toml": dice.spoiled(toml(dice.shaken(made)))}}


DOORS: dict[str, Door] = {
    "allocate": Door(allocate, 24), "calibrate": Door(calibrate, 16), "certificate": Door(certificate, 20), "convert": Door(convert, 1.5),
    "formula": Door(formula, 18), "split": Door(split, 0.05), "evaluate": Door(evaluate, 12), "compare": Door(compare, 0.1),
    "derive": Door(derive, 0.2), "refute": Door(refute, 0.2), "feasible": Door(feasible, 0.2), "graph": Door(graph, 3), "proof": Door(proof, 2.5),
    "theorem_file": Door(theorem_file, 0.15), "catalogue": Door(catalogue, 0.3), "export": Door(export, 1), "sweep": Door(sweep, 0.5),
    "expression": Door(expression, 12), "privacy": Door(privacy, 0.4), "twice": Door(twice, 2), "python": Door(python, 30), "symbols": Door(symbols, 15), "damaged": Door(damaged, 10),
}  # fmt: skip
"""The doors by name."""
