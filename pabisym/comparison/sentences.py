"""What rows of a comparison assume, in sentences, and what is said of the parameters that were not given.

The assumptions of a statement that are no relations between numbers are judgements of a few kinds (that maps are Lipschitz, that noise is
Gaussian); here each kind is a sentence about the run that the parameters describe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

ABOUT_STEPS = ("lipschitz", "lipschitzon", "convex", "smooth")
"""The kinds of judgements that nonconvex and clipped losses do not promise."""
SENTENCES: Mapping[str, str] = {
    "lipschitz": "a gradient step is Lipschitz with the constant max(|1 - eta m|, |1 - eta M|): every loss is convex and M-smooth, and no "
                 "gradient is clipped",
    "lipschitzon": "a gradient step is Lipschitz on the domain: every loss is convex and M-smooth there, and no gradient is clipped",
    "convex": "every loss is convex, and no gradient is clipped (but for losses of one linear score)",
    "smooth": "every loss is M-smooth",
    "lipschitzloss": "the gradient of every loss is at most L long, as clipping to L makes it",
    "gaussian": "every step adds Gaussian noise of standard deviation eta sigma to the iterate",
    "gap": "neighbouring data sets differ in one record that is replaced: it moves the steps that use it by at most 2 eta L/b",
    "equal": "both runs start at the same point",
    "winf": "both runs start at the same point, or stay in a domain of diameter D",
    "convexset": "every step projects onto a convex set",
    "bounded": "every step stays in a convex set of diameter D",
    "lsi": "the start is a point, or a law with a log-Sobolev constant",
}  # fmt: skip


def sentence(kind: str) -> str:
    """What a kind of judgement says of the run; the kind itself where it has no sentence."""
    return SENTENCES.get(kind, kind)


def sentences(judged: Iterable[str]) -> dict[str, int]:
    """The sentence of every kind of judgement that is given, with a number, in the order of :data:`SENTENCES`."""
    kinds = set(judged)
    ordered = [kind for kind in SENTENCES if kind in kinds] + sorted(kinds - SENTENCES.keys())
    return {sentence(kind): number for number, kind in enumerate(ordered, 1)}


def defaults(given: Mapping[str, object]) -> Iterator[str]:
    """What is taken for parameters that were not given, and how parameters are read."""
    if "m" not in given:
        yield "m = 0: losses are convex, and not known to be strongly convex"
    if "M" not in given:
        yield "no smoothness M is given: no step is known to be a contraction"
    if "t" not in given:
        yield "t = n: the record that is used last, who is protected least"
    if "D" not in given:
        yield "no diameter D is given: the domain is unbounded"
    yield "neighbouring data sets differ in one record that is replaced"
    yield "every epoch takes the records in the same order, except where a row says how they are drawn"
