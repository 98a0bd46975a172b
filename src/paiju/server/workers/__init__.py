"""Thinking on other machines: nodes leave questions in the database that they share, workers take and answer them."""
