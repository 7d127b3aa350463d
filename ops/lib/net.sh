# Sourced by ops/start and ops/dev/fleet: which TCP ports are taken, read from /proc.
# Opens no connection; a port may be taken between the check and its use.

# listening PORT: true if a process listens on it, on any address.
listening() {
    awk -v want="$(printf ':%04X' "$1")" '
        $4 == "0A" && substr($2, length($2) - 4) == want { found = 1; exit }
        END { exit !found }' /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# free_port FROM: the first port from there on without a listener.
free_port() {
    local port=$1
    while listening "$port"; do
        port=$((port + 1))
        [ "$port" -le 65535 ] || return 1
    done
    printf '%s' "$port"
}
