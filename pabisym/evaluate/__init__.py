"""Numbers for terms: exact rationals and certified enclosures, and a second route for exploring."""
