// The part of the remote script that looks for XID errors in the kernel's log of this boot (see
// script.cpp). It reads the journal if the account may, else the kernel's ring. It reads only the
// newest lines: many once a stream, few each half minute.
//
// The kernel's own seconds since the boot order the lines; setting a clock does not change them. If
// the oldest line of a read is newer than the newest of the last one, lines were missed. The log is
// then no longer whole.
//
// An empty result means that the log may not be read: a kernel logs something at each boot. Shell
// text, nothing else.
#pragma once

#include <string_view>

namespace dibs::probe {

inline constexpr std::string_view kernel_log_part = R"SH(
newest_lines() {
    limit=
    command -v timeout >/dev/null 2>&1 && limit='timeout 5'
    case $1 in
    journal) $limit journalctl -k -b -n $2 -o short-monotonic -q --no-pager ;;
    ring) $limit dmesg ;;
    esac
    printf '!ended %s\n' $?
}
find_xids() {
    xids_before=$xids awk -v seen="$seen" '
    function keep(address, number, at) {
        key = address " " number
        if (!(key in when)) {
            if (keys >= 128) return
            order[++keys] = key
        }
        when[key] = at
    }
    function stamp(line) {
        sub(/^\[ */, "", line)
        sub(/\].*/, "", line)
        return line
    }
    BEGIN {
        count = split(ENVIRON["xids_before"], lines, "\n")
        for (i = 1; i <= count; i++)
            if (split(lines[i], words, " ") == 4) keep(words[2], words[3], words[4])
    }
    /^!ended / { ended = $2; next }
    !/^\[ *[0-9]+\.[0-9]+\] / { next }
    { if (first == "") first = $0; last = $0 }
    /^\[ *[0-9.]+\] ([^ ]+ kernel: )?NVRM: Xid \(/ {
        text = $0
        sub(/^[^(]*\((PCI:)?/, "", text)
        if (text !~ /^[0-9a-fA-F]+:[0-9a-fA-F]+:[0-9a-fA-F]+[^)]*\): [0-9]+([, ]|$)/) next
        address = number = text
        sub(/[^0-9a-fA-F:].*/, "", address)
        sub(/^[^)]*\): /, "", number)
        sub(/[^0-9].*/, "", number)
        if (length(address) < 16 && length(number) < 5) keep(address, number, stamp($0))
    }
    END {
        if (ended != "0" || first == "") exit
        for (i = 1; i <= keys; i++) print "Z " order[i] " " when[order[i]]
        oldest = stamp(first) + 0
        whole = seen == "" ? oldest < 60 : oldest <= seen + 0
        print "!last " (whole ? "whole" : "part") " " stamp(last)
    }'
}
kernel_log() {
    xids= seen= lines=20000 from=journal extent=whole
    while :; do
        found=$(newest_lines $from $lines | find_xids)
        case $found in
        *'!last '*)
            seen=${found##* } xids=${found%'!last '*} lines=1000
            case $found in *'!last part '*) extent=part ;; esac
            printf '%s!last %s\n' "$xids" $extent | tagged x
            sleep 30 ;;
        *)
            seen= lines=20000
            if [ $from = journal ]; then from=ring; else from=journal; sleep 120; fi ;;
        esac
    done
}
begin_kernel_log() { kernel_log= xids_told= kernel_log_age=0; }
kernel_log_line() {
    case $1 in
    '!last '*) kernel_log="J ${1#* }$nl$xids_told" xids_told= kernel_log_age=0 ;;
    'Z '*) [ ${#xids_told} -gt 8000 ] || xids_told="$xids_told$1$nl" ;;
    esac
}
turn_to_kernel_log() {
    kernel_log_age=$((kernel_log_age + 1))
    [ $kernel_log_age -lt 95 ] || kernel_log=
}
)SH";

}  // namespace dibs::probe
