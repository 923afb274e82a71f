"""Letters and assumptions of the statements about noisy stochastic gradients in a bounded domain; untrusted like every builder.

The letters are those of Altschuler and Talwar (2022): T steps, n records, batches of b, step size eta, gradient noise of
standard deviation sigma before the step size, losses that are L-Lipschitz on a domain of diameter D.
"""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.library.statement import Assumption, Symbol

_LETTERS = (
    Symbol("T", "integer, T >= 1", "number of steps"), Symbol("n", "integer, n >= 1", "number of records"),
    Symbol("b", "integer, b >= 1", "size of a batch"), Symbol("j", "integer, j >= 1", "the look-back, in steps"),
    Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
    Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
    Symbol("D", "real, D > 0", "diameter of the domain", "iterate"), Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
    Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),
    Symbol("sigma_1", "real, sigma_1 > 0", "the part of the noise that pays for the shift", "loss/iterate"),
    Symbol("sigma_2", "real, sigma_2 > 0", "the part of the noise that hides the record", "loss/iterate"),
    Symbol("Q", "real, Q >= 0", "divergence of one sampled step"), Symbol("eps", "real", "level of Rényi privacy"),
    Symbol("m", "real, m > 0", "strong convexity of the losses", "loss/iterate^2"),
    Symbol("M", "real, M >= m", "smoothness of the losses", "loss/iterate^2"),
    Symbol("kappa", "real, kappa >= 1", "condition number"), Symbol("c", "real, 0 < c < 1", "contraction of every step"),
    Symbol("p", "real, 0 <= p <= 1", "chance that the last iterate is not negative without the biased record"),
    Symbol("r", "real, 0 <= r <= 1", "chance that the last iterate is not negative with the biased record"),
    Symbol("Z", "real", "sum of the noises since the auxiliary walk starts", "iterate"),
    Symbol("Y", "real", "sum of the biases since the auxiliary walk starts", "iterate"),
    Symbol("w", "real", "the auxiliary walk at the end", "iterate"),
)
LETTERS: Mapping[str, Symbol] = {symbol.name: symbol for symbol in _LETTERS}
"""The letters by name."""
_GIVEN = (
    Assumption("steps", "T >= 1"), Assumption("records", "n >= 1"), Assumption("batch", "b >= 1"), Assumption("smaller batch", "b <= n"),
    Assumption("look-back", "j >= 1"), Assumption("order", "alpha > 1"), Assumption("Lipschitz constant", "L > 0"),
    Assumption("diameter", "D > 0"), Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"),
    Assumption("shift noise", "sigma_1 > 0"), Assumption("sampling noise", "sigma_2 > 0"), Assumption("divergence", "Q >= 0"),
    Assumption("strong convexity", "m > 0"), Assumption("smoothness", "M >= m"), Assumption("conditioning", "kappa >= 1"),
    Assumption("positive factor", "c > 0"), Assumption("factor", "c < 1"),
)
GIVEN: Mapping[str, Assumption] = {assumption.name: assumption for assumption in _GIVEN}
"""What is assumed of single letters, by name."""


def letters(names: str) -> tuple[Symbol, ...]:
    """The letters named, in that order."""
    return tuple(LETTERS[name] for name in names.split())


def given(names: str) -> tuple[Assumption, ...]:
    """The assumptions named, separated by commas, in that order."""
    return tuple(GIVEN[name.strip()] for name in names.split(","))
