// The part of the remote script that observes the host itself (see script.cpp). The shell reads
// /proc and /sys; df reports the file systems. Shell text, nothing else.
//
// It counts only disks and interfaces with a device: no loop, no partition, no bridge, no
// container's end of a virtual pair. So no byte counts twice. If no interface has a device (inside
// a container), those count that do not look like such ends.
#pragma once

#include <string_view>

namespace dibs::probe {

// The shell reads /proc and /sys byte by byte, so long files are read only each five seconds.
inline constexpr std::string_view host_part = R"SH(
begin_host_values() {
    uptime=- traffic= swap_total=- swap_free=- moved='- - - -' moved_before= moved_at=0
    disks= links= devices_age=60 file_systems= df_age=60 df_asking=0 df_told=
}
host_values() {
    load=- total=- free=- percent=- uptime=-
    turn=$((seq % 5))
    read -r load more </proc/loadavg
    read -r uptime more </proc/uptime
    while read -r key value more; do
        case $key in
        MemTotal:) total=$value ;;
        MemAvailable:) free=$value; [ $turn = 1 ] || break ;;
        SwapTotal:) swap_total=$value ;;
        SwapFree:) swap_free=$value; break ;;
        esac
    done </proc/meminfo
    read -r key a b c d e f g h more </proc/stat
    all=$((a + b + c + d + e + f + g + h)) idle=$((d + e))
    if [ -n "$all_before" ] && [ $all -gt $all_before ]; then
        percent=$((100 - 100 * (idle - idle_before) / (all - all_before)))
    fi
    all_before=$all idle_before=$idle
    [ $turn != 1 ] && [ $seq != 3 ] || look_at_traffic
    traffic="W $uptime $swap_total $swap_free $moved$nl"
}
find_devices() {
    disks= links= count=0
    set +f
    for path in /sys/block/*/device; do
        [ -e "$path" ] && [ $count -lt 64 ] || continue
        path=${path%/device} disks="$disks ${path##*/}" count=$((count + 1))
    done
    count=0
    for path in /sys/class/net/*/device; do
        [ -e "$path" ] && [ $count -lt 64 ] || continue
        path=${path%/device} links="$links ${path##*/}" count=$((count + 1))
    done
    [ -n "$links" ] || for path in /sys/class/net/*; do
        case ${path##*/} in
        '*'|lo|veth*|docker*|br-*|virbr*|cni*|flannel*|cali*|tun*|tap*|dummy*|ifb*) continue ;;
        esac
        [ $count -lt 64 ] || continue
        links="$links ${path##*/}" count=$((count + 1))
    done
    set -f
}
look_at_traffic() {
    devices_age=$((devices_age + 1)) known_devices=$disks/$links
    [ $devices_age -lt 12 ] || { devices_age=0; find_devices; }
    received=0 sent=0 got=0 put=0 links_read=1 disks_read=1
    for name in $links; do
        { read -r a </sys/class/net/$name/statistics/rx_bytes &&
            read -r b </sys/class/net/$name/statistics/tx_bytes; } || { links_read=; break; }
        received=$((received + a)) sent=$((sent + b))
    done
    for name in $disks; do
        read -r a b c d e f g more </sys/block/$name/stat || { disks_read=; break; }
        got=$((got + c * 512)) put=$((put + g * 512))
    done
    [ -n "$links_read" ] || received=- sent=-
    [ -n "$disks_read" ] || got=- put=-
    case $uptime in *.??) moment=${uptime%.*}${uptime#*.} ;; *) moment=0 ;; esac
    passed=$((moment - moved_at)) moved='- - - -'
    if [ -n "$moved_before" ] && [ "$known_devices" = "$disks/$links" ] && [ $passed -gt 0 ]; then
        set -- $moved_before
        rate "$links" $1 $received; moved=$result
        rate "$links" $2 $sent; moved="$moved $result"
        rate "$disks" $3 $got; moved="$moved $result"
        rate "$disks" $4 $put; moved="$moved $result"
    fi
    moved_before="$received $sent $got $put" moved_at=$moment
}
rate() {
    result=-
    case $2$3 in *-*) return ;; esac
    [ -n "$1" ] && [ $3 -ge $2 ] || return 0
    result=$((($3 - $2) * 100 / passed))
}
file_systems() {
    df -Pkl 2>/dev/null | awk '
    $2 !~ /^[0-9]+$/ || $3 !~ /^[0-9]+$/ || $4 !~ /^[0-9]+$/ || $2 < 1048576 { next }
    {
        mount = $0
        if (!sub(/^.*% +\//, "/", mount)) next
        if (mount ~ /^\/(boot|snap|sys|proc|dev)(\/|$)/ || $1 ~ /^\/dev\/loop/) next
        if ($1 !~ /^\// && mount != "/" &&
            $1 ~ /^(tmpfs|devtmpfs|udev|none|shm|overlay|overlayfs|run|squashfs|rootfs)$/) next
        key = $1
        if (key !~ /^\//) sub(/\/.*/, "", key)
        else if (key in used) next
        if (!(key in used) && ++count > 256) next
        if (!(key in used) || length(mount) < length(place[key])) place[key] = mount
        used[key] += $3
        if ($4 > left[key]) left[key] = $4
        whole[key] = $2
        if (key !~ /^\//) whole[key] = used[key] + left[key]
    }
    END {
        most = -1
        for (key in used) {
            if (used[key] + left[key] <= 0) continue
            all_used += used[key]; all += whole[key]
            share = 100 * used[key] / (used[key] + left[key])
            if (share > most) { most = share; where = place[key] }
        }
        if (most >= 0) printf "f F %.1f %.0f %.0f %.200s\n", most, all_used, all, where
    }'
    printf 'f !end\n'
}
disk_line() {
    case $1 in
    '!end') df_asking=0 file_systems=$df_told df_told= ;;
    'F '*) df_told="$1$nl" ;;
    esac
}
turn_to_disks() {
    df_age=$((df_age + 1))
    [ $df_age -lt 300 ] || file_systems=
    [ $df_age -ge 60 ] && [ $df_asking = 0 ] || return
    df_age=0 df_asking=1
    file_systems >/proc/self/fd/4 &
}
)SH";

}  // namespace dibs::probe
