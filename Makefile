# One verb for each thing a person does here; `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# What Debian must bring: for a window, and for a window where there is no screen.
WINDOW_PACKAGES := libgl1 libegl1 libgl1-mesa-dri libmtdev1
TEST_PACKAGES := $(WINDOW_PACKAGES) xvfb

# A stamp is named after the lists that it stands for: nothing is installed twice, and a changed list is
# seen. It lives behind .venv, so that work trees may share one through a link.
WANTED := $(shell { sed -n '/^dependencies/,/^\[project.scripts/p' pyproject.toml; cat constraints.txt; } | sha256sum | cut -c1-16)
RUN_READY := $(VENV)/.run-$(WANTED)
TEST_READY := $(VENV)/.test-$(WANTED)
WORDS := $(patsubst %.po,%.mo,$(wildcard app/texts/locale/*/LC_MESSAGES/nord.po))

# Many tests wait for a real desk or tablet: one more of them than there are processors keeps those busy.
WORKERS := $(shell expr $$(nproc) + 1)

export PYTHON

.PHONY: help run test setup check fmt words fonts screens monkey bench movements mutants crash kills storm cut fuzz netns sim wheel fresh
.DEFAULT_GOAL := help

help: ## list the verbs
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: $(RUN_READY) $(WORDS) ## start Nord (the desk alone where there is no screen)
	@test -z "$$DISPLAY$$WAYLAND_DISPLAY" || tools/debian.sh $(WINDOW_PACKAGES)
	@$(PY) main.py

test: check $(WORDS) ## pass the checks and the tests
	@tools/debian.sh $(TEST_PACKAGES)
	$(PY) -m pytest -n $(WORKERS) --dist worksteal

setup: $(TEST_READY) $(WORDS) ## build .venv with all that the verbs need

check: $(TEST_READY) ## ruff, mypy, import-linter
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

fmt: $(TEST_READY) ## put the code in shape
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

BABEL := $(VENV)/bin/pybabel --quiet
SAID := -F pyproject.toml -k texts -k tr -k N_ -k plural:1,2 --add-location=file --sort-output

words: $(TEST_READY) ## gather the sentences of code and kv into the catalogue, and compile it
	@mkdir -p build
	@$(BABEL) extract $(SAID) -o build/nord.pot app kv sync
	@$(BABEL) update -i build/nord.pot -d app/texts/locale -D nord --no-wrap --no-fuzzy-matching \
		--ignore-obsolete --ignore-pot-creation-date
	@$(MAKE) --no-print-directory $(WORDS)

screens: setup ## picture every state on every screen into screens/, and refresh docs/screens/
	@$(PY) -m tests.ui.screens

monkey: setup ## tap at random at a table for so many MINUTES
	@$(PY) -m tests.ui.monkey $(or $(MINUTES),10) $(SEED)

fonts: $(TEST_READY) ## make the fonts again: ATKINSON=folder DEJAVU=folder (see app/ui/fonts/make_fonts.py)
	$(PY) app/ui/fonts/make_fonts.py $(ATKINSON) $(DEJAVU)

bench: setup ## measure: every script of bench/
	@set -e; for name in $(sort $(basename $(notdir $(wildcard bench/*.py)))); do echo "bench/$$name.py"; $(PY) -m bench.$$name; done

movements: setup ## prove every movement from 5 to 300 tables, and docs/movements.md: WRITE=1 writes it (some minutes)
	@PYTHONPATH=. $(PY) tools/movements.py $(if $(WRITE),--write)

mutants: setup ## change the code and see the tests notice: IN=folder for one part (docs/mutants.md)
	@nice $(PY) tools/mutants.py $(IN)

crash: setup ## cut the power at POINTS moments of a session of the journal (10000)
	@$(PY) -m tests.storage.crash --points $(or $(POINTS),10000)

kills: setup ## kill a program that writes, TIMES times (200)
	@$(PY) -m tests.storage.kills --times $(or $(TIMES),200)

cut: setup ## cut a push after every single byte of what travels, both ways
	@$(PY) -m tests.sync.cut

fuzz: setup ## feed the desk's inputs with noise for SECONDS (300), from a SEED where one is given
	@nice $(PY) -m tests.sync.fuzz --seconds $(or $(SECONDS),300) $(if $(SEED),--seed $(SEED))

netns: setup ## take the network away between a desk and a tablet, and give it back (as root)
	@tools/debian.sh iproute2
	@$(PY) -m tests.sync.netns

storm: setup ## kill the desk and the tablets of real evenings, TIMES times (200): SEED=first seed
	@$(PY) -m tests.storm --times $(or $(TIMES),200) --seed $(or $(SEED),1)

sim: setup ## play SEEDS evenings of broken networks and machines (20000)
	@nice $(PY) -m tests.sim --seeds $(or $(SEEDS),20000)

wheel: setup ## build the wheel into dist/
	$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

fresh: ## prove `make run` and `make test` on a bare Debian (as root)
	@tools/fresh.sh

$(RUN_READY):
	@tools/setup.sh desk source
	@rm -f $(VENV)/.run-* && touch $@

$(TEST_READY): $(RUN_READY)
	@tools/setup.sh desk source dev
	@rm -f $(VENV)/.test-* && touch $@

$(WORDS): %.mo: %.po | $(RUN_READY)
	@$(VENV)/bin/pybabel --quiet compile --input-file $< --output-file $@
