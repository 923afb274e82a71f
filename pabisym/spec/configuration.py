"""The configuration of a differentially private training run, and what it is as a noisy iteration.

A step of DP-SGD goes from w to

    w - eta ((1/B) (sum of clip(grad f_i(w), C) over the batch + z C N(0, I)) + lambda w),

with n examples, batches of B (their expected size where batches are random), the clipping norm C, the noise multiplier z, the learning
rate eta and the weight decay lambda; perhaps w is projected onto a convex set of diameter D at the end of every step.  The sum is divided
by
the same number B in every step, whatever the batch holds: this is what Opacus, JAX-Privacy and TF-Privacy do.

As a noisy iteration it has, on the iterate,

* noise of standard deviation eta z C/B in every step,
* a gap of r C eta/B in each step that sees the example in which the two data sets differ, where r = 2 for ``replace`` (two clipped
  gradients are at most 2 C apart) and r = 1 for ``zero-out`` and ``add-remove`` (one clipped gradient is at most C long),

so that gap/deviation = r/z: neither C, eta nor B matters for what a single step reveals.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational, rational_text, short, short_number, to_fraction
from pabisym.lang.reader import TOML, DocumentTable, WrittenFloat, nearest, read_toml

Loss: TypeAlias = Literal["convex", "strongly-convex", "nonconvex", "clipped"]
"""What is promised of the loss of every example; ``clipped`` promises nothing but that its gradient is clipped."""
Sampling: TypeAlias = Literal["poisson", "fixed-size", "cyclic", "shuffled", "full"]
"""How batches are made."""
Adjacency: TypeAlias = Literal["add-remove", "zero-out", "replace"]
"""When two data sets are neighbours."""
Release: TypeAlias = Literal["all", "last", "average", "checkpoints"]
"""What is released: all iterates, the last one, their average, or some of them, the last one among these."""
LOSSES: tuple[str, ...] = get_args(Loss)
CONVEX, STRONGLY_CONVEX, NONCONVEX, CLIPPED = LOSSES
SAMPLINGS: tuple[str, ...] = get_args(Sampling)
POISSON, FIXED_SIZE, CYCLIC, SHUFFLED, FULL = SAMPLINGS
RANDOM = (POISSON, FIXED_SIZE)
"""Batches that are drawn anew in every step."""
ADJACENCIES: tuple[str, ...] = get_args(Adjacency)
ADD_REMOVE, ZERO_OUT, REPLACE = ADJACENCIES
RELEASES: tuple[str, ...] = get_args(Release)
ALL, LAST, AVERAGE, CHECKPOINTS = RELEASES
EPOCHS = "epochs"
"""The checkpoints that are the iterates at the ends of epochs."""
MOST_CHECKPOINTS = 10_000
MAX_COUNT = 10**12
"""Most examples and steps."""


@dataclass(frozen=True)
class Configuration:
    """A training run in the words of its script; :meth:`of` reads and checks one.

    Numbers are exact.  ``noise_multiplier`` is the standard deviation of the noise on the *sum* of the clipped gradients of a batch,
    divided
    by ``clip``.  ``batch`` is the (expected) size of a batch, by which that sum is divided.  ``smoothness`` and ``strong_convexity`` are
    of the loss of every example without weight decay; ``diameter`` is that of the convex set onto which every step projects.  ``rate``
    is the probability with which an example enters a random batch.  ``checkpoints`` says which iterates are released: ``epochs``, how many
    in equal distances, or the steps, with commas.  With ``drop_last`` the examples that are left over in an epoch are not used in it, with
    ``shuffle_once`` the order of the first epoch is that of all.
    """

    examples: int
    batch: int
    steps: int
    noise_multiplier: fmpq
    sampling: str
    delta: fmpq
    adjacency: str = ADD_REMOVE
    release: str = ALL
    loss: str = CLIPPED
    clip: fmpq = fmpq(1)  # noqa: RUF009 - an immutable number
    learning_rate: fmpq | None = None
    smoothness: fmpq | None = None
    strong_convexity: fmpq = fmpq(0)  # noqa: RUF009
    weight_decay: fmpq = fmpq(0)  # noqa: RUF009
    momentum: fmpq = fmpq(0)  # noqa: RUF009
    diameter: fmpq | None = None
    sample_rate: fmpq | None = None
    checkpoints: str | None = None
    drop_last: bool = False
    shuffle_once: bool = False

    @classmethod
    def of(cls, given: Mapping[str, object], option: str = "") -> Configuration:
        """The configuration that some values describe, under the names of :data:`KEYS`; ``option`` is put before names in errors.

        Numbers are integers, Fractions, or texts such as "1.1" and "1e-5".  Raises :class:`~pabisym.errors.InputError` for a name that is
        none, a value that is missing or outside its domain, and values that contradict each other.
        """
        return _read({key: value for key, value in given.items() if value is not None}, option)

    @property
    def rate(self) -> fmpq:
        """The probability with which an example is in a batch: batch/examples, if no other one is given."""
        return fmpq(self.batch, self.examples) if self.sample_rate is None else self.sample_rate

    @property
    def share(self) -> int:
        """How many clipping norms the sums of gradients of neighbours differ by at most.

        Where an example is left out of batches of a fixed size, another one takes its place.
        """
        return 2 if self.adjacency == REPLACE or (self.adjacency, self.sampling) == (ADD_REMOVE, FIXED_SIZE) else 1

    @property
    def ratio(self) -> fmpq:
        """The gap of a step over the standard deviation of its noise, r/z."""
        return self.share / self.noise_multiplier

    @property
    def gap(self) -> fmpq | None:
        """How far one example moves a step, on the iterate: r eta C/B."""
        return None if self.learning_rate is None else self.share * self.learning_rate * self.clip / self.batch

    @property
    def deviation(self) -> fmpq | None:
        """The standard deviation of the noise of a step, on the iterate: eta z C/B."""
        return None if self.learning_rate is None else self.learning_rate * self.noise_multiplier * self.clip / self.batch

    @property
    def period(self) -> int:
        """The steps of an epoch, the last batch perhaps a smaller one: every example is in one of them, if none are dropped."""
        return self.examples // self.batch if self.drop_last else -(-self.examples // self.batch)

    @cached_property
    def stretches(self) -> tuple[int, ...]:
        """The numbers of steps from one iterate that is released to the next; of the run itself where only the last one is."""
        if self.release != CHECKPOINTS or self.checkpoints is None:
            return (self.steps,)
        return _stretches(self.checkpoints, self.steps, self.period, "checkpoints")

    @property
    def uses(self) -> int:
        """In how many steps the example that is used most often takes part, where the order is not random."""
        return -(-self.steps // self.period)

    @cached_property
    def curvature(self) -> tuple[fmpq, fmpq] | None:
        """The least and the largest curvature of a step's objective, weight decay included; None without a smoothness.

        Clipping is the projection onto a ball, so that the clipped gradient of an M-smooth loss is M-Lipschitz too; that it is the gradient
        of a convex function needs that nothing is clipped, or a loss that depends on one linear score.
        """
        if self.smoothness is None:
            return None
        low = self.strong_convexity * self.fullness if self.loss in (CONVEX, STRONGLY_CONVEX) else -self.smoothness
        return low + self.weight_decay, self.smoothness + self.weight_decay

    @property
    def fullness(self) -> fmpq:
        """The least number of losses in a sum, over the batch size by which it is divided.

        The last batch of an epoch may be smaller, and where an example is left out or its gradient is zero, one loss less is in its batch.
        """
        least = self.batch if self.sampling == FIXED_SIZE or self.drop_last else self.examples - (self.period - 1) * self.batch
        return fmpq(least - (0 if self.adjacency == REPLACE else 1), self.batch)

    @cached_property
    def contraction(self) -> fmpq | None:
        """A Lipschitz constant of a step: max abs(1 - eta h) over curvatures h where losses are convex, ``|1 - eta*lambda| + eta*M`` else.

        None where the learning rate or the smoothness is not known.
        """
        if self.learning_rate is None or self.smoothness is None or self.curvature is None:
            return None
        if self.loss in (CONVEX, STRONGLY_CONVEX):
            return max(abs(1 - self.learning_rate * one) for one in self.curvature)
        return abs(1 - self.learning_rate * self.weight_decay) + self.learning_rate * self.smoothness

    @property
    def moderate(self) -> bool:
        """Whether its numbers are 0 or between 1e-40 and 1e40, delta above 1e-290: far from where floats end."""
        numbers = (value for one in fields(self) if one.name != "delta" and isinstance(value := getattr(self, one.name), fmpq) and value)
        return self.delta >= _LEAST_DELTA and all(_MODERATE[0] <= value <= _MODERATE[1] for value in numbers)

    def changed(self, **values: Any) -> Configuration:
        """The same with other values of some fields, which are not checked."""
        return replace(self, **values)

    def to_json(self) -> dict[str, object]:
        """Its values, numbers as exact texts; what is not given is left out."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        given = {name: value for name, value in found.items() if value is not None and value is not False}
        return {name: rational_text(value) if isinstance(value, fmpq) else value for name, value in given.items()}


