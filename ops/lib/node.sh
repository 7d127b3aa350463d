# Sourced after say.sh: Node of our own under .tools, and the dashboard built with it. Debian's Node
# may be too old for the build tools (npm then silently skips parts of them), so Debian's npm fetches
# another Node for all further steps. Skips each step if nothing has changed.

node_wanted="node@22 npm@11"
node_bin=$DIBS_ROOT/.tools/node/node_modules/.bin
dashboard_built=$DIBS_ROOT/build/dashboard

# need_node: afterwards node and npm of the wanted versions come first in PATH.
need_node() {
    local folder=$DIBS_ROOT/.tools/node log=$DIBS_ROOT/.tools/node.log
    if [ "$(cat "$folder/ready" 2>/dev/null)" != "$node_wanted" ]; then
        say "Fetching $node_wanted into .tools/node"
        rm -rf "$folder" && mkdir -p "$folder"
        # shellcheck disable=SC2086
        (cd "$folder" && echo '{ "private": true }' >package.json &&
            npm install --no-audit --no-fund $node_wanted) >"$log" 2>&1 &&
            [[ $("$node_bin/node" --version) == v22.* ]] || { tail -n 20 "$log" >&2; return 1; }
        echo "$node_wanted" >"$folder/ready"
    fi
    case $PATH: in "$node_bin":*) ;; *) PATH=$node_bin:$PATH ;; esac
}

# need_node_modules [FOLDER]: installs the packages of its lockfile once.
need_node_modules() {
    local folder=${1:-$DIBS_ROOT} sum stamp log=$DIBS_ROOT/.tools/npm.log
    stamp=$folder/node_modules/.dibs-lock
    need_node || return 1
    sum=$(sha256sum <"$folder/package-lock.json" | cut -d' ' -f1)
    [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ] || return 0
    say "Installing the packages of $(basename "$folder") (npm ci)"
    (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts) >"$log" 2>&1 || { tail -n 20 "$log" >&2; return 1; }
    echo "$sum" >"$stamp"
}

# need_all_node_modules: also those of the linters and of the identity provider of the tests.
need_all_node_modules() {
    need_node_modules && need_node_modules "$DIBS_ROOT/tests/schemas/lint" && need_node_modules "$DIBS_ROOT/tests/system/oidc"
}

# dashboard_sum: a digest of all inputs of the built files.
dashboard_sum() {
    (cd "$DIBS_ROOT" && find api/dashboard api/sentences api/openapi.yaml package-lock.json -type f \
        ! -path '*/node_modules/*' ! -path '*/generated/*' ! -name '*.md' ! -name '*.test.ts' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
}

# build_dashboard: into build/dashboard, unless it is up to date.
build_dashboard() {
    local sum from stamp=$DIBS_ROOT/build/dashboard.sum log=$DIBS_ROOT/build/dashboard.log
    sum=$(dashboard_sum)
    [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ] || [ ! -f "$dashboard_built/index.html" ] || return 0
    need_node_modules || return 1
    from=$(now_ms)
    mkdir -p "$DIBS_ROOT/build"
    (cd "$DIBS_ROOT/api/dashboard" && npm run --silent build) >"$log" 2>&1 ||
        { tail -n 30 "$log" >&2; return 1; }
    echo "$sum" >"$stamp"
    say "Built the dashboard in $(elapsed "$from"). $(tail -n 1 "$log")"
}
