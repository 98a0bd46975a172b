"""Measurements and reviews on top of the library."""
