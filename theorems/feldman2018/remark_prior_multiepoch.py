"""Earlier noise for many epochs.

Statement
    Amplification by sampling gives (eps, delta)-DP of n epochs with sigma^2 = 32 L^2 ln(n/delta) ln(1/delta)/eps^2;
    improved later to sigma of the order of L sqrt(ln(1/delta))/eps for a range of eps.
Reads as
    Quoted from other papers and about another algorithm, which draws its records at random; data for comparison
    only.
Reference
    feldman2018, remark in appendix B, appendix B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/remark-prior-multiepoch", title="Earlier noise for many epochs", kind="remark", text=__doc__, plain="prose",
    reference=Reference("feldman2018", "remark in appendix B", "appendix B"),
)
