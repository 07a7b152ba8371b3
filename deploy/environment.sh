# Sourced by deploy/play and deploy/test: makes .venv in the repository's root, or leaves it alone.
#
# The stamp in .venv is written last and taken away first, so a .venv without one is the remains
# of an interrupted run and is made anew.

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

# Sets `python` to the first interpreter that is 3.11 to 3.13 and can make environments.
# $PYTHON, if set, is the only candidate.
find_python() {
    python='' bare=''
    for candidate in ${PYTHON:+"$PYTHON"} ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
            >/dev/null 2>&1 || continue
        if "$candidate" -c 'import venv, ensurepip' >/dev/null 2>&1; then
            python=$candidate
            return
        fi
        bare=${bare:-$candidate}
    done
    if [ -n "$bare" ]; then
        version=$("$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "$bare (Python $version) cannot make environments: its venv module is missing." \
            "Install the package python3-venv (or python$version-venv), for instance:" \
            "apt-get install python$version-venv"
    fi
    fail "Python 3.11, 3.12 or 3.13 is needed and none was found${PYTHON:+ at PYTHON=$PYTHON}." \
        "On Debian or Ubuntu: apt-get install python3 python3-venv"
}

# Prints what .venv is made from: the place (environments cannot be moved), the pins, the Python.
fingerprint() {
    printf '%s\n' "$root"
    cat pyproject.toml deploy/constraints.txt | cksum
    .venv/bin/python -c 'import sys; print(sys.version)' 2>/dev/null || echo 'no python'
}

# Whether .venv was made by this script, here, and (where $PYTHON is set) with that Python.
sound() {
    [ "$(sed -n '1s/^[a-z]* //p' .venv/.stamp 2>/dev/null)" = "$root" ] || return 1
    version=$(.venv/bin/python -c 'import sys; print(sys.version)' 2>/dev/null) || return 1
    [ -z "${PYTHON:-}" ] ||
        [ "$("$PYTHON" -c 'import sys; print(sys.version)' 2>/dev/null)" = "$version" ]
}

# environment EXTRA: makes sure that .venv holds the pinned dependencies ('' or 'test').
# Tests' needs contain those of play, so a 'test' environment serves both.
environment() {
    # Two starts at once must not both make it; the lock is on a file that is there anyway.
    exec 9<pyproject.toml
    if command -v flock >/dev/null 2>&1; then flock 9; fi
    if sound; then
        now=$(fingerprint)
        stamp=$(cat .venv/.stamp)
        if [ "$stamp" = "$1 $now" ] || [ "$stamp" = "test $now" ]; then
            exec 9<&-
            return
        fi
        say "The pins have changed: bringing .venv up to date …"
        case $stamp in test\ *) set -- test ;; esac
        rm -f .venv/.stamp
    else
        find_python
        say "Making .venv with $("$python" --version) (once, about half a minute) …"
        rm -rf .venv
        "$python" -m venv .venv || fail "$python could not make an environment in $root/.venv"
    fi
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --editable ".${1:+[$1]}" --constraint deploy/constraints.txt >&2 ||
        fail "the dependencies could not be installed; see above, then run this again"
    printf '%s %s\n' "$1" "$(fingerprint)" >.venv/.stamp
    exec 9<&-
}
