"""Noisy-SGD.

Statement
    Let K be convex with diameter D, f(., x_i) convex, L-Lipschitz and M-smooth on K, eta <= 2/M and w_0 in K. For t =
    0..T-1, draw a batch B_t of b of the n records uniformly, without replacement, and set w_{t+1} = Pi_K(w_t - eta (G_t
    + Z)), where G_t is the mean of the gradients of the batch at w_t and Z ~ N(0, sigma^2 I). Return w_T.
Reads as
    sigma is the standard deviation of the noise on the gradient, before the step size; on the iterate it is eta*sigma.
    Batches and iterates between are not shown.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Noisy-SGD", "section 1.2",
    plain="definition", uses=("feldman2018/proposition-17",), printed="holds",
    checks=(Check("downhill; with b = n every record in every step",
            lambda: descends(lambda t: range(1, RECORDS + 1), 8, 8)),))
