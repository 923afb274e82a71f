"""The table of what is believed: every figure sorted, one list for everything, and what Coq discharges by its hash."""

from __future__ import annotations

import hashlib

import pytest
from support.every import every_case

import pabisym
from pabisym.coq.figures import BY_FIGURES, axioms, development, figures_proved_in_coq
from pabisym.derivation.derive import derive
from pabisym.errors import InputError
from pabisym.kernel.figures import ARITHMETIC, FIGURES
from pabisym.lang.grammar import parse
from pabisym.library.audit import audit_entry
from pabisym.library.beliefs import WORDS, belief
from pabisym.library.believed import is_claimed, leaves, restates
from pabisym.library.coq_proofs import ARITHMETIC_PROVED, DEVELOPMENT, PROVED, coq_axioms
from pabisym.library.library import builtin
from pabisym.proof.figures import figure_sequent
from pabisym.show.data import statement_data

pytestmark = pytest.mark.quick
NAME = "feldman2018/theorem-23"


@every_case(FIGURES)
def test_every_figure_is_a_belief_with_its_wording_or_discharged(name: str) -> None:
    one = belief(f"figure/{name}", builtin())
    assert parse(one.wording, name, None) == FIGURES[name].conclusion
    assert [parse(text, name, None) for text in one.conditions] == [*FIGURES[name].sides, *FIGURES[name].premises]
    assert one.kind in WORDS
    assert one.reason
    assert (one.discharged == "kernel") is (FIGURES[name].kind == "derived") is (f"figure/{name}" not in leaves([name]))


def test_few_are_left() -> None:
    left = [name for name in FIGURES if not belief(f"figure/{name}", builtin()).discharged]
    assert set(left) == set(axioms())
    assert len(left) + len(set(ARITHMETIC) - set(ARITHMETIC_PROVED)) <= 3


def test_what_coq_proves_of_arithmetic_is_in_the_development() -> None:
    assert set(ARITHMETIC_PROVED) == set(ARITHMETIC)
    text = development("RealFacts.v")
    assert not [lemma for lemmas in ARITHMETIC_PROVED.values() for lemma in lemmas if lemma != "exp_pos" and f"Lemma {lemma} " not in text]


@every_case([name for name, figure in FIGURES.items() if figure.kind != "derived"])
def test_a_statement_that_is_a_belief_is_recognised_unless_coq_proves_it(name: str) -> None:
    assert bool(restates(figure_sequent(name))) is (name not in PROVED)


def test_what_coq_proves_is_what_the_record_says() -> None:
    assert dict(PROVED) == {key: lemma for key, lemma in figures_proved_in_coq().items() if key not in BY_FIGURES}
    assert dict(DEVELOPMENT) == {file: hashlib.sha256(development(file).encode()).hexdigest() for file in DEVELOPMENT}


def test_one_list_for_show_audit_python_and_check() -> None:
    library = builtin()
    audited = audit_entry(library, NAME)
    listed = library.standing(NAME).cited
    assert audited.to_json()["cited"] == statement_data(library, audited)["cited"] == list(listed)
    assert pabisym.theorem(NAME).cited == listed
    assert set(listed) <= {one.id for one in pabisym.beliefs(NAME)} == {*listed, *pabisym.beliefs(NAME).axioms}


def test_one_list_for_derive_and_check() -> None:
    found = derive({"symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
                    "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
                    "goal": {"divergence": "renyi", "order": "alpha"}})
    judged = pabisym.check(found.proof_document())
    assert judged.accepted
    assert judged.beliefs == found.cited
    assert "figure/absorb" in found.cited


def test_a_cited_statement_that_is_applied_is_a_belief() -> None:
    assert "pabisym/sampled-gaussian-bound" in builtin().standing("altschuler2022/lemma-2.12").cited
    one = belief("pabisym/sampled-gaussian-bound", builtin())
    assert (one.kind, one.discharged) == ("cited", "")
    assert one.reason


STATED = ("theorem-4.1", "eq-3.5", "observation-A1", "eq-A2")


@pytest.mark.parametrize("name", [
    *(f"altschuler2022/{one}" for one in STATED), "feldman2018/theorem-28", "feldman2018/theorem-29", "feldman2018/eq-C-error",
    *(f"chourasia2021/{one}" for one in ("eq-13", "eq-15", "eq-21", "eq-22", "lemma-6")),
])  # fmt: skip
def test_what_assumes_its_content_is_proved_from_it(name: str) -> None:
    standing = builtin().recalled(name)
    assert standing.status == "proved_from"
    assert standing.hypotheses
    assert set(standing.hypotheses) <= set(standing.cited)


DRAWN = {"pabisym/sampled-batch-conditioned", "pabisym/sampled-batch-steady", "pabisym/sampled-replacement", "figure/noise-sum"}
"""What is believed of one draw of a batch, and of noise that comes in two parts."""
OF_BATCHES = {
    "theorem-3.1": DRAWN | {"figure/absorb", "pabisym/sampled-batch-near"}, "eq-3.7": DRAWN,
    "theorem-5.1": DRAWN | {"figure/absorb", "pabisym/sampled-batch-near"},
    "theorem-1.3": DRAWN | {"figure/absorb", "pabisym/sampled-batch-near"},
    "theorem-5.6": {"pabisym/batch-gap", "pabisym/batch-lipschitz"},
}  # fmt: skip


@pytest.mark.parametrize("name", OF_BATCHES)
def test_theorems_about_batches_speak_of_them_and_list_what_is_believed_of_sampling(name: str) -> None:
    statement, standing = builtin().statement(f"altschuler2022/{name}"), builtin().recalled(f"altschuler2022/{name}")
    assert standing.status == "proved"
    assert set(standing.cited) >= OF_BATCHES[name]
    kinds = {one.name: one.kind for one in statement.structures}
    assert (kinds["f"], kinds["g"]) == ("loss sequence", "loss")
    runs = [one.holds for one in statement.assumptions if one.holds.startswith("forall(k, 1, T, equal(")]
    assert len(runs) == 2
    assert all("sampledstep(l, n, b, " in one or "batchstep(l, " in one for one in runs)
    assert not any("close(" in one.holds for one in statement.assumptions)


@pytest.mark.parametrize("name", ["altschuler2022/lemma-2.8", "feldman2018/eq-gaussian-renyi", "feldman2018/eq-20-factor", "feldman2018/lemma-7"])
def test_the_twin_of_a_belief_that_coq_proves_is_proved(name: str) -> None:
    """No axiom is left under it, and every belief that is listed under it has the theorem of Coq beside it."""
    standing = builtin().recalled(name)
    assert standing.status == "proved"
    assert standing.believed
    assert not coq_axioms(standing.figures, standing.believed)
    assert {belief(one, builtin()).discharged for one in standing.believed} == {"coq"}


def test_sources_of_beliefs_are_claimed() -> None:
    assert all(map(is_claimed, ("vempala2019/lemma-16", "bok2024/section-3", "feldman2018/lemma-7")))


def test_what_is_no_belief_is_an_error() -> None:
    for name in ("figure/none", "feldman2018/theorem-23: none", "nothing"):
        with pytest.raises(InputError, match="is no axiom and no cited result"):
            belief(name, builtin())
    with pytest.raises(InputError, match="did you mean"):
        pabisym.beliefs("feldman2018/theorem-233")
