"""Contractive noisy iteration.

Statement
    From a random X_0, contractions psi_t and noise laws zeta_t: X_{t+1} = psi_{t+1}(X_t) + Z_{t+1} with
    Z_{t+1} ~ zeta_{t+1} independent. CNI_T(X_0, (psi_t), (zeta_t)) is the state X_T after T steps.
Reads as
    Map, then noise, T times; only the last state is looked at. The noise is added after the map, so that its
    standard deviation is the per-step one on the iterate.
Reference
    feldman2018, Definition 19, section 2.4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-19", title="Contractive noisy iteration", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 19", "section 2.4"),
    uses=("feldman2018/definition-16",),
)
