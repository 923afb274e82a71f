"""What ``--json`` prints: one table of all answers, from which the schemas in ``docs/schemas`` and the page ``docs/json.md`` are written.

``python docs/_extensions/json_schemas.py`` writes both; a test compares them with this table, and answers of all commands with the schemas.

A shape is a text such as ``"text: what it is"``, a dict of keys, a list of one shape, or a tuple of shapes of which one fits.  A key that
ends with ``?`` may be absent, one of the form ``key: meaning`` says what is below it, and the key ``*`` stands for any other.  A type
beginning with ``@`` is an entry of :data:`PARTS`; several types of which one fits are separated by ``|``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Shape: TypeAlias = "str | dict[str, Shape] | list[Shape] | tuple[Shape, ...]"

DOCS = Path(__file__).resolve().parents[1]
NUMBER = r"-?(inf|\d+(/\d+)?|\d*\.?\d+([eE][-+]?\d+)?)"
BASE: Mapping[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "integer": {"type": "integer"},
    "flag": {"type": "boolean"},
    "null": {"type": "null"},
    "any": {},
    "seconds": {"type": "number", "minimum": 0},
    "float": {"type": "number"},
    "exact": {"type": "string", "pattern": rf"^{NUMBER}$"},
    "enclosure": {
        "type": "object",
        "required": ["lower", "upper"],
        "additionalProperties": False,
        "properties": {end: {"type": "string", "pattern": rf"^{NUMBER}$"} for end in ("lower", "upper")},
    },
}
"""The types: an exact rational or decimal is a text, an enclosure has two ends that are rounded outwards."""

STATUSES = ("proved", "proved_from", "proved_no_model", "vacuous", "cited", "conjectured", "refuted", "definition", "prose")
AT: Shape = {"*": "text: the exact value of a symbol"}
EPSILON = "enclosure|null: lower and upper bound of epsilon"
CITED: Shape = ["text: an inference rule of the kernel, or a result that is assumed without proof"]
ENTRY: dict[str, Shape] = {
    "id": "text: the name of the statement",
    "title": "text: its title",
    "status": f"text: one of {', '.join(STATUSES)}",
    "part_of?": "text: the statement in whose file a step is treated",
    "as_printed?": "text: holds, holds in part, corrected, refuted, undecided or not examined: the verdict on what the paper states",
    "clauses?: what the page says, part by part": [
        {
            "text": "text: the clause",
            "line": "text: where it stands",
            "formula": "text: what says it, empty where nothing does",
            "state": "text: proved, cited, instance, open or refuted",
            "by": "text: what shows it",
        }
    ],
    "compared?": "text: the same verdict where the page was not at hand",
    "provenance?": "text: page, code, quoted or memory: what it was compared with",
    "model?": "text|null: values that satisfy the hypotheses; null where none is known",
    "tightness": "text|null: exact, upper or lower",
    "cited": CITED,
    "checks: what was decided about it": [
        {"name": "text: what was checked", "verdict": "text: true, false or undecided", "detail": "text: how"}
    ],
    "finding": "text: how it differs from the paper, in a sentence; empty where it does not",
    "seconds": "seconds: how long it took",
}
PROOF_STEP: Shape = {
    "conclusion": "text: what the step concludes",
    "premises: the steps that it applies": ["@proof: a step"],
    "rule": "text: the inference rule",
    "with?: what the rule is given": {"*": "any: an argument"},
    "*": "any: what else a step holds",
}
HYPOTHESIS: Shape = {
    "text": "text: in words",
    "state": "text: met, promised or violated",
    "detail": "text: the numbers, where there are any",
}
RUN: Shape = {"*": "text|integer|flag: a key of a training configuration"}
INSTANCE: Shape = {
    "steps": "integer: how many",
    "contraction": ("exact: of every step", ["exact: of a step"]),
    "gap": ("exact: of every step", ["exact: of a step"]),
    "noise_variance": ("exact: of every step", ["exact: of a step"]),
    "start_shift": "exact: the distance at the start",
    "diameter": "exact|null: of the domain",
    "allocation?": ("null: none", ["exact: what is paid in a step"]),
}
PAIR: Shape = {
    "contraction": ["exact|enclosure|float: of the worst case, step by step"],
    "value": "exact|enclosure|float: its mean squared over variance",
}
OPTIMUM: dict[str, Shape] = {
    "status": "text: optimal",
    "arithmetic": "text: exact, ball or float",
    "value": "exact|enclosure|float: the optimum, mu squared",
    "gap?": "enclosure: value minus worst case, in ball arithmetic",
    "allocation": ["exact|enclosure|float: what is paid in a step"],
    "shift": ["exact|enclosure|float: what is left after a step"],
    "restart": "integer: the step after which the allocation begins",
    "blocks: steps with one slope": [{"first": "integer: step", "last": "integer: step", "slope": "exact|enclosure|float: of the block"}],
    "worst_case: a linear pair that costs as much": PAIR,
    "explanation?: with --explain": {
        "status": "text: optimal",
        "value": "exact: the optimum",
        "restart": "integer: as above",
        "binding": ["integer: a binding step"],
        "blocks": [{"*": "any: first, last, shift, noise, slope, cost"}],
        "derivation": ["text: a sentence"],
        "marginal: what the value changes by, per unit": {
            **{name: ["exact: of a step"] for name in ("gap", "noise_variance", "contraction")},
            "start_shift": "exact: of the start",
            "diameter": "exact|null: of the diameter",
        },
    },
}
CELL: dict[str, Shape] = {
    "loss": "text: what is assumed of the losses",
    "batches": "text: how batches are made",
    "domain": "text: bounded or unbounded",
    "noise": "text: gaussian or laplace",
    "release": "text: last or all",
    "tightness": "text: exact, attained, factor or upper only",
    "values: at each of the runs": [
        {
            "point": "text: the name of the run",
            "upper": "enclosure: the best bound of epsilon",
            "by": "text: the statement or engine",
            "title": "text: of that",
            "kind": "text: the kind of bound",
            "status": "text: of that bound",
            "recorded": "text: its recorded tightness",
            "also": ["text: another statement with the same number"],
            "lower?": "enclosure: the lower bound on the true epsilon",
            "lower_by?": "text: the pair of runs that gives it",
        }
    ],
    "unused": ["text: what did not apply"],
    "open": "text: what is open; empty where nothing is",
}
OF_ATLAS: Shape = {"class": ["text: a word of the class"], "tightness": "text: of the class", "command": "text: shows the class"}
CERTIFIED: Shape = {
    "epsilon?": "enclosure|exact: the answer, or what was given",
    "delta?": "enclosure|exact: likewise",
    "direction": "text: of neighbouring data",
    "pair": "text: the dominating pair of a step",
    "tight": "flag: whether some run costs as much",
    "lower_means": "text: what the lower end says",
    "believes": ["text: a result that is assumed without proof"],
    "method": "text: how it was computed",
}
EVALUATED: dict[str, Shape] = {
    "id": "text: the statement",
    "at": AT,
    "value": "enclosure: of the bound",
    "digits": "integer: certified",
    "of": "text: what the value is",
    "assumptions_hold": "flag: false only with --force",
    "unchecked": ["text: an assumption about symbols without a value"],
}
POINT: dict[str, Shape] = {"at": AT, "value?": "enclosure: of the bound", "optimum?": "enclosure: of the exact solver there"}
ROW: dict[str, Shape] = {
    "id": "text: the name of the statement",
    "paper": "text: of which paper",
    "kind": "text: theorem, lemma, definition, …, or step",
    "number": "text: in the paper",
    "title": "text: its title",
    "status": "text: as in audit",
    "as_printed?": "text: as in audit",
    "compared?": "text: as in audit",
    "part_of?": "text: as in audit",
    "replayed": "text: now, or cached where an earlier run replayed the proof",
    "tags?": ["text: what its words are about; where options choose a setting"],
}
PARTS: Mapping[str, Shape] = {"proof": PROOF_STEP}
ANSWERS: Mapping[str, tuple[str, Shape]] = {
    "audit": (
        "every statement, and counts over all",
        {
            "summary: counts of statements": {
                **dict.fromkeys(STATUSES, "integer: statements of this status"),
                "entries": "integer: statements in all",
                "checks": "integer: checks in all",
                "failed": "integer: checks that fail",
                "as_printed: by the verdict on what the paper states": {"*": "integer: statements"},
                "clauses: of the pages, by state": {"*": "integer: clauses"},
                "provenance: by what they were compared with": {"*": "integer: statements"},
                "seconds": "seconds: in all",
                "cores": "integer: processes",
            },
            "entries: one for each statement": [ENTRY],
        },
    ),
    "prove": (
        "one entry for each proof that was built",
        [
            {
                "id": "text: the statement",
                "outcome": "text: stored, same, differs or fails",
                "reason": "text: why it fails",
                "steps": "integer: of the proof",
            }
        ],
    ),
    "show": (
        "everything about one statement",
        ENTRY
        | {
            "kind": "text: theorem, lemma, …",
            "number": "text: in the paper",
            "statement: its words": {"text": "text: as in its file", "latex": "text: as LaTeX"},
            "symbols: the numbers in it": [
                {"name": "text: as --set takes it", "domain": "text: where it lies", "meaning": "text: in words", "unit": "text: or 1"}
            ],
            "structures: laws, maps, losses": [{"name": "text: in formulas", "kind": "text: law, loss, …", "meaning": "text: in words"}],
            "assumptions": [{"name": "text: a label", "holds": "text: the formula", "meaning": "text: in words"}],
            "conclusion": "text: what is proved",
            "bound": "text: the bound alone; empty where there is none",
            "uses": ["text: a statement that it applies"],
            "proof": "@proof|null: its tree",
            "worst_case: a linear pair that matches the bound": ({"*": "text: a formula"}, "null: none is recorded"),
            "reference: in the paper": {"key": "text: of the paper", "label": "text: of the statement", "section": "text: where"},
        },
    ),
    "evaluate": (
        "a bound, a number of a page, or a formula at a point",
        (
            EVALUATED,
            {"id": "text: the statement", "values": [EVALUATED]},
            {"expression": "text: as given", "at": AT, "value": "enclosure: its value", "digits": "integer: certified"},
        ),
    ),
    "convert": (
        "the least epsilon at a delta, or the least delta at an epsilon",
        {
            "epsilon": "enclosure|exact: the answer, or what was given",
            "delta": "enclosure|exact: likewise",
            "digits": "integer: certified",
            "method": "text: how",
            "source": "text: of the method",
            "order": "exact|null: the best Rényi order",
            "note": "text: a remark, or empty",
            "lower_end_assumes": "text: what the lower end presupposes",
            "believes": ["text: a result that is assumed without proof"],
        },
    ),
    "privacy": (
        "a training run",
        {
            "configuration: as it was read": RUN,
            "steps": "integer: of the optimiser",
            "epsilon": EPSILON,
            "delta": "exact: of (epsilon, delta)",
            "about": "text: last, all, average or checkpoints",
            "by": "text|null: the best row",
            "lower_bound_by": "text: the runs that give the lower end",
            "lower_bound_promise": "text: what these need",
            "rows: all that applies or nearly does, the least first": [
                {
                    "id": "text: statement or engine",
                    "title": "text: of that",
                    "kind": "text: of bound",
                    "about": "text: what is released",
                    "epsilon": EPSILON,
                    "status": "text: with what is assumed without proof",
                    "method": "text: of conversion",
                    "fails": "text: why it does not apply, or empty",
                    "hypotheses: what it assumes": [HYPOTHESIS],
                }
            ],
            "under_other_promises": [{"if": "text: the promise", "epsilon": "enclosure: then", "by": "text: the bound"}],
            "warnings": ["text: a sentence"],
            "solved?: with --target-epsilon": {"*": "text: what was solved for, and what was found"},
            "atlas: the class of the run": (OF_ATLAS, "null: none"),
            "schedule?: with --schedule": {
                "epsilon": "enclosure: of the schedule",
                "no_schedule_below": "enclosure: of any at this cost",
                "constant": "enclosure: of the constant one",
                "mu_squared": "exact: of the schedule",
                "squared_noise_multipliers": ["exact: of a step"],
            },
        },
    ),
    "compare": (
        "all theorems at a run, the best first",
        {
            "at": AT,
            "best": "text|null: the least about the last iterate",
            "applicable: the least first": [
                {
                    "id": "text: the statement",
                    "title": "text: of it",
                    "reference": "text: in the paper",
                    "about": "text: the output",
                    "of": "text: the notion",
                    "epsilon": "enclosure: what it gives",
                    "at": AT,
                    "bound": "enclosure: in its own notion",
                    "status": "text: as in audit",
                    "replayed": "text: now or cached",
                    "method": "text: of conversion",
                    "assumes": ["text: a hypothesis by its label"],
                    "hypotheses": ["text: a hypothesis in words"],
                    "lower_end_assumes": "text: what the lower end presupposes",
                    "improved_by": "text: a statement that is certainly below, or empty",
                }
            ],
            "failing: those that do not apply": [
                {
                    "id": "text: the statement",
                    "title": "text: of it",
                    "reference": "text: in the paper",
                    "about": "text: the output",
                    "fails": "text: why",
                }
            ],
            "not_compared: statements about something else, with the reason": {"*": "text: why"},
            "accountant: for random batches instead": (CERTIFIED, "null: not computed"),
            "atlas: the class of the run": OF_ATLAS,
            "hidden_uses: the last iterate under other conditions": [{"if": "text: the condition", "epsilon": "enclosure: then"}],
        },
    ),
    "allocate": (
        "an instance of the shift allocation",
        (
            OPTIMUM,
            {"status": "text: infinite", "reason": "text: why", "explanation?": "any: with --explain"},
            {"status": "text: feasible", "value": "exact: of the given allocation", "optimal_value": "exact: of the best one"},
            {
                "status": "text: infeasible",
                "step": "integer: the first that is violated",
                "shift": "text: what is left there",
                "reason": "text: why",
            },
        ),
    ),
    "calibrate": (
        "the least noise for a guarantee, or with --split the best split",
        (
            {
                "status": "text: found",
                "guarantee": {"*": "text: the notion and its numbers"},
                "value": "exact: mu squared with the factor",
                "factor": "exact: multiplies every variance, rounded up",
                "exact": "flag: whether it is the least one",
                "least_factor": "exact|enclosure: of the least",
                "short_factor": "exact: a short one that is enough",
                "standard_deviation": ["exact|enclosure: of the noise of a step"],
            },
            {"status": "text: infinite", "guarantee": {"*": "text: the notion and its numbers"}, "reason": "text: why"},
            {
                "noise_multiplier": "exact: is enough",
                "not_enough": "exact|null: a slightly smaller one is not",
                "certified: the proof of that": CERTIFIED,
            },
            {
                "status": "text: optimal",
                "value": "enclosure: of the best split",
                "minimum": "enclosure: over all splits",
                "whole": "enclosure: with no split",
                "variance": "exact: that is left to the sampling",
                "look_back": "integer: steps",
                "uses": "text: whole or split",
                "direction": "text: as asked",
                "bounds": "text|null: what the value bounds",
                "by": ["text: a statement"],
                "sampled": "flag: whether batches are random",
            },
        ),
    ),
    "feasible": (
        "an allocation in symbols",
        (
            {"status": "text: proved", "shift": "text: what is left after the step k"},
            {"status": "text: undecided", "reason": "text: why"},
            {
                "status": "text: refuted",
                "at": AT,
                "step": "integer: that is violated",
                "shift?": "text|null: what is left there",
                "by?": "exact|null: how much too little",
                "reason": "text: why",
                "instance": INSTANCE,
                "repair: a feasible one nearby": {"*": "any: allocation, distance, changed, status, value"},
            },
        ),
    ),
    "derive": (
        "a bound for all parameters",
        (
            {
                "status": "text: proved",
                "title": "text: of the spec",
                "bound: what is proved": {
                    "divergence": "text: renyi, gdp or hockey-stick",
                    "expression": "text: the bound",
                    "order?": "text: of Rényi",
                    "epsilon?": "text: the level",
                    "delta?": "text: at which epsilon was asked for",
                    "letter?": "text: stands for that epsilon",
                    "holds_when?": "text: the condition on it",
                },
                "routes: the ways that were proved": [{"name": "text: of the way", "expression": "text: its bound"}],
                "mu_squared": "text: the cost of the allocation",
                "closed_form": "flag: false where a sum or minimum stays",
                "shape": "text: of the process",
                "tightness": "text: exact or upper",
                "blocks: the payments": [{"when": ["text: a condition"], "payment": "text: in the step k"}],
                "tightness_by": "text: proof, or random points",
                "worst_case: a linear pair, where it is proved to match the bound": (
                    {"*": "text|integer: a formula in the step k, or a number of steps"},
                    "null: none is proved",
                ),
                "checked_points": "integer: compared with the exact optimum",
                "checked_points_of_two_steps": "integer: of these, with two steps or more",
                "loose: a point where the bound is above the optimum": (
                    {"reason": "text: why", "at": AT, "ratio": "text|null: bound over optimum"},
                    "null: none was found",
                ),
                "conditions": ["text: is assumed beside the domains"],
                "grounds": ["text: a statement that made the process of an algorithm"],
                "assumed": ["text: is promised of the algorithm"],
                "cited": CITED,
                "proof_steps": "integer: of the kernel",
                "seconds": "seconds: in all",
                "limits?: with --limit": [
                    {
                        "letter": "text: that moves",
                        "to": "text: where",
                        "limit": "text|null: of the cost",
                        "asymptotically": "text|null: the leading term",
                        "remainder": "text|null: a bound of the rest",
                        "near": ["text: where that holds"],
                        "direction": "text: from above or below",
                        "status": "text: proved or not",
                        "proof_steps": "integer: of the kernel",
                        "points": [{"at": "text: a point", "value": "enclosure: there"}],
                    }
                ],
                "at?": AT,
                "value?": "enclosure: with --set",
                "optimum?": "enclosure: of the exact solver there",
                "grid?: with --table": [POINT],
                "table?: every way to (epsilon, delta) at the point": [
                    {
                        "method": "text: the way",
                        "bounds": "text: epsilon or delta",
                        "value": "enclosure: what it gives",
                        "note": "text: a remark, or empty",
                    }
                ],
            },
            {"status": "text: undecided", "reason": "text: why", "grid: the certified optimum at the points that were asked for": [POINT]},
        ),
    ),
    "sweep": (
        "many points",
        {
            "title": "text: of the sweep",
            "of": "text: what is computed",
            "letters": ["text: a letter of the grid"],
            "points": "integer: in all",
            **dict.fromkeys(("computed", "ok", "outside", "infinite", "undecided"), "integer: points in this state"),
            "mended": "text: what was damaged in the file of an earlier run",
            "file": "text|null: where the values are",
            "sweep": "text: the digest of the sweep",
        },
    ),
    "refute": (
        "a claimed bound",
        {
            "status": "text: proved, refuted or undecided",
            "reason": "text: why",
            "seconds": "seconds: in all",
            "lint": ["text: a remark on the claim"],
            "conditions?": ["text: is assumed beside the domains"],
            "at?": AT,
            "claimed?": "enclosure: the claim there",
            "true?": "enclosure: what is true there",
            "worst_case?: runs that show it": ({"instance": INSTANCE, **PAIR}, {"*": "any: several parts"}, "null: none"),
        },
    ),  # type: ignore[dict-item]
    "export": ("a development for Coq", {"folder": "text: where", "files": ["text: in the order in which they compile"]}),
    "check": (
        "one entry for each file",
        [
            {
                "file": "text: its name",
                "accepted": "flag: the verdict",
                "names: its symbols": {"*": "text: domain or kind"},
                "library": "text: same, differs or unknown",
                "assumptions": [{"name": "text: a label", "holds": "text: the formula", "kind": "text: domain, model or result"}],
                "conclusion": "text: what is proved",
                "beliefs": CITED,
                "reason": "text: why it is rejected, or empty",
                "id?": "text: of the theorem",
                "assumed?: given without proof": {"*": "text: a formula"},
                "instance?: values that satisfy the hypotheses": (AT, "null: none is known"),
                "model?": "text|null: the same in words",
            }
        ],
    ),
    "beliefs": (
        "what is assumed without proof",
        {
            "of?": "text: the statement under which",
            "summary: counts": {"*": "integer: beliefs"},
            "axioms": ["text: an entry that nothing discharges; of one statement what Coq lists"],
            "coq: the digest of each file of the development": {"*": "text: a digest"},
            "beliefs": [
                {
                    "id": "text: its name",
                    "kind": "text: of belief",
                    "wording": "text: what it states",
                    "conditions": ["text: of it"],
                    "letters": {"*": "text: domain or kind"},
                    "source": "text: in a paper",
                    "reason": "text: why it is true",
                    "discharged": "text: kernel, coq or empty",
                    "by": ["text: the proof that discharges it"],
                    "theorems": "integer: statements that depend on it",
                }
            ],
        },
    ),
    "graph": (
        "a kernel graph",
        {
            "graph": {"*": "any: the graph, as a file for pabisym graph"},
            "edges": [
                {
                    "from": "text: a node",
                    "to": "text: a node",
                    "differs": "flag: whether the two runs differ there",
                    "coefficient": "text: of contraction",
                    "value?": "exact|enclosure: of the coefficient at the point",
                }
            ],
            "bound": {"node": "text: the sink", "expression": "text: the bound", "value?": "exact|enclosure: at the point"},
            "at?": AT,
            "truth?": "exact|enclosure: of the exact laws",
            "shift?": "exact|enclosure: what the shift calculus gives",
        },
    ),
    "depends": (
        "statements and what they depend on",
        {
            "nodes": [{"id": "text: the statement", "status": "text: as in audit", "replayed": "text: now or cached"}],
            "edges": [{"from": "text: a statement", "to": "text: one that depends on it"}],
        },
    ),
    "list": ("one row for each statement", [ROW]),
    "atlas": (
        "classes of processes; with --at an open problem at a run",
        (
            {"points": [{"name": "text: of a run", "run": "text: in words"}], "cells": [CELL]},
            [{"problem": "text: its name", "open": "text: the question", "cell": CELL}],
            {
                "problem": "text: its name",
                "open": "text: the question",
                "configuration": RUN,
                "delta": "exact: of (epsilon, delta)",
                "epsilon": "enclosure: best lower and best upper bound",
                "upper_by": "text: the statement or engine",
                "upper_status": "text: of that bound",
                "also": ["text: another statement with the same number"],
                "lower_by": "text: the pair of runs",
                "ratio": "exact|null: upper over lower bound",
                "closed": "flag: whether both are the same number",
            },
        ),
    ),
}
"""For each command what its answer is about, and its shape."""


def schema(shape: Shape) -> dict[str, Any]:
    """The JSON Schema of a shape."""
    if isinstance(shape, str):
        kinds, _, meaning = shape.partition(": ")
        found = [_reference(kind) for kind in kinds.split("|")]
        return {"description": meaning, **(found[0] if len(found) == 1 else {"anyOf": found})}
    if isinstance(shape, list):
        return {"type": "array", "items": schema(shape[0])}
    if isinstance(shape, tuple):
        return {"anyOf": [schema(one) for one in shape]}
    keys = {key: _key(key) for key in shape if key != "*"}
    properties = {name: {**({"description": meaning} if meaning else {}), **schema(shape[key])} for key, (name, meaning, _) in keys.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(name for name, _, needed in keys.values() if needed),
        **({"additionalProperties": schema(shape["*"])} if "*" in shape else {}),
    }


def _reference(kind: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{kind[1:]}"} if kind.startswith("@") else dict(BASE[kind])


def _key(key: str) -> tuple[str, str, bool]:
    """Name, meaning, and whether the key is always there."""
    name, _, meaning = key.partition(": ")
    return name.removesuffix("?"), meaning, not name.endswith("?")


def document(command: str) -> dict[str, Any]:
    """The schema of a command's answer, as its file has it."""
    about, shape = ANSWERS[command]
    parts = {name: schema(one) for name, one in PARTS.items() if f"@{name}" in str(shape)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"pabisym {command} --json",
        "description": about,
        **schema(shape),
        **({"$defs": parts} if parts else {}),
    }


