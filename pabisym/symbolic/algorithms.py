"""Noisy gradient methods by name, with the keywords of a spec; ``process`` is the noisy iteration that each becomes."""

from __future__ import annotations

from typing import Any, Literal

from pabisym.errors import InputError
from pabisym.lang.arguments import argument
from pabisym.process.sequence import Impulse, Periodic
from pabisym.symbolic.analysis import Analysed
from pabisym.symbolic.noise import Gaussian
from pabisym.symbolic.numbers import FormulaLike, LettersLike, WhereLike
from pabisym.symbolic.process import Process
from pabisym.symbolic.schedules import Every, GapAt, GapEach, GapPart, GapSum, shown, size_of

STEPWISE = ("step_size", "noise_std", "operator_norm")
"""Parameters that may depend on the step."""
WORDS = ("adjacency", "order")
"""What a method is told in words."""


class NoisyMethod(Analysed):
    """A method with its parameters; see the classes that derive from it."""

    kind = ""

    def _set(self, given: dict[str, Any]) -> None:
        """Keep what the constructor was given by name; parameters that are None were not."""
        words = {key: argument(given[key], key, (str,)) for key in WORDS if key in given}
        rest = {"self", "where", "letters", "title", *WORDS}
        parameters = {key: value for key, value in given.items() if value is not None and key not in rest}
        for key, value in {"parameters": parameters, "words": words, "title": argument(given["title"], "title", (str,))}.items():
            object.__setattr__(self, key, value)
        self._declare(list(parameters.values()), given["where"], given["letters"])
        _ = self._bare

    parameters: dict[str, FormulaLike]
    words: dict[str, str]

    def document(self) -> dict[str, Any]:
        """The table of a spec, with terms for formulas."""
        terms = {key: size_of(value, key, step=key in STEPWISE) for key, value in self.parameters.items()}
        usual = {"adjacency": "replace", "order": "fixed"}
        return {"algorithm": {"kind": self.kind} | terms | {key: word for key, word in self.words.items() if word != usual[key]}}

    @property
    def process(self) -> Process:
        """The noisy iteration that the method is.

        Raises :class:`~pabisym.errors.InputError` for random batches, whose gaps come at random steps.
        """
        own = self._bare.process
        if own.sampling is not None:
            raise InputError("process", "its gaps come at random steps, which no fixed gaps describe", "derive the bound of the method")
        parts = list[GapPart]()
        for entry in own.gap:
            if isinstance(entry, Impulse):
                parts.append(GapAt(entry.index, entry.size))
            elif isinstance(entry, Periodic):
                parts.append(Every(entry.period, size=entry.size, start=entry.start, stop=entry.stop))
            else:
                parts.append(GapEach(entry.size))
        conditions = [condition.relation for condition in self._bare.conditions]
        return Process(steps=own.steps, contraction=own.contraction, gap=GapSum(tuple(parts)), diameter=own.diameter,
                       noise=Gaussian(std=own.noise.std, variance=own.noise.variance), start_shift=own.start_shift, where=conditions,
                       letters=self.letters_in(self._bare), title=self.title)

    @property
    def grounds(self) -> tuple[str, ...]:
        """The statements by which it is this iteration, and what each contributes."""
        return tuple(f"{ground.statement}: {ground.gives}" for ground in self._bare.grounds)

    def __repr__(self) -> str:
        given = [f"{key}={shown(value)}" for key, value in self.parameters.items()]
        return f"{type(self).__name__}({', '.join(given)})"


