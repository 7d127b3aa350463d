// One host after the other: few have processes of one account in one booking.
#include "ops/react/steps/message.hpp"

#include "ingest/ssh/one_answer.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/tell.hpp"

#include <map>
#include <memory>

namespace dibs::steps {
namespace {

constexpr std::chrono::seconds longest_tell{15};
constexpr Retries few{3, std::chrono::seconds{2}};

// When each account of a host was told last. One thread's.
using Told = std::map<std::pair<HostId, std::string>, Instant>;

std::optional<Instant> told_too_lately(const Told& told, const About& about, Instant now) {
    for (const auto& [host, target] : about.hosts) {
        const auto last = told.find({host, about.account});
        if (last != told.end() && now < last->second + between_messages && last->second <= now) {
            return last->second + between_messages;
        }
    }
    return std::nullopt;
}

struct Sum {
    std::int64_t told = 0;
    std::string failure{};  // the first
    bool unreached = false;
};

void tell(Sum& sum, MessageParts& parts, const ssh::HostTarget& target, const std::string& account,
          const std::string& text, const std::atomic<bool>& stopping) {
    ssh::RemoteCommand command{std::string(host::program_command()),
                               host::tell_request(account, text), true};
    const auto output =
        ssh::one_answer(parts.remote, target, std::move(command), {longest_tell, stopping});
    const auto failed = [&](const std::string& words) {
        if (sum.failure.empty()) sum.failure = target.name + ": " + words;
    };
    if (!output) {
        sum.unreached = true;
        return failed(host::words_of_host(output.error().text));
    }
    const auto answer = host::tell_answer(*output);
    sum.told += answer.told;
    switch (answer.outcome) {
        case host::TellOutcome::told:
        case host::TellOutcome::no_terminal:
        case host::TellOutcome::nobody_told:
            return;
        case host::TellOutcome::not_allowed:
            return failed("the account that probes it is not in the group tty");
        case host::TellOutcome::refused:
        case host::TellOutcome::no_answer:
            break;
    }
    failed(answer.detail.empty() ? "it gave no answer" : answer.detail);
}

End take(MessageParts& parts, Told& told, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto now = parts.clock();
    if (const auto until = told_too_lately(told, about, now)) {
        return {EffectEnd{.postponed = until}, {}};
    }
    Sum sum;
    const auto text = message_text(about, call.step.stops_at, parts.site);
    for (const auto& [host, target] : about.hosts) {
        const auto before = sum.told;
        tell(sum, parts, target, about.account, text, call.stopping);
        if (call.stopping) return {EffectEnd{.interrupted = true}, {}};
        if (sum.told > before) told[{host, about.account}] = now;
    }
    std::erase_if(told, [&](const auto& one) { return now >= one.second + between_messages; });
    if (sum.told > 0) return {{.good = true}, Result{violation::Outcome::done, sum.told, ""}};
    if (sum.failure.empty()) return {{.good = true}, Result{violation::Outcome::no_target, 0, ""}};
    if (!sum.unreached) {
        return {{.good = true}, Result{violation::Outcome::failed, 0, sum.failure}};
    }
    return {EffectEnd{.detail = sum.failure}, {}};
}

}  // namespace

Handler message_handler(MessageParts parts) {
    auto told = std::make_shared<Told>();
    return {"message",
            {enforcement::Action::message},
            [parts = std::move(parts), told](const Call& call) mutable {
                return take(parts, *told, call);
            },
            few};
}

}  // namespace dibs::steps
