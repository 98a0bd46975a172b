"""Live tables in the browser: one process, one store, one task for each table."""
