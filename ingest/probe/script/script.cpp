// The remote script (see script.hpp). How it works:
//  - Three nvidia-smi run as long as the stream, so that the host pays their start-up once. `gpus`
//    prints a line per GPU and second and is the clock of the frames. `apps` prints the processes
//    twice a second. On an idle host it prints nothing, hence the separate clock: no process runs
//    if `apps` is silent while the GPUs' values come for three frames. `pmon` prints each process's
//    share of a GPU's time, where the driver can. It has a pace of its own: its last answer is
//    valid for one frame more. A value that it cannot give is no fault.
//  - A ticker ends the wait where nvidia-smi is missing or silent. Such a host still gives a frame
//  a
//    second, with nvidia-smi's exit status and words instead of values (D). nvidia-smi is started
//    again after a second, then after two, four, and each eight. Before its first values it may
//    start slowly, and silence says nothing yet.
//  - One GPU whose handle the driver cannot determine ends nvidia-smi for all of them. The script
//    then queries the other listed GPUs by name, and adds the words about the failure (X).
//  - GPUs in slices (MIG) are queried at once, each half minute, and when a process is on an
//  unknown
//    slice (after 5 s, then less often). `nvidia-smi -L` names the slices; `-q -x` gives their
//    figures and processes, of which awk keeps a line each. One query runs at a time, beside the
//    frames; its lines come back through the same pipe. An answer is valid until the next one.
//  - A fourth nvidia-smi queries the health of GPUs each half minute, and the links of GPUs once.
//    Load, memory and uptime are read each second; swap, disks and network each five
//    (host_script.hpp), without a process; file systems each minute, by df.
//  - The kernel's log is searched each half minute for XID errors (kernel_log_script.hpp), where
//  the
//    account may read it. The result is valid until the next search.
//  - A warning of nvidia-smi beside its values (a corrupted infoROM) is valid until it ends.
//  - A field that a driver does not know would end nvidia-smi. Each list is tried once. An unknown
//    field is queried as uuid from then on, which is no number, so that columns keep their order.
//  - All write whole lines into one pipe; `frames` reads it and prints. ps runs only when the set
//  of
//    pids changed or five frames passed.
//  - Standard input stays open as long as the connection. Its end, the end of the lifetime or a
//    closed reader kills the process group, and with it each nvidia-smi. sshd gives each command
//    its own group.
//
// A frame, in lines of at most 4 KiB (the letter first, one blank, the rest):
//    B seq · H hostname boot-id · L load cpus cpu-percent|- mem-total-kib mem-available-kib
//    G csv of --query-gpu · P csv of --query-compute-apps · U pid user lstart(UTC) args: a user may
//      have blanks
//    p number of processes beyond 4,096 lines P, the most that a frame has
//    S gpu-index pid sm-percent · X a fault's text · K processes are known · R ends soon · E seq
//    W uptime swap-total-kib swap-free-kib received sent read written (bytes a second; any may be
//    -) F percent used-kib total-kib mount: percent and mount of the fullest local file system,
//      sizes of all
//    V uuid, csv of the health query, address on the PCI bus · A a line of `topo -m`: once
//    J whole|part: how far the kernel's log could be read; after it Z pci-address number seconds
//      since the boot: the last XID error with that number of the GPU there
//    T seconds since 1970, by the host's clock: once, in the first frame
//    O group|- : /proc hides other accounts' processes (hidepid), except from members of that group
//    D "ended" status words | "silent" words | "warns" words: of an nvidia-smi that goes on
//    N UUID of a GPU that hides its processes, or "-" where the driver does not say which
//    Y UUID of a GPU whose slices follow, or "-": no answer · Q gpu-uuid pid slice-uuid
//    C pid start uid account|- runtime|- id|- started-by|- terminal|- session|- its name: the
//      origin; the account owns a uid without a name; in accounts %20 is a blank
//    M gpu-uuid index slice-uuid profile memory-total-mib|- · I slice-uuid memory-used-mib|-
//      memory-reserved-mib|- uncorrected-errors|-: of a listed slice
#include "ingest/probe/script/script.hpp"

