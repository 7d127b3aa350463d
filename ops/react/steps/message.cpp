// The hosts of one group are notified one after the other: an account has processes on few hosts in
// one booking.
#include "ops/react/steps/message.hpp"

#include "ops/react/hosts/terminals.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace dibs::steps {
namespace {

constexpr Retries message_retries{3, std::chrono::seconds{2}};

// The booking (none: the GPU is not booked), and whether the message named a stop. The first
// message with a stop does not wait for one without.
using Subject = std::pair<std::optional<ReservationId>, bool>;

// The last message to each account of a host, by subject. Any thread.
class MessageTimes {
  public:
    // None: the message may go now.
    std::optional<Instant> blocked_until(const About& about, const Subject& subject, Instant now) {
        const std::lock_guard lock(mutex_);
        forget(now);
        for (const auto& [host, target] : about.hosts) {
            const auto of_account = all_.find({host, about.account});
            if (of_account == all_.end()) continue;
            const auto& sent = of_account->second;
            const auto last = sent.find(subject);
            if (last != sent.end()) return last->second + between_messages;
            if (sent.size() < most_messages) continue;
            const auto newest = std::max_element(
                sent.begin(), sent.end(),
                [](const auto& one, const auto& other) { return one.second < other.second; });
            if (now < newest->second + when_many) return newest->second + when_many;
        }
        return std::nullopt;
    }
    void note(HostId host, const std::string& account, const Subject& subject, Instant now) {
        const std::lock_guard lock(mutex_);
        all_[{host, account}][subject] = now;
    }

  private:
    // Forgets entries after ten minutes, and entries in the future, where the clock was set back.
    void forget(Instant now) {
        for (auto& [account, sent] : all_) {
            std::erase_if(sent, [&](const auto& one) {
                return now >= one.second + between_messages || one.second > now;
            });
        }
        std::erase_if(all_, [](const auto& one) { return one.second.empty(); });
    }

    std::mutex mutex_;
    std::map<std::pair<HostId, std::string>, std::map<Subject, Instant>> all_;
};

// A delayed message moves the stop: it follows at least a minute after the message.
std::optional<Instant> stop_after(std::optional<Instant> announced, Instant now) {
    if (!announced) return std::nullopt;
    return std::max(*announced, now + std::chrono::seconds{enforcement::least_notice_s});
}

End take(const MessageParts& parts, MessageTimes& times, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto now = parts.clock();
    if (const auto later = waits_for_sight(parts.sighting, about, call.step.at, now)) {
        return {EffectEnd{.postponed = later}, {}};
    }
    // All of a group have one booking.
    const Subject subject{call.step.violations.front().reservation, call.step.stops_at.has_value()};
    if (const auto until = times.blocked_until(about, subject, now)) {
        return {EffectEnd{.postponed = until}, {}};
    }
    TerminalResult sum;
    const auto text = message_text(about, stop_after(call.step.stops_at, now), parts.site);
    for (const auto& [host, target] : about.hosts) {
        const auto before = sum.told;
        tell_terminals(sum, parts.remote, {target, about.account, text}, call.stopping);
        if (call.stopping) return {EffectEnd{.interrupted = true}, {}};
        if (sum.told > before) times.note(host, about.account, subject, now);
    }
    if (sum.told > 0) return {{.good = true}, Result{violation::Outcome::done, sum.told, ""}};
    if (sum.failure.empty()) return {{.good = true}, Result{violation::Outcome::no_target, 0, ""}};
    if (!sum.unreached) {
        return {{.good = true}, Result{violation::Outcome::failed, 0, sum.failure}};
    }
    return {EffectEnd{.detail = sum.failure}, {}};
}

}  // namespace

Handler message_handler(MessageParts parts) {
    auto times = std::make_shared<MessageTimes>();
    return {
        "message",
        {enforcement::Action::message},
        [parts = std::move(parts), times](const Call& call) { return take(parts, *times, call); },
        message_retries,
        effect::By::host,
        LockScope::hosts};
}

}  // namespace dibs::steps
