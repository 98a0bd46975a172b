"""Who the guard is: a small network that reads every answer and lead of a deal in its circumstances."""
