"""Kernel graphs that are built step by step: Markov kernels in the order of time, joined by ``>>`` and repeated by ``**``.

A :class:`KernelStep` is one kernel or several, one after another; ``graph >> step`` puts it on an edge from the law at the end to a new
one, so that a bracket is one edge.  Bounds and contraction coefficients are formulas in gamma and in the letters of the sizes; what is
computed with them, and what makes such a graph one, is that of :mod:`pabisym.graphs`.

>>> import pabisym as pb
>>> import sympy
>>> D, g, sigma = sympy.symbols("D g sigma", positive=True)
>>> N = sympy.Symbol("N", integer=True, nonnegative=True)
>>> step = pb.Map(lipschitz=1, image=D) >> pb.Gaussian(std=sigma) >> pb.Projection()
>>> graph = pb.start() >> step.differing(gap=g) >> step**N
>>> graph.bound(2)
theta(2, g/sigma)*theta(2, D/sigma)**N
>>> step.contraction(2)
theta(2, D/sigma)
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from pabisym.divergence.contraction import read_kernel
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError, field_name, visible
from pabisym.graphs import analysis
from pabisym.graphs.json import read_graph, write_graph
from pabisym.graphs.kernels import FiniteKernel, Kernel, MapKernel, NoiseKernel, ProjectionKernel, SampledKernel, take_fused_apart
from pabisym.graphs.model import GraphEdge, GraphNode, MarkovGraph, Over
from pabisym.lang.arguments import argument, public
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.reader import read_json
from pabisym.lang.term import ONE, Call, Number, Term, free_names
from pabisym.library.library import LibraryLike, open_library
from pabisym.numerics.enclosure import Enclosure, Side
from pabisym.numerics.parameters import read_law
from pabisym.process.sequence import STEP
from pabisym.symbolic.formula import Formula
from pabisym.symbolic.noise import Gaussian, Laplace, NoiseSize
from pabisym.symbolic.numbers import (
    FormulaLike,
    Letter,
    ValueLike,
    WhereLike,
    check_letters,
    joined,
    letters_of,
    number_of,
    relations_of,
    term_of,
)
from pabisym.symbolic.schedules import Every

if TYPE_CHECKING:
    import networkx

StepLike: TypeAlias = "KernelStep | Gaussian | Laplace"
"""What an edge applies: kernels in a row, or noise alone."""
Law: TypeAlias = Sequence[Any]
"""A finite law: probabilities that sum to 1."""
Point: TypeAlias = Mapping[Any, Any]
"""Values of letters, by their names or symbols."""
NodeLike: TypeAlias = "str | tuple[str, Mapping[str, Any]]"
"""The name of a law, or the name and what is known of it: ``diameter``, ``law``, ``other_law``, ``apart``."""
EdgeLike: TypeAlias = "tuple[str, str, StepLike] | tuple[str, str, StepLike, Mapping[str, Any]]"
"""Two laws and the step between them; into a mixture with a ``weight``, and perhaps with ``over``, a letter and its ends."""
Network: TypeAlias = "networkx.MultiDiGraph[str]"
GAMMA = Letter("gamma", "real, gamma >= 1", "level of the hockey-stick divergence")


# Steps.


@dataclass(frozen=True, init=False, eq=False, repr=False)
class KernelStep:
    """Markov kernels that are applied one after another, perhaps several times; frozen.

    ``first >> second`` applies ``first`` and then ``second``, ``step**n`` applies a step n times, and a step may begin or end with noise
    (:class:`~pabisym.symbolic.noise.Gaussian`, :class:`~pabisym.symbolic.noise.Laplace`).  Made of :class:`Map`, :class:`Projection`,
    :class:`Finite` and :class:`Sampled`.

    >>> import pabisym as pb
    >>> (pb.Map(lipschitz=1, image=1) >> pb.Gaussian(std=1) >> pb.Projection())**3
    KernelStep(Π(ψ(w) + N(0, (1)²)), 3 times)
    """

    kernels: tuple[Kernel, ...]
    letters: Mapping[str, Letter]
    times: Term

    def __init__(self, kernels: Iterable[Kernel], letters: Mapping[str, Letter], times: Term = ONE) -> None:
        for name, value in (("kernels", tuple(kernels)), ("letters", dict(letters)), ("times", times)):
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelStep) and (self.kernels, self.times) == (other.kernels, other.times)

    def __hash__(self) -> int:
        return hash((self.kernels, self.times))

    def __rshift__(self, later: StepLike) -> KernelStep:
        return _joined(self, later)

    def __rrshift__(self, earlier: StepLike) -> KernelStep:
        return _joined(earlier, self)

    def __pow__(self, times: FormulaLike) -> KernelStep:
        if self.times != ONE:
            raise InputError("step", "is repeated already", "give the product as one exponent, as in step**(m*n)")
        return KernelStep(self.kernels, letters_of(self.letters, times, where="times"), _size(times, "times"))

    def differing(self, *, gap: FormulaLike | None = None, other: Sequence[Law] | None = None) -> KernelStep:
        """The step in which the two runs differ: by their maps, at most ``gap`` apart, or by the matrix ``other`` of the second run.

        Raises :class:`~pabisym.errors.InputError` where there is not exactly one such kernel, and for a step that is repeated.

        >>> import pabisym as pb
        >>> pb.Map(lipschitz=1).differing(gap="1/2")
        KernelStep(ψ|ψ′(w))
        """
        if (gap is None) == (other is None):
            raise InputError("gap", "needs either gap or other", "give gap of maps, or other rows of a matrix")
        wanted = MapKernel if other is None else FiniteKernel
        places = [place for place, kernel in enumerate(self.kernels) if isinstance(kernel, wanted)]
        if len(places) != 1 or self.times != ONE:
            what = "map" if other is None else "matrix"
            problem = f"has {len(places)} of these" if len(places) != 1 else "is repeated"
            raise InputError("step", f"the runs differ by their {what}, and it {problem}", f"say it of one {what}, before it is joined")
        changed: dict[str, Any] = {"gap": _size(gap, "gap")} if other is None else {"other": read_kernel(other, "other")}
        kernels = [replace(cast("Any", one), **changed) if at == places[0] else one for at, one in enumerate(self.kernels)]
        return KernelStep(kernels, letters_of(self.letters, gap, where="gap"))

    def contraction(self, gamma: FormulaLike | None = None) -> Formula:
        """A bound on eta_gamma of the step for gamma >= 1: how much less two laws can be told apart after it; None keeps the letter gamma.

        >>> import pabisym as pb
        >>> pb.Finite([["3/4", "1/4"], ["1/4", "3/4"]]).contraction(1).at().exact
        Fraction(1, 2)
        """
        return (start() >> self).contraction(gamma)

    def __repr__(self) -> str:
        from pabisym.show.graph_text import short_formula, step_text

        return f"KernelStep({step_text(self.kernels)}{'' if self.times == ONE else f', {short_formula(self.times)} times'})"


class Map(KernelStep):
    """A deterministic map: ``lipschitz`` bounds its Lipschitz constant, ``image`` the diameter of its values, ``gap`` how far that of
    the second run is away.  What is not given is not known.  ``name`` is how pictures call it.

    Raises :class:`~pabisym.errors.InputError` for a size that is no formula, or a negative number.

    >>> import pabisym as pb
    >>> pb.Map(lipschitz=1, image="1/2")
    KernelStep(ψ(w))
    """

    def __init__(self, *, lipschitz: FormulaLike | None = None, image: FormulaLike | None = None, gap: FormulaLike | None = None,
                 name: str = "psi") -> None:
        sizes = (_some(lipschitz, "lipschitz"), _some(image, "image"), _some(gap, "gap"))
        super().__init__((MapKernel(name, *sizes),), letters_of([lipschitz, image, gap], where="map"))


class Projection(KernelStep):
    """The projection onto a closed convex set, of the given ``diameter`` where one is known.

    Raises :class:`~pabisym.errors.InputError` for a diameter that is no formula, or a negative number.

    >>> import pabisym as pb
    >>> pb.Projection(diameter=1)
    KernelStep(Π(w))
    """

    def __init__(self, *, diameter: FormulaLike | None = None) -> None:
        super().__init__((ProjectionKernel(_some(diameter, "diameter")),), letters_of(diameter, where="diameter"))


class Finite(KernelStep):
    """A stochastic matrix: one row for each point, the law of where it goes; ``other`` is that of the second run where they differ.

    Raises :class:`~pabisym.errors.InputError` for rows that are no laws, and for matrices of different sizes.

    >>> import pabisym as pb
    >>> pb.Finite([["3/4", "1/4"], ["1/4", "3/4"]])
    KernelStep(K[2×2])
    """

    @public
    def __init__(self, rows: Sequence[Law], *, other: Sequence[Law] | None = None) -> None:
        first, second = (None if one is None else _matrix(one, name) for one, name in ((rows, "rows"), (other, "other")))
        if first is None or (second is not None and (len(first), len(first[0])) != (len(second), len(second[0]))):
            raise InputError("other", "is of another size than rows", "make the sizes equal")
        super().__init__((FiniteKernel(first, second),), {})


class Sampled(KernelStep):
    """Gaussian noise of deviation ``std``; in the first run it is moved by ``gap`` with probability ``rate``.

    Raises :class:`~pabisym.errors.InputError` for sizes that are no formulas, and for numbers outside of 0 < rate <= 1, gap >= 0, std > 0.

    >>> import pabisym as pb
    >>> pb.Sampled(rate="1/10", gap=1, std=2)
    KernelStep(w + SG(1/10, 2))
    """

    def __init__(self, *, rate: FormulaLike, gap: FormulaLike, std: FormulaLike) -> None:
        sizes = (_size(rate, "rate"), _size(gap, "gap"), _size(std, "std"))
        if isinstance(sizes[0], Number) and not 0 < sizes[0].value <= 1:
            raise InputError("rate", f"{to_text(sizes[0])} is no probability", "give a number above 0 and at most 1")
        if isinstance(sizes[2], Number) and sizes[2].value <= 0:
            raise InputError("std", f"{to_text(sizes[2])} is not positive", "give a number above 0")
        super().__init__((SampledKernel(*sizes),), letters_of([rate, gap, std], where="sampled"))


def _step(value: object, where: str = "step") -> KernelStep:
    """A step, or noise of one size as one."""
    if isinstance(value, KernelStep):
        return value
    if not isinstance(value, NoiseSize):
        raise InputError(where, f"a step was expected, not {visible(type(value).__name__)}", "join Map, Gaussian, Projection, … by >>")
    name, size = value.given
    if isinstance(size, Every | list | tuple) or STEP in free_names(found := _size(size, name)):
        raise InputError(name, "changes with the step", "give one size: an edge applies the same kernels in every pass")
    if isinstance(found, Number) and found.value <= 0:
        raise InputError(name, f"{to_text(found)} is not positive", "give a number above 0")
    root = Call("sqrt", (found,))
    exact = exact_value(root, {}) if isinstance(found, Number) else None
    spread = found if name != "variance" else root if exact is None else Number(exact)
    return KernelStep((NoiseKernel("gaussian" if value.law == "gaussian" else "laplace", spread),), letters_of(size, where=name))


def _joined(earlier: object, later: object) -> KernelStep:
    first, second = _step(earlier), _step(later)
    if first.times != ONE or second.times != ONE:
        raise InputError("step", "a repeated step stands inside of another", "give it an edge of its own: graph >> step**n >> later")
    return KernelStep((*first.kernels, *second.kernels), letters_of(first.letters, second.letters, where="step"))


def _size(value: FormulaLike, where: str) -> Term:
    term = term_of(value, where)
    if isinstance(term, Number) and term.value < 0:
        raise InputError(where, f"{to_text(term)} is negative", "give a number that is 0 or more")
    return term


def _some(value: FormulaLike | None, where: str) -> Term | None:
    return None if value is None else _size(value, where)


def _matrix(rows: Sequence[Law], where: str) -> Any:
    listed = [row.tolist() if hasattr(row, "tolist") else row for row in rows]
    if wrong := [row for row in listed if not isinstance(row, list)]:
        raise InputError(where, f"a row is {visible(type(wrong[0]).__name__)}", "give every row as a list of probabilities")
    return read_kernel([[number_of(p, where) for p in row] for row in listed], where)


# Graphs.


@public
def start(*, diameter: FormulaLike | None = None, apart: FormulaLike | None = None, law: Law | None = None, other_law: Law | None = None,
          name: str = "W_0", letters: Mapping[str, str] | None = None) -> KernelGraph:
    """A graph of one law, from which ``>>`` goes on.

    ``diameter`` bounds its support; ``apart`` says how far the two runs are apart there, and ``law`` and ``other_law`` give finite laws of
    the first and of the second run; without these both start alike.  ``letters`` has the domains of letters in texts.  Raises
    :class:`~pabisym.errors.InputError` for what is no size and no law.

    >>> import pabisym as pb
    >>> (pb.start(law=["1/2", "1/2"], other_law=[1, 0]) >> pb.Finite([["3/4", "1/4"], ["1/4", "3/4"]])).truth(gamma=1).exact
    Fraction(1, 4)
    """
    given = {"diameter": diameter, "apart": apart, "law": law, "other_law": other_law}
    return KernelGraph([(name, {key: value for key, value in given.items() if value is not None})], [], letters=letters)


@dataclass(frozen=True, init=False, repr=False)
class KernelGraph:
    """Laws joined by Markov kernels, through which two neighbouring runs go; frozen, and a kernel graph by construction.

    ``nodes`` are names of laws, or pairs of a name and a dict with ``diameter``, ``law``, ``other_law``, ``apart`` as for :func:`start`;
    laws that only edges name need not be there.  An edge is ``(from, to, step)``, into a mixture with a fourth part: a dict with its
    ``weight``, and perhaps with ``over``, a letter with its first and its last value, for one edge for each of these values.  Sizes are
    expressions of sympy, formulas or texts, with ``letters`` for the domains of the letters in texts; ``where`` are relations between
    letters.  Equal are graphs with the same laws, edges and domains.

    Raises :class:`~pabisym.errors.InputError` for what is no kernel graph: a circle, several ends, weights that do not lead into a mixture,
    steps in which runs differ and that are repeated.

    >>> import pabisym as pb
    >>> step = pb.Map(lipschitz=1, image=1) >> pb.Gaussian(std=1) >> pb.Projection()
    >>> edges = [("in", "a", step.differing(gap=1)), ("a", "out", step, {"weight": "p"}), ("in", "out", step, {"weight": "1 - p"})]
    >>> pb.KernelGraph([], edges, letters={"p": "real, 0 < p < 1"}).bound(2)
    p*theta(2, 1)**2
    """

    model: MarkovGraph
    """The same as data, for :mod:`pabisym.graphs`."""
    letters: Mapping[str, Letter] = field(compare=False)
    """The letters of the sizes."""

    def __init__(self, nodes: Iterable[NodeLike], edges: Iterable[EdgeLike], *, where: WhereLike = (),
                 letters: Mapping[str, str] | Mapping[str, Letter] | None = None, title: str = "") -> None:
        for name, listed in (("nodes", nodes), ("edges", edges)):
            if not isinstance(listed, Iterable) or isinstance(listed, str | bytes | Mapping) or getattr(listed, "ndim", 1) == 0:
                raise InputError(name, f"a list was expected, not {visible(type(listed).__name__)}", "give a list")
        laws, arrows = [_node(one, at) for at, one in enumerate(nodes)], [_edge(one, at) for at, one in enumerate(edges)]
        names = dict.fromkeys([*(law.name for law, _ in laws), *(name for arrow, _ in arrows for name in (arrow.source, arrow.target))])
        mixtures = {arrow.target for arrow, _ in arrows if arrow.weight is not None}
        given = {law.name: law for law, _ in laws}
        if len(given) < len(laws):
            raise InputError("nodes", "have a name twice", "give every law a name of its own")
        model_nodes = tuple(replace(given.get(name, GraphNode(name)), mixture=name in mixtures) for name in names)
        place = {name: at for at, name in enumerate(names)}
        ordered = sorted((arrow for arrow, _ in arrows), key=lambda arrow: (place[arrow.source], place[arrow.target]))
        bound = {arrow.over.letter for arrow in ordered if arrow.over is not None}
        found = letters_of(letters, *(own for _, own in (*laws, *arrows)), where, where="letters")
        known = _related({name: one for name, one in found.items() if name not in bound}, relations_of(where))
        _check_domains(model_nodes, ordered, known, bound)
        domains = {name: known[name].domain for name in sorted(known)}
        object.__setattr__(self, "model", MarkovGraph(model_nodes, tuple(ordered), domains, str(argument(title, "title", (str,)))))
        object.__setattr__(self, "letters", {name: known[name] for name in domains})

    def __hash__(self) -> int:
        return hash((self.model.nodes, self.model.edges))

    # Growing.

    def __rshift__(self, step: StepLike) -> KernelGraph:
        """The graph with a new law at its end, after a step from the law that was there."""
        used = {node.name for node in self.model.nodes}
        name = next(name for at in range(1, len(used) + 2) if (name := f"W_{at}") not in used)
        own = _step(step)
        return KernelGraph([*self.nodes, name], [*self.edges, (self.model.sink, name, own)],
                           letters=letters_of(self.letters, own.letters), title=self.model.title)

    # Its parts.

    @property
    def nodes(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The laws, as the constructor takes them."""
        found = list[tuple[str, dict[str, Any]]]()
        for node in self.model.nodes:
            told: dict[str, Any] = {name: self._formula(term) for name, term in (("diameter", node.diameter), ("apart", node.apart))
                                    if term is not None}
            laws = {"law": node.law, "other_law": node.other_law}
            told |= {name: list(map(to_fraction, law)) for name, law in laws.items() if law is not None}
            found.append((node.name, told))
        return tuple(found)

    @property
    def edges(self) -> tuple[tuple[str, str, KernelStep, dict[str, Any]], ...]:
        """The edges, as the constructor takes them."""
        found = list[tuple[str, str, KernelStep, dict[str, Any]]]()
        for edge in self.model.edges:
            sizes = [edge.times, *(term for kernel in take_fused_apart(edge.kernels) for _, term in kernel.terms())]
            used = {name: one for size in sizes for name, one in self._formula(size).letters.items()}
            told: dict[str, Any] = {} if edge.weight is None else {"weight": self._formula(edge.weight)}
            if edge.over is not None:
                told["over"] = edge.over.letter, self._formula(edge.over.first), self._formula(edge.over.last)
            found.append((edge.source, edge.target, KernelStep(edge.kernels, used, edge.times), told))
        return tuple(found)

    def _formula(self, term: Term, side: Side = "") -> Formula:
        own = {edge.over.letter: Letter(edge.over.letter, "integer") for edge in self.model.edges if edge.over is not None}
        return Formula(term, {**own, **self.letters, GAMMA.name: GAMMA}, side=side)

    # Bounds, as formulas.

    @public
    def bound(self, gamma: FormulaLike | None = None, *, node: str | None = None, swapped: bool = False) -> Formula:
        """A bound on E_gamma(first run || second run) at the end, or at ``node``, for gamma >= 1; ``swapped`` exchanges the runs.

        ``gamma`` is a number or a formula such as ``exp(epsilon)``; None keeps it as the letter ``gamma``.
        """
        return self._at_level(analysis.bound(self.model, node, swapped=swapped), gamma)

    def contraction(self, gamma: FormulaLike | None = None) -> Formula:
        """A bound on eta_gamma of the kernel from the start to the end, where every kernel is that of the first run."""
        return self._at_level(analysis.contraction(self.model), gamma)

    def coefficients(self, gamma: FormulaLike | None = None) -> tuple[Formula, ...]:
        """A bound on eta_gamma of all passes of every edge, in the order of ``edges``."""
        return tuple(self._at_level(term, gamma) for term in analysis.coefficients(self.model))

    def _at_level(self, term: Term, gamma: FormulaLike | None) -> Formula:
        found = self._formula(term, "upper")
        if gamma is None or GAMMA.name not in found.letters:
            return found
        with field_name("gamma"):
            return found.subs({GAMMA.name: gamma})

    # At a point.

    @public
    def shifted(self, at: Point | None = None, *, gamma: ValueLike | None = None, epsilon: ValueLike | None = None,
                digits: int = 15) -> Enclosure:
        """The bound of the shift calculus on E_gamma at the end, at a point: theta of the optimal mu of every path, mixed by the weights.

        ``at`` has a rational value for every letter, under its name or symbol; the level is ``gamma`` >= 1, or ``epsilon`` = log(gamma).
        It needs maps with Lipschitz constants, Gaussian noise and projections.  Raises :class:`~pabisym.errors.InputError` for other
        kernels, and for a point outside of the domains.
        """
        return analysis.shifted(self.model, self._point(at), **_levels(gamma, epsilon), digits=digits)

    @public
    def truth(self, at: Point | None = None, *, gamma: ValueLike | None = None, epsilon: ValueLike | None = None, node: str | None = None,
              digits: int = 15) -> Enclosure:
        """E_gamma of the two runs itself at a point, for a graph of finite kernels; the level as for :meth:`shifted`."""
        return analysis.truth(self.model, self._point(at), node=node, **_levels(gamma, epsilon), digits=digits)

    @public
    def laws(self, at: Point | None = None, node: str | None = None) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """The exact laws of both runs at the end, or at ``node``, for a graph of finite kernels."""
        first, second = analysis.laws(self.model, self._point(at), node)
        return tuple(map(to_fraction, first)), tuple(map(to_fraction, second))

    def _point(self, at: Point | None) -> dict[str, object]:
        return {str(name): number_of(value, str(name)) for name, value in (at or {}).items()}

    # In other forms.

    def networkx(self) -> Network:
        """The graph as one of networkx; laws and edges have their sizes, weights and steps as attributes."""
        import networkx

        found: Network = networkx.MultiDiGraph(title=self.model.title, letters=dict(self.letters))
        for name, told in self.nodes:
            found.add_node(name, **told)
        for source, target, step, told in self.edges:
            found.add_edge(source, target, step=step, **told)
        return found

    @classmethod
    def from_networkx(cls, graph: Network) -> KernelGraph:
        """The graph that a directed graph of networkx is: every edge has a ``step``, the other attributes are those of the constructor.

        Raises :class:`~pabisym.errors.InputError` for an edge without a step, and as the constructor.
        """
        if not all(hasattr(graph, name) for name in ("nodes", "edges", "graph")):
            what = visible(type(graph).__name__)
            raise InputError("graph", f"a graph of networkx was expected, not {what}", "give a networkx.MultiDiGraph")
        edges: list[EdgeLike] = []
        for source, target, told in graph.edges(data=True):
            if "step" not in told:
                raise InputError(f"edge {source} -> {target}", "has no step", "give every edge an attribute step")
            edges.append((source, target, told["step"], {key: value for key, value in told.items() if key != "step"}))
        about = graph.graph
        return cls(graph.nodes(data=True), edges, letters=about.get("letters"), where=about.get("where", ()), title=about.get("title", ""))

    def json(self) -> str:
        """The graph as the text of a graph file."""
        return json.dumps(write_graph(self.model), indent=1)

    @classmethod
    @public
    def from_json(cls, source: str | os.PathLike[str] | Mapping[Any, Any]) -> KernelGraph:
        """The graph of a graph file, of its text, or of its object.

        Raises :class:`~pabisym.errors.InputError` naming the field that is wrong.
        """
        data = source if isinstance(source, Mapping) else read_json(source if isinstance(source, str) else Path(source))
        return cls._of(read_graph(data))

    @classmethod
    def of_theorem(cls, name: str, *, library: LibraryLike = None) -> KernelGraph:
        """The graph of a statement of the library, by its id.

        Raises :class:`~pabisym.errors.InputError` for an id that is none, and for a statement without a graph.

        >>> import pabisym as pb
        >>> pb.KernelGraph.of_theorem("asoodeh2020isit/theorem-3").bound().letters["v"].domain
        'real, v > 0'
        """
        found = analysis.load_beside(open_library(library).entry(name).path)
        if found is None:
            raise InputError(name, "has no kernel graph", "name a statement of Asoodeh et al., or build the graph")
        return cls._of(found)

    @classmethod
    def _of(cls, model: MarkovGraph) -> KernelGraph:
        letters = {name: Letter(name, text) for name, text in model.letters.items()}
        plain = cls.__new__(cls)
        object.__setattr__(plain, "model", model)
        object.__setattr__(plain, "letters", letters)
        return cls(plain.nodes, plain.edges, letters=letters, title=model.title)

    def svg(self, path: str | os.PathLike[str] | None = None) -> str:
        """The picture of the graph as SVG, also written to ``path``: kernels as boxes on arrows, double ones where the runs differ."""
        from pabisym.show.graph_picture import kernel_graph_svg

        return kernel_graph_svg(self.model, path)

    def text(self) -> str:
        """The graph in lines: laws, kernels, the coefficient of every edge, and the bound at the end."""
        from pabisym.show.graph_text import kernel_graph_text

        return kernel_graph_text(self.model)

    def latex(self) -> str:
        """The bound at the end in LaTeX for math mode."""
        from pabisym.show.latex import latex

        return rf"E_\gamma \le {latex(analysis.bound(self.model))}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return repr(self.model)


