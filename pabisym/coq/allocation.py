"""A certificate of a shift allocation as Coq: feasible, what it costs, and that nothing costs less, by computation over the rationals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from pabisym.errors import InputError
from pabisym.kernel.allocation import FORMAT, replay


def allocation_text(data: Mapping[str, Any], label: str = "instance") -> str:
    """The file for one certificate, which the kernel must accept.

    With a diameter, what is said is about the payments from the restart on, that is with the shift that is left there.
    Raises :class:`~pabisym.errors.InputError` for a certificate that the kernel refuses, and for an infinite answer.
    """
    verdict = replay(data)
    if not verdict.accepted:
        raise InputError("certificate", f"is refused: {verdict.reason}", "write one with pabisym allocate --certificate")
    answer, instance = data["answer"], data["instance"]
    if answer["status"] == "infinite":
        raise InputError("certificate", "says that the divergence is infinite", "export an optimal or a feasible allocation")
    restart = int(answer["restart"])
    paid = [_exact(a) for a in (instance["allocation"] if answer["status"] == "feasible" else answer["allocation"])]
    columns = [[_exact(x) for x in instance[key]] for key in ("contraction", "gap", "noise_variance")]
    steps = list(zip(*columns, strict=True))[restart:]
    shift = _at(_exact(instance["start_shift"]), instance["diameter"], steps_before=list(zip(*columns, strict=True))[:restart])
    value, payments = _exact(answer["value"]), paid[restart:]
    records = [f"{{| contraction := {_number(c)}; gap := {_number(s)}; variance := {_number(v)} |}}" for c, s, v in steps]
    optimal = answer["status"] == "optimal"
    said = verdict.conclusion.replace("*)", "* )")
    head = [f"(** {said} *)", "Require Import QArith List Pabisym.Allocation.", "Import ListNotations.",
            "Open Scope Q_scope.", ""]
    body = [f"Definition start_shift : Q := {_number(shift)}.", _listed("steps", "step", records),
            _listed("payments", "Q", [_number(a) for a in payments]), f"Definition value : Q := {_number(value)}."]
    if optimal:
        body.append(_listed("prices", "Q", [_number(y) for y in prices(steps, payments)]))
        body += [f"Theorem {label} : optimal start_shift steps payments value.",
                 "Proof. apply optimal_proved with prices; vm_compute; reflexivity. Qed."]
    else:
        body += [f"Theorem {label} : paid start_shift steps payments value.", "Proof. apply paid_proved; vm_compute; reflexivity. Qed."]
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


def _at(start: fmpq, diameter: str | None, steps_before: Sequence[tuple[fmpq, fmpq, fmpq]]) -> fmpq:
    """The shift at the restart: the forward bound, never above the diameter."""
    bound = None if diameter is None else _exact(diameter)
    shift = start if bound is None else min(start, bound)
    for c, s, _ in steps_before:
        shift = c * shift + s
        shift = shift if bound is None else min(shift, bound)
    return shift


def _exact(text: str) -> fmpq:
    """A number as an accepted certificate writes it, ``p`` or ``p/q``."""
    return fmpq(text)


def _number(value: fmpq) -> str:
    return f"({value.p} # {value.q})"


def _listed(name: str, sort: str, items: Sequence[str]) -> str:
    """A list in pieces of moderate length, so that reading it needs no deep recursion."""
    pieces = [items[i : i + 200] for i in range(0, len(items), 200)]
    lines = [f"Definition {name}_{i} : list {sort} := [{'; '.join(piece)}]." for i, piece in enumerate(pieces)]
    whole = " ++ ".join(f"{name}_{i}" for i in range(len(pieces))) or "[]"
    return "\n".join([*lines, f"Definition {name} : list {sort} := {whole}."])


__all__ = ["FORMAT", "allocation_text", "prices"]