HEAD = """# What `--json` prints

One JSON document for each command, described by a [JSON Schema](https://json-schema.org), which this page tells in words. An exact
number is a text such as `"3/4"` or `"0.001"`. An enclosed one is `{"lower": "…", "upper": "…"}`, rounded outwards. Only
`--arithmetic float` and `seconds` give JSON numbers that need not be whole. Infinity is `"inf"`. A key in *italics* may be absent. A
later version may add keys.
"""


def page() -> str:
    """The page that tells the same to people."""
    told = [HEAD]
    for command, (about, shape) in ANSWERS.items():
        told.append(f"\n## `pabisym {command} --json`\n\n{about[0].upper()}{about[1:]}: [schema](schemas/{command}.json).\n")
        several = shape if isinstance(shape, tuple) else (shape,)
        for number, one in enumerate(several, 1):
            told += [f"\nForm {number} of {len(several)}:\n"] if len(several) > 1 else []
            told += ["\n", *(f"{line}\n" for line in _lines(one, 0))]
    parts = "".join(told).split("`")  # every second one is code
    return "`".join(part if number % 2 else re.sub(r"--[a-z][a-z-]*", r"`\g<0>`", part) for number, part in enumerate(parts))


def _lines(shape: Shape, depth: int) -> Iterator[str]:
    """The keys of a shape as a list, those within it indented."""
    if isinstance(shape, list | tuple):
        for one in shape:
            yield from _lines(one, depth)
    elif isinstance(shape, dict):
        for key, below in shape.items():
            name, meaning, needed = _key(key)
            said = "any other key" if name == "*" else f"`{name}`" if needed else f"*`{name}`*"
            told = below.partition(": ")[2] if isinstance(below, str) else meaning
            yield f"{'  ' * depth}- {said} ({_kind(below)})" + (f": {told}" if told else "")
            yield from _lines(below, depth + 1)


def _kind(shape: Shape) -> str:
    if isinstance(shape, str):
        return " or ".join(shape.partition(": ")[0].replace("@", "").split("|"))
    if isinstance(shape, list):
        inner = shape[0]
        return f"list of {_kind(inner)}" + (f" ({inner.partition(': ')[2]})" if isinstance(inner, str) else "")
    return " or ".join(dict.fromkeys(map(_kind, shape))) if isinstance(shape, tuple) else "object"


def written() -> dict[Path, str]:
    """What every file holds."""
    files = {
        DOCS / "schemas" / f"{command}.json": json.dumps(document(command), ensure_ascii=False, indent=1) + "\n" for command in ANSWERS
    }
    return {**files, DOCS / "json.md": page()}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
