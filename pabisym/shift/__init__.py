"""Shift allocations: instances, solvers, worst cases, feasibility and certificates.

Import from the modules: :mod:`pabisym.shift.allocate` has the function to call, :mod:`pabisym.shift.instance` reads input,
:mod:`pabisym.shift.feasibility` judges a given allocation and :mod:`pabisym.shift.certificate` writes what
:mod:`pabisym.shift.replay` replays.  What is found here is a proposal; the kernel decides.
"""
