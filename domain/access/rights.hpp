// Decides who may use which GPU when, from people, groups, grants and the fleet. Every decision
// about a booking uses it. consequences.hpp uses it after a change of any of them. Pure.
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

// The states that rights depend on: the world's own, or those after a planned change.
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
// The grants that allow this person to use this GPU.
[[nodiscard]] grant::Chosen grants_for(const Rights& rights, const grant::Asker& asker,
                                       const grant::Place& place);

// The first end of a person's right to some GPUs.
struct Missing {
    GpuId gpu;
    Instant from;                        // no right from here on
    const grant::Grant* last = nullptr;  // the grant that ends then; null: nothing covers the start
    bool disabled = false;               // the account is disabled and has no rights
};
// Selects the grants that count. `without_approval` selects those that allow a booking of all these
// GPUs for all this time without approval, or with that of `approver`.
enum class Resting { on_any, without_approval };
[[nodiscard]] std::optional<Missing> missing(const Rights& rights, PersonId person,
                                             const std::vector<GpuId>& gpus, const Interval& when,
                                             Resting resting = Resting::on_any,
                                             const grant::Approver* approver = nullptr);
// A sentence for the person who asked.
[[nodiscard]] std::string sentence_of(const Missing& missing, const Rights& rights);

}  // namespace dibs
