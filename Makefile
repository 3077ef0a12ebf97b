# One verb for each thing a person does here; `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.ready-$(shell cat pyproject.toml constraints.txt 2>/dev/null | sha256sum | cut -c1-16)

.PHONY: help setup run test check fmt bench
.DEFAULT_GOAL := help

help: ## list the verbs
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

setup: $(STAMP) ## build .venv

$(STAMP):
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --constraint constraints.txt $$($(PY) -c 'import tomllib;p=tomllib.load(open("pyproject.toml","rb"))["project"];print(*p["dependencies"],*p["optional-dependencies"]["desk"],*p["optional-dependencies"]["dev"])')
	@touch $@

run: setup ## start the product
	$(PY) main.py

test: setup check ## pass the tests
	$(PY) -m pytest -n 2

check: setup ## ruff, mypy, import-linter
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

fmt: setup ## put the code in shape
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
