"""Hidden batches: what the last iterate of noisy training on random batches reveals, by mixtures over the pattern of the record."""