def _node(value: NodeLike, at: int) -> tuple[GraphNode, dict[str, Letter]]:
    """A law, and the letters of its sizes."""
    where = f"nodes[{at}]"
    name, told = (value, {}) if isinstance(value, str) else value if isinstance(value, tuple) and len(value) == 2 else (None, {})
    if not isinstance(name, str) or not isinstance(told, Mapping):
        raise InputError(where, "is no law", 'give a name, or a pair such as ("in", {"diameter": D})')
    _check_keys(told, ("diameter", "law", "other_law", "apart"), where)
    laws = {key: None if told.get(key) is None else read_law([number_of(p, f"{where}.{key}") for p in told[key]], f"{where}.{key}")
            for key in ("law", "other_law")}
    if laws["other_law"] is not None and laws["law"] is None:
        raise InputError(f"{where}.other_law", "is given without law", "give the law of the first run as well")
    if laws["law"] is not None and told.get("apart") is not None:
        raise InputError(f"{where}.apart", "is given beside law", "give laws or a distance")
    sizes = [told.get(key) for key in ("diameter", "apart")]
    first, second = (_some(one, f"{where}.{key}") for one, key in zip(sizes, ("diameter", "apart"), strict=True))
    return GraphNode(name, first, laws["law"], laws["other_law"], second), letters_of(*sizes, where=where)


