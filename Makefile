# Two commands are enough: `make play` and `make test`. Everything goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
WEB := tools/web/node_modules/.bin
GAME ?=
# What says whether a rule still holds; the rest of the tests asks what is built on the rules.
LAW := tests/rules tests/paohuzi tests/unit

CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Two more than there are cores: two processes begin with tests in the browser, which wait for much.
WORKERS ?= $(shell expr 2 + $(CORES))

# Where there is room in memory, what tests write goes there: on a disk they would wait for each row that a table keeps.
MEMORY := $(shell [ "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm)

# Python keeps what it has compiled, also where the machine says otherwise: a run starts it some hundred times.
export PYTHONDONTWRITEBYTECODE =

# The versions that the tests ran with; NEWEST=1 for the newest there are.
NEWEST ?=
PINS := $(if $(NEWEST),,-c constraints.txt)

.PHONY: play play-terminal test quick law lint lint-web format-web warm docs dist attack chaos cluster test-long fuzz e2e screens bench load ladder clean

play: $(VENV)/.server  ## live tables in the browser, also for phones on the same network
	@$(BIN)/paiju serve --open

play-terminal: $(VENV)/.cli  ## start a match in the terminal
	@$(BIN)/paiju play $(GAME)

test: $(VENV)/.dev  ## everything that must hold; the lint runs beside the tests and is shown after them where it fails
	@folder=$$(mktemp -d "$(or $(MEMORY),/tmp)/paiju-tests.XXXXXX") && chmod 711 "$$folder" || exit 1; \
		{ $(MAKE) --no-print-directory lint; echo $$? >"$$folder/status"; } >"$$folder/lint" 2>&1 & lint=$$!; \
		trap 'kill $$lint 2>/dev/null; rm -rf "$$folder"' EXIT; \
		$(MAKE) --no-print-directory warm && TMPDIR=$$folder $(BIN)/pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder tests; \
		tested=$$?; wait; linted=$$(cat "$$folder/status"); [ $$linted = 0 ] || cat "$$folder/lint"; exit $$((tested + linted))

quick: $(VENV)/.dev  ## the law, its cases and the lint: a minute on two cores
	@$(MAKE) --no-print-directory -j 2 lint law

law: $(VENV)/.dev
	@$(BIN)/pytest $(LAW)

warm: $(VENV)/.dev  ## compile what tests call once, before several processes want it at the same time
	@$(BIN)/paiju warmup >/dev/null

lint: $(VENV)/.dev
	@$(BIN)/ruff check src tests tools examples
	@$(BIN)/ruff format --check src tests tools examples
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory lint-web

lint-web:  ## form, habits and types of the browser's code; needs npm
	@if ! command -v npm >/dev/null; then echo "lint-web: npm is missing, the browser's code is not checked"; \
	elif ! $(MAKE) --no-print-directory --silent tools/web/node_modules/.made 2>/dev/null; then echo "lint-web: the package registry of npm cannot be reached, the browser's code is not checked"; \
	else $(WEB)/biome check --config-path tools/web --error-on-warnings src/paiju/server/web tools/site \
		&& $(WEB)/tsc -p tools/web && $(WEB)/tsc -p tools/web/worker.json && $(WEB)/tsc -p tools/web/play.json; fi

format-web:  ## the browser's code as `make lint-web` wants it; templates are broken by hand
	@$(WEB)/biome format --write --config-path tools/web src/paiju/server/web tools/site

%/node_modules/.made: %/package-lock.json
	@cd $* && npm ci --silent --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000 2>/dev/null
	@touch $@

docs: $(VENV)/.dev  ## the documentation site with its playground, in build/site
	@$(MAKE) --no-print-directory --silent tools/site/npm/node_modules/.made 2>/dev/null \
		|| echo "docs: npm is missing, or its package registry cannot be reached: the site has no playground"
	@$(BIN)/python -m tools.site.playground
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build --strict
	@echo "The site stands in build/site; to read it here: $(BIN)/python -m http.server -d build/site"

dist: $(VENV)/.dev  ## what is published, in dist; built, compared with the tree and tried where nothing else is installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	@$(BIN)/python -m tests.distributions

test-long: $(VENV)/.dev  ## trials that take minutes: training, several nodes, attacks, every screen; before each release and once a week
	@$(BIN)/pytest -n $(WORKERS) -m long tests

fuzz: $(VENV)/.dev  ## search for faults: the tests that draw, with fresh seeds, for MINUTES=10; SEED=… repeats a search, IN=tests/rules narrows it
	@$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED)) $(IN)

e2e: $(VENV)/.dev  ## whole matches in the browser, pictures of every page in build/screens
	@$(BIN)/pytest -m 'long or not long' tests/e2e

screens: $(VENV)/.dev  ## every page and state in three languages, four sizes, two themes and with large text, checked, on one page
	@rm -rf build/screens; $(BIN)/pytest -m 'long or not long' tests/e2e/test_screens.py; told=$$?; $(BIN)/python -m tests.e2e.contact; exit $$told

attack: $(VENV)/.dev  ## attacks on servers of its own, figures written to docs/security.md; SHORT=1 for a minute's worth
	@$(BIN)/python -m tests.attack $(if $(SHORT),--short,--write)

cluster: $(VENV)/.dev  ## PostgreSQL, a proxy, three nodes and people who play, to look at; Ctrl-C ends it
	@$(BIN)/python -m tests.chaos.cluster

chaos: $(VENV)/.dev  ## two hundred faults on three nodes at which people play, figures written to docs/hosting.md; SHORT=1 for some
	@$(BIN)/python -m tests.chaos $(if $(SHORT),--faults 12 --tables 8,--write)

bench: $(PEERS)/.made  ## the speed table beside peers, written to docs/benchmarks.md
	@$(PEERS)/bin/python -m tools.benchmarks

load: $(VENV)/.dev  ## tables of bots with pages that watch: 200, or TABLES="200 500 1000" in turn
	@$(BIN)/python -m tools.load --tables $(or $(TABLES),200)

ladder: $(VENV)/.dev  ## the bots against each other on duplicate deals, written to docs/ladder.md; goes on where it stopped
	@$(BIN)/paiju arena ladder --pairs 2000 --jobs $(CORES)

$(PEERS)/.made: pyproject.toml
	@echo "making $(PEERS) with other libraries to compare with …"
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
	@rm -rf $(VENV) $(PEERS) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
