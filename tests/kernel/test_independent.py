"""The independent checker agrees with the kernel: on every proof of the library, on small proofs, and on forged ones."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest
from support import figures_by_hand, independent_proofs
from support.every import IDS, every_case, failures, proved
from support.examples import ALL
from support.forged_proofs import FORGERIES
from support.proof_cases import FIGURES, LOGIC, Case, figure_case, figure_refusals
from support.proof_judges import FIGURE_TEXTS, independent, kernel

from pabisym.kernel import rules
from pabisym.library.library import builtin
from pabisym.library.status import walk
from pabisym.proof.json import sequent_json

WORKS = [*map(figure_case, FIGURES), *(works for works, _ in LOGIC.values())]
REFUSED = [*(case for rule in FIGURES for case in figure_refusals(rule)), *(refused for _, refused in LOGIC.values()), *FORGERIES]


def test_it_is_independent() -> None:
    """It and its list of figures import the standard library and rationals only."""
    sources = [Path(str(module.__file__)).read_text(encoding="utf-8") for module in (independent_proofs, figures_by_hand)]
    for node in (node for source in sources for node in ast.walk(ast.parse(source))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        assert all(name.partition(".")[0] in {*sys.stdlib_module_names, "gmpy2"} for name in names)
        assert not (isinstance(node, ast.Name) and node.id in ("eval", "exec", "compile", "__import__"))


def test_its_figures_are_written_by_hand_with_their_sources() -> None:
    """That they are those of the kernel is tested beside its rules."""
    assert set(FIGURE_TEXTS) == set(rules.FIGURES)
    assert all(figures_by_hand.FIGURES[name]["source"] for name in FIGURE_TEXTS)


NOT_FOLLOWED = {
    "feldman2018/eq-C-smoothness", "feldman2018/remark-smoothing-parameters", "pabisym/linear-pair", "pabisym/bounded-contractive-gaps",
    "pabisym/bounded-domain", "pabisym/contractive-epoch", "pabisym/contractive-epochs", "pabisym/contractive-periodic-gap", "dp-contraction",
    "altschuler2022/eq-5.7", "pabisym/bounded-contractive-gap", "pabisym/epochs-after-restart", "pabisym/bounded-epochs",
    "pabisym/mixing-variation", "pabisym/mixing-stages", "pabisym/mixing-shares", "pabisym/mixing-gap-stages",
    "asoodeh2020/theorem-6", "chourasia2021/corollary-2", "feldman2018/eq-26-harmonic", "pabisym/expanding-stretch",
    "pabisym/noiseless-contractive",
    "altschuler2024/strongly-convex", "altschulerchewi2024/harnack-strongly-convex", "altschulerchewi2024/reverse-transport",
    "altschulerchewi2024/reverse-transport-expanding", "altschulerchewi2024/two-processes", "balle2019mixing/theorem-5",
    "balle2019mixing/theorem-ornstein-uhlenbeck", "bok2024/exponential-mechanism", "bok2024/noisy-cgd-bounded", "bok2024/noisy-gd",
    "bok2024/noisy-gd-bounded-optimum", "chien2024/unlearning-from-training", "chien2024/unlearning-from-training-optimum",
    "chien2024sgd/sequential-distance", "chien2024sgd/training-from-a-ball", "chien2024sgd/unlearning",
    "chien2024sgd/unlearning-after-training", "chien2024sgd/unlearning-optimum", "chienli2025/forgotten-domain", "chienli2025/smooth-not-convex",
    "chienli2025/strongly-convex-bounded", "feldman2020/strongly-convex-batches", "ganesh2020/discretised-langevin-contracting",
    "gopi2022/langevin-steps", "koloskova2025/gradient-clipping",
    "koloskova2025/gradient-clipping-falling-noise", "kongribero2024/cyclic-look-back", "kongribero2024/last-step",
    "li2025/lemma-4-2", "li2025/lemma-4-2-convex", "ryffel2022/strongly-convex", "ryffel2022/strongly-convex-optimum", "sordello2021/online",
    "steinke2025/quadratic-regulariser", "sunshentao2024/proximal-rounds", "sunshentao2024/strongly-convex-rounds",
    "yeshokri2022/cyclic-batches", "yeshokri2022/full-batches", "yeshokri2022/full-batches-optimum", "yeshokri2022/one-pass",
    "bok2024/exponential-mechanism-steps", "feldman2020/average-of-iterates", "zamanlooy2024/steps", "zamanlooy2024/zero-error",
}  # fmt: skip
"""Proofs that take roots, logarithms, maxima, or powers of a contraction apart, which it cannot follow at its points yet, or that take
more work than it is allowed; a name leaves when it can."""


LONG, PATIENCE = {
    "altschuler2022/theorem-1.3", "altschuler2022/theorem-5.1", "altschuler2022/theorem-5.6", "pabisym/mixing-sampled-stage",
    "pabisym/composition", "pabisym/hidden-batches-replaced", "altschuler2022/eq-1.1",
}, 4
"""Proofs with many hypotheses, for which it needs more points."""


def followed(name: str) -> None:
    """It says of the proof of a theorem what is recorded above."""
    library = builtin()
    proof = library.proof(name)
    assert proof.problem == ""
    theorems = {other: sequent_json(library.statement(other).sequent) for other in proof.theorems}
    position = {one: i for i, one in enumerate(library.ids)}
    assert all(position[other] < position[name] for other in theorems)
    patience = PATIENCE if name in LONG else 1
    assert independent(sequent_json(library.statement(name).sequent), proof.tree, theorems, patience) is (name not in NOT_FOLLOWED)


def steps(name: str) -> int:
    """How many steps the proof of a theorem has."""
    return sum(1 for _ in walk(builtin().proof(name).tree))


EASY, SHORT = 12, 40
"""Proofs of at most so many steps: easy ones are looked at in every run of the tests, short ones with less than they need in campaigns."""
WITHOUT_EASY = {
    "altschuler2024", "altschulerchewi2024", "annamalai2024", "asoodehdiaz2023", "bok2024", "cebere2024", "chien2024", "chien2024sgd",
    "chienli2025", "cyffers2022", "cyffers2023", "feldman2020", "ganesh2020", "gopi2022", "koloskova2025", "kongribero2024", "li2025",
    "pierquin2024", "ryffel2022", "sordello2021", "steinke2025", "sunshentao2024", "yeshokri2022",
    "zamanlooy2023", "zamanlooy2024", "nuradha2026",
}  # fmt: skip
"""Papers of which every proof has more steps than easy ones."""


@pytest.mark.parametrize("paper", IDS)
def test_it_accepts_the_easy_proofs_of_the_library(paper: str) -> None:
    names = [name for name in proved(builtin(), IDS[paper]) if steps(name) <= EASY]
    assert bool(names) is (paper not in WITHOUT_EASY)
    assert list(failures(followed, names)) == []


@pytest.mark.campaign
@pytest.mark.parametrize("paper", IDS)
def test_it_accepts_every_proof_of_the_library(paper: str) -> None:
    assert list(failures(followed, proved(builtin(), IDS[paper]))) == []


TRIED = 1
"""So many assumptions of a proof are left out, one at a time, chosen by its name: all of them would take minutes."""

STRICTER = {("altschuler2022/footnote-9", "noise")}
"""Assumptions that it asks for and the kernel does not: an inequality beside an equation."""


def asks_for_the_same(name: str) -> None:
    """Without an assumption, or for another statement, a proof is rejected by both or, where nothing is missed, by neither."""
    library = builtin()
    tree, sequent = library.proof(name).tree, sequent_json(library.statement(name).sequent)
    theorems = {other: sequent_json(library.statement(other).sequent) for other in library.proof(name).theorems}
    every = range(len(sequent["assumptions"]))
    for i in random.Random(name).sample(every, min(len(every), TRIED)):
        less = {**sequent, "assumptions": [*sequent["assumptions"][:i], *sequent["assumptions"][i + 1 :]]}
        both = independent(less, tree, theorems), kernel(less, tree, theorems).accepted
        assert both == (False, True) if (name, sequent["assumptions"][i][0]) in STRICTER else both[0] == both[1], sequent["assumptions"][i]
    assert not independent({**sequent, "conclusion": "0 >= 1"}, tree, theorems)


@pytest.mark.parametrize("longest", [EASY, pytest.param(SHORT, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("paper", IDS)
def test_both_need_the_same_assumptions(paper: str, longest: int) -> None:
    names = [name for name in proved(builtin(), IDS[paper]) if name not in NOT_FOLLOWED and steps(name) <= longest]
    assert names or paper in WITHOUT_EASY
    assert list(failures(asks_for_the_same, names)) == []


@every_case(WORKS)
def test_it_accepts_what_works(case: Case) -> None:
    assert independent(case.sequent, case.proof, case.theorems) is (case.name not in NOT_FOLLOWED)


@every_case(REFUSED if ALL else REFUSED[::4])
def test_it_rejects_what_is_forged(case: Case) -> None:
    """By day every fourth: the kernel itself is tried on all of them."""
    assert not independent(case.sequent, case.proof, case.theorems)
