"""What every game shares: options, errors, chance, records, matches. Standard library only."""
