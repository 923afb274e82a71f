"""Online algorithm.

Statement
    W_1 is random; after f_t is observed, W_{t+1} = Pi_W(Psi_{f_t}(W_t)); the output is W_{n+1}. The costs are
    fixed in advance (oblivious).
Reads as
    A randomised algorithm draws W_{t+1} from a law that depends on f_t and W_t.
Reference
    asoodeh2020, Definition 1, section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-1", title="Online algorithm", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Definition 1", "section II-A"),
    uses=("asoodeh2020/assumption-1", "asoodeh2020/assumption-2",),
)
