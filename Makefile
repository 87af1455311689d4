# `make help` lists what there is. The first target that needs it makes .venv by itself.

VENV   := .venv
BIN    := $(VENV)/bin
# Any of these will do, those that the tests were run on first; `make PYTHON=/path/to/python demo` names one.
PYTHON ?= python3.13 python3.12 python3.11 python3.14 python3
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
ARGS   ?=
# Test processes: two more than there are processors, as each of them waits half of its time for a
# server, a timer or a program in a terminal.
JOBS   ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
QUICK  := $(addprefix tests/,models api stores routing config introspect app) tests/test_text.py \
          tests/test_documents.py tests/test_public_face.py tests/cli/test_bindings.py \
          tests/screens/test_first_pages.py

# What a person may run, told apart from what pip has done already by two stamps.
RUNS := $(VENV)/.runs
DEV  := $(VENV)/.develops
# The CMS that tests run against; it wants older versions than the demo, so it lives apart.
CMS  := $(VENV)/cms
# Servers of other families (FastAPI, Django Ninja, JSON:API, Wagtail), as their users pin them.
WIRES := $(VENV)/wires

# Servers of Node, which `make test-servers` alone needs; tests replay what was recorded of them.
SERVERS := json-server directus strapi

# The tests of what reaches into Textual; snapshots are drawn by the version of constraints.txt alone.
ON_TEXTUAL := tests/textual_patches tests/thinline tests/config/test_themes.py \
  tests/test_first_paint.py tests/pty/test_stylesheet_cache.py tests/cli/test_stylesheet_cache.py \
  tests/widgets/listing/test_page_cache.py tests/widgets/test_alone.py tests/screens/test_painted_once.py

.DEFAULT_GOAL := help
.PHONY: help demo run test quick test-textual test-servers soak check snapshots pictures docs package strings bench console clean

help:  ## this list
	@echo "svc-tui, a terminal admin console for any REST backend"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'ARGS goes to the program or to pytest: make demo ARGS="--rows 20000 --user viewer"'

demo: $(RUNS)  ## a backend on this machine, and the console on it
	@$(BIN)/svc-tui demo $(ARGS)

run: $(RUNS)  ## the console on your own backend: make run ARGS="--url https://…"
	@$(BIN)/svc-tui $(ARGS)

test: $(DEV) $(CMS)/.runs $(WIRES)/.runs  ## every test; some of them: make test ARGS="-k undo"
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

quick: $(DEV)  ## the headless tests and one screen, for daily work
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(QUICK) $(ARGS)

# Each other version lies in a folder of its own, which goes before .venv when modules are looked for.
# The one in .venv is tried by `make test`.
test-textual: $(DEV)  ## what stands on Textual, with the lowest and the newest version of it
	@set -e; for version in $$($(BIN)/python -m svc_tui.thinline.textual_version); do \
	  folder=$(VENV)/textual-$$version; \
	  test -d $$folder || { echo "Installing textual $$version into $$folder …"; \
	    $(PIP) install --no-deps --target $$folder.new textual==$$version; mv $$folder.new $$folder; }; \
	  echo "With textual $$version"; \
	  PYTHONPATH=$(CURDIR)/$$folder $(BIN)/python -m pytest -n 3 $(ON_TEXTUAL) $(ARGS); \
	done

test-servers: $(DEV) $(WIRES)/.runs $(SERVERS:%=$(VENV)/servers/%/.runs)  ## json-server, Directus and Strapi themselves; needs Node and npm
	SERVERS=real $(BIN)/python -m pytest tests/wires/test_recorded.py $(ARGS)

soak: $(DEV)  ## random keys for a long time: make soak KEYS=50000 SEED=7
	$(BIN)/python -m tests.monkey $(if $(KEYS),--keys $(KEYS)) $(if $(SEED),--seed $(SEED))

check: $(DEV)  ## lint, format, types of code and documents, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.code_blocks
	$(BIN)/lint-imports --no-logo

snapshots: $(DEV)  ## photograph the screens anew; look at the difference before you commit it
	$(BIN)/python -m pytest tests/screens --snapshot-update $(ARGS)

