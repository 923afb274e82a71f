"""The classes of processes of the atlas, and the runs at which bounds on them are evaluated.

A class says what is promised of the losses, how batches are made, whether iterates stay in a bounded domain, which noise a step adds, and
what is released.  Neighbouring data sets differ in one example that is replaced.  Each class is evaluated at two runs of 1000 examples,
in batches of 100 where there are batches, with the same noise on the mean gradient in all classes: a short one in a domain that is wide,
200 standard deviations of the noise of a step, and a long one in a narrow domain of 40.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from itertools import product

from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.reader import nearest
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
"""A run with the noise of practice, not among the stored ones; at those, composition equals linear losses on Poisson batches."""


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
