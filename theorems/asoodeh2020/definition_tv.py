"""Total variation, kernels, diameter.

Statement
    For a signed measure phi with Hahn-Jordan parts phi+ and phi-, ||phi|| = phi+(W) + phi-(W); TV(mu, nu) =
    ||mu - nu||/2 = sup_A mu(A) - nu(A) for laws; mu K is the output law of the kernel K for the input law mu;
    dia(D) = sup ||w2 - w1||.
Reads as
    The norm is twice the total variation of laws.
Reference
    asoodeh2020, notation, section I-C
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-tv", title="Total variation, kernels, diameter", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "notation", "section I-C"),
)
