# Sourced after say.sh: reads ops/packages and installs it.
# Callers use need_packages SECTION... ; present packages cost one dpkg-query.
# Rights: root, or sudo (no password prompt without a terminal), or prints one line for an admin.

tools_dir=$DIBS_ROOT/.tools

# release_column [OS-RELEASE-FILE]: which column of ops/packages this machine takes: 3 (bookworm),
# 4 (trixie), 5.
release_column() {
    local ID='' VERSION_CODENAME='' VERSION_ID=''
    # shellcheck source=/dev/null
    . "${1:-/etc/os-release}"
    case $ID-$VERSION_CODENAME in
        debian-bookworm) echo 3 ;;
        ubuntu-noble) echo 5 ;;
        debian-*) echo 4 ;;
        *)
            say "Not tried on $ID $VERSION_ID: going on with the package names of Debian 13."
            echo 4
            ;;
    esac
}

# packages HOW SECTION...: the names in these sections with this HOW.
packages() {
    local how=$1 column
    shift
    column=$(release_column)
    awk -v how="$how" -v sections=" $* " -v column="$column" '
        /^#/ || NF < 4 { next }
        $2 == how && index(sections, " " $1 " ") {
            at = column > NF ? 4 : column
            name = $at == "=" ? $3 : $at
            if (name != "-") print name
        }' "$DIBS_ROOT/ops/packages"
}

# not_installed NAME...: the names that dpkg does not list as installed.
not_installed() {
    local known
    known=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    awk -v known="$known" 'BEGIN {
        n = split(known, line, "\n")
        for (i = 1; i <= n; i++) {
            split(line[i], part, " ")
            if (part[2] == "installed") have[part[1]] = 1
        }
        for (i = 1; i < ARGC; i++) if (!(ARGV[i] in have)) print ARGV[i]
    }' "$@"
}

# as_root COMMAND...: runs it as root, or returns 77 where that is impossible.
as_root() {
    if is_root; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    elif command -v sudo >/dev/null && [ -t 0 ] && [ -t 2 ]; then
        sudo "$@"
    else
        return 77
    fi
}

install_packages() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0) rc=0
    say "$# packages are missing"
    as_root "${apt[@]}" update >/dev/null || rc=$?
    if [ $rc = 77 ]; then
        say "Installing them needs root. Have this one line run:"
        say ""
        say "    apt-get update && apt-get install -y --no-install-recommends $*"
        say ""
        fail "run me again after that."
    fi
    say "Installing: $*"
    as_root "${apt[@]}" install --no-install-recommends "$@" >&2 ||
        fail "apt-get could not install the packages; its message is above."
}

# download_package NAME: the .deb into the current folder; needs no root.
# Fetches a package index of our own if the machine's is empty or old.
download_package() {
    local own=$tools_dir/apt
    local quiet=(-qq -o APT::Sandbox::User=)
    apt-get "${quiet[@]}" download "$1" >/dev/null 2>&1 && return 0
    mkdir -p "$own/lists/partial" "$own/archives/partial"
    quiet+=(-o Dir::State::Lists="$own/lists" -o Dir::Cache="$own")
    apt-get "${quiet[@]}" update >&2 && apt-get "${quiet[@]}" download "$1" >&2
}

# unpack_package NAME: its files under .tools/NAME, unless the machine has it installed.
unpack_package() {
    local folder=$tools_dir/$1 work
    [ -d "$folder" ] && return 0
    [ -z "$(not_installed "$1")" ] && return 0
    say "Unpacking $1 into ${folder#"$DIBS_ROOT/"} (it is not installed, no service is switched on)"
    mkdir -p "$tools_dir"
    work=$(mktemp -d "$tools_dir/unpack.XXXXXX")
    (
        cd "$work" && chmod 755 . && download_package "$1" && dpkg-deb -x ./*.deb files
    ) || { rm -rf "$work"; fail "could not download the Debian package $1."; }
    mv "$work/files" "$folder"
    rm -rf "$work"
}

# need_packages SECTION...: installs everything listed there, and puts programs of unpacked
# packages in PATH.
need_packages() {
    local wanted missing name
    command -v dpkg-query >/dev/null || fail "this needs Debian or Ubuntu (dpkg is not here)."
    wanted=$(packages install "$@")
    # shellcheck disable=SC2086
    missing=$(not_installed $wanted)
    for name in $(packages program "$@"); do
        command -v "$name" >/dev/null || missing+=" $name"
    done
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install_packages $missing
    for name in $(packages unpack "$@"); do
        unpack_package "$name"
        [ ! -d "$tools_dir/$name" ] ||
            PATH=$PATH:$tools_dir/$name/usr/sbin:$tools_dir/$name/usr/bin
    done
}

# tool PACKAGE PROGRAM: path of a program of an "unpack" package, installed or unpacked.
tool() {
    local program
    for program in "$tools_dir/$1/usr/sbin/$2" "$tools_dir/$1/usr/bin/$2" \
        "/usr/sbin/$2" "/usr/bin/$2"; do
        [ -x "$program" ] && { echo "$program"; return 0; }
    done
    return 1
}
