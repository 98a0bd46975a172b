"""A program on a seat of a live table, far away: `paiju bot --connect URL`."""
