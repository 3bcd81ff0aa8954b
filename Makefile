# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OUT    ?= out

.PHONY: run test bench gallery clean help system system-test
.DEFAULT_GOAL := help

help:
	@echo "make run    set up, check the text, draw the plan, build the animated model: results in $(OUT)/"
	@echo "make test   set up, lint, check types, run all tests"
	@echo "make bench  set up, run the benchmarks side by side with their peers"
	@echo "make gallery  set up, draw the pictures of docs/ again and the pages of the sections in $(OUT)/sections"
	@echo "make clean  remove the environment and all results"

# A stamp is newer than pyproject.toml once everything is installed, so a second run starts at once. What only the tests need
# (linter, type checker, node, browser driver) comes with the first of them.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "shegong needs Python 3.11 or newer; set PYTHON=..."; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[film,dxf,pdf]'
	@touch $@

$(VENV)/ready-test: $(VENV)/ready
	$(PIP) -e '.[dev]'
	@touch $@

system:
	@sh scripts/system.sh

system-test:
	@sh scripts/system.sh test

run: system $(VENV)/ready
	@mkdir -p $(OUT)
	@$(BIN)/python scripts/run.py $(OUT)

test: system-test $(VENV)/ready-test
	$(BIN)/python scripts/node.py
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2 --dist worksteal

bench: system $(VENV)/ready-test
	$(PIP) -e '.[bench]'
	@for f in benchmarks/*.py; do echo "== $$f"; $(BIN)/python $$f || exit 1; done

gallery: system $(VENV)/ready
	@mkdir -p $(OUT)
	$(BIN)/python scripts/gallery.py
	$(BIN)/python scripts/gallery.py --catalogue
	$(BIN)/python scripts/gallery.py --pages $(OUT)/sections

clean:
	rm -rf $(VENV) $(OUT) .pytest_cache .mypy_cache .ruff_cache