#include "ingest/probe/script/fields.hpp"
#include "ingest/probe/script/health_script.hpp"
#include "ingest/probe/script/host_script.hpp"
#include "ingest/probe/script/kernel_log_script.hpp"
#include "ingest/probe/script/origin_script.hpp"
#include "ingest/probe/script/slice_script.hpp"

#include <span>

namespace dibs::probe {
namespace {

constexpr std::string_view setup_part = R"SH(
LC_ALL=C TZ=UTC0; export LC_ALL TZ
PATH=${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin:/usr/local/bin:/usr/local/nvidia/bin:/usr/lib/wsl/lib
export PATH
line_wise=
command -v stdbuf >/dev/null 2>&1 && line_wise='stdbuf -oL'
nl='
'
query() {
    $line_wise nvidia-smi $ids "$1" --format=csv,noheader,nounits --loop-ms=$2 2>&1
}
others() {
    set -f
    case $1 in *'nable to determine the device handle'*) ;; *) return ;; esac
    for word in $1; do
        case $word in GPU-*')'|????????-????-????-????-????????????')') list=$list,${word%')'} ;; esac
    done
    [ -z "$list" ] || printf '%s' "--id=${list#,}"
}
tagged() {
    while IFS= read -r text; do printf '%s %.2000s\n' "$1" "$text"; done
}
gpus() {
    pause=1 ids= tried=
    while :; do
        read -r began more </proc/uptime
        [ -n "$tried" ] || leave_out_unknown "$gpu_fields,mig.mode.current"
        { query --query-gpu=$fields 1000; printf '!ended %s\n' $?; } | tagged g
        read -r ended more </proc/uptime
        [ $((${ended%%.*} - ${began%%.*})) -lt 20 ] || pause=1
        sleep $pause
        [ $pause -ge 8 ] || pause=$((pause * 2))
        listed=$(nvidia-smi -L 2>&1) ids=$(others "$listed")
        [ -z "$ids" ] ||
            printf '%s\n' "$listed" | grep -m 1 'device handle' | tagged 'g !without'
    done
}
apps() {
    ids=
    while :; do
        printf 'p !started\n'
        { query --query-compute-apps=gpu_uuid,pid,used_memory 500; printf '!ended %s\n' $?; } |
            tagged p
        sleep 5
        ids=$(others "$(nvidia-smi -L 2>&1)")
    done
}
pmon() {
    while :; do
        $line_wise nvidia-smi pmon -s u -d 1 2>/dev/null | tagged u
        sleep 60
    done
}
ticks() {
    while sleep 1; do printf 't\n'; done
}
)SH";

