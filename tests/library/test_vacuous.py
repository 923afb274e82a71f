"""Hypotheses that nothing satisfies: whatever is proved from them is vacuous, in every spelling, and never called proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.small_statements import library_of, small, step

import pabisym
from pabisym.cli.commands import main
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.library.statement import Assumption, Statement, Structure, Symbol
from pabisym.library.witness import CONTRADICTORY, failing, find, is_contradictory, model_of

NOTHING: dict[str, tuple[str, tuple[str, ...]]] = {
    # One noise has one law.
    "two variances": ("Z: noise", ("gaussian(Z, 1)", "gaussian(Z, 2)")),
    "two variances by name": ("W: noise; v w: real", ("gaussian(W, v)", "gaussian(W, w)", "v < w")),
    "two variances, one defined": ("Z: noise; v: real", ("gaussian(Z, v)", "gaussian(Z, 4)", "v == 2 + 1")),
    "two variances as squares": ("Z: noise; s: real", ("gaussian(Z, s**2)", "gaussian(Z, s**2 + 1)")),
    "two variances of every step": ("z: noise sequence; T: integer",
                                    ("forall(k, 1, T, gaussian(z(k), 1))", "forall(k, 1, T, gaussian(z(k), 2))", "T >= 1")),
    "two variances, another index": ("z: noise sequence; T: integer",
                                     ("forall(k, 1, T, gaussian(z(k), 1))", "forall(j, 1, T, gaussian(z(j), 2))", "T >= 1")),
    "two variances where ranges meet": ("z: noise sequence", ("forall(k, 1, 4, gaussian(z(k), 1))", "forall(k, 3, 6, gaussian(z(k), 2))")),
    "two variances of the first step": ("z: noise sequence; T: integer", ("forall(k, 1, T, gaussian(z(k), 1))", "gaussian(z(1), 2)", "T >= 1")),
    "two variances of the last step": ("z: noise sequence; T: integer", ("forall(k, 1, T, gaussian(z(k), 1))", "gaussian(z(T), 2)", "T >= 1")),
    "normal and Laplace": ("Z: noise", ("gaussian(Z, 1)", "laplace(Z, 1)")),
    "two scales": ("Z: noise", ("laplace(Z, 1)", "laplace(Z, 2)")),
    "a magnitude that the noise has not": ("Z: noise", ("gaussian(Z, 1)", "R(2, Z, 1) <= 1/2")),
    # Sizes are not negative.
    "negative variance": ("Z: noise", ("gaussian(Z, -1)",)),
    "negative variance by name": ("Z: noise; v: real", ("gaussian(Z, v)", "v + 1 <= 0")),
    "scale 0": ("Z: noise; v: real", ("laplace(Z, v)", "v <= 0")),
    "negative gap": ("f g: map", ("gap(f, g, -1)",)),
    "negative gap by name": ("f g: map; s: real", ("gap(f, g, s)", "s < 0")),
    "negative gap as a difference": ("f g: map; s t: real", ("gap(f, g, s - t)", "s + 1 <= t")),
    "negative gap of every step": ("f g: map sequence; T: integer", ("forall(k, 1, T, gap(f(k), g(k), -k))", "T >= 2")),
    "negative Lipschitz constant": ("f: map", ("lipschitz(f, -1/2)",)),
    "negative Lipschitz constant by name": ("f: map; c: real", ("lipschitz(f, c)", "2*c <= -1")),
    "negative Lipschitz constant on a set": ("f: map; K: set", ("lipschitzon(f, K, -1)", "convexset(K)")),
    "negative smoothness": ("f: loss; K: set; b: real", ("smooth(f, b, K)", "b < 0")),
    "negative bound on gradients": ("f: loss; K: set", ("lipschitzloss(f, -1, K)",)),
    "negative shift": ("P Q: law", ("winf(P, Q, -5)",)),
    "negative shift of a divergence": ("P Q: law; b: real", ("renyi(2, -5, P, Q, b)",)),
    "negative divergence": ("P Q: law", ("renyi(2, 0, P, Q, -1)",)),
    "negative delta": ("P Q: law; e: real", ("dp(P, Q, e, -1/10)", "e >= 0")),
    "too little delta for a negative epsilon": ("P Q: law", ("dp(P, Q, -1, 0)",)),
    "a moment below 1": ("P Q: law", ("moment(2, P, Q, 1/2)",)),
    "negative diameter": ("f: map", ("bounded(f, -1)",)),
    "negative norm": ("x: vector", ("norm(x) <= -1",)),
    "negative magnitude": ("Z: noise; b: real", ("R(2, Z, 1) <= b", "b < 0", "finite(2, Z, 1)")),
    "negative chance": ("P: law; O: set; p: real", ("chance(P, O) <= p", "p < 0")),
    "a chance above 1": ("P: law; O: set", ("chance(P, O) > 1",)),
    "a weight above 1": ("P Q V: law; w: real", ("equal(V, mix(w, P, Q))", "w >= 2")),
    "theta above 1": ("e: real", ("theta(exp(e), 1) >= 2",)),
    # Domains that exclude each other.
    "intervals that miss": ("c: real", ("c >= 1", "c <= 1/2")),
    "intervals that miss by a square": ("c: real", ("2*c >= 3", "c**2 <= 1", "c >= 0")),
    "order 1, which is excluded": ("a: real; P Q: law; b: real", ("a > 1", "a <= 1", "renyi(a, 0, P, Q, b)")),
    "no integer between": ("n: integer", ("n > 1/3", "n < 2/3")),
    "a record of none": ("n t: integer", ("1 <= t", "t <= n", "n <= 0")),
    # Laws, maps and sets of which more is known.
    "one law that is two": ("P: law", ("equal(P, normallaw(0, 1))", "equal(P, normallaw(1, 1))")),
    "normal laws too near": ("P Q: law", ("equal(P, normallaw(0, 1))", "equal(Q, normallaw(3, 1))", "gdp(0, P, Q, 1)")),
    "normal laws too near for an order": ("P Q: law", ("equal(P, normallaw(0, 1))", "equal(Q, normallaw(3, 1))", "renyi(2, 0, P, Q, 1)")),
    "normal laws too far to couple": ("", ("winf(normallaw(0, 1), normallaw(3, 1), 2)",)),
    "laws that can be told apart and are equal": ("P Q: law", ("apart(P, Q, 1)", "equal(P, Q)")),
    "laws that can be told apart and cannot": ("P Q: law; m: real", ("apart(P, Q, 4)", "gdp(0, P, Q, m)", "m <= 1")),
    "a slope that the map has not": ("", ("lipschitz(affine(2, 0), 1)",)),
    "a gap that the maps have not": ("", ("gap(affine(1, 5), affine(1, 0), 1)",)),
    "a domain without inner points": ("K: set", ("convexset(K)", "bounded(projection(K), 0)")),
    "a projection that contracts": ("K: set", ("convexset(K)", "lipschitz(projection(K), 1/2)")),
}
UNSEEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "two variances, an index shifted": ("z: noise sequence; T: integer",
                                        ("forall(k, 0, T - 1, gaussian(z(k + 1), 1))", "forall(k, 1, T, gaussian(z(k), 2))", "T >= 1")),
    "two variances of white noise": ("v w: real", ("gaussian(white(v), w)", "v > w", "w > 0")), "another white noise": ("", ("gaussian(white(2), 1)",)),
    "negative gap as a maximum": ("f g: map; s: real", ("gap(f, g, -max(1, s))",)), "negative gap as a minimum": ("f g: map; s: real", ("gap(f, g, min(-1, s))",)),
    "negative Lipschitz constant as a size": ("f: map; c: real", ("lipschitz(f, -abs(c) - 1)",)), "negative square": ("x: vector", ("inner(x, x) <= -1",)),
    "a product above that of norms": ("x y: vector", ("inner(x, y) > norm(x)*norm(y)",)), "negative size": ("x: real", ("abs(x) < 0",)),
    "below its maximum": ("x y: real", ("max(x, y) < x",)), "one normal law that is two": ("", ("equal(normallaw(0, 1), normallaw(0, 2))",)),
    "points too far to couple": ("x y: vector", ("winf(point(x), point(y), 1)", "norm(minus(x, y)) >= 2")),
    "a gradient above its bound": ("f: loss; K: set; x: vector; L: real", ("lipschitzloss(f, L, K)", "member(x, K)", "norm(slope(f, x)) > L")),
    "a magnitude above the true one": ("Z: noise; v: real", ("gaussian(Z, v)", "v > 0", "R(3, Z, 2) > 100/v")),
}
"""What nothing satisfies and no search sees to be so: no model is known of it, and that is said."""
SOMETHING: dict[str, tuple[str, tuple[str, ...]]] = {
    "one variance twice": ("Z: noise; v: real", ("gaussian(Z, v)", "gaussian(Z, 2*v - v)", "v > 0")),
    "two noises": ("Z W: noise", ("gaussian(Z, 1)", "gaussian(W, 2)")),
    "ranges that miss": ("z: noise sequence", ("forall(k, 1, 2, gaussian(z(k), 1))", "forall(k, 3, 6, gaussian(z(k), 2))")),
    "no step": ("z: noise sequence; T: integer", ("forall(k, 1, T, gaussian(z(k), 1))", "forall(k, 1, T, gaussian(z(k), 2))", "T <= 0")),
    "no gap": ("f g: map; s: real", ("gap(f, g, s)", "s <= 0")), "a constant map": ("f: map", ("lipschitz(f, 0)",)),
    "a point": ("Z: noise", ("gaussian(Z, 0)",)), "near enough": ("", ("winf(normallaw(0, 1), normallaw(3, 1), 3)",)),
    "a small domain": ("K: set", ("convexset(K)", "bounded(projection(K), 1/100)")), "an integer": ("n: integer", ("n > 1/3", "n < 4/3")),
    "two runs": ("X Y: law sequence; f: map sequence; z: noise sequence; c d: real sequence; T: integer",
                 ("T >= 1", "forall(k, 1, T, equal(X(k), convolve(push(f(k), X(k - 1)), z(k))))", "forall(k, 1, T, lipschitz(f(k), c(k)))",
                  "forall(k, 1, T, gaussian(z(k), d(k)))", "forall(k, 1, T, d(k) > c(k))", "c(1) >= 1", "winf(X(0), Y(0), c(1))")),
}  # fmt: skip


def stated(kinds: str, assumed: tuple[str, ...]) -> Sequent:
    """0 >= 1 from hypotheses."""
    pairs = [part.split(":") for part in kinds.split(";") if part]
    letters = {name: kind.strip() for names, kind in pairs for name in names.split()}
    return Sequent("mine/a", letters, tuple((f"h{i}", parse(text, "h", None)) for i, text in enumerate(assumed)), parse("0 >= 1", "c", None))


@pytest.mark.parametrize("name", NOTHING)
def test_what_nothing_satisfies_is_seen(name: str) -> None:
    model = model_of(stated(*NOTHING[name]))
    assert model.contradictory
    assert model.witness is None


@pytest.mark.parametrize("name", [*UNSEEN, *list(NOTHING)[::10]])
def test_what_nothing_satisfies_is_never_proved(name: str) -> None:
    """Neither by a folder of theorem files nor by a proof file, whether the contradiction is seen or not."""
    kinds, assumed = UNSEEN.get(name) or NOTHING[name]
    sequent = stated(kinds, assumed)
    seen = model_of(sequent).contradictory
    assert model_of(sequent).witness is None
    own = tuple(Assumption(label, to_text(term)) for label, term in sequent.assumptions)
    plain = {key: kind for key, kind in sequent.kinds.items() if kind not in ("real", "integer")}
    symbols = tuple(Symbol(key, kind, "a number") for key, kind in sequent.kinds.items() if key not in plain)
    evident = {**step("evident", "0 == 0"), "with": {"goal": "0 == 0"}}
    file = small(symbols=symbols, assumptions=own, structures=tuple(Structure(key, kind, "one") for key, kind in plain.items()), spots=(),
                 conclusion="0 == 0", proof=lambda _: evident)  # fmt: skip
    assert library_of(file).standing("mine/lemma-1").status == ("vacuous" if seen else "proved_no_model")
    theorem = {"id": "mine/a", "names": dict(sequent.kinds), "assumptions": [[one.name, one.holds] for one in own], "conclusion": "0 == 0",
               "proof": evident}  # fmt: skip
    judged = pabisym.check({"format": "pabisym-proof", "version": 1, "conclusion": "0 == 0", "theorems": [theorem]})
    assert (judged.accepted, judged.instance) == (not seen, None)


@pytest.mark.parametrize("name", SOMETHING)
def test_what_something_satisfies_has_a_witness(name: str) -> None:
    sequent = stated(*SOMETHING[name])
    witness = find(sequent)
    assert witness is not None
    assert failing(sequent, witness) == ""
    assert not is_contradictory(sequent)


def nonsense(*assumed: str, claim: str = "x > 0", tree: object = None) -> Statement:
    """A statement about x > 0 and a noise Z with more hypotheses."""
    more = tuple(Assumption(f"more {i}", text) for i, text in enumerate(assumed))
    known = step("known", "x > 0", label="positive") if tree is None else tree
    return small(symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"), *more), spots=(),
                 structures=(Structure("Z", "noise", "a noise"), Structure("O", "set", "an event"), Structure("P", "law", "a law")),
                 conclusion=claim, proof=lambda _: known)  # fmt: skip


def test_the_status_says_so() -> None:
    assert library_of(nonsense()).standing("mine/lemma-1").status == "proved"
    assert library_of(nonsense("gaussian(Z, 1)", "gaussian(Z, 2)")).standing("mine/lemma-1").status == "vacuous"


def test_without_a_model_it_is_not_called_proved() -> None:
    """Neither a witness nor a contradiction: no witness says what sampled magnitudes are."""
    assert library_of(nonsense("sampledsize(2, 1/2, Z, 1) >= 0")).standing("mine/lemma-1").status == "proved_no_model"


def test_nothing_rests_on_what_is_vacuous() -> None:
    wrong = nonsense("gaussian(Z, 1)", "gaussian(Z, 2)")
    tree = step("theorem", "x > 0", step("known", "x > 0", label="positive"), step("known", "gaussian(Z, 1)", label="one"),
                step("known", "gaussian(Z, 2)", label="two"), id="mine/lemma-1", **{"for": {"x": "x", "Z": "Z", "O": "O", "P": "P"}})  # fmt: skip
    own = (Assumption("positive", "x > 0"), Assumption("one", "gaussian(Z, 1)"), Assumption("two", "gaussian(Z, 2)"))
    top = small("mine/lemma-2", assumptions=own, structures=wrong.structures, symbols=wrong.symbols, uses=("mine/lemma-1",), proof=lambda _: tree)
    standing = library_of(wrong, top).standing("mine/lemma-2")
    assert standing.status == "conjectured"
    assert "lemma-1" in standing.problem


FILE = """title = "A magnitude"
reference = {label = "1", key = "mine"}
kind = "lemma"
statement = "The magnitude of a noise is finite."
reads_as = "It pays for a move by 1."
letters = ["v: real: a variance", "w: real: another one", "Z: noise: a noise"]
assumptions = ["variance: v > 0", "one: gaussian(Z, v)", "other: %s"]
conclusion = "finite(2, Z, 1)"
proof = {rule = "gaussian-finite", from = ["one"], alpha = "2", a = "1"}
spots = "v=1, w=1"
"""


def audited(folder: Path, other: str) -> tuple[int, dict[str, object], dict[str, object]]:
    """Exit status, entry and summary of the audit of a folder of one file."""
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "lemma_1.toml").write_text(FILE % other)
    done = CliRunner().invoke(main, ["audit", str(folder), "--json"])
    document = json.loads(done.stdout)
    return done.exit_code, document["entries"][0], document["summary"]


def test_an_audit_of_ones_own_files_looks_for_a_model(tmp_path: Path) -> None:
    status, entry, summary = audited(tmp_path / "a", "gaussian(Z, w)")
    assert (status, entry["status"], entry["model"], summary["proved"]) == (0, "proved", "v = 1, w = 1; noise as the hypotheses say, else N(0, 1)", 1)
    status, entry, summary = audited(tmp_path / "b", "gaussian(Z, v + 1)")
    assert (status, entry["status"], entry["model"]) == (1, "vacuous", None)
    assert (summary["proved"], summary["vacuous"], summary["failed"]) == (0, 1, 1)
    status, entry, summary = audited(tmp_path / "c", "sampledsize(2, 1/2, Z, 1) >= 0")
    assert (status, entry["status"], entry["model"]) == (0, "proved_no_model", None)
    assert (summary["proved"], summary["proved_no_model"]) == (0, 1)


def test_a_witness_that_is_stored_is_decided_again(tmp_path: Path) -> None:
    (tmp_path / "mine" / "proofs").mkdir(parents=True)
    (tmp_path / "mine" / "proofs" / "witnesses.json").write_text('{"lemma_1": {"v": "1", "w": "1"}}')
    (tmp_path / "mine" / "lemma_1.toml").write_text(FILE % "gaussian(Z, v + 1)")
    done = CliRunner().invoke(main, ["audit", str(tmp_path), "--json"])
    entry = json.loads(done.stdout)["entries"][0]
    assert (done.exit_code, entry["status"]) == (1, "vacuous")
    assert any("the stored witness is none: other: gaussian(Z, v + 1)" in check["detail"] for check in entry["checks"])


def test_the_referee_says_whether_there_is_a_model() -> None:
    def judged(*assumed: str) -> pabisym.refutation.referee.Checked:
        theorem = {"id": "mine/a", "names": {"x": "real", "Z": "noise", "O": "set", "P": "law"}, "conclusion": "2*x > 0", "proof":
                   {"rule": "arithmetic", "with": {"goal": "2*x > 0", "multiplier": "1", "terms": [{"coefficient": "2", "facts": ["0"]}]},
                    "premises": [], "conclusion": "2*x > 0"}, "assumptions": [[str(i), text] for i, text in enumerate(("x > 0", *assumed))]}  # fmt: skip
        return pabisym.check({"format": "pabisym-proof", "version": 1, "conclusion": "2*x > 0", "theorems": [theorem]})

    good, wrong, open_one = judged("gaussian(Z, x)"), judged("gaussian(Z, x)", "gaussian(Z, x + 1)"), judged("sampledsize(2, 1/2, Z, 1) >= 0")
    assert good.accepted
    assert good.instance == {"x": "1"}
    assert (wrong.accepted, wrong.reason, wrong.instance) == (False, CONTRADICTORY, None)
    assert (open_one.accepted, open_one.instance, open_one.to_json()["model"]) == (True, None, None)
