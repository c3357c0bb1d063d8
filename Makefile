# Lastcard.  Needed: make and Python 3.11 or newer; everything else comes into .venv.
VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := $(VENV)/bin/python
ARGS ?=

# A stamp's name carries the checksum of the requirements it stands for: installed once, and again when they change.
checksum = $(shell cksum < $(1) | cut -d' ' -f1)
RUN_STAMP := $(VENV)/installed-$(call checksum,requirements.txt)
DEV_STAMP := $(VENV)/installed-dev-$(call checksum,requirements-dev.txt)
PIP_INSTALL := $(PY) -m pip --disable-pip-version-check install -qq --require-hashes
EMBEDDED := env -u DATABASE_URL -u REDIS_URL

.PHONY: help
help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/' | expand -t 24

.PHONY: run
run: $(RUN_STAMP)  ## serve the site at http://localhost:8000 (HOST, PORT), everything in one process
	@$(EMBEDDED) $(PY) -m config.run

.PHONY: install
install: $(RUN_STAMP)  ## make the environment in .venv

.PHONY: test
test: $(DEV_STAMP)  ## the test suite, with nothing else installed (ARGS="-k last_player")
	@$(EMBEDDED) $(PY) -m pytest -n auto $(ARGS)

.PHONY: test-services
test-services: $(DEV_STAMP)  ## the test suite on the PostgreSQL of DATABASE_URL and the Redis of REDIS_URL
	@test -n "$$DATABASE_URL" && test -n "$$REDIS_URL" || { echo "Set DATABASE_URL and REDIS_URL." >&2; exit 1; }
	@$(PY) -m pytest -n auto $(ARGS)

.PHONY: lint
lint: $(DEV_STAMP)  ## style, types, templates, migrations, translations
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m djlint --quiet --lint templates
	$(PY) manage.py makemigrations --check --dry-run
	@if command -v msgfmt >/dev/null; then \
		find locale -name '*.po' -exec echo msgfmt --check {} \; -exec msgfmt --check --output-file=/dev/null {} \; ; fi

.PHONY: bench
bench: $(DEV_STAMP)  ## moves a second, and how well the bots play
	@for bench in $(patsubst tests/bench/%.py,%,$(wildcard tests/bench/[a-z]*.py)); do \
		echo "== $$bench"; $(PY) -m tests.bench.$$bench || exit 1; done

.PHONY: shots
shots: $(DEV_STAMP)  ## contact sheets of the pages in shots/ (needs Chromium)
	@$(PY) -m tests.shots $(ARGS)

.PHONY: messages
messages: $(DEV_STAMP)  ## collect the strings to translate and compile them (needs GNU gettext)
	$(PY) manage.py makemessages --locale ru --no-obsolete --no-wrap --add-location file --ignore .venv
	$(PY) manage.py makemessages --locale ru --no-obsolete --no-wrap --add-location file --ignore .venv \
		--ignore static/vendor --domain djangojs
	$(PY) manage.py compilemessages --ignore .venv

.PHONY: lock
lock: $(DEV_STAMP)  ## pin the newest allowed versions in requirements*.txt
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		requirements.in --output-file requirements.txt
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		requirements-dev.in --output-file requirements-dev.txt

.PHONY: clean
clean:  ## remove the environment and what tools left behind; the data in var/ stays
	rm -rf $(VENV) shots .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/pip:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Lastcard needs Python 3.11 or newer; found here: $$(python3 --version 2>&1 || echo none)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "This Python cannot make a virtual environment; on Debian or Ubuntu: apt install python3-venv." >&2; exit 1; }

$(RUN_STAMP): | $(VENV)/bin/pip
	@echo "Installing what Lastcard needs into $(VENV) (once, a minute or so)..."
	@$(PIP_INSTALL) --requirement requirements.txt
	@touch $@

$(DEV_STAMP): | $(RUN_STAMP)
	@echo "Installing the tools for development..."
	@$(PIP_INSTALL) --requirement requirements-dev.txt
	@touch $@
