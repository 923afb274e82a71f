"""Claims: proved by the deriver, or refuted with an instance that a reader can check by hand."""
