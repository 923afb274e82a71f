"""Noisy gradient methods as contractive noisy iterations, and the statements that say so.

Every method here runs ``w <- projection(w - step_size*(gradient + noise))``.  Written with the projection first,
``v <- step(projection(v)) + noise``, it is a pair of noisy iterations as
:class:`~pabisym.process.iteration.NoisyProcess` has them, and what it returns is the projection of the last v.
Conventions of the noise, as sigma_k, the per-step standard deviation on the iterate:

============================================ ======================== ===========================
method                                       ``noise_std`` s is of    sigma_k
============================================ ======================== ===========================
pnsgd, multi-epoch-pnsgd (feldman2018)       the gradient             step_size*s
noisy-gd, noisy-cgd, noisy-sgd (altschuler2022) the gradient          step_size*s
langevin (chourasia2021)                     the diffusion sqrt(2)*s  sqrt(2*step_size)*s
linear (in a norm that the analyst names)    the gradient             step_size*least_gain*s
============================================ ======================== ===========================

``linear`` is every method whose step is ``w <- map(w) - step_size*(B gradient + C noise)``, with matrices B and C and a map that brings
points closer by ``operator_norm`` in the norm of a scalar product that the analyst names: gossip and other averaging among nodes,
preconditioning, momentum with noise in all parts of its state.  In that norm B gradient is at most ``greatest_gain`` times as long as the
gradient, which ``lipschitz`` bounds, and C noise has in every direction at least the deviation ``least_gain*noise_std`` (both gains are 1
where not given).  Noise that wide is isotropic noise of that deviation and an independent rest, which is counted to the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Number, Term
from pabisym.process.iteration import GapEntry, IterateNoise, NoisyProcess, Requirement, at_least, at_most, integral, square
from pabisym.process.sequence import STEP, EachStep, Impulse, Periodic, minus, names, times, unused_name

Adjacency: TypeAlias = Literal["replace", "remove"]
Order: TypeAlias = Literal["fixed", "shuffled"]
Provable: TypeAlias = Callable[[Call, Term, tuple[Call, ...]], bool]
"""Does a relation follow from the domains, at every step 1..steps, when the given relations are assumed too."""


@dataclass(frozen=True)
class Method:
    """A kind of algorithm: its parameters, and how it goes through the records."""

    statement: str
    """The catalogue statement that defines it."""
    order: Literal["all", "cyclic", "random"]
    """All records in every step, batches in a fixed cyclic order, or a random batch in every step."""
    takes: tuple[str, ...]
    """Its parameters beside those of every method."""


COMMON = ("lipschitz", "smooth", "strongly_convex", "step_size", "noise_std", "diameter", "dataset", "steps", "batch")
"""Parameters of every method."""
METHODS: Mapping[str, Method] = {
    "noisy-gd": Method("altschuler2022/algorithm-noisy-sgd", "all", ("epochs",)),
    "noisy-cgd": Method("altschuler2022/definition-noisy-csgd", "cyclic", ("epochs", "index")),
    "noisy-sgd": Method("altschuler2022/algorithm-noisy-sgd", "random", ("epochs",)),
    "pnsgd": Method("feldman2018/algorithm-1", "cyclic", ("index",)),
    "multi-epoch-pnsgd": Method("feldman2018/algorithm-2", "cyclic", ("epochs", "index")),
    "langevin": Method("chourasia2021/algorithm-1", "all", ()),
    "linear": Method("altschuler2022/definition-2.13", "all", ("epochs", "operator_norm", "least_gain", "greatest_gain")),
}
"""The methods by kind."""


@dataclass(frozen=True)
class Algorithm:
    """A method with its parameters, all terms in the letters; ``step_size`` and ``noise_std`` may depend on ``k``.

    ``lipschitz`` bounds the gradients of the losses, ``smooth`` and ``strongly_convex`` their curvature from above and below; ``batch``
    records of ``dataset`` are averaged in a step; ``index`` is the place of the record in which the data sets differ, from 1 on.  In a
    ``shuffled`` order the records are put in an order at random, once, before the first step, and nobody is told which.
    """

    kind: str
    parameters: Mapping[str, Term] = field(hash=False)
    adjacency: Adjacency = "replace"
    order: Order = "fixed"

    def __reduce__(self) -> tuple[object, ...]:
        """Stored as its parts; the parameters are read-only again where it is loaded."""
        return _stored, (self.kind, dict(self.parameters), self.adjacency, self.order)

    @property
    def method(self) -> Method:
        """What kind of algorithm it is."""
        return METHODS[self.kind]

    def get(self, name: str) -> Term:
        """A parameter that must be there; raises :class:`~pabisym.errors.InputError` where it is not."""
        if name not in self.parameters:
            other = " or epochs" if name == "steps" and "epochs" in self.method.takes else ""
            raise InputError(f"algorithm.{name}", "is missing", f"{self.kind} needs {name}{other}")
        return self.parameters[name]

    def requirements(self) -> Iterator[Requirement]:
        """Signs and ranges of the parameters that are given."""
        for name, term in self.parameters.items():
            place = f"algorithm.{name}"
            if name in _COUNTS:
                yield integral(place, term)
            yield at_least(place, term, 1 if name in ("dataset", "batch", "index") else 0, (ONE, None))
        records = self.parameters.get("dataset")
        if records is None and self.kind == "pnsgd" and "steps" in self.parameters:
            records = _fraction(self.parameters["steps"], self.parameters.get("batch", ONE))
        if "index" in self.parameters and records is not None:
            yield at_most("algorithm.index", self.parameters["index"], records)


_COUNTS = ("dataset", "batch", "steps", "epochs", "index")


@dataclass(frozen=True)
class Condition:
    """A relation on which the reading rests and that its letters' domains do not imply."""

    label: str
    relation: Call
    statement: str