constexpr std::string_view values_part = R"SH(
owners() {
    if [ -z "$pids" ]; then who=; who_pids=; origin=; return; fi
    who_age=$((who_age + 1))
    if [ "$pids" = "$who_pids" ] && [ $who_age -lt 5 ]; then return; fi
    who_pids=$pids who_age=0
    who=$(ps -ww -o pid=,user:128=,lstart=,args= -p "${pids#,}" 2>/dev/null |
        while IFS= read -r text; do printf 'U %.1100s\n' "$text"; done)
    [ -z "$who" ] || who=$who$nl
    origins
}
look_at_proc() {
    if [ -r /proc/1/stat ]; then proc_hides=; return; fi
    [ -z "$proc_hides" ] || return
    while read -r device place type options more; do
        [ "$place $type" != '/proc proc' ] || proc_hides=,$options
    done </proc/self/mounts
    case $proc_hides in
    *,gid=*)
        group=${proc_hides#*,gid=} group=${group%%,*}
        name=$(getent group "$group") && group=${name%%:*} ;;
    *) group=- ;;
    esac
    proc_hides="O $group$nl"
}
emit() {
    seq=$((seq + 1))
    turn_to_slices
    host_values
    turn_to_disks
    turn_to_health
    turn_to_kernel_log
    look_at_proc
    owners
    known=
    if [ $apps_alive = 1 ]; then
        [ $gpu_count = 0 ] || apps_age=$((apps_age + 1))
        if [ $apps_age -gt 2 ] || [ -n "$apps$hidden" ]; then known="K$nl"; apps_age=3; fi
    fi
    share_age=$((share_age + 1))
    [ $share_age -le 2 ] || shares=
    told_time= ending= warns=
    [ -z "$warned" ] || warns="D warns $warned$nl"
    [ $skipped_count = 0 ] || skipped="p $skipped_count$nl"
    [ $seq != 1 ] || { told_time=$(date +%s) && told_time="T $told_time$nl"; }
    [ $age -lt $renew_at ] || ending="R$nl"
    printf '%s' "B $seq${nl}H $host_name $boot_id${nl}L $load $cpus $percent $total $free$nl" \
        "$traffic" "$file_systems" "$told_time" "$proc_hides" "$gpus" "$health" "$kernel_log" "$slices" "$slice_values" "$places" "$apps" "$skipped" "$hidden" "$who" "$origin" "$shares" \
        "$faults" \
        "$without" "${dead:-$warns}" "$topology" "$known" "$ending" \
        "E $seq$nl" 2>/dev/null || kill -TERM 0
    gpus= apps= hidden= pids= faults= fault_count=0 gpu_count=0 app_count=0 last_index=-1
    in_slices= not_placed= topology= skipped= skipped_count=0
    [ $age -lt $ends_at ] || kill -TERM 0
}
)SH";

