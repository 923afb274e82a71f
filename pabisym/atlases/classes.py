"""The classes of processes of the atlas, the runs at which bounds on them are evaluated, and the cells: what is known of a class there.

A class says what is promised of the losses, how batches are made, whether iterates stay in a bounded domain, which noise a step adds, and
what is released.  Neighbouring data sets differ in one example that is replaced.  Each class is evaluated at two runs of 1000 examples,
in batches of 100 where there are batches, with the same noise on the mean gradient in all classes: a short one in a domain that is wide,
200 standard deviations of the noise of a step, and a long one in a narrow domain of 40.  Classes with Gaussian noise have a third run,
with the noise of practice: at the other two composition equals linear losses on Poisson batches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import product

from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text, to_places
from pabisym.lang.reader import nearest
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.spec.configuration import CONVEX, FULL, LOSSES, STRONGLY_CONVEX, Configuration

GAUSSIAN, LAPLACE = "gaussian", "laplace"
BOUNDED, UNBOUNDED = "bounded", "unbounded"
WORDS: Mapping[str, tuple[str, ...]] = {
    "loss": LOSSES, "batches": ("full", "cyclic", "poisson", "fixed-size", "shuffled"), "domain": (UNBOUNDED, BOUNDED),
    "noise": (GAUSSIAN, LAPLACE), "release": ("last", "all"),
}  # fmt: skip
"""The properties of a class, each with its values in the order of the atlas."""
OPTIONS = {"batches": "sampling"}
"""Properties whose option has the name that a training script has for it."""


@dataclass(frozen=True)
class ProcessClass:
    """One class of processes; the words are those of :data:`WORDS`."""

    loss: str
    batches: str
    domain: str
    noise: str
    release: str

    @property
    def words(self) -> tuple[str, ...]:
        """Its values in the order of :data:`WORDS`."""
        return astuple(self)

    def __str__(self) -> str:
        return " · ".join(self.words)

    @property
    def command(self) -> str:
        """The command line that shows its cell."""
        return "pabisym atlas " + " ".join(f"--{OPTIONS.get(name, name)} {word}" for name, word in zip(WORDS, self.words, strict=True))


def class_of(run: Configuration) -> ProcessClass | None:
    """The class of a run with Gaussian noise.

    None for what no class has: an averaged output, momentum, weight decay, which makes steps contract, and steps of convex losses that
    expand.
    """
    expands = run.loss in (CONVEX, STRONGLY_CONVEX) and run.contraction is not None and run.contraction > 1
    if run.release not in WORDS["release"] or run.momentum != 0 or run.weight_decay != 0 or expands:
        return None
    return ProcessClass(run.loss, run.sampling, UNBOUNDED if run.diameter is None else BOUNDED, GAUSSIAN, run.release)


@dataclass(frozen=True)
class AtlasRun:
    """A run at which classes are evaluated: steps, the noise multiplier of a batch, and the diameter of bounded domains."""

    name: str
    steps: int
    multiplier: str
    diameter: str
    said: str
    examples: int = 1000
    batch: int = 100

    def run(self, kind: ProcessClass) -> Configuration:
        """The training run of a class here.  For Laplace noise the multiplier is its scale, over the clipping norm."""
        given: dict[str, object] = {
            "examples": self.examples, "batch": self.batch, "steps": self.steps, "noise_multiplier": self.multiplier,
            "learning_rate": "1/10", "clip": 1, "smoothness": 1, "delta": DELTA, "adjacency": "replace",
            "loss": kind.loss, "sampling": kind.batches, "release": kind.release,
        }  # fmt: skip
        if kind.batches == FULL:
            whole = rational(self.multiplier, "multiplier") * self.examples / self.batch
            given |= {"batch": self.examples, "noise_multiplier": rational_text(whole)}
        if kind.loss == STRONGLY_CONVEX:
            given["strong_convexity"] = "1/2"
        if kind.domain == BOUNDED:
            given["diameter"] = self.diameter
        return Configuration.of(given)


DELTA = "1e-6"
POINTS = (
    AtlasRun("short", 100, "5", "1", "T = 100 steps, noise multiplier 5 on the sum of a batch of 100 (50 on all), D = 1 where bounded"),
    AtlasRun("long", 10_000, "40", "8/5", "T = 10000 steps, noise multiplier 40 (400 on all), D = 8/5 where bounded"),
)
"""The runs; beside what they say: n = 1000, eta = 1/10, C = 1, M = 1, m = 1/2 where strongly convex, delta = 1e-6."""
REALISTIC = AtlasRun("realistic", 4700, "4/5", "1/40", "60,000 examples, batches of 256, noise multiplier 4/5 (375/2 on all), "
                     "T = 4700 steps, D = 1/40 where bounded", 60_000, 256)
"""A run with the noise of practice, for classes with Gaussian noise."""


def points_of(noise: str) -> tuple[AtlasRun, ...]:
    """The runs at which classes with a noise are evaluated."""
    return (*POINTS, REALISTIC) if noise == GAUSSIAN else POINTS


def classes(**wanted: str | None) -> Iterator[ProcessClass]:
    """The classes with some properties, all where none is named; in the order of the atlas.

    Raises :class:`~pabisym.errors.InputError` for a property or a value that is not known.
    """
    for name, value in wanted.items():
        if name not in WORDS:
            raise InputError(name[:60], "is no property of a class", nearest(name, WORDS, f"the properties are {', '.join(WORDS)}"))
        if value is not None and value not in WORDS[name]:
            text = value if isinstance(value, str) else repr(value)
            raise InputError(name, f"{text[:40]!r} is not known", nearest(text, WORDS[name], f"give one of {', '.join(WORDS[name])}"))
    for values in product(*WORDS.values()):
        if all(wanted.get(name) in (None, value) for name, value in zip(WORDS, values, strict=True)):
            yield ProcessClass(*values)


EXACT, ATTAINED, FACTOR, UPPER = "exact", "attained", "factor", "upper only"
"""The kinds of tightness of a cell, from the best; see :class:`Cell`."""
TIGHT = "tight"
"""What the accountant records where runs with constant gradients attain its pair."""
ENGINES: Mapping[str, str] = {"accountant": "accounting", "interpolation": "accounting", "pabisym/hidden-batches": "accounting",
                              "pabisym/hidden-batches-replaced": "accounting", "pabisym/hidden-places": "accounting",
                              "pabisym/hidden-subsets": "accounting", "pabisym/mixing-told": "mixing"}
"""Bounds that are no statement of the library but computed, with the page of the documentation that says how."""


@dataclass(frozen=True)
class CellValue:
    """What is known at a point: the guarantee of ``by`` encloses ``upper``, ``also`` gives the same; ``lower`` is that of ``lower_by``."""

    point: str
    by: str
    title: str
    kind: str
    status: str
    upper: Enclosure
    lower: Enclosure | None = None
    lower_by: str = ""
    also: tuple[str, ...] = ()
    recorded: str = ""
    """The tightness that the statement records of itself."""

    @property
    def most(self) -> Fraction:
        """The guarantee."""
        return Fraction(self.upper.upper)

    @property
    def least(self) -> Fraction | None:
        """The lower bound on the true epsilon, None where none is known."""
        return None if self.lower is None else Fraction(self.lower.lower)

    @property
    def ratio(self) -> Fraction | None:
        """The guarantee over the lower bound; None where the latter is 0 or not known."""
        return None if not self.least else self.most / self.least

    @property
    def met(self) -> bool:
        """Do both enclosures overlap, and is that of the guarantee one of a single number, so that both may be the same.

        Engines enclose what lies between two pairs of runs, but where they say that the pair is attained.
        """
        single = self.by not in ENGINES or self.recorded == TIGHT
        return single and self.lower is not None and Fraction(self.lower.upper) >= Fraction(self.upper.lower)

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        lower = {} if self.lower is None else {"lower": interval_json(self.lower), "lower_by": self.lower_by}
        return {"point": self.point, "upper": interval_json(self.upper), "by": self.by, "title": self.title, "kind": self.kind,
                "status": self.status, "recorded": self.recorded, "also": list(self.also), **lower}

    @classmethod
    def of_json(cls, data: Mapping[str, object]) -> CellValue:
        """The value that was written by :meth:`to_json`."""
        words = {name: str(data[name]) for name in ("point", "by", "title", "kind", "status", "recorded")}
        also = data["also"]
        lower = None if "lower" not in data else _enclosure(data["lower"])
        return cls(**words, upper=_enclosure(data["upper"]), lower=lower, lower_by=str(data.get("lower_by", "")),
                   also=tuple(map(str, also)) if isinstance(also, list) else ())


def _enclosure(data: object) -> Enclosure:
    if not isinstance(data, Mapping):
        raise TypeError("an enclosure is a pair of ends")
    return Enclosure(str(data["lower"]), str(data["upper"]), None, 6, 0)


@dataclass(frozen=True)
class Cell:
    """A class with what is known at each point, and which properties of the class the best bounds make no use of.

    Its tightness is *exact* where at every point both ends are enclosures that overlap and the statement is recorded as exact, that is,
    a pair is known that attains it; *attained* where they overlap only; *factor* where a lower bound is known at every point; and
    *upper only* elsewhere.
    """

    kind: ProcessClass
    values: tuple[CellValue, ...]
    unused: tuple[str, ...] = ()

    @property
    def tightness(self) -> str:
        """One of exact, attained, factor, upper only."""
        if all(value.met for value in self.values):
            return EXACT if all(value.recorded == EXACT for value in self.values) else ATTAINED
        return FACTOR if all(value.ratio is not None for value in self.values) else UPPER

    @property
    def open(self) -> str:
        """What is open, in one sentence; empty where the bounds are attained."""
        if self.tightness in (EXACT, ATTAINED):
            return ""
        apart = [value for value in self.values if not value.met]
        known = [value for value in apart if value.ratio is not None]
        said = list[str]()
        if known:
            worst = max(known, key=lambda value: value.ratio or Fraction(0))
            least, most = to_places(worst.least or Fraction(0), 4, up=False), to_places(worst.most, 4, up=True)
            said.append(f"the truth at the {worst.point} run lies between {least} and {most}")
        if unknown := [value.point for value in apart if value.ratio is None]:
            said.append(f"at the {' and the '.join(unknown)} run no pair of runs is known here that certainly reveals anything")
        if self.unused:
            *others, last = self.unused
            said.append(f"the best bound makes no use of {', '.join(others)}{' and ' if others else ''}{last}")
        return "; ".join(said)

    def to_json(self) -> dict[str, object]:
        """The cell of ``pabisym atlas --json``."""
        words = dict(zip(WORDS, self.kind.words, strict=True))
        return {**words, "tightness": self.tightness, "values": [value.to_json() for value in self.values], "unused": list(self.unused),
                "open": self.open}

    @classmethod
    def of_json(cls, data: Mapping[str, object]) -> Cell:
        """The cell that was written by :meth:`to_json`; its tightness and its sentence are found again."""
        values, unused = data["values"], data["unused"]
        if not isinstance(values, list) or not isinstance(unused, list):
            raise TypeError("a cell has lists of values and words")
        kind = ProcessClass(*(str(data[name]) for name in WORDS))
        return cls(kind, tuple(map(CellValue.of_json, values)), tuple(map(str, unused)))
