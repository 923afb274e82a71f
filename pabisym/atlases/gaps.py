"""Open problems as objects: for a run of one's own the best lower and the best upper bound, both certified, and their ratio.

What is open is the same for all numbers of a problem; how far apart both ends are at some is computed, as in :mod:`pabisym.atlases.cells`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pabisym.atlases.atlas import stored_cells
from pabisym.atlases.cells import value_of
from pabisym.atlases.classes import BOUNDED, GAUSSIAN, POINTS, UNBOUNDED, Cell, CellValue, ProcessClass
from pabisym.errors import InputError
from pabisym.lang.arguments import Exact, public
from pabisym.lang.rational import rational_text
from pabisym.lang.reader import nearest
from pabisym.library.library import LibraryLike, open_library
from pabisym.spec.configuration import KEYS, LAST, Adjacency, Configuration, Loss, Release, Sampling, read_file


@dataclass(frozen=True)
class OpenProblem:
    """An open problem: ``kind`` is the class by which it is shown, ``fixed`` what every run of it has, ``allowed`` what some may vary.

    ``needs`` are the numbers without which a run is none of the problem.
    """

    name: str
    question: str
    kind: ProcessClass
    fixed: Mapping[str, str]
    allowed: Mapping[str, tuple[str, ...]]
    needs: tuple[str, ...]

    @property
    def cell(self) -> Cell:
        """Its cell of the stored atlas."""
        return stored_cells()[self.kind.words]


PROBLEMS = {one.name: one for one in (
    OpenProblem(
        "random-batches",
        "what does the last iterate reveal when every batch is drawn at random: the upper bound composes sampled steps after a shift, the "
        "lower one has linear or quadratic losses, and no pair of runs is known to attain the former",
        ProcessClass("convex", "fixed-size", UNBOUNDED, GAUSSIAN, LAST), {"release": LAST},
        {"sampling": ("fixed-size", "poisson"), "loss": ("convex", "strongly-convex")}, ()),
    OpenProblem(
        "bi-lipschitz",
        "what does the last iterate reveal when losses are strongly convex and smooth, so that a step neither expands nor collapses "
        "distances: the upper bound lets steps contract as they like, the lower one has curvatures between m and M",
        ProcessClass("strongly-convex", "cyclic", UNBOUNDED, GAUSSIAN, LAST), {"release": LAST, "loss": "strongly-convex"},
        {"sampling": ("cyclic", "full", "shuffled", "fixed-size")}, ("smoothness", "strong_convexity")),
    OpenProblem(
        "bounded-domain",
        "what does the last iterate reveal when every step projects into a bounded domain: the upper bound restarts or mixes there, the "
        "lower one has runs that stay away from the ends",
        ProcessClass("convex", "full", BOUNDED, GAUSSIAN, LAST), {"release": LAST},
        {"sampling": ("full", "cyclic", "shuffled", "fixed-size"), "loss": ("convex", "strongly-convex")}, ("diameter",)),
)}  # fmt: skip
"""The open problems by name."""


@dataclass(frozen=True)
class Gap:
    """An open problem at a run: ``value`` has both ends with what they stand on."""

    problem: OpenProblem
    run: Configuration
    value: CellValue

    def __repr__(self) -> str:
        low = "unknown" if self.value.lower is None else self.value.lower.lower
        return f"Gap({self.problem.name}: {low} <= epsilon <= {self.value.upper.upper})"

    @property
    def lower(self) -> Fraction | None:
        """The lower bound on the true epsilon, in nats; None where nothing is known."""
        return self.value.least

    @property
    def upper(self) -> Fraction:
        """The best certified epsilon, in nats."""
        return self.value.most

    @property
    def ratio(self) -> Fraction | None:
        """The upper end over the lower one."""
        return self.value.ratio

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym atlas --at --json``."""
        low = "0" if self.value.lower is None else self.value.lower.lower
        return {"problem": self.problem.name, "open": self.problem.question, "configuration": self.run.to_json(),
                "delta": rational_text(self.run.delta), "epsilon": {"lower": low, "upper": self.value.upper.upper},
                "upper_by": self.value.by, "upper_status": self.value.status, "also": list(self.value.also),
                "lower_by": self.value.lower_by, "ratio": None if self.ratio is None else rational_text(self.ratio),
                "closed": self.value.met}