@dataclass(frozen=True)
class Ground:
    """A catalogue statement, and what it contributes to the reading."""

    statement: str
    gives: str


@dataclass(frozen=True)
class AlgorithmLetter:
    """A letter that the reading introduces: ``real`` or ``integer``, what defines it, and its meaning."""

    name: str
    kind: str
    relations: tuple[Call, ...]
    meaning: str


@dataclass(frozen=True)
class Reading:
    """An algorithm as a process, and why.

    ``grounds`` are the statements that justify it, ``assumptions`` what is assumed in words, ``conditions`` what must hold between the
    letters beside their domains, ``letters`` those that were introduced, ``defaults`` the parameters that were not given.
    """

    process: NoisyProcess
    grounds: tuple[Ground, ...]
    assumptions: tuple[str, ...]
    conditions: tuple[Condition, ...]
    letters: tuple[AlgorithmLetter, ...]
    defaults: Mapping[str, Term] = field(hash=False)
    loose: str = ""


def _stored(kind: str, parameters: dict[str, Term], adjacency: Adjacency, order: Order) -> Algorithm:
    return Algorithm(kind, MappingProxyType(parameters), adjacency, order)


def read_algorithm(algorithm: Algorithm, taken: frozenset[str], provable: Provable) -> Reading:
    """The process of an algorithm.

    ``taken`` are names that letters may not have.  Raises :class:`~pabisym.errors.InputError` for parameters that
    are missing or do not go together.
    """
    return _Reader(algorithm, taken, provable).reading()


_FIELDS = {"small steps": "step_size", "curvature": "strongly_convex", "batch size": "batch"}
"""The parameters that conditions restrict, by their labels."""


