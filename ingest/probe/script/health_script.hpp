// The part of the remote script that queries rarely changing values (see script.cpp): the health of
// GPUs each half minute, their links once a stream. It also adapts a list of fields to a driver
// that does not know all of them. Shell text, nothing else.
#pragma once

#include <string_view>

namespace dibs::probe {

inline constexpr std::string_view health_part = R"SH(
leave_out_unknown() {
    fields=$1 tries=0
    while [ $tries -lt 48 ]; do
        tries=$((tries + 1))
        told=$(nvidia-smi --query-gpu=$fields --format=csv,noheader 2>&1) && tried=1
        case $told in *'Field "'*'" is not a valid field'*) tried= ;; *) return ;; esac
        unknown=${told#*'Field "'} unknown=${unknown%%'"'*} instead=uuid
        case ",$fields," in *",$unknown,"*) ;; *) return ;; esac
        [ "$unknown" != clocks_throttle_reasons.active ] || instead=clocks_event_reasons.active
        [ "$unknown" != uuid ] || return
        fields=,$fields,
        fields=${fields%%",$unknown,"*},$instead,${fields#*",$unknown,"}
        fields=${fields#,} fields=${fields%,}
    done
}
health() {
    ids= tried=
    while :; do
        [ -n "$tried" ] || leave_out_unknown "$health_fields"
        query --query-gpu=$fields 30000 | tagged h
        sleep 30
        ids=$(others "$(nvidia-smi -L 2>&1)")
    done
}
topo() {
    { nvidia-smi topo -m 2>/dev/null | head -n 80; printf '!end\n'; } | tagged o
}
begin_health() { health= health_told= health_age=0 topology= topology_told=; }
health_line() {
    case $1 in
    GPU-*', '*|????????-????-????-????-????????????', '*)
        [ $health_age -le 5 ] || health=
        health_age=0
        [ ${#health} -gt 32000 ] || health="${health}V $1$nl" ;;
    esac
}
topology_line() {
    case $1 in
    '!end') topology=$topology_told topology_told= ;;
    *) [ ${#topology_told} -gt 64000 ] || topology_told="${topology_told}A $1$nl" ;;
    esac
}
turn_to_health() {
    health_age=$((health_age + 1))
    [ $health_age -lt 95 ] || health=
}
)SH";

}  // namespace dibs::probe
