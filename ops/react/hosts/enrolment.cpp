// Compares the configuration with the record, makes commands and waits for their answers, a batch
// at a time.
#include "ops/react/hosts/enrolment.hpp"

#include "ingest/fresh_id.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <memory>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::size_t at_a_time = 100;
constexpr std::chrono::milliseconds reply_poll_interval{10};
constexpr std::chrono::milliseconds try_again_after{200};

bool as_configured(const views::Host& host, const ConfiguredHost& wanted) {
    return host.address == wanted.address && host.port == wanted.port &&
           host.user == wanted.account && host.host_key_fingerprint == wanted.host_key &&
           host.jumps.value_or(fleet::Jumps{}) == wanted.jumps;
}

std::future<Reply> submit(const fleet::Command& command, CommandHandler& handler) {
    const auto promise = std::make_shared<std::promise<Reply>>();
    Envelope envelope{Command{command}};
    envelope.source = "configuration";
    handler.submit(std::move(envelope), [promise](Reply r) { promise->set_value(std::move(r)); });
    return promise->get_future();
}

std::string host_of(const fleet::Command& command) {
    if (const auto* one = get_if<fleet::EnrolHost>(&command)) return one->name;
    const auto* changed = get_if<fleet::ChangeHost>(&command);
    return changed ? to_text(changed->id) : "";
}

// True if the command needs no retry, whether accepted or rejected.
bool settled(const fleet::Command& command, const Reply& reply) {
    if (reply) return true;
    const auto& no = reply.error();
    if (no.code == Code::busy || no.code == Code::unavailable) return false;
    spdlog::warn("[[host]] {}: {}", host_of(command), no.detail);
    return true;
}

}  // namespace

std::vector<fleet::Command> enrolments(const std::vector<ConfiguredHost>& configured,
                                       const Snapshot& tables, Instant now) {
    std::vector<fleet::Command> commands;
    for (const auto& host : configured) {
        const auto id = host_called(tables, host.name);
        const auto known = id ? find_host(tables, *id) : std::nullopt;
        if (!known) {
            commands.emplace_back(fleet::EnrolHost{fresh_id<HostId>(now), host.name, host.address,
                                                   host.port, host.account, host.host_key,
                                                   host.jumps});
        } else if (!as_configured(*known, host)) {
            fleet::ChangeHost change{*id, host.address, host.port, host.account, host.host_key};
            change.jumps = host.jumps;
            commands.emplace_back(std::move(change));
        }
    }
    return commands;
}

bool enrol(std::vector<fleet::Command> commands, CommandHandler& handler, const GiveUp& give_up) {
    while (!commands.empty()) {
        const auto count = std::min(commands.size(), at_a_time);
        std::vector<std::future<Reply>> replies;
        for (std::size_t i = 0; i < count; ++i) replies.push_back(submit(commands[i], handler));
        std::vector<fleet::Command> again;
        for (std::size_t i = 0; i < count; ++i) {
            while (replies[i].wait_for(reply_poll_interval) != std::future_status::ready) {
                if (give_up(std::chrono::milliseconds{0})) return false;
            }
            if (!settled(commands[i], replies[i].get())) again.push_back(std::move(commands[i]));
        }
        if (!again.empty() && give_up(try_again_after)) return false;
        const auto rest = commands.begin() + static_cast<std::ptrdiff_t>(count);
        std::move(rest, commands.end(), std::back_inserter(again));
        commands = std::move(again);
    }
    return true;
}

}  // namespace dibs
