// The limits that hold for one person: what their groups say, each number as the most generous of
// them has it, and what none of them says as the site's rules do. What starts so soon that its GPUs
// would stay empty (`relaxed_within_min`) is held to less: to no quota, and of the rest to
// whichever is more generous, groups or site. Pure; asked with the world's groups, or with those in
// the tables.
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
    std::optional<GroupId> group{};  // whose limit it is; none: a rule of the site
    std::string group_name{};
};

// In `limit_kinds`, of the member of this name.
[[nodiscard]] constexpr std::size_t place_of(Limits::Number Limits::*value) {
    std::size_t at = 0;
    while (limit_kinds[at].value != value) ++at;
    return at;
}

// Absent: no such limit.
struct Bounds {
    std::array<std::optional<Bound>, limit_kinds.size()> each{};
    bool relaxed = false;            // it starts so soon that no quota holds, and no budget
    std::vector<Bound> of_groups{};  // GPU-hours of all members: there must be room in one of them

    [[nodiscard]] const std::optional<Bound>& of(Limits::Number Limits::*kind) const;
};

// `ahead`: how long from now until what is asked for starts. `groups`: those of the person.
[[nodiscard]] Bounds bounds_of(const Limits& site, const std::vector<GroupLimits>& groups,
                               Duration ahead);

}  // namespace dibs