pictures: $(RUNS)  ## take the README's pictures anew, from the program itself
	$(BIN)/python docs/take_pictures.py
	$(BIN)/python -m docs.moving_picture

docs: $(DEV)  ## the documents as a site, in build/docs; links are checked
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

package: $(DEV)  ## the package in dist, checked as a registry does: its metadata, and the README rendered
	@rm -rf dist && $(BIN)/python -m hatchling build -d dist
	@test -d $(VENV)/twine || { echo "Installing twine into $(VENV)/twine …"; \
	  $(PIP) install --target $(VENV)/twine.new twine; mv $(VENV)/twine.new $(VENV)/twine; }
	PYTHONPATH=$(CURDIR)/$(VENV)/twine $(BIN)/python -m twine check --strict dist/*

strings: $(DEV)  ## every sentence of the program with its place, for a copy editor
	@$(BIN)/python docs/strings.py

bench: $(DEV)  ## start, keys, bytes and memory, against the smallest programs that do the same
	$(BIN)/python -m bench $(ARGS)

console: $(RUNS)  ## Textual's developer console; in another terminal: TEXTUAL=devtools make demo
	@$(PIP) install -c constraints.txt textual-dev
	@$(BIN)/textual console -x EVENT

clean:  ## take .venv and what tools left behind away
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(RUNS): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing svc-tui and the demo into $(VENV) …"
	@$(PIP) install -c constraints.txt -e '.[demo,images]'
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(RUNS)
	@echo "Installing the tools into $(VENV) …"
	@$(PIP) install -c constraints.txt --upgrade pip
	@$(PIP) install -c constraints.txt -e '.[demo,images]' --group dev
	@touch $@

$(CMS)/.runs: pyproject.toml tests/backends/cms/constraints.txt | $(DEV)
	@echo "Installing the CMS that tests run against into $(CMS) …"
	@$(BIN)/python -m venv --without-pip $(CMS)
	@$(PIP) --python $(CMS)/bin/python install -c tests/backends/cms/constraints.txt --group cms
	@$(CMS)/bin/python -c 'import magic' 2>/dev/null \
	  || $(PIP) --python $(CMS)/bin/python install -c tests/backends/cms/constraints.txt \
	     --only-binary :all: pylibmagic 2>/dev/null \
	  || { echo "The CMS of the tests needs libmagic, which this machine lacks: apt install libmagic1, dnf install file-libs, or brew install libmagic; then make test again." >&2; exit 1; }
	@touch $@

$(WIRES)/.runs: pyproject.toml tests/backends/wires/constraints.txt | $(DEV)
	@echo "Installing the servers that tests run against into $(WIRES) …"
	@$(BIN)/python -m venv --without-pip $(WIRES)
	@$(PIP) --python $(WIRES)/bin/python install -c tests/backends/wires/constraints.txt --group wires
	@touch $@

# Any of its files: a server is started from the copy.
.SECONDEXPANSION:
$(VENV)/servers/%/.runs: $$(shell find tests/backends/node/$$* -type f)
	@echo "Installing $* into $(@D) …"
	@mkdir -p $(@D)
	@cp -R tests/backends/node/$*/. $(@D)/
	@cd $(@D) && npm install --no-package-lock --no-audit --no-fund --legacy-peer-deps --ignore-scripts --silent
	@cd $(@D) && npm rebuild --silent $$(ls node_modules | grep -Ex 'isolated-vm|sqlite3|better-sqlite3')
	@mkdir -p $(@D)/public/uploads
	@touch $@

$(BIN)/python:
	@old=; for python in $(PYTHON); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  if $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Making $(VENV) with $$python …"; \
	    $$python -m venv $(VENV) && exit 0; \
	    rm -rf $(VENV); exit 1; \
	  fi; \
	  old=$$python; \
	done; \
	if [ -n "$$old" ]; then \
	  echo "$$old cannot make virtual environments: install its venv module (on Debian and Ubuntu: apt install python3-venv)." >&2; \
	else \
	  echo "svc-tui needs Python 3.11 or newer, and none of these is it: $(PYTHON). Install one, or name it: make PYTHON=/path/to/python demo" >&2; \
	fi; \
	exit 1
