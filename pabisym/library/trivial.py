"""Does the conclusion of a statement follow from no hypothesis, or from one alone: then it is an identity, or its own hypothesis.

The kernel is asked whether the conclusion is evident in the scope of the letters' domains, and of these with one further hypothesis.
That decides nothing about what takes a proof; it finds conclusions that say again what was assumed, or that are true of all numbers.
"""

from __future__ import annotations

from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import free_names, is_relation
from pabisym.library.statement import Statement
from pabisym.proof.build import step

DOMAINS = "the domains of the letters"
"""What is named where no further hypothesis is needed."""


def evident_from(statement: Statement) -> str:
    """The hypothesis from which the conclusion is evident, with the domains of the letters; empty where there is none.

    A domain is a relation between one letter and numbers.  A judgement is evident only where it is itself assumed.
    """
    sequent = statement.sequent
    if not is_relation(sequent.conclusion):
        return next((name for name, term in sequent.assumptions if term == sequent.conclusion), "")
    domains = tuple(one for one in sequent.assumptions if is_relation(one[1]) and len(free_names(one[1])) == 1)
    wanted = free_names(sequent.conclusion)
    further = [one for one in sequent.assumptions if one not in domains and wanted & free_names(one[1])]
    for name, known in ((DOMAINS, domains), *((one[0], (*domains, one)) for one in further)):
        small = Sequent(sequent.id, sequent.kinds, known, sequent.conclusion)
        if check(small, step("evident", sequent.conclusion, goal=sequent.conclusion), {}).accepted:
            return name
    return ""
