"""Requests that follow each other: how far the models are apart.

Statement
    Let S requests come one after the other. Let the model trained on the records that remain be stationary for the
    noisy steps with them, and at most Z from the one with a record more in the sense of W_infinity. If T steps, each
    with contraction c < 1, follow every request, then before those for the S-th the model that was only unlearned is at
    most Z (1 - c^(T S))/(1 - c^T) from the model trained without the S records.
Reads as
    What a request leaves is contracted by the steps after it, and the next adds Z: the distances stay below Z/(1 -
    c^T), however many requests there are. The code of the paper has the recursion, and asks for the noise at each.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.laws import put
from pabisym.proof.script import Script, script

LEFT = "z*(1 - c**(T*{k}))/(1 - c**T)"


@script
def proof(p: Script) -> Step:
    """Induction on the requests: the steps contract, and the triangle inequality adds the next record."""
    p.have("power", p.figure("power-below-one", c="c", k="T"))
    p.have_each({"left": "c**T > 0", "rest": "1 - c**T > 0"})
    claim = f"winf(X(k - 1), Y(k), {LEFT.format(k='k')})"
    first = p.figure("winf-widen", put(p.known("trained"), "winf(LAW, Y(1), z)", p.at("one record", "1")), y=LEFT.format(k="1"))
    with p.induct("k", "1", "S", claim, first) as more:
        more.have("falls", more.figure("power-at-most-one", c="c", k="T*(k - 1)"))
        more.have_each({"fallen": "1 - c**(T*(k - 1)) >= 0", "before": f"{LEFT.format(k='(k - 1)')} >= 0"})
        distance = f"c**T*({LEFT.format(k='(k - 1)')}) + 0"
        moved = more.figure("winf-through", more.known(more.hypothesis), more.at("steady", "k - 1"),
                            more.figure("near-same", K="K(k - 1)"))
        second = put(more.at("stationary", "k - 1"), f"winf(through(K(k - 1), X(k - 2)), LAW, {distance})", moved)
        after = put(more.at("unlearning", "k - 1"), f"winf(LAW, Y(k - 1), {distance})", second)
        both = more.theorem("pabisym/near-of-near", {"first near": after, "second near": more.at("one record", "k")},
                            x=distance, y="z", P="X(k - 1)", Q="Y(k - 1)", V="Y(k)")
        more.show(more.figure("winf-widen", both, y=LEFT.format(k="k")))
    return p.at(more.step, "S")


STATEMENT = item("the theorem on sequential unlearning with projected noisy SGD, distances",
    letters=("S: integer, S >= 1 [requests]: requests", "T: integer, T >= 1 [horizon]: steps",
        "c: real, c > 0 and c < 1 [contraction is positive, contraction]: Lipschitz constant of the map of every step",
        "z: real, z > 0 [distance]: how far one record leaves two trained models apart; unit iterate",
        "X: law sequence: model after the steps for k requests", "Y: law sequence: model trained without the first k records",
        "K: mechanism sequence: the T noisy steps after the k-th request"),
    assumptions=("trained: equal(X(0), Y(0))", "unlearning: forall(k, 1, S, equal(X(k), through(K(k), X(k - 1))))",
        "stationary: forall(k, 1, S, equal(Y(k), through(K(k), Y(k))))", "steady: forall(k, 1, S, steady(K(k), c**T))",
        "one record: forall(k, 1, S, winf(Y(k - 1), Y(k), z))"), conclusion="winf(X(S - 1), Y(S), z*(1 - c**(T*S))/(1 - c**T))",
    bound="z*(1 - c**(T*S))/(1 - c**T)", proof=proof, tightness="upper", uses=("pabisym/near-of-near", "feldman2018/lemma-7"),
    printed={"verdict": "holds", "seen": "coded"},
    numbers=({"value": "(15625/(261264*(1 - c**88)))*(1 - c**(T*S))/(1 - c**T)", "source": "Graph-COM/SGD_unlearning, main_sgd.py",
         "origin": "own", "at": "T=88, c=15625/16329", "entries": ("0.062332189862: S=2", "0.062358326895: S=3", "0.062358879041: S=10")},),
    spots="c=1/2, T=1, S=2, z=2")
