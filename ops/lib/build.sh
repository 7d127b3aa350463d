# Sourced after say.sh: configures and builds one CMake preset into build/PRESET.
# ninja prints the progress; nothing to do costs a fraction of a second.

# build_jobs: one job a core, but no more than memory allows (a Beast unit takes 1.3 GB).
build_jobs() {
    awk -v cores="$(nproc)" '/^MemAvailable:/ {
        jobs = int($2 / 1400000)
        if (jobs > cores) jobs = cores
        print jobs < 1 ? 1 : jobs
    }' /proc/meminfo
}

# build_preset PRESET JOBS TARGET...: further CMake settings in the array build_options, if any.
build_preset() {
    local preset=$1 jobs=$2 folder=$DIBS_ROOT/build/$1 from
    shift 2
    from=$(now_ms)
    [ ! -e "$folder" ] || [ -w "$folder" ] ||
        fail "$folder belongs to $(stat -c %U "$folder"), who built there before; remove it."
    if [ ! -f "$folder/build.ninja" ] || [ ${#build_options[@]} -gt 0 ]; then
        say "Configuring $preset"
        mkdir -p "$folder"
        (cd "$DIBS_ROOT" && cmake --preset "$preset" "${build_options[@]}") \
            >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; return 1; }
    fi
    (cd "$folder" && NINJA_STATUS="[%f/%t %es] " ninja -j "$jobs" "$@") >&2 || return 1
    [ $(($(now_ms) - from)) -lt 2000 ] || say "Built $preset in $(elapsed "$from")"
}
build_options=()
# So that another clone of the same sources finds what this one compiled.
export CCACHE_BASEDIR=$DIBS_ROOT CCACHE_NOHASHDIR=1
