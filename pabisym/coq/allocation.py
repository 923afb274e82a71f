"""A certificate of a shift allocation as Coq: feasible, what it costs, and that nothing costs less, by computation over the rationals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from pabisym.errors import InputError
from pabisym.shift.replay import FORMAT, replay

WHOLE = 200
"""With a diameter: up to how many steps it is proved that no restart costs less; the prices are a number for every two steps."""
PART = "What is proved here is about the payments from the restart on; that no other restart costs less is not."
"""What the first line says where a certificate with a diameter has more steps."""


def allocation_text(data: Mapping[str, Any], label: str = "instance") -> str:
    """The file for one certificate, which the kernel must accept: its payments are feasible, what they cost, and that none cost less.

    With a diameter and more than :data:`WHOLE` steps, it is proved of the payments from the restart on, with the shift that is left there,
    and the first line says so.
    Raises :class:`~pabisym.errors.InputError` for a certificate that the kernel refuses, and for an infinite answer.
    """
    verdict = replay(data)
    if not verdict.accepted:
        raise InputError("certificate", f"is refused: {verdict.reason}", "write one with pabisym allocate --certificate")
    answer, instance = data["answer"], data["instance"]
    if answer["status"] == "infinite":
        raise InputError("certificate", "says that the divergence is infinite", "export an optimal or a feasible allocation")
    optimal = answer["status"] == "optimal"
    diameter = None if instance["diameter"] is None else _exact(instance["diameter"])
    columns = [[_exact(x) for x in instance[key]] for key in ("contraction", "gap", "noise_variance")]
    steps = list(zip(*columns, strict=True))
    paid = [_exact(a) for a in (answer if optimal else instance)["allocation"]]
    shift, value, restart = _exact(instance["start_shift"]), _exact(answer["value"]), int(answer["restart"])
    part = diameter is not None and optimal and len(steps) > WHOLE
    if part and diameter is not None:
        shift, steps, paid, diameter = _cuts(shift, steps[:restart], diameter)[1], steps[restart:], paid[restart:], None
    said = verdict.conclusion.replace("*)", "* )")
    body = [f"Definition start_shift : Q := {_number(shift)}.", _list_in_pieces("steps", "step", [_record(*step) for step in steps]),
            _list_in_pieces("payments", "Q", [_number(a) for a in paid]), f"Definition value : Q := {_number(value)}."]
    within = terms = ""
    if diameter is not None:
        cuts = _cuts(shift, steps[:restart], diameter)[0] + [False] * (len(steps) - restart)
        within, terms = "_within diameter", f"_ _ _ {_flag(cuts[0])} _ cut"
        body += [f"Definition diameter : Q := {_number(diameter)}.", _list_in_pieces("cut", "bool", [_flag(one) for one in cuts[1:]])]
        if optimal:
            terms += " prices all_prices"
            later = [best_prices(diameter, steps[t:], value) for t in range(len(steps))]
            body += [_list_in_pieces("prices", "Q", [_number(y) for y in best_prices(shift, steps, value)]),
                     _list_in_pieces("all_prices", "(list Q)", [f"[{'; '.join(map(_number, row))}]" for row in later])]
    elif optimal:
        terms = "_ _ _ prices"
        body.append(_list_in_pieces("prices", "Q", [_number(y) for y in prices(steps, paid)]))
    goal = "optimal" if optimal else "paid"
    proof = f"apply ({goal}{'_within' if within else ''}_proved {terms}); vm_compute; reflexivity."
    head = [f"(** {said}{f'.  {PART}' if part else ''} *)", "Require Import QArith List Pabisym.Allocation.", "Import ListNotations.",
            "Open Scope Q_scope.", ""]
    body += [f"Theorem {label} : {goal}{within} start_shift steps payments value.", f"Proof. {proof} Qed."]
    return "\n".join([*head, *body, f"Print Assumptions {label}.", ""])


def prices(steps: Sequence[tuple[fmpq, fmpq, fmpq]], paid: Sequence[fmpq]) -> list[fmpq]:
    """Prices y with y_t <= c_(t + 1)*y_(t + 1) that show that payments are optimal: a_t/v_t where there is noise.

    Without noise the price is the largest that the next one allows; after the last noise, the least that the one before needs.
    """
    found: list[fmpq | None] = [a / v if v > 0 else None for (_, _, v), a in zip(steps, paid, strict=True)]
    last = max((t for t, y in enumerate(found) if y is not None), default=-1)
    for t in range(last + 1, len(steps)):
        before, c = (found[t - 1] if t else fmpq(0)), steps[t][0]
        found[t] = before / c if before is not None and c > 0 else fmpq(0)
    for t in range(last - 1, -1, -1):
        following = found[t + 1]
        if found[t] is None and following is not None:
            found[t] = steps[t + 1][0] * following
    return [fmpq(0) if y is None else y for y in found]


def best_prices(shift: fmpq, steps: Sequence[tuple[fmpq, fmpq, fmpq]], value: fmpq) -> list[fmpq]:
    """Prices that show that to pay a shift and the gaps of some steps costs at least ``value``, where it does.

    With w_t the product of the contractions after the step t, prices are w_t*x_t for numbers x_t that do not fall.  The best are those
    of blocks: what a block must pay over the noise that it has, both at the end; where that falls, blocks are joined.  A last
    block with a debt and without noise has any price, one high enough for the value.
    """
    first = max((t for t, (c, _, _) in enumerate(steps) if c == 0), default=0)
    weights, weight = [fmpq(1)] * len(steps), fmpq(1)
    for t in range(len(steps) - 1, first - 1, -1):
        weights[t], weight = weight, weight * steps[t][0]
    blocks: list[list[Any]] = []
    for t in range(first, len(steps)):
        _, gap, variance = steps[t]
        debt = weights[t] * gap + (weight * shift if t == first else 0)
        blocks.append([debt, weights[t] ** 2 * variance, 1])
        while len(blocks) > 1 and _falls(blocks[-2], blocks[-1]):
            last = blocks.pop()
            blocks[-1] = [x + y for x, y in zip(blocks[-1], last, strict=True)]
    found = [fmpq(0)] * first
    for debt, noise, count in blocks:
        before = found[-1] / weights[len(found) - 1] if len(found) > first else fmpq(0)
        x = debt / noise if noise > 0 else max(value / debt, before) if debt > 0 else fmpq(0)
        found += [x * weights[t] for t in range(len(found), len(found) + count)]
    return found


def _falls(before: Sequence[fmpq], after: Sequence[fmpq]) -> bool:
    """Is the price of a block above that of the next one; a block without debt has the price 0, one with debt and no noise the highest."""
    return bool(before[0] > 0 and before[0] * after[1] >= after[0] * before[1] and (after[1] > 0 or after[0] == 0 or before[1] == 0))


def _cuts(start: fmpq, before: Sequence[tuple[fmpq, fmpq, fmpq]], diameter: fmpq) -> tuple[list[bool], fmpq]:
    """Until a restart, when the forward bound is cut to the diameter, first at the start; and the shift at the restart."""
    cuts, shift = [start > diameter], min(start, diameter)
    for c, s, _ in before:
        shift = c * shift + s
        cuts.append(bool(shift > diameter))
        shift = min(shift, diameter)
    return cuts, shift


def _exact(text: str) -> fmpq:
    """A number as an accepted certificate writes it, ``p`` or ``p/q``."""
    return fmpq(text)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _record(c: fmpq, s: fmpq, v: fmpq) -> str:
    return f"{{| contraction := {_number(c)}; gap := {_number(s)}; variance := {_number(v)} |}}"


def _number(value: fmpq) -> str:
    return f"({value.p} # {value.q})"


def _list_in_pieces(name: str, sort: str, items: Sequence[str]) -> str:
    """A list in pieces of moderate length, so that reading it needs no deep recursion."""
    pieces = [items[i : i + 200] for i in range(0, len(items), 200)]
    lines = [f"Definition {name}_{i} : list {sort} := [{'; '.join(piece)}]." for i, piece in enumerate(pieces)]
    whole = " ++ ".join(f"{name}_{i}" for i in range(len(pieces))) or "[]"
    return "\n".join([*lines, f"Definition {name} : list {sort} := {whole}."])


__all__ = ["FORMAT", "PART", "WHOLE", "allocation_text", "best_prices", "prices"]
