// Questions about who may use what, asked of one moment (snapshot.hpp). Any thread.
#pragma once

#include "domain/kernel/zone.hpp"
#include "domain/rules/bounds.hpp"
#include "projections/access/access_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

#include <set>
#include <string>
#include <vector>

namespace dibs {

[[nodiscard]] std::optional<views::Group> find_group(const Snapshot& tables, GroupId id);
// By id: the oldest first.
[[nodiscard]] Slice<views::Group> list_groups(const Snapshot& tables, const PageFrom& page);
// By person.
[[nodiscard]] Slice<views::GroupMember> list_members(const Snapshot& tables, GroupId group,
                                                     const PageFrom& page);

// By person, also those that were declined.
[[nodiscard]] Slice<views::Invitation> list_invitations(const Snapshot& tables, GroupId group,
                                                        const PageFrom& page);
[[nodiscard]] bool manages(const Snapshot& tables, PersonId person, GroupId group);

// What holds for them, for a booking that starts so much later than now.
[[nodiscard]] Bounds bounds_for(const Snapshot& tables, PersonId person, Duration ahead);

[[nodiscard]] std::optional<views::Grant> find_grant(const Snapshot& tables, GrantId id);
// By id: the oldest first.
[[nodiscard]] Slice<views::Grant> list_grants(const Snapshot& tables,
                                              const views::GrantFilter& filter,
                                              const PageFrom& page);

// What a booking asks for, as far as grants go.
struct PendingBooking {
    PersonId owner;
    std::vector<GpuId> gpus;
    Interval when;
};
// Whether this one approves it though no admin, by the grants as they are.
[[nodiscard]] bool approves(const Snapshot& tables, PersonId person, const PendingBooking& booking,
                            const Zones& zones);
// All of those.
[[nodiscard]] std::set<PersonId> approvers_of(const Snapshot& tables, const PendingBooking& booking,
                                              const Zones& zones);

// Whom to ask for these GPUs, which no grant of theirs covers from then on: who approves what rests
// on the grants of others that reach them, named or as managers of their groups; where there are
// none, admins. By name, at most `most`; without themselves.
[[nodiscard]] std::vector<std::string> whom_to_ask(const Snapshot& tables, PersonId person,
                                                   const std::vector<GpuId>& gpus, Instant from,
                                                   std::size_t most);

// When in that time somebody may not book these GPUs, by the grants as they are: ascending for each
// GPU, in the order of `gpus`. At most `most` of them.
[[nodiscard]] std::vector<views::Closed> closed_to(const Snapshot& tables, PersonId person,
                                                   const std::vector<GpuId>& gpus,
                                                   const Interval& when, const Zones& zones,
                                                   std::size_t most);

}  // namespace dibs
