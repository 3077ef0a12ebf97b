#!/bin/sh
# Build .venv with what the product needs and with the extras named: tools/setup.sh desk source [dev]
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

stop() {
    echo "Nord: $*" >&2
    exit 1
}

command -v "$python" >/dev/null || stop "Python 3.11 or later is missing: sudo apt-get install python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "Python 3.11 or later is needed, and $python is $("$python" --version)."

# A .venv without pip is one that was interrupted: it is made again.
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    # Debian sells venv apart from Python.
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        tools/debian.sh "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    "$python" -m venv --clear .venv || stop "$python cannot make a virtual environment in $(pwd)/.venv."
fi

echo "Nord: installing what it needs, a few minutes the first time"
wanted=$(.venv/bin/python tools/requirements.py "$@")
set -f # the brackets of an extra are no pattern for the shell
.venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt $wanted ||
    stop "some parts could not be installed. Is this machine on the network?"
