# Sourced after say.sh by ops/test and ops/dev/check: runs suites and adds up their totals.
# A suite is one program; its whole output goes to build/logs/NAME.log and is shown when it fails.

suite_logs=$DIBS_ROOT/build/logs
passed=0 failed=0 skipped=0
failed_suites=()

# A suite leaves its totals in build/logs/NAME.sums: PASSED FAILED SKIPPED RC, and how long it took.
# left NAME PASSED FAILED SKIPPED RC FROM_MS
left() {
    printf '%s %s %s %s %s\n' "$2" "$3" "$4" "$5" "$(elapsed "$6")" >"$suite_logs/$1.sums.part"
    [ -n "${not_yet:-}" ] || mv "$suite_logs/$1.sums.part" "$suite_logs/$1.sums"
}

# count NAME: one line a suite, and into the totals. A suite that ended badly without naming a
# failed test counts as one.
count() {
    local good bad skips rc took line
    read -r good bad skips rc took <"$suite_logs/$1.sums"
    rm "$suite_logs/$1.sums"
    [ "$rc" = 0 ] || [ "$bad" -gt 0 ] || bad=1
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + skips))
    line=$(printf '%-34s %5d passed' "$1" "$good")
    [ "$bad" = 0 ] || line+=", $bad FAILED"
    [ "$skips" = 0 ] || line+=", $skips skipped"
    say "$line  ($took)"
    name_skipped "$1"
    name_tried_again "$1"
    [ "$bad" = 0 ] && return
    failed_suites+=("$1")
    say "---- the end of ${suite_logs#"$DIBS_ROOT/"}/$1.log"
    grep -aE '\[  FAILED  \]|^(FAIL|ERROR):|Failure$|Sanitizer|runtime error' \
        "$suite_logs/$1.log" | head -20 >&2
    tail -n 25 "$suite_logs/$1.log" >&2
    say "----"
}

# tried SUITE NAME PROGRAM [ARG...]: with DIBS_SECOND_TRY a suite that fails runs once more
# (decision 0057); what the first try said stays in build/logs/NAME.first.log and is named.
tried() {
    local log=$suite_logs/$2.log first=$suite_logs/$2.first.log not_yet=1 good bad skips rc took
    rm -f "$first"
    "$@"
    read -r good bad skips rc took <"$suite_logs/$2.sums.part"
    if [ -n "${DIBS_SECOND_TRY:-}" ] && { [ "$bad" != 0 ] || [ "$rc" != 0 ]; }; then
        mv "$log" "$first"
        "$@"
    fi
    mv "$suite_logs/$2.sums.part" "$suite_logs/$2.sums"
}

# together SUITE NAME PROGRAM [ARG...]: begins a suite once one of the places (two, or as many as
# suites_at_once says) is free, and counts those that have ended; `all_counted` waits for the last.
suites_begun=()
together() {
    while [ "$(jobs -rp | wc -l)" -ge "${suites_at_once:-2}" ]; do wait -n; done
    count_ended
    suites_begun+=("$2")
    rm -f "$suite_logs/$2.sums"
    tried "$@" &
}
count_ended() {
    local name still=()
    for name in "${suites_begun[@]}"; do
        if [ -e "$suite_logs/$name.sums" ]; then count "$name"; else still+=("$name"); fi
    done
    suites_begun=("${still[@]}")
}
all_counted() {
    wait
    count_ended
    local name
    for name in "${suites_begun[@]}"; do  # its shell was killed
        left "$name" 0 1 0 1 "$(now_ms)"
    done
    count_ended
}

# longest_first FILE...: in which order suites begin. What says "# ops/test: takes 90 s" in its first lines comes by that, so
# that no long one is begun last, when nothing is left to run beside it; two of the others follow each, since the long ones
# wait for most of their time and the short ones work.
longest_first() {
    local file
    for file in "$@"; do
        printf '%d %s\n' "$(sed -n '2,3s/^# ops\/test: takes \([0-9]*\) s$/\1/p' "$file")" "$file"
    done | sort -s -k1,1nr | awk '{ file = substr($0, index($0, " ") + 1) }
        $1 > 0 { long[++longs] = file; next }
        { short[++shorts] = file }
        END {
            for (i = 1; i <= longs || 2 * i - 1 <= shorts; ++i) {
                if (i <= longs) print long[i]
                if (2 * i - 1 <= shorts) print short[2 * i - 1]
                if (2 * i <= shorts) print short[2 * i]
            }
        }'
}

