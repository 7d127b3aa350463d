# Sourced after account.sh by ops/test and ops/dev/bench: where tests that start dibsd run. As root
# in a copy of the tree that the system account owns, else in the tree itself; `tree` says which.

trees=()

# tree_for_account: dibsd refuses root and so do its tests, so root hands the account a copy of
# what they need (and the paths given); a clone may well lie in a folder that nobody else can enter.
tree_for_account() {
    local parts=(api ops tests examples build/release/dibsd build/release/dibs "$@") part have=()
    local jars=${XDG_CACHE_HOME:-$HOME/.cache}/dibs
    make_account
    tree=$(mktemp -d /var/tmp/dibs-test.XXXXXX)
    trees+=("$tree")
    trap 'rm -rf "${trees[@]}"' EXIT
    mkdir -p "$tree/home"
    for part in "${parts[@]}" .tools; do [ ! -e "$DIBS_ROOT/$part" ] || have+=("$part"); done
    tar -C "$DIBS_ROOT" -c "${have[@]}" | tar -C "$tree" -x
    [ ! -d "$jars" ] || { mkdir -p "$tree/home/.cache" && cp -r "$jars" "$tree/home/.cache/"; }
    [ ! -f "$HOME/.m2/settings.xml" ] || install -D "$HOME/.m2/settings.xml" "$tree/home/.m2/settings.xml"
    chown -R "$dibs_account:$dibs_account" "$tree"
}

# in_tree PROGRAM: from the root of the tree that the tests see, never as root.
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