KEYS = (
    "examples", "batch", "epochs", "steps", "noise_multiplier", "clip", "learning_rate", "loss", "smoothness", "strong_convexity",
    "diameter", "weight_decay", "momentum", "sampling", "sample_rate", "drop_last", "shuffle_once",
    "adjacency", "release", "checkpoints", "delta",
)  # fmt: skip
"""What a configuration may say, in Python and in a file; on the command line with hyphens."""
WORDS = {"loss": LOSSES, "sampling": SAMPLINGS, "adjacency": ADJACENCIES, "release": RELEASES}
"""Keys whose values are words, with these."""
SWITCHES = ("drop_last", "shuffle_once")
TEXTS = ("checkpoints", *SWITCHES)
"""Keys whose values are texts that are read, or switches."""
SYMBOLS = {
    "n": "examples", "b": "batch", "T": "steps", "eta": "learning_rate", "L": "clip", "sigma": "noise_multiplier", "delta": "delta",
    "D": "diameter", "m": "strong_convexity", "M": "smoothness",
}  # fmt: skip
"""The symbols of the papers for what a configuration says; sigma is the deviation of the noise on the mean gradient, z L/b."""
_MODERATE, _LEAST_DELTA = (fmpq(1, 10**40), fmpq(10**40)), fmpq(1, 10**290)
_ABOVE_ZERO = ("noise_multiplier", "clip", "learning_rate", "delta", "epochs", "sample_rate")
_SAMPLING_CURE = ("say how batches are made: poisson (every example joins a batch independently), fixed-size (drawn without replacement), "
                  "cyclic (the same order in every epoch), shuffled (a new order in every epoch), full")


