"""Euler steps of the Ornstein-Uhlenbeck process, and the bound of the process to which theirs tends."""

X, UNIT = "rate*h", "alpha*rate*z**2/(2*rho**2)"
"""The rate times the length of a step, and what both bounds are multiples of."""
STEPS = "alpha*z**2/(2*(2*rho**2*h))*(1 - rate*h)**(2*T)*(1 - (1 - rate*h)**2)/(1 - (1 - rate*h)**(2*T))"
BOUND = "alpha*rate*z**2/(2*rho**2*(exp(2*T*(rate*h)) - 1))"
"""The optimum of the process, and the printed bound at the time T h."""
