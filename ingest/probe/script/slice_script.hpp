// The part of the remote script that finds slices (MIG), their figures, and the processes on them
// (see script.cpp). It decides which nvidia-smi queries run and when, and what awk keeps of the
// answers. Figures are valid until the next answer, but no longer than 45 seconds. Shell text,
// nothing else.
#pragma once

#include <string_view>

namespace dibs::probe {

// Reads -L, which ends with its status, and -q -x. Elements of the latter have lines of their own;
// a GPU's UUID may come after its slices.
inline constexpr std::string_view slices_part = R"SH(
cut_down() {
    awk -F '[<>]' '
    function uuid(text) {
        return match(text, /UUID: [-\/0-9A-Za-z]+\)/) ? substr(text, RSTART + 6, RLENGTH - 7) : ""
    }
    function is_number(text) { return text ~ /^[0-9]+$/ }
    function say(text) { return is_number(text) ? text : "-" }
    /^!listed [0-9]+$/ { listed = substr($0, 9) + 0 < 128; next }
    /^GPU [0-9]+: / {
        card = uuid($0)
        if (card != "" && cards < 64) told[++cards] = card
        next
    }
    /^ +MIG .* Device +[0-9]+: / {
        id = uuid($0)
        at = $0; sub(/.* Device +/, "", at); sub(/:.*/, "", at)
        split($0, words, " ")
        if (card == "" || id == "" || slices >= 448) next
        slice[++slices] = card " " at " " id " " words[2]
        key_of[slices] = card " " at
        id_of[card " " at] = id
        next
    }
    $2 ~ /^gpu / { card = ""; parts = processes = inside = 0; next }
    $2 == "mig_device" { inside = 1; at = gi = ci = mib = used = kept = errors = ""; next }
    $2 == "fb_memory_usage" { memory = 1; next }
    $2 == "/fb_memory_usage" { memory = 0; next }
    inside && memory && $2 == "total" { mib = $3; sub(/ MiB$/, "", mib); next }
    inside && memory && $2 == "used" { used = $3; sub(/ MiB$/, "", used); next }
    inside && memory && $2 == "reserved" { kept = $3; sub(/ MiB$/, "", kept); next }
    inside && $2 == "sram_uncorrectable" { errors = $3; next }
    inside && $2 == "index" { at = $3; next }
    $2 == "gpu_instance_id" { gi = $3; next }
    $2 == "compute_instance_id" { ci = $3; next }
    $2 == "/mig_device" {
        inside = 0
        if (parts < 64) part[++parts] = at "," gi "," ci "," mib "," used "," kept "," errors
        next
    }
    $2 == "uuid" && !inside { card = $3; next }
    $2 == "process_info" { gi = ci = pid = ""; next }
    $2 == "pid" && pid == "" { pid = $3; next }
    $2 == "/process_info" {
        if (is_number(gi) && is_number(ci) && is_number(pid) && processes < 4096)
            process[++processes] = gi "," ci "," pid
        next
    }
    $2 == "/gpu" {
        for (i = 1; i <= parts; i++) {
            split(part[i], word, ",")
            key = card " " word[1]
            if (is_number(word[4])) mib_of[key] = word[4]
            values_of[key] = say(word[5]) " " say(word[6]) " " say(word[7])
            on[card "," word[2] "," word[3]] = id_of[key]
        }
        for (i = 1; i <= processes; i++) {
            split(process[i], word, ",")
            id = on[card "," word[1] "," word[2]]
            if (id != "" && places < 4096) place[++places] = card " " word[3] " " id
        }
        next
    }
    $2 == "/nvidia_smi_log" { whole = 1 }
    END {
        if (!listed) exit
        for (i = 1; i <= cards; i++) print "Y " told[i]
        for (i = 1; i <= slices; i++) {
            mib = mib_of[key_of[i]]
            print "M " slice[i] " " (mib == "" ? "-" : mib)
        }
        for (i = 1; whole && i <= slices; i++) {
            split(slice[i], words, " ")
            if (key_of[i] in values_of) print "I " words[3] " " values_of[key_of[i]]
        }
        if (whole) print "!places"
        for (i = 1; whole && i <= places; i++) print "Q " place[i]
    }'
}
slices() {
    { nvidia-smi -L; printf '!listed %s\n' $?; nvidia-smi -q -x; } 2>/dev/null | cut_down | tagged m
    printf 'm !end\n'
}
find_place() {
    case $1 in
    MIG-*) case $slices in *" $1 "*) return ;; esac ;;
    *)
        case $was_in_slices, in *",$1,"*) ;; *) return ;; esac
        case $places in *"Q $1 $2 "*) return ;; esac ;;
    esac
    case "$not_placed," in *",$1 $2,"*) return ;; esac
    [ ${#not_placed} -gt 2000 ] || not_placed="$not_placed,$1 $2"
}
slice_line() {
    case $1 in
    [YM]' '*) told="$told$1$nl" ;;
    'I '*) told_values="$told_values$1$nl" ;;
    'Q '*) told_places="$told_places$1$nl" ;;
    '!places') all_told=1 ;;
    '!end')
        asking=0
        [ -z "$told" ] || slices=$told
        [ -z "$all_told" ] || { places=$told_places slice_values=$told_values; }
        [ -n "$slices" ] || slices="Y -$nl"
        told= told_places= told_values= all_told= ;;
    esac
}
turn_to_slices() {
    [ -n "$gpus" ] || return
    slice_age=$((slice_age + 1))
    if [ -z "$in_slices" ]; then
        slices= places= slice_values= was_in_slices= slice_age=60
        return
    fi
    [ $slice_age -lt 45 ] || slice_values=
    [ "$in_slices" = "$was_in_slices" ] || slice_due=2
    [ "$not_placed" = "$was_not_placed" ] || slice_pause=5
    [ -z "$not_placed" ] || [ $slice_pause -ge $slice_due ] || slice_due=$slice_pause
    was_in_slices=$in_slices was_not_placed=$not_placed
    if [ $asking = 0 ] && [ $slice_age -ge $slice_due ]; then
        asking=1 slice_age=0 slice_due=30 slice_pause=$((slice_pause * 2))
        [ $slice_pause -le 60 ] || slice_pause=60
        slices >/proc/self/fd/4 &
    elif [ $slice_age -ge 10 ] && [ -z "$slices" ]; then
        slices="Y -$nl"
        fault 'nvidia-smi does not tell of slices'
    fi
}
)SH";

}  // namespace dibs::probe
