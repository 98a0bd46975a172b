"""The HTTP routes, one module for each thing they are about."""