class _Reader:
    """Collects what the parts of an algorithm contribute."""

    def __init__(self, algorithm: Algorithm, taken: frozenset[str], provable: Provable) -> None:
        self.algorithm, self.taken, self.provable = algorithm, taken, provable
        self.given = dict(algorithm.parameters)
        self.defaults: dict[str, Term] = {}
        self.grounds: list[Ground] = [Ground(algorithm.method.statement, f"what {algorithm.kind} does")]
        self.assumptions: list[str] = []
        self.conditions: list[Condition] = []
        self.letters: list[AlgorithmLetter] = []
        self.loose: list[str] = []
        self.order = algorithm.method.order

    def reading(self) -> Reading:
        self.complete()
        gap, steps = self.schedule()
        contraction = self.contraction(steps)
        noise = self.noise()
        diameter = self.given.get("diameter")
        if diameter is not None:
            self.ground("altschuler2022/proposition-3.2", "a restart anywhere: projected runs are at most the diameter apart")
        projected = self.algorithm.kind != "linear"
        within = "a closed convex domain" + (f" of diameter at most {to_text(diameter)}" if diameter is not None else "")
        self.assumptions += [f"the iterates are projected to {within} with non-empty interior"] if projected else []
        self.assumptions.append("both runs start from the same law")
        process = NoisyProcess(steps, contraction, gap, noise, ZERO, diameter, self.probability())
        return Reading(process, tuple(dict.fromkeys(self.grounds)), tuple(self.assumptions), tuple(self.conditions),
                       tuple(self.letters), self.defaults, "; ".join(self.loose))

    def ground(self, statement: str, gives: str) -> None:
        self.grounds.append(Ground(statement, gives))

    def get(self, name: str) -> Term:
        return self.given[name] if name in self.given else self.algorithm.get(name)

    def default(self, name: str, term: Term) -> None:
        if name not in self.given:
            self.given[name] = self.defaults[name] = term

    def require(self, label: str, relation: Call, statement: str, steps: Term) -> None:
        """State a condition, unless it follows from the domains."""
        if self.follows(relation, steps):
            return
        field, opposite = f"algorithm.{_FIELDS[label]}", {"<=": ">", ">=": "<"}[relation.head]
        if self.follows(Call(opposite, relation.args), steps):
            raise InputError(field, f"{to_text(relation)} is false", f"{self.algorithm.kind} needs it")
        if STEP in names(relation):
            problem = f"{to_text(relation)} does not follow from the domains"
            raise InputError(field, problem, "declare domains from which it follows at every step")
        self.conditions.append(Condition(label, relation, statement))

    def follows(self, relation: Call, steps: Term) -> bool:
        return self.provable(relation, steps, tuple(c.relation for c in self.conditions))

    # What the papers take where nothing is given.

    def complete(self) -> None:
        """Fill in what is not given, and refuse what does not go together."""
        kind = self.algorithm.kind
        if kind == "linear":
            self.complete_linear()
        if self.algorithm.order == "shuffled" and self.order != "cyclic":
            raise InputError("algorithm.order", f"{kind} takes its records in no order", "leave it out, or take pnsgd or noisy-cgd")
        if "steps" in self.given and "epochs" in self.given:
            raise InputError("algorithm.epochs", "is given beside steps", "keep one of the two")
        self.get("lipschitz")
        self.get("noise_std")
        self.default("batch", self.get("dataset") if self.order == "all" else ONE)
        if kind == "pnsgd" and "dataset" not in self.given and "steps" in self.given:
            self.default("dataset", _fraction(self.given["steps"], self.given["batch"]))
        if kind == "multi-epoch-pnsgd" and "steps" not in self.given:
            self.default("epochs", self.get("dataset"))
        self.get("dataset")
        self.default_step_size()

    def complete_linear(self) -> None:
        """What a linear method takes, and that its noise reaches every direction."""
        self.get("operator_norm")
        for name in ("smooth", "strongly_convex", "diameter"):
            if name in self.given:
                raise InputError(f"algorithm.{name}", "does not go with linear", "say what the map contracts by in operator_norm")
        self.default("least_gain", ONE)
        self.default("greatest_gain", ONE)
        least = self.given["least_gain"]
        if least == ZERO or not self.follows(Call(">", (least, ZERO)), ONE):
            raise InputError("algorithm.least_gain", f"the noise is degenerate: {to_text(least)} is not known to be positive, and in a "
                             "direction that no noise reaches a shift cannot be paid", "add noise to every part of the state")

    def default_step_size(self) -> None:
        m, M = self.given.get("strongly_convex"), self.given.get("smooth")
        if m is not None and m != ZERO:
            if M is None:
                raise InputError("algorithm.smooth", "is missing", "strongly convex losses need their smoothness too")
            langevin = self.algorithm.kind == "langevin"
            self.default("step_size", Call("/", (m, times(TWO, Call("**", (M, TWO)))) if langevin else (TWO, Call("+", (m, M)))))
        self.get("step_size")

    # Which steps use the record.

    def schedule(self) -> tuple[tuple[GapEntry, ...], Term]:
        """The gaps, and the number of steps."""
        self.refuse_partial_batch()
        records = 1 if self.algorithm.adjacency == "remove" else 2
        factor = Number(records)
        size = _fraction(factor, self.get("step_size"), *self.gain("greatest_gain"), self.get("lipschitz"), over=self.given["batch"])
        verb = "replaced" if records == 2 else "removed"
        self.assumptions += [f"one of {to_text(self.get('dataset'))} records is {verb}",
                             f"the gradient of every loss has norm at most {to_text(self.get('lipschitz'))}"]
        if self.algorithm.kind != "linear":
            self.ground("feldman2018/remark-pnsgd-is-cni", "project first, then step: noise comes last, projecting is post-processing")
        self.gap_ground(size)
        if self.order != "cyclic":
            return (EachStep(size),), self.steps(None)
        batches = self.batches()
        position = self.last_position(batches) if self.algorithm.order == "shuffled" else self.position(batches)
        return (Impulse(position, size) if self.algorithm.kind == "pnsgd" else Periodic(batches, size, position),), self.steps(batches)

    def refuse_partial_batch(self) -> None:
        batch, dataset = self.given["batch"], self.get("dataset")
        whole = batch == dataset or self.follows(Call("==", (batch, dataset)), ONE)
        if self.order == "all" and not whole:
            cure = "leave it out, or take noisy-cgd or noisy-sgd"
            raise InputError("algorithm.batch", f"{self.algorithm.kind} takes all {to_text(dataset)} records in every step", cure)
        if self.order == "random":
            self.order = "all" if whole else "random"
            self.require("batch size", Call("<=", (batch, dataset)), self.algorithm.method.statement, ONE)

    def gap_ground(self, size: Term) -> None:
        kind, gives = self.algorithm.kind, f"the maps of a step with the record are at most {to_text(size)} apart"
        if kind == "langevin":
            self.ground("chourasia2021/definition-B10", gives)
            self.ground("chourasia2021/remark-Sg-lipschitz", "the sensitivity of the summed gradient is at most twice lipschitz")
        elif kind in ("pnsgd", "multi-epoch-pnsgd"):
            self.ground("feldman2018/eq-23-sensitivity", gives)
        else:
            orders = {"cyclic": "eq-5-shifts", "all": "eq-B1", "random": "step-1-coupling"}
            self.ground(f"altschuler2022/{orders[self.order]}", gives)
        if self.algorithm.adjacency == "remove":
            self.ground("altschuler2022/remark-B2", "a removed record moves a step by one gradient, not two")

    def steps(self, batches: Term | None) -> Term:
        """The number of steps; ``batches`` is the number of steps of one epoch, where it is known."""
        if self.algorithm.kind == "pnsgd" and batches is not None:
            given = self.given.get("steps", batches)
            if given != batches and not self.follows(Call("==", (given, batches)), ONE):
                raise InputError("algorithm.steps", f"one pass has {to_text(batches)} steps", "leave steps out, or take multi-epoch-pnsgd")
            return batches
        if "epochs" not in self.given:
            return self.get("steps")
        if self.order == "all":
            return self.given["epochs"]
        return _fraction(self.given["epochs"], self.batches() if batches is None else batches)

    def batches(self) -> Term:
        """The number of batches in an epoch, dataset/batch, as a term that is evidently an integer."""
        dataset, batch = self.get("dataset"), self.given["batch"]
        if batch in (ONE, dataset):
            return dataset if batch == ONE else ONE
        if isinstance(dataset, Number) and isinstance(batch, Number):
            if batch.value and (ratio := dataset.value / batch.value).q == 1:
                return Number(ratio)
            problem = f"{to_text(dataset)} records do not split into batches of {to_text(batch)}"
            raise InputError("algorithm.batch", problem, "give a divisor of dataset")
        if isinstance(dataset, Call) and dataset.head == "*" and batch in dataset.args:
            others = list(dataset.args)
            others.remove(batch)
            return times(*others)
        name = Name(unused_name("batches", self.taken))
        return self.letter(name, "number of batches in an epoch", Call(">=", (name, ONE)), Call("==", (dataset, times(batch, name))))

    def letter(self, name: Name, meaning: str, *relations: Call) -> Name:
        """Introduce an integer letter."""
        self.letters.append(AlgorithmLetter(name.name, "integer", relations, meaning))
        return name

    def position(self, batches: Term) -> Term:
        """The step of an epoch that uses the record."""
        index = self.given.get("index")
        if index is not None and self.given["batch"] == ONE:
            return index
        single = self.given["batch"] == ONE
        name = Name(unused_name("index" if single else "position", self.taken))
        relations = [Call("<=", (ONE, name)), Call("<=", (name, batches))]
        if index is not None:
            before = times(self.given["batch"], minus(name, ONE))
            relations += [Call("<", (before, index)), Call("<=", (index, times(self.given["batch"], name)))]
        place = "record in which the data sets differ" if single else "batch that holds the record"
        return self.letter(name, f"place of the {place}", *relations)

    def last_position(self, batches: Term) -> Term:
        """The position at which a record is protected least, where the order is drawn at random."""
        if "index" in self.given:
            raise InputError("algorithm.index", "is given beside a shuffled order", "leave it out: every record comes at every place")
        if any(STEP in names(self.get(name)) for name in ("step_size", "noise_std")):
            raise InputError("algorithm.order", "is shuffled, and the steps differ", "give a step_size and a noise_std without k")
        if "epochs" not in self.given and self.algorithm.kind != "pnsgd":
            raise InputError("algorithm.epochs", "is missing", "a shuffled order is read with whole epochs")
        self.ground("altschuler2022/lemma-2.6", "a mixture over orders is no easier to tell than the worst order")
        self.ground("feldman2018/proposition-5", "a record that comes earlier is followed by more steps, which are post-processing")
        self.assumptions.append("the order of the records is drawn at random, once, and independently of the data")
        self.loose.append("the order is random, and this is the bound for the order in which the record comes last")
        return batches

    def gain(self, name: str) -> tuple[Term, ...]:
        """The factor by which a linear method moves a vector; nothing where it is 1."""
        return () if self.given.get(name, ONE) == ONE else (self.given[name],)

    def probability(self) -> Term | None:
        """The probability with which a random batch holds the record."""
        if self.order != "random":
            return None
        self.ground("altschuler2022/eq-3.1", "the probability that a batch holds the record")
        return _fraction(self.given["batch"], over=self.get("dataset"))

    # What a step does.

    def contraction(self, steps: Term) -> Term:
        """The Lipschitz constant of a gradient step after the projection, which has 1."""
        if self.algorithm.kind == "linear":
            factor = self.get("operator_norm")
            self.assumptions += [f"the map of a step brings points closer by {to_text(factor)} in the norm of a scalar product",
                                 f"there a gradient is stretched by at most {to_text(self.given['greatest_gain'])}, and the noise in "
                                 f"every direction by at least {to_text(self.given['least_gain'])}"]
            if self.given["least_gain"] != self.given["greatest_gain"]:
                self.loose.append("the noise is wider in some directions than in the one that is counted")
            return factor
        self.ground("feldman2018/proposition-17", "the projection is a contraction")
        if self.given["batch"] != ONE:
            self.ground("altschuler2022/observation-3.4", "an average of gradient steps is as contractive as each of them")
        eta, m, M = self.get("step_size"), self.given.get("strongly_convex", ZERO), self.given.get("smooth")
        if m != ZERO and M is not None:
            return self.strong_contraction(eta, m, M, steps)
        self.ground("feldman2018/proposition-18", "gradient steps of size up to 2/smooth are contractions")
        if M is None:
            self.assumptions.append(f"every loss is convex, and smooth with a constant of at most 2/({to_text(eta)})")
            return ONE
        self.assumptions.append(f"every loss is convex and {to_text(M)}-smooth")
        if M != ZERO:
            self.require("small steps", Call("<=", (eta, _fraction(TWO, over=M))), "feldman2018/proposition-18", steps)
        return ONE

    def strong_contraction(self, eta: Term, m: Term, M: Term, steps: Term) -> Term:
        """The larger of |1 - eta*m| and |1 - eta*M|, told apart where the domains tell."""
        self.assumptions.append(f"every loss is {to_text(m)}-strongly convex and {to_text(M)}-smooth")
        self.require("curvature", Call("<=", (m, M)), "altschuler2022/lemma-5.3", steps)
        both = Call("+", (m, M))
        if eta == Call("/", (TWO, both)):
            self.ground("altschuler2022/lemma-5.3", "the contraction of a gradient step of size 2/(m + M)")
            return _fraction(_minus(M, m), over=both)
        self.ground("altschuler2022/remark-B3-stepsize", "the contraction of a gradient step of any size")
        low, high = _minus(ONE, _fraction(eta, m)), _minus(ONE, _fraction(eta, M))
        if self.follows(Call("<=", (times(eta, both), TWO)), steps):
            return low
        if self.follows(Call(">=", (times(eta, both), TWO)), steps):
            return _minus(_fraction(eta, M), ONE)
        return Call("max", (Call("abs", (low,)), Call("abs", (high,))))

    def noise(self) -> IterateNoise:
        """The noise on the iterate."""
        eta, s = self.get("step_size"), self.get("noise_std")
        if self.algorithm.kind == "langevin":
            variance = _fraction(TWO, eta, square(s))
            self.ground("chourasia2021/algorithm-1", f"noise of variance {to_text(variance)} on the iterate")
            return IterateNoise("gaussian", variance=variance)
        std = _fraction(eta, *self.gain("least_gain"), s)
        if self.algorithm.kind == "linear":
            self.ground("altschuler2022/definition-2.13", f"the noise is isotropic of deviation {to_text(std)} and an independent rest, "
                        "which is counted to the random map")
        else:
            self.ground(self.algorithm.method.statement, f"noise of standard deviation {to_text(std)} on the iterate")
        return IterateNoise("gaussian", std=std)


def _fraction(*factors: Term, over: Term = ONE) -> Term:
    """The product of the factors over a term, as one fraction with one rational coefficient."""
    coefficient, top, bottom = fmpq(1), list[Term](), list[Term]()
    pending = [(factor, True) for factor in factors] + [(over, False)]
    while pending:
        factor, above = pending.pop(0)
        if isinstance(factor, Number) and (above or factor.value):
            coefficient *= factor.value if above else 1 / factor.value
        elif isinstance(factor, Call) and factor.head == "*":
            pending[:0] = [(arg, above) for arg in factor.args]
        elif isinstance(factor, Call) and factor.head == "/":
            pending[:0] = [(factor.args[0], above), (factor.args[1], not above)]
        else:
            (top if above else bottom).append(factor)
    if not coefficient or not (top or bottom):
        return Number(coefficient)
    if coefficient.p != 1 or not top:
        top.insert(0, Number(coefficient.p))
    if coefficient.q != 1:
        bottom.insert(0, Number(coefficient.q))
    return Call("/", (times(*top), times(*bottom))) if bottom else times(*top)


def _minus(left: Term, right: Term) -> Term:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value - right.value)
    return minus(left, right)
