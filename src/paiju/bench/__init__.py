"""How fast everything here is, beside other libraries: what `paiju bench` measures, and its peers."""
