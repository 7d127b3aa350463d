// The part of the remote script that finds the origin of processes on GPUs (see script.cpp). It
// finds their container by cgroup and parents, and the account of a uid without a name by
// /etc/subuid. It also finds their terminal, the screen or job that holds them, and the account
// that logged in.
//
// It reads only /proc data that any account may read, and leaves out the rest. awk examines a
// process once. The line of a running process, by pid and start, is printed again. Shell text,
// nothing else.
#pragma once

#include <string_view>

namespace dibs::probe {

// The kernel vouches for uids, and for cgroups that a user's own manager made. A user's slice
// counts only if systemd made it: a service or scope may make everything below itself. A container
// elsewhere in a user's slice, or with a uid of another account's range, was started by an account
// that may start containers as root. Users choose names of processes and arguments, so these decide
// only what is shown.
//
// The login of a daemon does not show its client, so the login counts only for programs without a
// daemon. If the host is itself a container, the probe's own container does not count for its
// processes.
//
// Without awk, parents and ranges are not examined. A container is then known by its cgroup, and
// its starter stays unknown: otherwise its uid would be taken for an account's.
inline constexpr std::string_view origin_part = R"SH(
containers_by_cgroup() {
    origin= blanks=$IFS IFS=,
    set -- ${pids#,}
    IFS=$blanks
    for pid; do
        [ -r /proc/$pid/cgroup ] || continue
        while IFS= read -r path; do
            case $path in
            *docker*|*libpod*|*kubepods*|*containerd*|*crio*|*/lxc*|*/machine*|*nspawn*)
                origin="${origin}C $pid 0 0 - other - - - - -$nl"
                break ;;
            esac
        done </proc/$pid/cgroup
    done
}
origins() {
    command -v awk >/dev/null 2>&1 || { containers_by_cgroup; return; }
    origin=$(printf '%s' "$origin" | awk -v "pids=${pids#,}" '
    function status_of(pid,   file, line, w) {
        its_name = its_parent = its_uid = ""
        file = "/proc/" pid "/status"
        while ((getline line < file) > 0) {
            if (line ~ /^Name:/) its_name = substr(line, 7)
            else if (line ~ /^PPid:/) { split(line, w, /[ \t]+/); its_parent = w[2] }
            else if (line ~ /^Uid:/) { split(line, w, /[ \t]+/); its_uid = w[3]; break }
        }
        close(file)
        return its_uid ~ /^[0-9]+$/
    }
    function stat_of(pid,   file, line, text, w) {
        file = "/proc/" pid "/stat"
        while ((getline line < file) > 0) text = text line " "
        close(file)
        sub(/^.*\) /, "", text)
        if (split(text, w, " ") < 20) return 0
        its_terminal = terminal_of(w[5])
        its_start = w[20]
        return 1
    }
    function terminal_of(number,   major, minor) {
        if (number <= 0) return ""
        major = int(number / 256) % 4096
        minor = number % 256 + int(number / 1048576) * 256
        if (major >= 136 && major <= 143) return "pts/" ((major - 136) * 256 + minor)
        return major == 4 && minor < 64 ? "tty" minor : ""
    }
    function name_of(uid,   ask, line, w) {
        if (uid !~ /^[0-9]+$/) return ""
        if (uid in names) return names[uid]
        names[uid] = ""
        ask = "getent passwd " uid
        if ((ask | getline line) > 0 && split(line, w, ":") > 2 && w[3] == uid) names[uid] = w[1]
        close(ask)
        return names[uid]
    }
    function subordinate_of(uid,   file, line, w, n, who, found) {
        file = "/etc/subuid"
        while (n++ < 65536 && (getline line < file) > 0) {
            if (split(line, w, ":") != 3 || w[2] w[3] !~ /^[0-9]+$/) continue
            if (uid + 0 < w[2] + 0 || uid + 0 >= w[2] + w[3]) continue
            who = w[1] ~ /^[0-9]+$/ ? name_of(w[1]) : w[1]
            if (found != "" && found != who) { found = ""; break }
            found = who
        }
        close(file)
        return found
    }
    function is_id(text) { return length(text) == 64 && text !~ /[^0-9a-f]/ }
    function found_container(kind, name) {
        gsub(/[^-._@0-9A-Za-z]/, "_", name)
        if (name == own_id || runtime != "") return
        runtime = kind
        id = substr(name, 1, 128)
    }
    function kind_of(before, path, above) {
        if (path ~ /\/kubepods/) return "kubernetes"
        if (before == "docker-" || above == "docker") return "docker"
        if (before ~ /^libpod-/ || above == "libpod_parent") return "podman"
        if (before ~ /^(cri-containerd|nerdctl)-$/ || above == "default") return "containerd"
        return before == "crio-" ? "kubernetes" : "other"
    }
    function part_of_path(path, part, above, below,   cut, before) {
        if (part ~ /^systemd-nspawn@.*\.service$/) found_container("nspawn", substr(part, 16, length(part) - 23))
        else if (part ~ /^machine-.*\.scope$/ && part !~ /^machine-qemu/) found_container("nspawn", substr(part, 9, length(part) - 14))
        else if (part ~ /^lxc\.payload\../) found_container("lxc", substr(part, 13))
        else if ((part == "lxc" || part == "lxc.payload") && below != "") found_container("lxc", below)
        sub(/\.scope$/, "", part)
        cut = length(part) - 64
        before = substr(part, 1, cut)
        if (cut < 0 || !is_id(substr(part, cut + 1)) || before ~ /conmon-$/) return
        found_container(kind_of(before, path, above), substr(part, cut + 1))
    }
    function cgroups_of(pid,   file, line, path, w, n, i, below) {
        runtime = id = slice = manager = service = ""
        file = "/proc/" pid "/cgroup"
        while ((getline line < file) > 0) {
            any = 1
            path = line
            sub(/^[0-9]+:[^:]*:/, "", path)
            n = split(path, w, "/")
            below = 0
            for (i = 2; i <= n; i++) {
                if (w[i] ~ /^user-[0-9]+\.slice$/ && slice == "" && !below && w[i - 1] == "user.slice") {
                    slice = substr(w[i], 6, length(w[i]) - 11)
                    if (runtime == "" && w[i + 1] == "user@" slice ".service") manager = slice
                }
                if (w[i] ~ /\.service$/ && w[i] !~ /^(user@|sshd?[@.])/) service = w[i]
                if (w[i] ~ /\.(service|scope)$/) below = 1
                part_of_path(path, w[i], w[i - 1], w[i + 1])
            }
        }
        close(file)
    }
    function arguments_of(pid,   ask, line) {
        ask = "ps -ww -o args= -p " pid
        ask | getline line
        close(ask)
        return substr(line, 1, 2000)
    }
    function word_after(option, text,   w, n, i) {
        n = split(text, w, " ")
        for (i = 2; i < n; i++) if (w[i] ~ option) return w[i + 1]
        return ""
    }
    function look_at_parents(pid, uid,   steps, text) {
        kind = session = keeper = ""
        while (steps++ < 64 && pid > 1 && status_of(pid)) {
            if (its_name == "screen" && kind == "") {
                kind = "screen"
                if (its_uid == uid) session = word_after("^-[A-Za-z]*S$", arguments_of(pid))
                session = pid (session == "" ? "" : "." session)
            } else if (its_name == "tmux: server" && kind == "") {
                kind = "tmux"
            } else if (its_name == "slurmstepd" && its_uid == 0 && kind == "") {
                kind = "slurm"
                session = arguments_of(pid)
                if (!sub(/^slurmstepd: \[/, "", session) || !sub(/\].*/, "", session)) session = ""
            } else if (its_name == "conmon" && keeper == "") {
                keeper = its_uid
                text = runtime == "" ? word_after("^(-c|--cid)$", arguments_of(pid)) : ""
                if (is_id(text)) found_container("podman", text)
            } else if (its_name ~ /^starter(-suid)?$/ && runtime == "") {
                if (arguments_of(pid) ~ /^(Apptainer|Singularity) /) runtime = "apptainer"
            }
            pid = its_parent
        }
    }
    function starter_of(pid, uid, owner,   login, file) {
        if (runtime == "apptainer") return owner == "" ? name_of(uid) : owner
        if (owner != "" && runtime ~ /^(podman|lxc|nspawn)$/) return owner
        if (runtime == "" && name_of(slice) != "") return name_of(slice)
        if (name_of(manager) != "") return name_of(manager)
        if (runtime != "" && runtime != "podman") return ""
        file = "/proc/" pid "/loginuid"
        if ((getline login < file) <= 0) login = ""
        close(file)
        if (name_of(login) != "") return name_of(login)
        return runtime == "podman" && keeper > 0 ? name_of(keeper) : ""
    }
    function account(name) { gsub(/%/, "%25", name); gsub(/ /, "%20", name); return say(name) }
    function say(text) { gsub(/[ \t]/, "_", text); return text == "" ? "-" : text }
    function look_at(pid,   uid, owner, line) {
        if (!stat_of(pid)) return ""
        if ((pid " " its_start) in before) return before[pid " " its_start]
        if (!status_of(pid)) return ""
        uid = its_uid
        any = 0
        cgroups_of(pid)
        if (!any) return ""
        look_at_parents(its_parent, uid)
        owner = ""
        if (name_of(uid) == "") {
            owner = subordinate_of(uid)
            if (owner == "") owner = name_of(runtime == "" ? slice : manager)
            if (runtime ~ /./ && runtime != "apptainer" && owner != name_of(manager)) owner = ""
        }
        if (runtime != "" && runtime != "apptainer") its_terminal = ""
        if (kind == "" && its_terminal runtime == "" && service != "") { kind = "service"; session = service }
        line = pid " " its_start " " uid " " account(owner) " " say(runtime) " " say(id)
        return line " " account(starter_of(pid, uid, owner)) " " say(its_terminal) " " say(kind) " " substr(session, 1, 120)
    }
    { before[$2 " " $3] = substr($0, 3) }
    END {
        cgroups_of("self")
        own_id = id
        n = split(pids, all, ",")
        for (i = 1; i <= n && bytes < 65536; i++) {
            line = look_at(all[i])
            bytes += length(line)
            if (line != "") print "C " line
        }
    }' 2>/dev/null)
    [ -z "$origin" ] || origin=$origin$nl
}
)SH";

}  // namespace dibs::probe
