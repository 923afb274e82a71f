"""How the noise has to grow.

Statement
    With eta_t of order 1/sqrt(t), privacy and utility both become non-trivial when sigma_t tends to infinity and
    sigma_t/sqrt(t) to 0.
Reads as
    Between examples 3 and 4, as sigma_t = t^a with 0 < a < 1/2.
"""

from ._vocabulary import item

STATEMENT = item("remark after Example 4", "section VI", plain="prose", uses=("asoodeh2020/example-3", "asoodeh2020/example-4"))