constexpr std::string_view lines_part = R"SH(
fault() {
    case $faults in *"X $1$nl"*) return ;; esac
    fault_count=$((fault_count + 1))
    [ $fault_count -gt 8 ] || faults="${faults}X $1$nl"
}
words_of_driver() {
    fault "$1"
    [ ${#words} -gt 400 ] || words="$words${words:+ }$1"
    case $1 in
    [Ww][Aa][Rr][Nn][Ii][Nn][Gg]*)
        case $warned in *"$1"*) return ;; esac
        [ ${#warned} -gt 400 ] || warned="$warned${warned:+ }$1" ;;
    esac
}
gpu_line() {
    case $1 in
    '!ended '*)
        dead="D ended ${1#* } $words$nl" words= warned= without= ;;
    '!without '*) without="X ${1#* }$nl" ;;
    [0-9]*', '*)
        index=${1%%,*} rest=${1#*, }
        count=${rest%%,*}
        case $index$count in *[!0-9]*) words_of_driver "$1"; return ;; esac
        [ $index -gt $last_index ] || emit
        gpus="${gpus}G $1$nl" gpu_count=$((gpu_count + 1)) last_index=$index
        dead= words= quiet=0 seen=1
        rest=${rest#*, }
        case $1 in *', Enabled') in_slices=$in_slices,${rest%%, *} ;; esac
        [ $gpu_count -lt $count ] || emit ;;
    '') ;;
    *) words_of_driver "$1" ;;
    esac
}
hide() {
    case $hidden in *"N $1$nl"*) return ;; esac
    [ ${#hidden} -gt 8000 ] || hidden="${hidden}N $1$nl"
}
skip_process() {
    case "$pids$skipped," in *",$1,"*) return ;; esac
    skipped=$skipped,$1 skipped_count=$((skipped_count + 1))
}
app_line() {
    case $1 in
    '!started') apps_alive=1 apps_age=0 ;;
    '!ended '*) apps_alive=0 apps= pids= skipped= skipped_count=0 ;;
    GPU-*', '*|MIG-*', '*|????????-????-????-????-????????????', '*)
        rest=${1#*, }
        pid=${rest%%,*}
        case $pid in
        '['*) hide "${1%%, *}"; return ;;
        ''|*[!0-9]*) return ;;
        esac
        app_count=$((app_count + 1))
        [ $app_count -le 4096 ] || { skip_process $pid; return; }
        apps="${apps}P $1$nl"
        find_place "${1%%, *}" $pid
        case "$pids," in *",$pid,"*) ;; *) pids=$pids,$pid ;; esac ;;
    '['*) hide - ;;
    ''|*[Nn]'o running'*) ;;
    *) fault "$1" ;;
    esac
}
share_line() {
    set -- $1
    case $1 in
    '#') [ "$2" != gpu ] || share_columns="$3 $4 $5" ;;
    ''|*[!0-9]*) ;;
    *)
        [ "$share_columns" = 'pid type sm' ] || return
        [ $share_age = 0 ] || shares= share_count=0 share_age=0
        case $2,$4 in *[!0-9,]*|,*|*,) return ;; esac
        share_count=$((share_count + 1))
        [ $share_count -gt 4096 ] || shares="${shares}S $1 $2 $4$nl" ;;
    esac
}
tick() {
    age=$((age + 1)) quiet=$((quiet + 1))
    if [ -z "$dead" ]; then
        [ $quiet -ge 3 ] || return
        fault 'nvidia-smi gives no values'
        [ $seen$((age < 20)) = 01 ] || dead="D silent $words$nl"
    fi
    emit
}
frames() {
    trap '' PIPE
    set -f
    exec 4<&0
    shares= share_columns= share_count=0 share_age=9
    seq=0 age=0 quiet=0 apps_alive=0 apps_age=0 who= who_pids= who_age=0 origin= all_before= words=
    gpus= apps= hidden= pids= faults= dead= fault_count=0 gpu_count=0 app_count=0 last_index=-1
    seen=0 without= warned= proc_hides= skipped= skipped_count=0
    begin_host_values
    begin_health
    begin_kernel_log
    in_slices= was_in_slices= not_placed= was_not_placed= slices= slice_values= places=
    told= told_places= told_values= all_told= asking=0 slice_age=60 slice_due=60 slice_pause=5
    host_name=$(uname -n) boot_id=- cpus=-
    read -r boot_id </proc/sys/kernel/random/boot_id
    cpus=$(getconf _NPROCESSORS_ONLN) || cpus=-
    while IFS= read -r line; do
        case $line in
        'g '*) gpu_line "${line#g }" ;;
        'p '*) app_line "${line#p }" ;;
        'u '*) share_line "${line#u }" ;;
        'm '*) slice_line "${line#m }" ;;
        'h '*) health_line "${line#h }" ;;
        'x '*) kernel_log_line "${line#x }" ;;
        'o '*) topology_line "${line#o }" ;;
        'f '*) disk_line "${line#f }" ;;
        t) tick ;;
        esac
    done
}
main() {
    exec 3<&0 </dev/null 2>/dev/null
    { cat <&3 >/dev/null; kill -TERM 0; } &
    { sleep $((ends_at + 15)); kill -KILL 0; } &
    exec 3<&-
    printf '\n%s\n' "$sentinel"
    { gpus & apps & pmon & health & kernel_log & topo & ticks & wait; } | frames
    kill -TERM 0
}
main
exit 0
)SH";

void append_asked(std::string& text, std::span<const GpuField> fields) {
    for (const auto& field : fields) {
        if (!field.asked.empty()) text.append(",").append(field.asked);
    }
}

}  // namespace

std::string probe_script(std::chrono::seconds lifetime) {
    const auto life = lifetime.count() < 2 ? 2 : lifetime.count();
    const auto renew = life > 20 ? life - 10 : life / 2;
    std::string text = "sentinel='";
    text.append(script_sentinel);
    text.append("' gpu_fields=index,count,uuid,name,driver_version,memory.total");
    append_asked(text, gpu_fields);
    text.append(" health_fields=uuid");
    append_asked(text, health_fields);
    text.append(",pci.bus_id");
    text.append(" renew_at=" + std::to_string(renew) + " ends_at=" + std::to_string(life));
    text.append(setup_part)
        .append(health_part)
        .append(kernel_log_part)
        .append(slices_part)
        .append(host_part);
    text.append(origin_part);
    text.append(values_part).append(lines_part);
    return text;
}

}  // namespace dibs::probe
