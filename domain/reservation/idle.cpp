// Decides when Dibs notifies the owner of an idle booking, and when it frees the rest. Keeps no
// idle time: each report has the start of the idle time without gaps. Uncertain time starts it
// again.
#include "domain/kernel/text.hpp"
#include "domain/reservation/idle_decisions.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

constexpr LineLength keep_reason_length{1, 200};

// Differs from is_running(): a booking past its end is not in progress.
bool is_in_progress(const Held& held, Instant now) {
    return held.ending == Ending::none && held.booking.when.contains(now);
}

// A host that is not reached, or whose driver fails, has no current state of its GPUs.
bool is_in_sight(const World& world, const std::vector<HostId>& hosts) {
    return std::all_of(hosts.begin(), hosts.end(), [&](HostId id) {
        const auto host = world.fleet.hosts.find(id);
        return host != world.fleet.hosts.end() && !host->second.driver.fails() &&
               host->second.reach == fleet::Reach::reached;
    });
}

bool is_over(Instant since, Limits::Number minutes, Instant until) {
    return minutes && until - since >= std::chrono::minutes{*minutes};
}

Idled idled(const World& world, const Held& held, IdleKind kind, Instant since, Instant now) {
    const auto& b = held.booking;
    return {b.id,
            b.owner,
            b.gpus,
            b.when,
            fleet::hosts_of(world.fleet, b.gpus),
            kind,
            since,
            now,
            minutes_for(world.rules.site, kind).release};
}

IdleEnded idle_ended(const World& world, const Held& held, IdleEnd why, Instant now) {
    const auto& b = held.booking;
    const auto& idle = *held.idle;
    return {b.id,      b.owner, b.gpus,     b.when, fleet::hosts_of(world.fleet, b.gpus),
            idle.kind, why,     idle.since, now};
}

std::vector<Event> noticed(const World& world, const Held& held, const ReportIdle& c, Instant since,
                           Instant now) {
    for (const auto kind : {IdleKind::no_show, IdleKind::idle}) {
        if (kind == IdleKind::no_show && !c.no_show) continue;
        if (!is_over(since, minutes_for(world.rules.site, kind).tell, c.until)) continue;
        return {idled(world, held, kind, since, now)};
    }
    return {};
}

// Follows the promise in the notification, if the rules still have a release. A booking without a
// promised release, or without a delivered notification, is not freed. The GPUs must be idle with
// certainty for the whole notice.
bool is_forfeited(const World& world, const Held& held, const ReportIdle& c, Instant since) {
    const auto& idle = *held.idle;
    if (!idle.told_at || !idle.release_after_min) return false;
    if (!minutes_for(world.rules.site, idle.kind).release) return false;
    return is_over(std::max(since, *idle.told_at), idle.release_after_min, c.until);
}

}  // namespace

IdleMinutes minutes_for(const rules::Rules& rules, IdleKind kind) {
    if (kind == IdleKind::no_show) return {rules.no_show_tell_min, rules.no_show_release_min};
    return {rules.idle_tell_min, rules.idle_release_min};
}

Result<std::vector<Event>> decide_keep(const World& world, const Held& held, const Keep& c,
                                       const Context& context) {
    const auto& b = held.booking;
    if (!is_in_progress(held, context.now)) {
        return refuse(Code::not_ready, "", "It is not running: nothing is to be kept.");
    }
    if (c.for_min < 1 || c.for_min > longest_keep_min) {
        return refuse(Code::out_of_range, "for_min", "This is 1 to 480 minutes (8 hours).");
    }
    Personal<std::string> reason;
    if (c.reason) {
        auto line = normal_line(c.reason->value, "reason", "A reason", keep_reason_length);
        if (!line) return tl::unexpected(line.error());
        reason.value = *std::move(line);
    }
    const auto until = std::min(context.now + std::chrono::minutes{c.for_min}, b.when.until);
    return std::vector<Event>{Kept{b.id, b.owner, b.gpus, fleet::hosts_of(world.fleet, b.gpus),
                                   until, std::move(reason)}};
}

std::vector<Event> decide_idle(const World& world, const Held& held, const ReportIdle& c,
                               Instant now) {
    const auto& b = held.booking;
    const bool fresh = c.until <= now && now - c.until <= stale_after;
    if (!fresh || !is_in_progress(held, now)) return {};
    if (held.kept_until && *held.kept_until > c.until) return {};
    const auto hosts = fleet::hosts_of(world.fleet, b.gpus);
    if (!is_in_sight(world, hosts)) return {};
    const auto since = std::max({c.since, b.when.from, held.kept_until.value_or(b.when.from)});
    if (!held.idle) return noticed(world, held, c, since, now);
    if (is_forfeited(world, held, c, since)) {
        return {idle_ended(world, held, IdleEnd::released, now),
                Released{b.id, b.owner, b.gpus, b.when, now, hosts}};
    }
    // The rules now have a release that the owner was not notified of.
    const auto kind = held.idle->kind;
    if (!held.idle->release_after_min && minutes_for(world.rules.site, kind).release) {
        return {idled(world, held, kind, held.idle->since, now)};
    }
    return {};
}

std::vector<Event> decide_in_use(const World& world, const Held& held, Instant now) {
    if (!held.idle || !is_in_progress(held, now)) return {};
    return {idle_ended(world, held, IdleEnd::in_use, now)};
}

// Records it also for a booking that has ended: the notification was sent.
std::vector<Event> decide_told(const World& world, const Held& held, const ReportTold& c,
                               Instant now) {
    const auto& b = held.booking;
    return {IdleTold{b.id, b.owner, b.gpus, fleet::hosts_of(world.fleet, b.gpus), c.noticed_at, now,
                     c.by, c.outcome, c.words}};
}

}  // namespace dibs::reservation