class _InOrder(NoisyMethod):
    """A method that takes the records in an order; ``by_epochs`` is its kind in several epochs, where that is another one."""

    by_epochs = ""

    def __init__(self, *, lipschitz: FormulaLike, smooth: FormulaLike | None = None, strongly_convex: FormulaLike | None = None,
                 step_size: FormulaLike | None = None, noise_std: FormulaLike, diameter: FormulaLike | None = None,
                 dataset: FormulaLike | None = None, batch: FormulaLike | None = None, steps: FormulaLike | None = None,
                 epochs: FormulaLike | None = None, index: FormulaLike | None = None,
                 adjacency: Literal["replace", "remove"] = "replace", order: Literal["fixed", "shuffled"] = "fixed",
                 where: WhereLike = None, letters: LettersLike = None, title: str = "") -> None:
        if self.by_epochs and epochs is not None:
            object.__setattr__(self, "kind", self.by_epochs)
        self._set(locals())


class _WithoutOrder(NoisyMethod):
    """A method for whose steps no order of the records matters."""

    def __init__(self, *, lipschitz: FormulaLike, smooth: FormulaLike | None = None, strongly_convex: FormulaLike | None = None,
                 step_size: FormulaLike | None = None, noise_std: FormulaLike, diameter: FormulaLike | None = None,
                 dataset: FormulaLike | None = None, batch: FormulaLike | None = None, steps: FormulaLike | None = None,
                 epochs: FormulaLike | None = None, adjacency: Literal["replace", "remove"] = "replace", where: WhereLike = None,
                 letters: LettersLike = None, title: str = "") -> None:
        self._set(locals())


class PNSGD(_InOrder):
    """Projected noisy SGD: the records one after the other, in one pass or in ``epochs`` passes; ``index`` is the record that differs.

    ``lipschitz`` bounds the norms of the gradients, ``smooth`` and ``strongly_convex`` the curvature from above and below; ``noise_std`` is
    the deviation of the noise on the gradient; ``dataset`` is the number of records, of which ``batch`` are averaged in a step; with a
    ``diameter`` the domain is bounded.  What is left out is what the papers take.  Raises :class:`~pabisym.errors.InputError` for
    parameters that are missing, do not go together, or are out of range.

    >>> import pabisym as pb
    >>> domains = {"n": "integer, n >= 1", "t": "integer, t >= 1"} | {name: f"real, {name} > 0" for name in ("L", "eta", "sigma")}
    >>> pb.PNSGD(lipschitz="L", step_size="eta", noise_std="sigma", dataset="n", index="t", where="t <= n", letters=domains).process
    Process(steps=n, gap={t: 2*eta*L}, noise=Gaussian(std=eta*sigma))
    """

    kind, by_epochs = "pnsgd", "multi-epoch-pnsgd"


class NoisyGD(_WithoutOrder):
    """Noisy gradient descent: all records in every step.

    ``lipschitz`` bounds the norms of the gradients, ``smooth`` and ``strongly_convex`` the curvature from above and below; ``noise_std`` is
    the deviation of the noise on the gradient; ``dataset`` is the number of records, of which ``batch`` are averaged in a step; with a
    ``diameter`` the domain is bounded.  What is left out is what the papers take.  Raises :class:`~pabisym.errors.InputError` for
    parameters that are missing, do not go together, or are out of range.

    >>> import pabisym as pb
    >>> pb.NoisyGD(lipschitz=1, smooth=1, step_size=1, noise_std=4, dataset=10, steps=5).process.s(5)
    1/5
    """

    kind = "noisy-gd"


class NoisyCGD(_InOrder):
    """Cyclic noisy SGD: batches in a fixed order, again and again; ``index`` is the place of the record that differs.

    ``lipschitz`` bounds the norms of the gradients, ``smooth`` and ``strongly_convex`` the curvature from above and below; ``noise_std`` is
    the deviation of the noise on the gradient; ``dataset`` is the number of records, of which ``batch`` are averaged in a step; with a
    ``diameter`` the domain is bounded.  What is left out is what the papers take.  Raises :class:`~pabisym.errors.InputError` for
    parameters that are missing, do not go together, or are out of range.

    >>> import pabisym as pb
    >>> pb.NoisyCGD(lipschitz=1, smooth=1, step_size=1, noise_std=4, dataset=10, batch=2, epochs=2, index=3)
    NoisyCGD(lipschitz=1, smooth=1, step_size=1, noise_std=4, dataset=10, batch=2, epochs=2, index=3)
    """

    kind = "noisy-cgd"