# run_gtest NAME PROGRAM [ARG...]
run_gtest() {
    gtest_suite "$@"
    count "$1"
}
gtest_suite() {
    local name=$1 from json=$suite_logs/$1.json rc=0 sums
    shift
    mkdir -p "$suite_logs"
    rm -f "$json"
    from=$(now_ms)
    timeout "${suite_limit_s:-600}" "$@" --gtest_output="json:$json" --gtest_color=no \
        >"$suite_logs/$name.log" 2>&1 || rc=$?
    sums=$(python3 - "$json" 2>>"$suite_logs/$name.log" <<'PY' || echo "0 0 0"
import json, sys
good = bad = skipped = 0
for suite in json.load(open(sys.argv[1]))["testsuites"]:
    for test in suite["testsuite"]:
        if test.get("failures"):
            bad += 1
        elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
            skipped += 1
        else:
            good += 1
print(good, bad, skipped)
PY
)
    # shellcheck disable=SC2086
    left "$name" $sums $rc "$from"
}

# run_script NAME PROGRAM [ARG...]: a unittest program, a shell test, or one that says
# "N passed, N failed" in its last line.
run_script() {
    script_suite "$@"
    count "$1"
}
script_suite() {
    local name=$1 from rc=0 sums
    shift
    mkdir -p "$suite_logs"
    from=$(now_ms)
    timeout "${suite_limit_s:-600}" "$@" >"$suite_logs/$name.log" 2>&1 || rc=$?
    sums=$(python3 - "$suite_logs/$name.log" $rc <<'PY'
import re, sys
text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", open(sys.argv[1], errors="replace").read())
number = lambda pattern: sum(int(n) for n in re.findall(pattern, text, re.M))
last = (text.strip().splitlines() or [""])[-1]
ran = re.findall(r"^Ran (\d+) tests? in", text, re.M)
if ran:
    verdict = [l for l in text.splitlines() if re.match(r"(OK|FAILED)\b", l)]
    text = "\n".join(verdict)
    bad = number(r"failures=(\d+)") + number(r"errors=(\d+)")
    skipped = number(r"skipped=(\d+)")
    print(max(0, sum(map(int, ran)) - bad - skipped), bad, skipped)
elif re.match(r"\d+ passed, \d+ failed", last):
    text = last
    print(number(r"(\d+) passed"), number(r"(\d+) failed"), number(r"(\d+) skipped"))
else:
    print(*((1, 0, 0) if sys.argv[2] == "0" else (0, 1, 0)))
PY
)
    # shellcheck disable=SC2086
    left "$name" $sums $rc "$from"
}

# name_skipped NAME: a skip is never silent.
name_skipped() {
    sed -nE 's/^\[  SKIPPED \] ([^ ]*\.[^ ,]*).*/    skipped: \1/p; s/^(.*\.\.\. skipped .*)/    skipped: \1/p' \
        "$suite_logs/$1.log" | sort -u >&2
}

# name_tried_again NAME: nor is a test that passed at the second try.
name_tried_again() {
    local first=$suite_logs/$1.first.log
    [ ! -e "$first" ] || grep -aE '\[  FAILED  \] [^ ]*\.|^(FAIL|ERROR):|Sanitizer|runtime error' "$first" |
        sort -u | head -20 | sed 's/^/    at the first try: /' >&2
    grep -a '^PASSED AT THE SECOND TRY: ' "$suite_logs/$1.log" | sed 's/^/    /' >&2
}

# finish: the one line that ends a run, and its exit code.
finish() {
    local line="$passed passed, $failed failed"
    [ $skipped = 0 ] || line+=", $skipped skipped"
    [ ${#failed_suites[@]} = 0 ] || say "Failed: ${failed_suites[*]}"
    printf '%s\n' "$line"
    [ $failed = 0 ]
}
