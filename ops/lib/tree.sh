# Sourced after account.sh by the test runner and ops/dev/*: the tree for tests that start dibsd. As root
# a copy that the system account owns, otherwise the tree itself; sets `tree`.

trees=()

# tree_for_account PART...: makes the copy and sets `tree`; removes the copy at the end of the shell.
tree_for_account() {
    make_account
    tree=$(mktemp -d /var/tmp/dibs-test.XXXXXX)
    trees+=("$tree")
    trap 'rm -rf "${trees[@]}"' EXIT
    copy_tree "$@"
}

# copy_tree PART...: dibsd and its tests refuse root, so root gives the account a copy of the needed files
# (and the paths given) in $tree: other accounts may be unable to enter the clone's folder.
copy_tree() {
    local parts=(README.md api ops tests examples build/release/{dibsd,dibs,dibs-import} "$@") part have=()
    local jars=${XDG_CACHE_HOME:-$HOME/.cache}/dibs
    is_root || return 0
    make_account
    mkdir -p "$tree/home"
    for part in "${parts[@]}" .tools; do [ ! -e "$DIBS_ROOT/$part" ] || have+=("$part"); done
    tar -C "$DIBS_ROOT" -c "${have[@]}" | tar -C "$tree" -x
    [ ! -d "$jars" ] || { mkdir -p "$tree/home/.cache" && cp -r "$jars" "$tree/home/.cache/"; }
    [ ! -f "$HOME/.m2/settings.xml" ] || install -D "$HOME/.m2/settings.xml" "$tree/home/.m2/settings.xml"
    chown -R "$dibs_account:$dibs_account" "$tree"
    chmod 755 "$tree"
}

# in_tree PROGRAM: from the root of the tests' tree, never as root.
in_tree() {
    # shellcheck disable=SC2016
    local command=(env DIBS_ROOT="$tree" DIBS_BUILD="$tree/build/release" PYTHONDONTWRITEBYTECODE=1
        PYTHONUNBUFFERED=1 bash -c 'cd "$DIBS_ROOT" && exec "$0" "$@"' "$@")
    if is_root; then
        as_account env HOME="$tree/home" TMPDIR=/var/tmp "${command[@]}"
    else
        exec "${command[@]}"
    fi
}

# browser FILE...: these files of tests/dashboard, or all, as the account, since dibsd and Chromium refuse root. Copies
# pictures of every screen to build/screenshots. DIBS_AXE=all: every screen in both themes and three widths.
browser() {
    local rc=0
    command -v chromium-headless-shell >/dev/null || { echo "There is no chromium-headless-shell: ... skipped tests/dashboard"; echo "0 passed, 0 failed, 1 skipped"; return; }
    (in_tree env PATH="$tree/.tools/node/node_modules/.bin:$PATH" DIBS_AXE="${DIBS_AXE:-}" DIBS_TEST_ZONE="${DIBS_TEST_ZONE:-}" \
        DIBS_SECOND_TRY="${DIBS_SECOND_TRY:-}" \
        npm --prefix "$tree/tests/dashboard" test -- "$@") || rc=$?
    [ "$tree" = "$DIBS_ROOT" ] || [ ! -d "$tree/build/screenshots" ] ||
        { rm -rf "$DIBS_ROOT/build/screenshots" && cp -r "$tree/build/screenshots" "$DIBS_ROOT/build/"; }
    return $rc
}