def with_symbols(given: Mapping[str, object], symbols: Mapping[str, object], option: str = "--set") -> dict[str, object]:
    """Values under the names of :data:`KEYS`, and those that the symbols of the papers give; ``option`` is put before these in errors.

    Raises :class:`~pabisym.errors.InputError` for a symbol that is none of a run, for one whose value is given already, and for a sigma
    without the size of a batch.

    >>> with_symbols({"examples": 1000}, {"b": 10, "sigma": 4, "L": 2})["noise_multiplier"]
    20
    """
    found = {key: value for key, value in given.items() if value is not None}
    for name, value in symbols.items():
        if name not in SYMBOLS:
            cure = nearest(name, SYMBOLS, f"the symbols are {', '.join(SYMBOLS)}")
            raise InputError(f"{option} {name[:60]}", "is no symbol of a run", cure)
        if (key := SYMBOLS[name]) in found:
            raise InputError(f"{option} {name}", f"is given beside {key.replace('_', '-')}", "give one of them")
        found[key] = value
    if "sigma" in symbols:
        size = found.get("batch", found.get("examples") if found.get("sampling") == FULL else None)
        if size is None:
            raise InputError(f"{option} sigma", "needs the size of a batch", f"give it, as in {option} b=10")
        batch, clip = _number(size, f"{option} b"), _number(found.get("clip", 1), f"{option} L")
        if clip <= 0:
            raise InputError(f"{option} L", f"{short(clip)} is not positive", "give a positive length of gradients")
        found["noise_multiplier"] = _number(symbols["sigma"], f"{option} sigma") * batch / clip
    return found


