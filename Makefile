# Every target sets up what it needs: a fresh clone can start with any of them.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help install report reports test check test-interpreted verify bench notebooks docs clean

help:
	@echo "make report            play the batches and write reports/num-king.html, num-folies.html, num-speed.html"
	@echo "make test              quick tests, compiled"
	@echo "make test-interpreted  the same tests with plain Python kernels, with coverage"
	@echo "make verify            long statistical tests: the ladder of the bots, Beggar-my-neighbour"
	@echo "make check             ruff and mypy"
	@echo "make bench             speed against the yardsticks, cost of tables and traces, compile times"
	@echo "make notebooks         execute the notebooks to reports/"
	@echo "make reports           report and notebooks"
	@echo "make docs              regenerate the tables in docs/"
	@echo "make install clean     set up .venv from the lock; remove everything generated"

install: $(READY)

# The lock holds exact versions and hashes; numba compiles on first use and keeps the result beside the sources.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip sync --quiet --compile-bytecode --require-hashes --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --python $(BIN)/python -e .
	@touch $(READY)

report: $(READY)
	$(BIN)/numsim report king folies speed

reports: report notebooks

notebooks: $(READY)
	$(BIN)/python -m numsim.report.notebooks notebooks reports

test: $(READY)
	$(BIN)/pytest tests --ignore=tests/verify -n 2

test-interpreted: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests --ignore=tests/verify -n 2 -m "not compiled" --cov=numsim --cov-report=term

verify: $(READY)
	$(BIN)/pytest tests/verify -s

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/king.py
	$(BIN)/python benchmarks/folies.py
	$(BIN)/python benchmarks/speed.py

docs: $(READY)
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv runs .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +
