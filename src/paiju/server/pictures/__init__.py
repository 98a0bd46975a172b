"""Pictures of positions, for those who show links to them: put together from prepared pieces, row by row, without a browser and without fonts."""
