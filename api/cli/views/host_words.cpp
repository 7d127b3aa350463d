// From the states of the contract to sentences.
#include "api/cli/views/host_words.hpp"

#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/jumps.hpp"
#include "api/cli/views/live_value.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace dibs::cli {
namespace {

std::string because(const Json& host) {
    const auto reason = reason_words(host["reason"].text());
    const auto failure = host["failure"].text();
    return (reason.empty() ? "" : ": " + reason) + (failure.empty() ? "" : " (" + failure + ')');
}

bool met(const Json& host, std::string_view words) {
    return host["failure"].text().find(words) != std::string::npos;
}

// Quotes an account with a backslash for a shell: CORP\ann.
std::string quoted(const std::string& account) {
    return account.find('\\') == std::string::npos ? account : '\'' + account + '\'';
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const auto number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

std::string sign_in(const Json& host) {
    const auto jumps = jumps_text(host, ",");
    return "ssh " + (jumps.empty() ? "" : "-J " + quoted(jumps) + ' ') + "-p " +
           host["port"].shown() + ' ' + quoted(host["user"].text() + '@' + host["address"].text());
}

// The server's words name the jump: "jump login1: login: ...".
Advice jump_failed(const Json& host, const std::string& found) {
    if (met(host, "let us forward")) {
        return {found,
                "Let sshd on the jump forward: AllowTcpForwarding local, no PermitOpen that leaves "
                "the host out, and port-forwarding in authorized_keys where that says restrict."};
    }
    if (met(host, ": login: ")) {
        return {found,
                "Put the public half of Dibs's key (`identity` under [probe]) into "
                "~/.ssh/authorized_keys of the account on the jump: " +
                    jumps_text(host, ", ") + '.'};
    }
    return {found, "Look whether the jump runs and whether this works from the server of Dibs: `" +
                       sign_in(host) + " true`."};
}

Advice not_reached(const Json& host) {
    const auto reason = host["reason"].text();
    const std::string found = "is not reached" + because(host);
    const auto user = host["user"].text();
    if (reason == "jump_failed") return jump_failed(host, found);
    if (met(host, "second factor")) {
        return {found, "Let sshd there ask " + user + " for the key alone: Match User " + user +
                           ", AuthenticationMethods publickey."};
    }
    if (met(host, "key exchange: ") && met(host, "kex error")) {
        return {found,
                "Let its SSH server offer curve25519-sha256 or ecdh-sha2-nistp256 "
                "(KexAlgorithms), and a host key of Ed25519, ECDSA or RSA."};
    }
    if (met(host, "login shell") || met(host, "the command ")) {
        return {found,
                "Give " + user +
                    " a login shell like /bin/sh there, without a forced command "
                    "(command= in authorized_keys, ForceCommand) and with start files that end "
                    "and are silent where there is no terminal."};
    }
    if (reason == "auth_failed") {
        return {found,
                "Put the public half of Dibs's key (`identity` under [probe]) into "
                "~/.ssh/authorized_keys of " +
                    host["user"].text() + " there."};
    }
    if (reason == "refused") {
        return {found, "Start its SSH server, or correct the port " + host["port"].shown() + '.'};
    }
    return {found, "Look whether it runs and whether this works from the server of Dibs: `" +
                       sign_in(host) + " true`."};
}

Advice broken_driver(const Json& host) {
    const auto state = host["driver"]["state"].text();
    const auto words = host["driver"]["words"].text();
    if (state == "missing") {
        return {"has no NVIDIA driver: " + words,
                "Install the driver with nvidia-smi there, or take the host out."};
    }
    if (state == "unsupported") {
        return {"has a driver that does not know what is asked: " + words,
                "Install a newer driver there."};
    }
    return {"has a driver that gives no GPUs: " + words,
            "Run nvidia-smi there; after an update of the driver reload its module or restart "
            "the host."};
}

}  // namespace

Advice driver_warning(const Json& host) {
    const auto driver = host["driver"];
    const auto words = driver["words"].text();
    if (driver["state"].text() != "working" || words.empty()) return {};
    return {"nvidia-smi warns: " + words, "Have that card looked at; it works meanwhile."};
}

std::string reason_words(const std::string& reason) {
    if (reason == "refused") return "it refuses the connection";
    if (reason == "timeout") return "it does not answer";
    if (reason == "unreachable") return "no connection to it can be made";
    if (reason == "auth_failed") return "it does not let Dibs sign in";
    if (reason == "jump_failed") return "its jump does not let Dibs through";
    if (reason == "host_key_changed") return "it shows another host key than the pinned one";
    if (reason == "ended") return "the connection ended";
    return reason;
}

Advice hidden_owners(const Json& host) {
    const auto& hidden = host["hidden_owners"];
    if (!hidden) return {};
    const auto user = host["user"].text();
    if (hidden["why"].text() == "pid_namespace") {
        return {user + " signs in to a container or a pid namespace and sees no owners",
                "Let " + user + " sign in to the host itself."};
    }
    const std::string hides = "its /proc is mounted with hidepid and hides whose processes run";
    if (!hidden["group"]) {
        return {hides, "Mount it with gid= of a group, and add " + user + " to that group."};
    }
    return {hides, "Run there: usermod -aG " + hidden["group"].text() + ' ' + user};
}

Advice host_trouble(const Json& host) {
    const auto state = host["state"].text();
    if (state == "connecting") {
        return {"was never reached" + because(host),
                "Wait a minute; then look whether [probe] has an `identity`, and whether this "
                "works from the server of Dibs: `" +
                    sign_in(host) + " true`."};
    }
    if (state == "unreachable") return not_reached(host);
    if (state == "key_changed" && host["offered_by_jump"]) {
        return {"is not spoken to: its jump " + host["offered_by_jump"].text() +
                    " shows another host key, " + host["offered_key"].text(),
                "Compare it on the jump (ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub); if it "
                "was reinstalled, pin the new key (dibs host edit " +
                    host["name"].text() + " --key), else find out who answers."};
    }
    if (state == "key_changed") {
        return {"shows another host key, " + host["offered_key"].text() + ", and is not spoken to",
                "Compare it on that machine (ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub); "
                "if it was reinstalled, pin the new key, else find out who answers."};
    }
    if (state == "driver_broken") return broken_driver(host);
    return {};
}

std::string disk_of(const Json& host) {
    const auto percent = current_value(host, "disk_fullest_percent");
    if (!percent) return "";
    const auto place = host["fullest_disk"].text();
    return percent.shown() + " % full" + (place.empty() ? "" : ": " + place);
}

std::string links_of(const Json& host) {
    const auto& links = host["topology"]["links"].items();
    if (links.empty()) return "";
    std::map<std::int64_t, std::int64_t> leader;  // of a GPU, towards the lowest index of its group
    const auto lowest = [&](std::int64_t gpu) {
        while (leader.contains(gpu) && leader[gpu] != gpu) gpu = leader[gpu];
        return gpu;
    };
    for (const auto& link : links) {
        if (link["kind"].text() != "nvlink") continue;
        const auto [low, high] =
            std::minmax({lowest(link["from"].integer()), lowest(link["to"].integer())});
        for (const auto* end : {"from", "to"}) leader.try_emplace(link[end].integer(), low);
        leader[low] = low;
        leader[high] = low;
    }
    std::map<std::int64_t, std::vector<std::int64_t>> groups;
    for (const auto& [gpu, next] : leader) groups[lowest(gpu)].push_back(gpu);
    std::string text;
    for (const auto& [first, gpus] : groups) {
        text += (text.empty() ? "NVLink joins " : " and ") + number_list(gpus);
    }
    return text.empty() ? "no NVLink" : text;
}

std::string numa_of(const Json& host) {
    std::map<std::int64_t, std::vector<std::int64_t>> nodes;
    for (const auto& one : host["topology"]["numa"].items()) {
        nodes[one["node"].integer()].push_back(one["index"].integer());
    }
    std::string text;
    for (const auto& [node, gpus] : nodes) {
        text +=
            (text.empty() ? "node " : "; node ") + std::to_string(node) + ": " + number_list(gpus);
    }
    return text;
}

std::string clock_off(const Json& thing) {
    const auto offset = thing["clock_offset_s"].integer();
    if (std::abs(offset) <= clock_leeway_s) return {};
    return length_text(std::abs(offset) * 1000) + (offset > 0 ? " ahead of" : " behind") +
           " the server's";
}

}  // namespace dibs::cli
