// One host after the other: few have processes of one account in one booking.
#include "ops/react/steps/message.hpp"

#include "ops/react/terminals.hpp"

#include <map>
#include <memory>

namespace dibs::steps {
namespace {

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

End take(MessageParts& parts, Told& told, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto now = parts.clock();
    if (const auto until = told_too_lately(told, about, now)) {
        return {EffectEnd{.postponed = until}, {}};
    }
    ToldOnTerminals sum;
    const auto text = message_text(about, call.step.stops_at, parts.site);
    for (const auto& [host, target] : about.hosts) {
        const auto before = sum.told;
        tell_terminals(sum, parts.remote, {target, about.account, text}, call.stopping);
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
