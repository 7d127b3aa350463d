// One host after the other: few have processes of one account in one booking.
#include "ops/react/steps/message.hpp"

#include "ops/react/terminals.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

namespace dibs::steps {
namespace {

constexpr Retries few{3, std::chrono::seconds{2}};

// When each account of a host was told last of each booking (none: of what nobody has booked), and
// whether that named a stop: the first that does waits for none that did not. One thread's.
using ToldOf = std::tuple<HostId, std::string, std::optional<ReservationId>, bool>;
using Told = std::map<ToldOf, Instant>;

std::optional<Instant> told_too_lately(const Told& told, const About& about,
                                       std::optional<ReservationId> booking, bool names_stop,
                                       Instant now) {
    for (const auto& [host, target] : about.hosts) {
        const auto last = told.find({host, about.account, booking, names_stop});
        if (last != told.end() && now < last->second + between_messages && last->second <= now) {
            return last->second + between_messages;
        }
    }
    return std::nullopt;
}

// One that waited is sent later than was thought: a stop follows a minute after it at the earliest.
std::optional<Instant> stop_after(std::optional<Instant> announced, Instant now) {
    if (!announced) return std::nullopt;
    return std::max(*announced, now + std::chrono::seconds{enforcement::least_notice_s});
}

End take(MessageParts& parts, Told& told, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto now = parts.clock();
    const auto booking = call.step.violations.front().reservation;  // one for all of a group
    const bool names_stop = call.step.stops_at.has_value();
    if (const auto until = told_too_lately(told, about, booking, names_stop, now)) {
        return {EffectEnd{.postponed = until}, {}};
    }
    ToldOnTerminals sum;
    const auto text = message_text(about, stop_after(call.step.stops_at, now), parts.site);
    for (const auto& [host, target] : about.hosts) {
        const auto before = sum.told;
        tell_terminals(sum, parts.remote, {target, about.account, text}, call.stopping);
        if (call.stopping) return {EffectEnd{.interrupted = true}, {}};
        if (sum.told > before) told[{host, about.account, booking, names_stop}] = now;
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
