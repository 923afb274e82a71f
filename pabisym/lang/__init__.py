"""One language for formulas, laws, judgements and proofs: terms, their text, their numbers."""
