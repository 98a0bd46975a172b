"""Players that run inside the kernels; they need the extra `fast`."""
