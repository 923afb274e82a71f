"""Lower bounds on epsilon of a training run: pairs of runs whose outputs are told apart, with the epsilon that they need."""
