# Every target sets up what it needs: a fresh clone can start with any of them.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: install report reports test check test-interpreted verify bench notebooks docs clean

install: $(READY)

# The lock holds exact versions and hashes; numba compiles on first use and keeps the result beside the sources.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip sync --quiet --compile-bytecode --require-hashes --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --python $(BIN)/python -e .
	@touch $(READY)

report: $(READY)
	$(BIN)/numsim report king

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

docs: $(READY)
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv runs .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +
