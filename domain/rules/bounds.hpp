// The limits that apply to one person. For each number, the most generous group of the person
// decides, or else the rules of the site. Less applies to a booking that starts so soon that its
// GPUs would stay empty (`relaxed_within_min`). No quota applies to it, and of the others the more
// generous one of groups and site. Pure. Callers use the world's groups, or those in the tables.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/rules/limits.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

struct GroupLimits {
    GroupId id;
    std::string name;
    Limits limits;
};

struct Bound {
    std::int64_t value = 0;
    std::optional<GroupId> group{};  // the group of the limit; none: a rule of the site
    std::string group_name{};
};

// The index in `limit_kinds` of that member.
[[nodiscard]] constexpr std::size_t place_of(Limits::Number Limits::*value) {
    std::size_t at = 0;
    while (limit_kinds[at].value != value) ++at;
    return at;
}

// An absent bound is no limit.
struct Bounds {
    std::array<std::optional<Bound>, limit_kinds.size()> each{};
    bool relaxed = false;  // it starts so soon that no quota and no budget applies
    // GPU-hours of all members: one of these groups must have enough left
    std::vector<Bound> of_groups{};

    [[nodiscard]] const std::optional<Bound>& of(Limits::Number Limits::*kind) const;
};

// `ahead` is the time until the start of the booking. `groups` are those of the person.
[[nodiscard]] Bounds bounds_of(const Limits& site, const std::vector<GroupLimits>& groups,
                               Duration ahead);

}  // namespace dibs
