# Sourced by ops/start, ops/test and ops/dev/*: messages and errors.
# Progress and errors go to standard error, so that standard output stays the program's own.

say() { printf '%s\n' "$*" >&2; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# now_ms: milliseconds since 1970, without starting a process.
now_ms() { printf '%s' "$((${EPOCHREALTIME/[.,]/} / 1000))"; }

# elapsed FROM_MS: seconds since then with one decimal, "12.3 s".
elapsed() {
    local tenths=$((($(now_ms) - $1 + 50) / 100))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

is_root() { [ "$(id -u)" = 0 ]; }

# start_time PID: field 22 of /proc/PID/stat; with the pid it identifies one process permanently.
# Nothing, and false, if there is no such process or it is a zombie.
start_time() {
    local stat
    read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
    stat=${stat##*) }
    # shellcheck disable=SC2086
    set -- $stat
    [ "$1" != Z ] && printf '%s' "${20}"
}
