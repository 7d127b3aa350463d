# Sourced after say.sh: configures and builds one CMake preset into build/PRESET.
# Takes a fraction of a second if nothing has changed.

# build_jobs: one job per core, or DIBS_JOBS, limited by memory (a unit takes 1.8 GB).
build_jobs() {
    awk -v jobs="${DIBS_JOBS:-$(nproc)}" '/^MemAvailable:/ {
        most = int($2 / 1800000)
        if (jobs > most) jobs = most
        print jobs < 1 ? 1 : jobs
    }' /proc/meminfo
}

# compiler_options PRESET: installed programs are built with g++; tests with clang, which takes half of
# the time with sanitizers and has libFuzzer.
compiler_options() {
    local clang
    case $1 in
        asan) for clang in clang++-19 clang++-16; do
                  ! command -v $clang >/dev/null || { echo "-DCMAKE_CXX_COMPILER=$clang"; return; }
              done
              fail "there is no clang++-19 or clang++-16." ;;
    esac
}

# show_progress: shows ninja's lines from standard input as one line with the remaining work; other lines unchanged.
show_progress() {
    local line done_of='^\[([1-9][0-9]*)/([0-9]+) ([0-9]+)[.][0-9]+s\]' terminal='' said=0 left text open=''
    [ ! -t 2 ] || terminal=yes
    while IFS= read -r line; do
        [[ $line != '[0/'* ]] || continue
        if [[ ! $line =~ $done_of ]]; then
            printf '%s%s\n' "$open" "$line" >&2
            open=''
            continue
        fi
        left=$((BASH_REMATCH[3] * (BASH_REMATCH[2] - BASH_REMATCH[1]) / BASH_REMATCH[1]))
        text="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} built"
        [ $left = 0 ] || [ "${BASH_REMATCH[3]}" -lt 5 ] || text+=", about $((left < 90 ? left : (left + 30) / 60)) $([ $left -lt 90 ] && echo s || echo min) left"
        if [ -n "$terminal" ]; then
            printf '\r\033[K%s' "$text" >&2
            open=$'\n'
        elif [ $((BASH_REMATCH[3] - said)) -ge 15 ]; then
            printf '%s\n' "$text" >&2
            said=${BASH_REMATCH[3]}
        fi
    done
    printf '%s' "$open" >&2
}

# build_preset PRESET TARGET...
build_preset() {
    local preset=$1 folder=$DIBS_ROOT/build/$1 from
    shift
    from=$(now_ms)
    [ ! -e "$folder" ] || [ -w "$folder" ] ||
        fail "$folder belongs to $(stat -c %U "$folder"), who built there before; remove it."
    if [ ! -f "$folder/build.ninja" ]; then
        say "Configuring $preset"
        mkdir -p "$folder"
        # shellcheck disable=SC2046
        (cd "$DIBS_ROOT" && cmake --preset "$preset" $(compiler_options "$preset")) \
            >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; return 1; }
    fi
    (set -o pipefail; cd "$folder" && NINJA_STATUS="[%f/%t %es] " ninja -j "$(build_jobs)" "$@" 2>&1 | show_progress) || return 1
    [ $(($(now_ms) - from)) -lt 2000 ] || say "Built $preset in $(elapsed "$from")"
}
# Another clone of the same sources shares this compiler cache.
export CCACHE_BASEDIR=$DIBS_ROOT CCACHE_NOHASHDIR=1