def _read(given: Mapping[str, object], option: str) -> Configuration:
    named = {key: f"{option}{key.replace('_', '-')}" if option else key for key in KEYS}
    for key in given:
        if key not in KEYS:
            cure = nearest(key, KEYS, f"the keys are {', '.join(KEYS)}")
            raise InputError(f"{option}{key[:60]}", "is no key of a training run", cure)
    words: dict[str, Any] = {key: _word(given[key], named[key], known) for key, known in WORDS.items() if key in given}
    for key in SWITCHES:
        if given.get(key, False) not in _SWITCH:
            raise InputError(named[key], f"{str(given[key])[:40]!r} is neither true nor false", "give true or false")
    if "sampling" not in words:
        raise InputError(named["sampling"], "is missing", _SAMPLING_CURE)
    numbers: dict[str, Any] = {key: _number(given[key], named[key]) for key in KEYS if key in given and key not in (*WORDS, *TEXTS)}
    for key, value in numbers.items():
        if value < 0 or (value == 0 and key in _ABOVE_ZERO):
            raise InputError(named[key], f"{short(value)} is not {'positive' if key in _ABOVE_ZERO else '0 or more'}",
                             "give another number")
    for key in ("examples", "noise_multiplier", "delta"):
        if key not in numbers:
            raise InputError(named[key], "is missing", f"give it, as in {named[key]} {_EXAMPLES[key]}")
    counts = {key: _count(numbers.pop(key), named[key]) for key in ("examples", "batch", "steps") if key in numbers}
    full = words["sampling"] == FULL
    size = counts.get("batch", counts["examples"] if full else 0)
    if not size:
        raise InputError(named["batch"], "is missing", f"give the size of a batch, as in {named['batch']} 256")
    if full and size != counts["examples"]:
        cure = f"leave {named['batch']} out, or choose another sampling"
        raise InputError(named["batch"], f"{size} is not all {counts['examples']} examples", cure)
    if size > counts["examples"]:
        raise InputError(named["batch"], f"{size} is more than the {counts['examples']} examples", "take a smaller batch")
    if ("steps" in counts) == ("epochs" in numbers):
        raise InputError(named["epochs"], f"is {'given beside' if 'steps' in counts else 'missing, as is'} {named['steps']}",
                         "give either the epochs or the steps")
    if "epochs" in numbers:
        counts["steps"] = _count(fmpq((numbers.pop("epochs") * counts["examples"] / size).ceil()), named["epochs"])
        if words["sampling"] in (CYCLIC, SHUFFLED):  # an epoch is a pass over all batches, the last one smaller
            dropped = _dropped(given, counts["examples"], size)
            batches = counts["examples"] // size if dropped else -(-counts["examples"] // size)
            counts["steps"] = _count(fmpq((_number(given["epochs"], named["epochs"]) * batches).ceil()), named["epochs"])
    if words.get("release") == CHECKPOINTS or given.get("checkpoints") is not None:
        words["checkpoints"] = plain_word(given.get("checkpoints", EPOCHS)).strip().replace("_", "")
        words.setdefault("release", CHECKPOINTS)
    words["drop_last"] = _dropped(given, counts["examples"], size)
    words["shuffle_once"] = given.get("shuffle_once", False) in _SWITCH[:2]
    found = Configuration(**dict[str, Any](numbers, **counts | {"batch": size}, **words))
    _agree(found, named)
    return found


def plain_word(value: object) -> str:
    """A value of :data:`TEXTS` as text in small letters; a list has commas.

    >>> plain_word([100, 500]), plain_word(True)
    ('100,500', 'true')
    """
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value).lower()


_EXAMPLES = {"examples": "60000", "noise_multiplier": "1.1", "delta": "1e-5"}
_SWITCH = (True, "true", False, "false")


def _dropped(given: Mapping[str, object], examples: int, size: int) -> bool:
    """Whether examples are left over in an epoch, and dropped."""
    return given.get("drop_last", False) in _SWITCH[:2] and examples % size != 0


