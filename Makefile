# Two commands are enough: `make play` and `make test`. Everything goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
WEB := tools/web/node_modules/.bin
GAME ?=
# The tests of the rules themselves; the others test what is built on them.
RULES := tests/rules tests/paohuzi tests/unit

CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Two more than there are cores: two processes start with browser tests, which mostly wait.
WORKERS ?= $(shell expr 2 + $(CORES))

# Temporary files go to memory where there is room: on a disk the tests would wait for every row that a table stores.
MEMORY := $(shell [ "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm)

# Python caches its bytecode even if the machine disables it: a run starts Python several hundred times.
export PYTHONDONTWRITEBYTECODE =

# The pinned versions; NEWEST=1 installs the newest ones.
NEWEST ?=
PINS := $(if $(NEWEST),,-c constraints.txt)

.PHONY: play play-terminal test quick rules lint lint-web format-web warm docs dist attack chaos cluster test-long fuzz e2e screens bench load ladder clean

play: $(VENV)/.server  ## live tables in the browser, also for phones on the same network
	@$(BIN)/paiju serve --open

play-terminal: $(VENV)/.cli  ## start a match in the terminal
	@$(BIN)/paiju play $(GAME)

test: $(VENV)/.dev  ## all tests and the linters; the output of a failed linter follows that of the tests
	@folder=$$(mktemp -d "$(or $(MEMORY),/tmp)/paiju-tests.XXXXXX") && chmod 711 "$$folder" || exit 1; \
		{ $(MAKE) --no-print-directory lint; echo $$? >"$$folder/status"; } >"$$folder/lint" 2>&1 & lint=$$!; \
		trap 'kill $$lint 2>/dev/null; rm -rf "$$folder"' EXIT; \
		$(MAKE) --no-print-directory warm && TMPDIR=$$folder $(BIN)/pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder tests; \
		tested=$$?; wait; linted=$$(cat "$$folder/status"); [ $$linted = 0 ] || cat "$$folder/lint"; exit $$((tested + linted))

quick: $(VENV)/.dev  ## the tests of the rules and the linters: a minute on two cores
	@$(MAKE) --no-print-directory -j 2 lint rules

rules: $(VENV)/.dev  ## the tests of the rules alone
	@$(BIN)/pytest $(RULES)

warm: $(VENV)/.dev  ## compile the machine code once, before several processes need it
	@$(BIN)/paiju warmup >/dev/null

lint: $(VENV)/.dev
	@$(BIN)/ruff check src tests tools examples
	@$(BIN)/ruff format --check src tests tools examples
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory lint-web

lint-web:  ## format, lint and type-check the browser's code; needs npm
	@if ! command -v npm >/dev/null; then echo "lint-web: npm is missing, the browser's code is not checked"; \
	elif ! $(MAKE) --no-print-directory --silent tools/web/node_modules/.made 2>/dev/null; then echo "lint-web: the package registry of npm cannot be reached, the browser's code is not checked"; \
	else $(WEB)/biome check --config-path tools/web --error-on-warnings src/paiju/server/web tools/site \
		&& $(WEB)/tsc -p tools/web && $(WEB)/tsc -p tools/web/worker.json && $(WEB)/tsc -p tools/web/play.json; fi

format-web:  ## format the browser's code; templates are wrapped by hand
	@$(WEB)/biome format --write --config-path tools/web src/paiju/server/web tools/site

%/node_modules/.made: %/package-lock.json
	@cd $* && npm ci --silent --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000 2>/dev/null
	@touch $@

docs: $(VENV)/.dev  ## the documentation site with its playground, in build/site
	@$(MAKE) --no-print-directory --silent tools/site/npm/node_modules/.made 2>/dev/null \
		|| echo "docs: npm is missing, or its package registry cannot be reached: the site has no playground"
	@$(BIN)/python -m tools.site.playground
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build --strict
	@echo "The site is in build/site. To read it here: $(BIN)/python -m http.server -d build/site"

dist: $(VENV)/.dev  ## build the distributions in dist, compare them with the tree and try them in an empty environment
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	@$(BIN)/python -m tests.distributions

test-long: $(VENV)/.dev  ## tests that take minutes: training, several nodes, attacks, every screen; run before each release and once a week
	@PAIJU_TEST_SEED=paiju $(BIN)/pytest -n $(WORKERS) -m long tests

fuzz: $(VENV)/.dev  ## run the random tests with fresh seeds for MINUTES=10; SEED=… repeats a search, IN=tests/rules narrows it
	@$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED)) $(IN)

e2e: $(VENV)/.dev  ## play whole matches in the browser; pictures of every page go to build/screens
	@$(BIN)/pytest -m 'long or not long' tests/e2e

screens: $(VENV)/.dev  ## check every page and state in three languages, four sizes, two themes and with large text, and show them on one page
	@rm -rf build/screens; $(BIN)/pytest -m 'long or not long' tests/e2e/test_screens.py; status=$$?; $(BIN)/python -m tests.e2e.contact; exit $$status

attack: $(VENV)/.dev  ## attack servers started for this; figures go to docs/security.md; SHORT=1 takes a minute
	@$(BIN)/python -m tests.attack $(if $(SHORT),--short,--write)

cluster: $(VENV)/.dev  ## run PostgreSQL, a proxy, three nodes and simulated players until Ctrl-C
	@$(BIN)/python -m tests.chaos.cluster

chaos: $(VENV)/.dev  ## inject two hundred faults into three nodes in use; figures go to docs/hosting.md; SHORT=1 injects a few
	@$(BIN)/python -m tests.chaos $(if $(SHORT),--faults 12 --tables 8,--write)

bench: $(PEERS)/.made  ## measure the speed beside other libraries; the table goes to docs/benchmarks.md
	@$(PEERS)/bin/python -m tools.benchmarks

load: $(VENV)/.dev  ## run 200 tables of bots with watching pages, or TABLES="200 500 1000" in turn
	@$(BIN)/python -m tools.load --tables $(or $(TABLES),200)

ladder: $(VENV)/.dev  ## play the bots against each other on duplicate deals; results go to docs/ladder.md; resumes where it stopped
	@$(BIN)/paiju arena ladder --pairs 2000 --jobs $(CORES)

$(PEERS)/.made: pyproject.toml
	@echo "making $(PEERS) with the libraries to compare with …"
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[cli,rl]' rlcard pokerkit pygame pgx riichienv
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

$(VENV)/.server: pyproject.toml | $(BIN)/python
	@echo "installing paiju, its server and its bots …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[server,fast]'
	@touch $@ $(VENV)/.cli

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing paiju and its test tools …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PINS) -e '.[dev]'
	@touch $@ $(VENV)/.cli $(VENV)/.server

clean:
	@rm -rf $(VENV) $(PEERS) build dist .pytest_cache .mypy_cache .ruff_cache
