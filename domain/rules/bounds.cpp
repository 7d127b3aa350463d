// Chooses the limit that applies, number by number.
#include "domain/rules/bounds.hpp"

namespace dibs {
namespace {

bool is_more_generous(const LimitKind& kind, std::int64_t a, std::int64_t b) {
    return kind.more_is_generous ? a > b : a < b;
}

std::optional<Bound> most_generous(const LimitKind& kind, const std::vector<GroupLimits>& groups) {
    std::optional<Bound> best;
    for (const auto& group : groups) {
        const auto& value = group.limits.*kind.value;
        if (!value || (best && !is_more_generous(kind, *value, best->value))) continue;
        best = Bound{*value, group.id, group.name};
    }
    return best;
}

// True for the limits that the rules of a site always set. The others are quotas.
bool is_frame(const LimitKind& kind) {
    return kind.value == &Limits::shortest_min || kind.value == &Limits::longest_min ||
           kind.value == &Limits::most_gpus || kind.value == &Limits::horizon_min;
}

std::optional<Bound> bound_of(const LimitKind& kind, const Limits& site,
                              const std::vector<GroupLimits>& groups, bool relaxed) {
    if (relaxed && !is_frame(kind)) return std::nullopt;
    const auto& of_site = site.*kind.value;
    auto of_groups = most_generous(kind, groups);
    if (!of_site) return of_groups;
    const Bound rule{*of_site, {}, {}};
    if (!of_groups) return rule;
    const bool rule_wins = relaxed && is_more_generous(kind, rule.value, of_groups->value);
    return rule_wins ? rule : of_groups;
}

}  // namespace

const std::optional<Bound>& Bounds::of(Limits::Number Limits::*kind) const {
    return each.at(place_of(kind));
}

Bounds bounds_of(const Limits& site, const std::vector<GroupLimits>& groups, Duration ahead) {
    Bounds bounds;
    const auto take = [&](bool relaxed) {
        for (std::size_t i = 0; i < limit_kinds.size(); ++i) {
            bounds.each.at(i) = bound_of(limit_kinds.at(i), site, groups, relaxed);
        }
    };
    take(false);
    const auto within = bounds.of(&Limits::relaxed_within_min);
    const bool relaxed = within && ahead <= std::chrono::minutes{within->value};
    if (relaxed) take(true);
    bounds.relaxed = relaxed;
    for (const auto& group : groups) {
        const auto& hours = group.limits.group_gpu_hours_week;
        if (hours && !relaxed) bounds.of_groups.push_back({*hours, group.id, group.name});
    }
    return bounds;
}

}  // namespace dibs