def _stretches(text: str, steps: int, period: int, place: str) -> tuple[int, ...]:
    """The numbers of steps between the iterates that a text names."""
    cure = "give epochs, how many there are, or their steps with commas, the last step at the end"
    if text == EPOCHS and -(-steps // period) > MOST_CHECKPOINTS:
        raise InputError(place, f"are {-(-steps // period)}", f"release at most {MOST_CHECKPOINTS}, or all iterates")
    if text == EPOCHS:
        marks = [*range(period, steps, period), steps]
    elif not all(part.strip().isdecimal() and len(part) < 15 for part in text.split(",")):
        raise InputError(place, f"{text[:40]!r} names no steps", cure)
    elif "," in text:
        marks = [int(part) for part in text.split(",")]
    else:
        count = int(text)
        if not 1 <= count <= min(steps, MOST_CHECKPOINTS):
            raise InputError(place, f"{count} is no usable number of checkpoints", f"give 1 to {min(steps, MOST_CHECKPOINTS)}")
        marks = [-(-steps * k // count) for k in range(1, count + 1)]
    found = tuple(b - a for a, b in pairwise([0, *marks]))
    if min(found) < 1 or marks[-1] > steps:
        raise InputError(place, f"are no increasing steps up to {steps}", cure)
    if marks[-1] < steps:
        raise InputError(place, f"end at step {marks[-1]} of {steps}", f"name the last step too, or give {marks[-1]} steps")
    return found


def _agree(found: Configuration, named: Mapping[str, str]) -> None:
    """Raise where values contradict each other."""
    if found.delta >= 1:
        raise InputError(named["delta"], f"{short(found.delta)} is not below 1", "give a small probability, as 1e-5")
    if found.smoothness is not None and found.strong_convexity > found.smoothness:
        raise InputError(named["strong_convexity"], "is more than the smoothness", "no loss is more convex than it is smooth")
    if found.loss == STRONGLY_CONVEX and found.strong_convexity == 0:
        raise InputError(named["strong_convexity"], "is missing", "say how strongly convex losses are, or take loss = convex")
    if found.loss != STRONGLY_CONVEX and found.strong_convexity > 0:
        raise InputError(named["strong_convexity"], f"is given for a loss that is {found.loss}", "take loss = strongly-convex")
    if found.checkpoints is not None:
        if found.release != CHECKPOINTS:
            raise InputError(named["checkpoints"], f"are given where the release is {found.release}", "take release = checkpoints")
        _stretches(found.checkpoints, found.steps, found.period, named["checkpoints"])
    for key in SWITCHES:
        if getattr(found, key) and found.sampling != SHUFFLED:
            raise InputError(named[key], f"is given for batches that are {found.sampling}", "leave it out, or take sampling = shuffled")
    if found.momentum >= 1:
        raise InputError(named["momentum"], f"{short(found.momentum)} is not below 1", "give a momentum from 0 to 1")
    if found.sample_rate is not None and (found.sampling not in RANDOM or found.sample_rate > 1):
        raise InputError(named["sample_rate"], "is no probability of a random batch", "leave it out, or take poisson and at most 1")
    if found.sampling == FIXED_SIZE and found.rate != (drawn := fmpq(found.batch, found.examples)):
        problem = f"is {short(found.rate)}, and {found.batch} of {found.examples} are in every batch, a share of {short(drawn)}"
        raise InputError(named["sample_rate"], problem, "leave it out, or take poisson")


def _count(value: fmpq, place: str) -> int:
    if value.q != 1 or value < 1 or value > MAX_COUNT:
        raise InputError(place, f"{short(value)} is no usable count", f"give an integer from 1 to {MAX_COUNT}")
    return int(value.p)


def _number(value: object, place: str) -> fmpq:
    return rational(value.text.replace("_", "") if isinstance(value, WrittenFloat) else value, place)


def _word(value: object, place: str, known: tuple[str, ...]) -> str:
    text = value.strip().lower().replace("_", "-") if isinstance(value, str) else value
    if not isinstance(text, str) or text not in known:
        raise InputError(place, f"{str(value)[:40]!r} is not known", nearest(str(value), known, f"give one of {', '.join(known)}"))
    return text


def read_file(source: str | os.PathLike[str], more: tuple[str, ...] = ()) -> dict[str, object]:
    """The values in a TOML file: the keys of :data:`KEYS` at its top, ``target_epsilon``, and ``more``.

    Raises :class:`~pabisym.errors.InputError` for what is no such file.
    """
    keys = (*KEYS, TARGET, *more)
    table = DocumentTable(read_toml(source, "a training configuration", 1_000_000), "", keys, form=TOML, whole="a training configuration")
    return {key: table[key] for key in keys if key in table}


TARGET = "target_epsilon"
PHASE, MECHANISM = "phase", "mechanism"
TABLES = (PHASE, MECHANISM)
"""The tables of a file that describes a run in parts (:mod:`pabisym.accounting.phases`)."""


def is_phased(given: Mapping[str, object]) -> bool:
    """Whether values describe several phases or mechanisms."""
    return any(key in given for key in TABLES)


def plain(value: fmpq | Fraction | int, digits: int = 4) -> str:
    """A number for a sentence: exact where it is a short decimal, else to some digits, with a sign that says so."""
    exact = to_fraction(rational(value, "number"))
    if exact.denominator == 1 and abs(exact) < 10**9:
        return str(exact.numerator)
    near = short_number(exact, digits).replace("e-0", "e-")
    return near if near[0] in "<>" or Fraction(near) == exact else f"≈ {near}"
