"""Proofs for Coq: statements and proof trees as a development that ``coqc`` 8.16 compiles with its standard library alone."""
