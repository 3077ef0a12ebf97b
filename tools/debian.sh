#!/bin/sh
# See that these packages of Debian are installed: as root install them, else say the one line to run.
set -eu

# On another system there is no list to look at: what is missing will show by itself.
command -v dpkg-query >/dev/null || exit 0

missing=
for package; do
    dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
        missing="$missing $package"
done
test -n "$missing" || exit 0

if test "$(id -u)" -ne 0; then
    echo "Nord needs Debian packages. Run this, then start again: sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "Nord: installing$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update && apt-get install --yes --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "Nord: Debian could not install$missing. Is this machine on the network?" >&2
    exit 1
fi
