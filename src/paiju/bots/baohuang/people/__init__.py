"""Players of Bao Huang who err as people do: habits in place of a blurred eye, and what nobody would do."""
