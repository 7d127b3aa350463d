// Limits of a person's bookings: length, time ahead and amount. Each number may be absent. A group
// has its own limits (group.hpp). The site's limits apply where the group has none (rules.hpp).
// bounds.hpp computes the limits of one person.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dibs {

struct Limits {
    using Number = std::optional<std::int64_t>;
    Number shortest_min{};  // of one booking, as are the next two
    Number longest_min{};
    Number most_gpus{};
    Number lead_min{};              // the earliest start, from now
    Number horizon_min{};           // the latest start, from now
    Number gpus_at_once{};          // of all bookings of one person, at any moment
    Number gpu_hours_week{};        // of one person, for each week from Monday to Monday in UTC
    Number group_gpu_hours_week{};  // of all members of a group together
    // A booking that starts within this time is exempt from most limits, see bounds.hpp.
    Number relaxed_within_min{};
    friend bool operator==(const Limits&, const Limits&) = default;
};

// A change of limits. An absent member keeps its value; a present but empty member removes the
// limit.
struct LimitsPatch {
    using Wanted = std::optional<Limits::Number>;
    Wanted shortest_min{};
    Wanted longest_min{};
    Wanted most_gpus{};
    Wanted lead_min{};
    Wanted horizon_min{};
    Wanted gpus_at_once{};
    Wanted gpu_hours_week{};
    Wanted group_gpu_hours_week{};
    Wanted relaxed_within_min{};
};

// All limits as a list, for readers, checks and displays. Each is 1 to `most`.
struct LimitKind {
    std::string_view name;
    Limits::Number Limits::*value;
    LimitsPatch::Wanted LimitsPatch::*wanted;
    std::int64_t most;
    bool more_is_generous = true;
};
inline constexpr std::int64_t most_min = 366 * 24 * 60;
inline constexpr std::int64_t most_at_once = 100'000;
inline constexpr std::int64_t most_hours = 10'000'000;
inline constexpr std::array limit_kinds{
    LimitKind{"shortest_min", &Limits::shortest_min, &LimitsPatch::shortest_min, most_min, false},
    LimitKind{"longest_min", &Limits::longest_min, &LimitsPatch::longest_min, most_min},
    LimitKind{"most_gpus", &Limits::most_gpus, &LimitsPatch::most_gpus, 1024},
    LimitKind{"lead_min", &Limits::lead_min, &LimitsPatch::lead_min, most_min, false},
    LimitKind{"horizon_min", &Limits::horizon_min, &LimitsPatch::horizon_min, most_min},
    LimitKind{"gpus_at_once", &Limits::gpus_at_once, &LimitsPatch::gpus_at_once, most_at_once},
    LimitKind{"gpu_hours_week", &Limits::gpu_hours_week, &LimitsPatch::gpu_hours_week, most_hours},
    LimitKind{"group_gpu_hours_week", &Limits::group_gpu_hours_week,
              &LimitsPatch::group_gpu_hours_week, most_hours},
    LimitKind{"relaxed_within_min", &Limits::relaxed_within_min, &LimitsPatch::relaxed_within_min,
              most_min}};

}  // namespace dibs
