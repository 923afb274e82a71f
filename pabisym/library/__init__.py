"""Statements: what a theorem file says, the files as a library, and what replaying and recomputing say of them."""
