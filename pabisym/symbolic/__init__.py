"""The face for notebooks: formulas, claims and theorems as symbolic objects, made of sympy's symbols and handed back in them."""
