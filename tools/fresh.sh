#!/bin/bash
# Prove `make run` and `make test` on a Debian 12 that has Python, git and make, and nothing else.
#
# Everything happens in a mount and process namespace of its own: when this script ends, in whatever way,
# the kernel takes back its mounts and its processes, and only the folder is left to remove.
set -euo pipefail
cd "$(dirname "$0")/.."

SUITE=bookworm
PRESENT=python3,make,git,ca-certificates
PATIENCE=60m # for all of it
PORT=8080

stop() {
    echo "fresh: $*" >&2
    exit 1
}

if [[ ${1-} != inside ]]; then
    [[ $(id -u) == 0 ]] || stop "a bare Debian is built by root: sudo make fresh"
    for tool in debootstrap unshare chroot; do
        command -v "$tool" >/dev/null || stop "$tool is missing: apt-get install debootstrap util-linux"
    done
    place=$(mktemp -d -t nord-fresh.XXXXXX)
    trap 'rm -rf --one-file-system "$place"' EXIT
    # In the background, because a trap waits for a command in front, and the end must not wait an hour.
    # unshare is deaf to the gentle signal; its death is that of all that runs inside.
    timeout --foreground --kill-after=2s "$PATIENCE" unshare --mount --pid --fork --kill-child --mount-proc \
        "$0" inside "$place" "$(git rev-parse HEAD)" &
    trap 'kill $! && wait $! || true; exit 130' INT TERM
    wait $!
    exit
fi

place=$2
commit=$3
source=$PWD

step() { # step NAME COMMAND…: run it and say how long it took; what it said is shown if it fails
    local name=$1 begun=$SECONDS
    shift
    # In the background, because `set -e` sleeps inside a condition and would let half a step pass.
    "$@" >"$place/step.log" 2>&1 &
    if ! wait $!; then
        tail -n 60 "$place/step.log" >&2
        stop "$name failed after $((SECONDS - begun)) s"
    fi
    printf 'fresh: %4d s  %s\n' $((SECONDS - begun)) "$name"
}

# --- what this machine knows of its package sources, told to the root at run time and written nowhere else

pip_folders() { # the folders of this machine that its pip reads; an index links to files beside itself
    { cat /etc/pip.conf "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" 2>/dev/null || true; env | grep ^PIP_ || true; } |
        grep -oE '(file://)?/[^[:space:]=,]+' | sed 's,^file://,,; s,/simple/*$,,' | sort -u |
        while read -r path; do if [[ -d $path ]]; then echo "$path"; fi; done
}

tell_sources() { # tell_sources ROOT
    local root=$1 folder
    cp -rL /etc/apt/sources.list* /etc/apt/trusted.gpg.d /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null || true
    apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90machine" || true
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    if [[ -e /etc/pip.conf ]]; then cp -L /etc/pip.conf "$root/etc/"; fi
    if [[ -d ${XDG_CONFIG_HOME:-$HOME/.config}/pip ]]; then
        mkdir -p "$root/root/.config"
        cp -rL "${XDG_CONFIG_HOME:-$HOME/.config}/pip" "$root/root/.config/"
    fi
    for folder in $(pip_folders); do
        mkdir -p "$root$folder"
        mount --bind -o ro "$folder" "$root$folder"
    done
}

inside() { # inside ROOT COMMAND…: run it in the root's copy of the project, with a bare environment
    local root=$1
    shift
    mapfile -t sources < <(env | grep -E '^(PIP_[A-Z_]+|SSL_CERT_(FILE|DIR)|(https?|no)_proxy|(HTTPS?|NO)_PROXY)=' || true)
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${sources[@]}" \
        chroot "$root" /bin/sh -c 'cd /root/nord && exec "$@"' sh "$@"
}

furnish() { # furnish NAME: a new root from the bare one, with the project in it
    local root=$place/$1
    cp -a "$place/bare" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    tell_sources "$root"
    git clone --quiet --no-local "$source" "$root/root/nord"
    git -C "$root/root/nord" -c advice.detachedHead=false checkout --quiet "$commit"
}

# --- the proof

bare() {
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $SUITE" | head -n 1)
    debootstrap --variant=minbase --include="$PRESENT" "$SUITE" "$place/bare" ${mirror:+"$mirror"}
}

answers() { # the hall's page, asked for until it comes
    local left
    for ((left = 1500; left > 0; left--)); do
        kill -0 "$1" 2>/dev/null || return 1
        if inside "$place/run" python3 -c "
import urllib.request as u
assert 'Nord' in u.urlopen('http://127.0.0.1:$PORT/', timeout=5).read().decode()" 2>/dev/null; then return 0; fi
        sleep 1
    done
    return 1
}

run_serves() {
    ! (echo >"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null || stop "port $PORT of this machine is in use, and make run needs it"
    inside "$place/run" make run &
    local make=$!
    answers "$make" || return 1
    # Only the product's own parts: no tool of the developers.
    [[ ! -e $place/run/root/nord/.venv/bin/pytest ]] || stop "make run installed the tools of the tests"
    kill -TERM "$(pgrep --full '^\.venv/bin/python main\.py$')" # of this namespace: no other is seen from here
    wait "$make"
}

installed() { # all that could tell a new installation
    inside "$place/test" sh -c 'sha256sum /var/log/dpkg.log; ls -l --time-style=full-iso .venv/.run-* .venv/.test-*
        find .venv -name "*.dist-info" -exec ls -ld --time-style=full-iso {} +'
}

step "a bare Debian ($SUITE with $PRESENT)" bare
step "a copy of it for make run" furnish run
step "make run, from nothing to the page, and its end" run_serves
step "a copy of it for make test" furnish test
step "make test, from nothing" inside "$place/test" make test
tail -n 1 "$place/step.log"
before=$(installed)
step "make test, again" inside "$place/test" make test
[[ $(installed) == "$before" ]] || stop "the second make test installed something again"
echo "fresh: both commands work on a bare machine, and nothing is installed twice"
