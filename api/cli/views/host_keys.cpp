// Gets the key that a host offers now, and asks a person to confirm it.
#include "api/cli/views/host_keys.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

Json offered_key(Context& context, const std::string& address, std::int64_t port,
                 const Jumps& jumps) {
    Json body{Json::Object{{"address", address}, {"port", port}}};
    if (!jumps.empty()) body.set("jumps", to_json(jumps));
    try {
        return context.client.post("/hosts/fingerprint", body);
    } catch (const Failure& failure) {
        if (failure.exit != Exit::unreachable || failure.problem.empty()) throw;
        throw Failure(failure.exit, "No host key came from there: " + std::string(failure.what()),
                      "Check the address and --port, and that an SSH server runs there.",
                      failure.problem);
    }
}

std::string agree_to(Context& context, const std::string& address, const Json& offered,
                     std::string_view option) {
    const auto fingerprint = offered["host_key_fingerprint"].text();
    context.out.note(printable(address) + " offers the " + printable(offered["key_type"].text()) +
                     " key " + printable(fingerprint));
    if (context.assume_yes) return fingerprint;
    if (!context.terminal.interactive()) {
        throw Failure(
            Exit::usage, "Nobody is here to compare the key.",
            "Repeat with " + std::string(option) + ' ' + fingerprint + " if that is right.");
    }
    context.out.note("On that machine: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub");
    const auto answer = context.terminal.ask("Is it the same? [y/N]");
    if (answer == "y" || answer == "Y" || answer == "yes") return fingerprint;
    throw Failure(Exit::failure, "Nothing was done.", "Compare the keys, then try again.");
}

// The pinned key of the last of these jumps, if another host uses the same jumps.
std::string pinned_key(const std::vector<Json>& hosts, const Jumps& so_far) {
    for (const auto& host : hosts) {
        const auto its = jumps_of(host);
        const auto same = [](const Jump& a, const Jump& b) {
            return a.address == b.address && a.port == b.port;
        };
        if (its.size() >= so_far.size() &&
            std::equal(so_far.begin(), so_far.end(), its.begin(), same)) {
            return its[so_far.size() - 1].key;
        }
    }
    return "";
}

}  // namespace

std::string agreed_fingerprint(Context& context, const std::string& address, std::int64_t port,
                               const Jumps& jumps, std::string_view option) {
    return agree_to(context, address, offered_key(context, address, port, jumps), option);
}

Jumps with_keys(Context& context, const Jumps& jumps, bool again) {
    const bool all_known =
        std::all_of(jumps.begin(), jumps.end(), [](const auto& jump) { return !jump.key.empty(); });
    if (all_known && !again) return jumps;
    const auto hosts = all_known ? std::vector<Json>{} : context.client.list("/hosts");
    Jumps done;
    for (const auto& wanted : jumps) {
        auto through = done;
        done.push_back(wanted);
        auto& jump = done.back();
        if (jump.key.empty()) jump.key = pinned_key(hosts, done);
        if (!jump.key.empty() && !again) continue;
        const auto offered = offered_key(context, jump.address, jump.port, through);
        if (offered["host_key_fingerprint"].text() == jump.key) continue;
        jump.key = agree_to(context, address_text(jump), offered, "--jump-key");
    }
    return done;
}

}  // namespace dibs::cli
