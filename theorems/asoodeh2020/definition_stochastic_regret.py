"""Stochastic regret.

Statement
    For i.i.d. costs with mean f and T uniform on [n]: SR(n) = E[f(W_T)] - inf_W f.
Reads as
    n SR(n) is an average regret. Note that Algorithm 1 returns W_{T+1}, while this speaks of W_T, the iterate one step
    earlier.
"""

from ._vocabulary import item

STATEMENT = item("stochastic regret", "section VI", plain="definition", uses=("asoodeh2020/eq-24", "asoodeh2020/algorithm-1"))
