"""Whether an allocation in letters is feasible for all parameters."""