def _edge(value: EdgeLike, at: int) -> tuple[GraphEdge, dict[str, Letter]]:
    """An edge, and the letters of its sizes; that over which it runs is among them."""
    where = f"edges[{at}]"
    if not isinstance(value, tuple | list) or len(value) not in (3, 4) or not all(isinstance(name, str) for name in value[:2]):
        raise InputError(where, "is no edge", 'give (from, to, step), or (from, to, step, {"weight": p})')
    source, target, step, told = *value[:2], _step(value[2], f"{where}.step"), dict(value[3]) if len(value) == 4 else {}
    _check_keys(told, ("weight", "over"), where)
    over, given = None, told.get("over")
    if given is not None:
        if not isinstance(given, tuple | list) or len(given) != 3:
            raise InputError(f"{where}.over", "is no letter with its ends", "give a letter, its first and its last value, as (t, 1, n)")
        letter, first, last = given
        name = letter if isinstance(letter, str) else to_text(term_of(letter, f"{where}.over"))
        over = Over(name, term_of(first, f"{where}.over"), term_of(last, f"{where}.over"))
    letters = letters_of(step.letters, told.get("weight"), list(given or ()), where=where)
    return GraphEdge(source, target, step.kernels, step.times, _some(told.get("weight"), f"{where}.weight"), over), letters


