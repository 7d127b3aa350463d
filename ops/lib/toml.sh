# Sourced by ops/start: the few questions the shell asks of server.toml before dibsd reads it.
# It understands "key = value" lines under [section]; dibsd is the judge of everything else.

# toml_has_table FILE HEADER: true where a line is exactly that header, e.g. "[[host]]".
toml_has_table() {
    [ -r "$1" ] && awk -v want="$2" '
        { line = $0; sub(/#.*/, "", line); gsub(/[ \t]/, "", line) }
        line == want { found = 1; exit }
        END { exit !found }' "$1"
}

# toml_get FILE SECTION KEY: the value without quotes; nothing where it is not set.
toml_get() {
    [ -r "$1" ] || return 0
    awk -v section="[$2]" -v key="$3" '
        { line = $0; sub(/^[ \t]+/, "", line); sub(/[ \t]*(#[^"]*)?$/, "", line) }
        line ~ /^\[/ { inside = line == section; next }
        inside && match(line, /^[A-Za-z_]+[ \t]*=[ \t]*/) {
            name = line; sub(/[ \t]*=.*/, "", name)
            if (name != key) next
            value = substr(line, RLENGTH + 1); gsub(/^"|"$/, "", value)
            print value; exit
        }' "$1"
}
