"""The documentation site: what `make docs` writes into build/site beside the pages of docs/."""
