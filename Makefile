# The everyday commands; each is one line, and scripts/ does the work.
.PHONY: all test reproduce bench lint format install package coverage clean

all: ; scripts/build
test: ; scripts/test
reproduce: ; scripts/reproduce
bench: ; scripts/build release apportion_ratios && build/release/tests/bench/apportion_ratios tests/bench/ratios/accepted.csv
lint: ; scripts/setup lint && scripts/lint && scripts/check-layers
format: ; scripts/setup lint && scripts/format
install: all ; cmake --install build/release $(if $(PREFIX),--prefix $(PREFIX))
package: ; scripts/package
coverage: ; scripts/setup coverage && scripts/coverage
clean: ; rm -rf build
