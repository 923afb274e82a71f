"""Writing certificates: everything that :func:`pabisym.shift.replay.replay` needs to decide a result."""

from __future__ import annotations

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational_text
from pabisym.shift.allocate import Allocation
from pabisym.shift.exact.solve import InfiniteSolution
from pabisym.shift.feasibility import Feasibility
from pabisym.shift.instance import Instance, Json
from pabisym.shift.replay import FORMAT, VERSION


def certificate(result: Allocation | Feasibility) -> dict[str, Json]:
    """The certificate of an exact answer or of a feasible allocation: plain data, ready for :func:`json.dumps`.

    It holds ``format``, ``version``, the ``instance``, the ``answer`` and the ``rules``, instances of inference rules in the order of the
    steps: ``["start", z_0]``, then ``["contraction", c, s]`` and ``["shift-reduction", a, v]`` for each step.  With a diameter,
    ``["diameter", D]`` stands after the start and after each step up to the restart.  For an infinite answer ``["pair", z_0]`` (with a
    diameter ``["pair", z_0, D]``) and ``["linear", c', c, s, v]`` for each step build a pair without noise.

    An infinite answer also states its pair, ``"worst_case": {"contraction": [...], "value": "inf"}``; a feasible one
    its ``shift`` and ``restart`` and no optimum, which it does not prove.
    Raises :class:`~pabisym.errors.InputError` for results that are not exact, and for infeasible allocations.
    """
    instance, allocation = result.instance, None if result.instance is None else result.instance.allocation
    if isinstance(result, Feasibility):
        if result.exact_value is None or allocation is None:
            raise InputError("allocation", "is infeasible and proves nothing", "certify a feasible one")
        answer: dict[str, Json] = {"status": result.status, "arithmetic": "exact", "value": rational_text(result.exact_value),
                                   "shift": [rational_text(z) for z in result.exact_shifts], "restart": result.restart}
        return _document(result.instance, answer, _rules(result.instance, allocation, result.restart))
    if result.arithmetic != "exact" or instance is None:
        raise InputError("arithmetic", f"{result.arithmetic} answers have no certificate", "solve with exact")
    answer, solution = result.to_json(), result.exact
    if not isinstance(solution, InfiniteSolution):
        return _document(instance, answer, _rules(instance, solution.allocation, result.restart))
    slopes, bound = solution.worst_contraction, [] if instance.diameter is None else [instance.diameter]
    answer["worst_case"] = {"contraction": [rational_text(slope) for slope in slopes], "value": "inf"}
    steps = zip(slopes, instance.contraction, instance.gap, instance.noise_variance, strict=True)
    return _document(instance, answer, [_rule("pair", instance.start_shift, *bound), *(_rule("linear", *step) for step in steps)])


def _document(instance: Instance, answer: dict[str, Json], rules: list[Json]) -> dict[str, Json]:
    data = instance.to_json()
    if answer["status"] != "feasible":
        data.pop("allocation", None)
    return {"format": FORMAT, "version": VERSION, "instance": data, "answer": answer, "rules": rules}


def _rules(instance: Instance, allocation: tuple[fmpq, ...], restart: int) -> list[Json]:
    bound = [] if instance.diameter is None else [_rule("diameter", instance.diameter)]
    rules = [_rule("start", instance.start_shift), *bound]
    steps = zip(instance.contraction, instance.gap, allocation, instance.noise_variance, strict=True)
    for t, (c, s, a, v) in enumerate(steps):
        rules += [_rule("contraction", c, s), _rule("shift-reduction", a, v), *(bound if t < restart else ())]
    return rules


def _rule(name: str, *numbers: fmpq) -> Json:
    return [name, *map(rational_text, numbers)]