@public
def gap(problem: str, source: str | os.PathLike[str] | Mapping[str, object] | None = None, /, *,
        examples: Exact | None = None, batch: Exact | None = None, epochs: Exact | None = None, steps: Exact | None = None,
        noise_multiplier: Exact | None = None, clip: Exact | None = None, learning_rate: Exact | None = None,
        loss: Loss | None = None, smoothness: Exact | None = None, strong_convexity: Exact | None = None,
        diameter: Exact | None = None, weight_decay: Exact | None = None, momentum: Exact | None = None,
        sampling: Sampling | None = None, sample_rate: Exact | None = None, adjacency: Adjacency | None = None,
        release: Release | None = None, delta: Exact | None = None,
        library: LibraryLike = None) -> Gap:
    """The best lower and upper bound of an open problem, random-batches, bi-lipschitz or bounded-domain, at a run.

    The run is a TOML file, a mapping, or options, as for :func:`pabisym.privacy`; what is not said is as in the short run of the atlas.
    Adjacency is ``replace`` unless another one is named.  Both ends are certified: the upper one under the promises of its statement, the
    lower one by a pair of runs.  ``ratio`` is an upper bound of how far they are apart.

    Raises :class:`~pabisym.errors.InputError` for a problem that is not known, for unusable values, and for runs that are none of the
    problem.

    >>> from pabisym import gap
    >>> found = gap("bi-lipschitz", steps=100, noise_multiplier=5)
    >>> found.value.by, bool(found.lower <= found.upper)
    ('pabisym/taut-string', True)
    """
    options = {key: value for key, value in locals().items() if key in KEYS and value is not None}
    given = dict(source) if isinstance(source, Mapping) else {} if source is None else read_file(source)
    return gap_of(known_problem(problem), {key: value for key, value in {**given, **options}.items() if value is not None}, library)


def known_problem(name: str, field: str = "problem") -> OpenProblem:
    """The open problem of a name; raises :class:`~pabisym.errors.InputError` for one that is not known."""
    if name not in PROBLEMS:
        raise InputError(field, f"{name[:40]!r} is not known", nearest(name, PROBLEMS, f"the open problems are {', '.join(PROBLEMS)}"))
    return PROBLEMS[name]


def gap_of(problem: OpenProblem, given: Mapping[str, object], library: LibraryLike = None, option: str = "") -> Gap:
    """The problem at the values of a configuration; ``option`` is put before names in errors."""
    values = {**_defaults(problem, given), **given}
    for key, word in problem.fixed.items():
        if values[key] != word:
            raise InputError(f"{option}{key}", f"{str(values[key])[:40]!r} is not about this problem", f"it is about {key} = {word}")
    for key, words in problem.allowed.items():
        if values[key] not in words:
            raise InputError(f"{option}{key}", f"{str(values[key])[:40]!r} is not about this problem", f"give one of {', '.join(words)}")
    run = Configuration.of(values, option)
    kind = ProcessClass(run.loss, run.sampling, UNBOUNDED if run.diameter is None else BOUNDED, GAUSSIAN, LAST)
    return Gap(problem, run, value_of(run, kind, open_library(library)))


def _defaults(problem: OpenProblem, given: Mapping[str, object]) -> dict[str, object]:
    """The short run of the atlas in the class of the problem, without what contradicts the values that are given."""
    own = POINTS[0].run(problem.kind)
    words = {"sampling": own.sampling, "loss": own.loss, "adjacency": own.adjacency, "release": own.release}
    numbers = {key: rational_text(getattr(own, key)) for key in ("noise_multiplier", "learning_rate", "clip", "smoothness", "delta")}
    counts = {key: getattr(own, key) for key in ("examples", "batch", "steps")}
    found: dict[str, object] = {**words, **numbers, **counts}
    full = given.get("sampling", own.sampling) == "full"
    if "epochs" in given:
        del found["steps"]
    if "examples" in given or full:
        del found["batch"]
    if "examples" in given and not full:
        found["batch"] = min(own.batch, given["examples"]) if isinstance(given["examples"], int) else own.batch
    if given.get("loss", own.loss) == "strongly-convex":
        found["strong_convexity"] = "1/2"
    if "diameter" in problem.needs:
        found["diameter"] = "1"
    return {key: value for key, value in found.items() if key in KEYS}
