"""Specs of the zoo built from objects: every formula in sympy, every letter a symbol, what a symbol cannot say in ``where``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy

import pabisym as pb
from pabisym.lang.grammar import parse
from pabisym.lang.sympy_bridge import convert
from pabisym.spec.domains import Domain, domain
from pabisym.symbolic.analysis import Analysed
from pabisym.symbolic.goals import PrivacyGoal
from pabisym.symbolic.numbers import sign_of
from pabisym.symbolic.process import Process
from pabisym.symbolic.schedules import GapSum, gap_parts
from support.zoo import Kept

CLASSES: Mapping[str, Any] = {"pnsgd": pb.PNSGD, "multi-epoch-pnsgd": pb.PNSGD, "noisy-gd": pb.NoisyGD, "noisy-cgd": pb.NoisyCGD,
                              "noisy-sgd": pb.NoisySGD, "langevin": pb.Langevin, "linear": pb.LinearMaps}


class Built:
    """The formulas of a spec in sympy."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self.symbols: dict[str, sympy.Basic] = {"k": pb.k}
        self.where: list[Any] = []
        for name, text in symbols.items():
            kind, relations = domain(text)
            words = {kind: True} | ({sign: True} if (sign := sign_of(name, domain_of(text))) else {})
            self.symbols[name] = sympy.Symbol(name, **words)
            self.where += relations

    def formula(self, value: object) -> Any:
        """A text or a number as an expression."""
        return convert(parse(value, "formula"), self.symbols)

    def size(self, value: Any) -> Any:
        """A size: a list, what recurs, or a formula."""
        if isinstance(value, list):
            return [self.formula(one) for one in value]
        return self.every(value) if isinstance(value, dict) else self.formula(value)

    def every(self, table: Mapping[str, Any]) -> Any:
        """What recurs."""
        more = {key: self.formula(table[old]) for old, key in (("from", "start"), ("to", "stop"), ("other", "other")) if old in table}
        return pb.Every(self.formula(table["every"]), size=self.size(table["size"]), **more)

    def noise(self, table: Mapping[str, Any]) -> Any:
        """A law of noise."""
        law = pb.Laplace if table.get("law") == "laplace" else pb.Gaussian
        (name,) = (key for key in table if key in ("std", "variance", "scale"))
        if "every" in table:
            return law(**{name: self.every({**table, "size": table[name]})})
        return law(**{name: self.size(table[name])})

    def gap(self, entries: Any) -> Any:
        """The sum of the entries of a gap."""
        parts = []
        for one in [entries] if isinstance(entries, dict) else entries:
            if "at" in one:
                parts.append({self.formula(one["at"]): self.formula(one["size"])})
            elif one.get("every") in (1, "1") and {"from", "to"} <= set(one):
                parts.append(pb.Window(self.formula(one["from"]), self.formula(one["to"]), self.formula(one["size"])))
            elif "every" in one:
                parts.append(self.every(one))
            else:
                parts.append(self.size(one.get("each", one.get("list"))))
        found, *rest = parts
        for one in rest:
            found = _added(found, one)
        return found

    def process(self, table: Mapping[str, Any]) -> Process:
        """A process."""
        given = {key: self.formula(table[key]) for key in ("steps", "start_shift", "diameter", "average") if key in table}
        if "release" in table:
            given["release"] = table["release"] if table["release"] == "all" else [self.formula(one) for one in table["release"]]
        if "phases" in table:
            phases = [pb.Phase(self.formula(one["steps"]), gap=self.formula(one.get("gap", 0)),
                               contraction=self.formula(one.get("contraction", 1)), noise=self.noise(one.get("noise", table.get("noise"))))
                      for one in table["phases"]]
            gap = self.gap(table["gap"]) if "gap" in table else None
            return Process(phases=tuple(phases), gap=gap, where=self.where, **given)
        if "contraction" in table:
            given["contraction"] = self.size(table["contraction"])
        if table.get("gap"):
            given["gap"] = self.gap(table["gap"])
        return Process(noise=self.noise(table["noise"]), where=self.where, **given)


def domain_of(text: str) -> Domain:
    """A domain as it is read."""
    return Domain(*domain(text))


def _added(one: Any, other: Any) -> Any:
    """The sum of two gaps, of which neither may be a sum that Python knows."""
    return GapSum((*gap_parts(one), *gap_parts(other)))


def built(kept: Kept) -> Analysed:
    """A spec of the zoo as an object, every formula in sympy."""
    spec = kept.spec
    only_asked = {"alpha"} | {str(value) for value in spec["goal"].values()} - set(re.findall(r"\w+", repr(spec.get("process", spec.get("algorithm")))))
    needed = {name: text for name, text in spec["symbols"].items() if name not in only_asked}
    own = Built(needed)
    if "process" in spec:
        return own.process(spec["process"])
    table = dict(spec["algorithm"])
    words = {key: table.pop(key) for key in ("adjacency", "order") if key in table}
    return CLASSES[table.pop("kind")](**{key: own.formula(value) for key, value in table.items()}, **words, where=own.where)


def goal_of(kept: Kept) -> PrivacyGoal:
    """The goal of a spec of the zoo as an object."""
    table = dict(kept.spec["goal"])
    symbols = {name: sympy.Symbol(name, real=True) for name in kept.spec["symbols"]}
    given = {key: convert(parse(value, key), symbols) for key, value in table.items() if key != "divergence"}
    if table["divergence"] == "renyi":
        return pb.Renyi(given["order"])
    if table["divergence"] == "gdp":
        return pb.GDP()
    return pb.HockeyStick(given["order"]) if "order" in given else pb.ApproxDP(**given)

