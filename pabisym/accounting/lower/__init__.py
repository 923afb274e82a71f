"""What no analysis of a training run goes below: pairs of runs whose outputs are told apart, with the epsilon that they need."""
