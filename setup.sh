#!/bin/sh
# Make an environment of kg's own, in .venv (or $KG_VENV), and use it:
#   sh setup.sh demo    install kg and build the sample graph: sample-graph/ and sample.html
#   sh setup.sh test    install kg for development and run the quick tests
# The system's own Python stays untouched: Debian and Ubuntu lock its pip.
set -eu
cd "$(dirname "$0")"
venv=${KG_VENV:-.venv}

stop() {
    echo "error: $1" >&2
    exit 2
}

find_python() {
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            echo "$name"
            return
        fi
    done
}

make_environment() {
    [ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1 && return
    python=$(find_python)
    [ -n "$python" ] || stop "no Python 3.11 or newer here. Install it with: sudo apt-get install python3 python3-venv"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "this Python cannot make environments. Install what is missing with: sudo apt-get install python$version-venv"
    "$python" -m venv "$venv"
}

install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" ||
        stop "the installation failed; the lines above say why. Is the package index reachable?"
}

case "${1:-demo}" in
    demo)
        make_environment
        install .
        "$venv/bin/kg" build examples/sample.jsonl -o sample-graph --view sample.html
        ;;
    test)
        make_environment
        install --editable '.[dev]'
        shift
        exec "$venv/bin/python" -m pytest -m 'not slow' "$@"
        ;;
    *)
        stop "unknown word '$1'. Say: sh setup.sh demo, or: sh setup.sh test"
        ;;
esac
