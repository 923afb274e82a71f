"""Numbers with certified digits: enclosures, precision, the value of a term. Trusted."""
