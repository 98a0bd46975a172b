"""The speed of this library beside others: what `paiju bench` measures, and its peers."""
