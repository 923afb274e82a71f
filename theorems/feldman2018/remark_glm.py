"""Smoothing generalised linear models.

Statement
    For f(w) = l(<w, theta>, y) it is enough to convolve l with a one-dimensional Gaussian; the smoothing error can then
    be of the order of L R/sqrt(n).
Reads as
    Along one direction the dimension d in the error of Theorem 33 is 1: L lambda instead of L lambda sqrt(d). The
    remark names no constant, so that beyond this instance of Theorem 33 there is nothing to decide.
"""

from ._vocabulary import item

STATEMENT = item("remark in section 5.5", "section 5.5", plain="prose", uses=("feldman2018/theorem-33",))