class NoisySGD(_WithoutOrder):
    """Noisy SGD: a random batch in every step.

    ``lipschitz`` bounds the norms of the gradients, ``smooth`` and ``strongly_convex`` the curvature from above and below; ``noise_std`` is
    the deviation of the noise on the gradient; ``dataset`` is the number of records, of which ``batch`` are averaged in a step; with a
    ``diameter`` the domain is bounded.  What is left out is what the papers take.  Raises :class:`~pabisym.errors.InputError` for
    parameters that are missing, do not go together, or are out of range.

    >>> import pabisym as pb
    >>> pb.NoisySGD(lipschitz=1, smooth=1, step_size=1, noise_std=4, dataset=10, batch=2, steps=5)
    NoisySGD(lipschitz=1, smooth=1, step_size=1, noise_std=4, dataset=10, batch=2, steps=5)
    """

    kind = "noisy-sgd"


class Langevin(NoisyMethod):
    """Noisy gradient descent as a discretised Langevin diffusion: the noise on the iterate has the variance 2*step_size*noise_std**2.

    ``lipschitz`` bounds the norms of the gradients, ``smooth`` and ``strongly_convex`` the curvature from above and below; ``noise_std`` is
    the deviation of the noise on the gradient; ``dataset`` is the number of records, of which ``batch`` are averaged in a step; with a
    ``diameter`` the domain is bounded.  What is left out is what the papers take.  Raises :class:`~pabisym.errors.InputError` for
    parameters that are missing, do not go together, or are out of range.

    >>> import pabisym as pb
    >>> run = pb.Langevin(lipschitz=1, smooth=1, strongly_convex=1, step_size="1/2", noise_std=4, dataset=10, steps=5).process
    >>> run.c(1), run.s(1), run.v(1)
    (1/2, 1/10, 16)
    """

    kind = "langevin"

    def __init__(self, *, lipschitz: FormulaLike, smooth: FormulaLike | None = None, strongly_convex: FormulaLike | None = None,
                 step_size: FormulaLike | None = None, noise_std: FormulaLike, diameter: FormulaLike | None = None,
                 dataset: FormulaLike | None = None, batch: FormulaLike | None = None, steps: FormulaLike | None = None,
                 adjacency: Literal["replace", "remove"] = "replace", where: WhereLike = None, letters: LettersLike = None,
                 title: str = "") -> None:
        self._set(locals())


class LinearMaps(NoisyMethod):
    """Every method whose step is w <- map(w) - step_size*(B gradient + C noise), the map being closer by ``operator_norm`` in some norm.

    In that norm B gradient is at most ``greatest_gain`` times as long as the gradient, which ``lipschitz`` bounds, and C noise has in every
    direction at least the deviation ``least_gain*noise_std`` (both 1 where not given): gossip, preconditioning, momentum with noise in all
    parts of its state.  Raises :class:`~pabisym.errors.InputError` for parameters that are missing, do not go together, or are out of
    range.

    >>> import pabisym as pb
    >>> run = pb.LinearMaps(lipschitz=1, noise_std=4, operator_norm="1/2", step_size=1, dataset=10, steps=5).process
    >>> run.c(1), run.s(1)
    (1/2, 1/5)
    """

    kind = "linear"

    def __init__(self, *, lipschitz: FormulaLike, noise_std: FormulaLike, operator_norm: FormulaLike, step_size: FormulaLike | None = None,
                 dataset: FormulaLike | None = None, batch: FormulaLike | None = None, steps: FormulaLike | None = None,
                 epochs: FormulaLike | None = None, least_gain: FormulaLike | None = None, greatest_gain: FormulaLike | None = None,
                 adjacency: Literal["replace", "remove"] = "replace", where: WhereLike = None, letters: LettersLike = None,
                 title: str = "") -> None:
        self._set(locals())