def _check_keys(told: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in told:
        if key not in known:
            raise InputError(f"{where}.{visible(key)}", "is not known", f"the keys are {', '.join(known)}")


def _related(letters: dict[str, Letter], relations: Iterable[Call]) -> dict[str, Letter]:
    """The letters with relations between them in the domain of the last one that each mentions."""
    for relation in relations:
        name = max(free_names(relation) & letters.keys(), default=None)
        if name is not None and relation not in letters[name].relations:
            letters[name] = joined(letters[name], Letter(name, f"{letters[name].kind}, {to_text(relation)}"))
    return letters


def _check_domains(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], letters: Mapping[str, Letter], bound: set[str]) -> None:
    """Every name in a size is a letter, or one over which an edge runs."""
    known = {**letters, **{name: Letter(name, "integer") for name in bound}}
    sizes = [(node.name, term) for node in nodes for term in (node.diameter, node.apart) if term is not None]
    for edge in edges:
        terms = [edge.times, *(term for kernel in edge.kernels for _, term in kernel.terms())]
        terms += [term for term in (edge.weight, *((edge.over.first, edge.over.last) if edge.over else ())) if term is not None]
        sizes += [(f"edge {edge.source} -> {edge.target}", term) for term in terms]
    for where, term in sizes:
        check_letters(term, known, where)


def _levels(gamma: object, epsilon: object) -> dict[str, Any]:
    """The level as it was given, exactly."""
    return {name: None if value is None else number_of(value, name) for name, value in (("gamma", gamma), ("epsilon", epsilon))}
