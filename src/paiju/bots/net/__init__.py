"""Players that were trained: features, inference with NumPy, weights and their model cards."""
