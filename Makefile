# Two commands are enough: `make play` and `make test`. Everything goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
GAME ?=

.PHONY: play test lint fuzz bench ladder clean

play: $(VENV)/.cli  ## start a match in the terminal
	@$(BIN)/paiju play $(GAME)

test: $(VENV)/.dev lint  ## everything that must hold
	@$(BIN)/pytest -n auto tests

lint: $(VENV)/.dev
	@$(BIN)/ruff check src tests tools examples
	@$(BIN)/ruff format --check src tests tools examples
	@$(BIN)/mypy
	@$(BIN)/lint-imports

fuzz: $(VENV)/.dev  ## long random runs
	@$(BIN)/pytest -n auto -m fuzz tests

bench: $(PEERS)/.made  ## the speed table beside peers, written to docs/benchmarks.md
	@$(PEERS)/bin/python -m tools.benchmarks

ladder: $(VENV)/.cli  ## the bots against each other on duplicate deals
	@$(BIN)/paiju arena baohuang --a greedy --b random --pairs 1000
	@$(BIN)/paiju arena baohuang --a heuristic --b random --pairs 1000
	@$(BIN)/paiju arena baohuang --a heuristic --b greedy --pairs 1000
	@$(BIN)/paiju arena paohuzi --a greedy --b random --pairs 1000
	@$(BIN)/paiju arena paohuzi --a heuristic --b random --pairs 1000
	@$(BIN)/paiju arena paohuzi --a heuristic --b greedy --pairs 1000

$(PEERS)/.made: pyproject.toml
	@echo "making $(PEERS) with other libraries to compare with …"
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[cli,rl]' rlcard pokerkit pygame
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "paiju needs Python 3.11 or newer; set PYTHON=python3.11"; exit 1; }
	@echo "making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

$(VENV)/.cli: pyproject.toml | $(BIN)/python
	@echo "installing paiju and its command line …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cli]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "installing paiju and its test tools …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.cli

clean:
	@rm -rf $(VENV) $(PEERS) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
