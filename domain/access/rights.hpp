// Who may use which GPU when: people, groups, grants and the fleet taken together. Asked by every
// decision about a booking, and by what comes of a change of any of them (consequences.hpp). Pure.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/access/group.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/people/people.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs {

struct World;

// All that it depends on; the world's own, or as it would be.
struct Rights {
    const people::State& people;
    const group::State& groups;
    const grant::State& grants;
    const fleet::State& fleet;
    const Zones* zones = nullptr;
};
[[nodiscard]] Rights rights_in(const World& world, const Context& context);

[[nodiscard]] grant::Asker asker_of(const Rights& rights, PersonId person);
[[nodiscard]] grant::Place place_of(const fleet::State& fleet, GpuId gpu);
// Those grants that let this one use that.
[[nodiscard]] grant::Chosen grants_for(const Rights& rights, const grant::Asker& asker,
                                       const grant::Place& place);

// Where somebody's right to some GPUs ends first.
struct Missing {
    GpuId gpu;
    Instant from;                        // not from then on
    const grant::Grant* last = nullptr;  // whose end that is; null: nothing covers the start
    bool disabled = false;               // the account itself may do nothing
};
// Which grants count: all, or only those on which a booking of all that rests without approval, or
// with that of `approver`.
enum class Resting { on_any, without_approval };
[[nodiscard]] std::optional<Missing> missing(const Rights& rights, PersonId person,
                                             const std::vector<GpuId>& gpus, const Interval& when,
                                             Resting resting = Resting::on_any,
                                             const grant::Approver* approver = nullptr);
// In a sentence, for who asked.
[[nodiscard]] std::string sentence_of(const Missing& missing, const Rights& rights);

}  // namespace dibs
