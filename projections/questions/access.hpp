// Questions about groups and grants, answered from one snapshot (snapshot.hpp). Any thread.
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
// Ordered by id, oldest first.
[[nodiscard]] Slice<views::Group> list_groups(const Snapshot& tables, const PageFrom& page);
// Ordered by person.
[[nodiscard]] Slice<views::GroupMember> list_members(const Snapshot& tables, GroupId group,
                                                     const PageFrom& page);

// Ordered by person, including declined invitations.
[[nodiscard]] Slice<views::Invitation> list_invitations(const Snapshot& tables, GroupId group,
                                                        const PageFrom& page);
[[nodiscard]] bool manages(const Snapshot& tables, PersonId person, GroupId group);

// The limits that apply to the person, for a booking that starts `ahead` from now.
[[nodiscard]] Bounds bounds_for(const Snapshot& tables, PersonId person, Duration ahead);

[[nodiscard]] std::optional<views::Grant> find_grant(const Snapshot& tables, GrantId id);
// Ordered by id, oldest first.
[[nodiscard]] Slice<views::Grant> list_grants(const Snapshot& tables,
                                              const views::GrantFilter& filter,
                                              const PageFrom& page);

// What a booking requests, as far as grants need it.
struct PendingBooking {
    PersonId owner;
    std::vector<GpuId> gpus;
    Interval when;
};
// Whether the current grants make this person an approver of it. Admins are not considered.
[[nodiscard]] bool approves(const Snapshot& tables, PersonId person, const PendingBooking& booking,
                            const Zones& zones);
// All people for whom approves() is true.
[[nodiscard]] std::set<PersonId> approvers_of(const Snapshot& tables, const PendingBooking& booking,
                                              const Zones& zones);

// Names of people who can give access to GPUs that no grant of `person` covers from `from` on. They
// are the approvers of grants that reach these GPUs and end later: named, or managers of the
// grant's groups. Without any, active admins. Sorted, at most `most`, without `person`.
[[nodiscard]] std::vector<std::string> whom_to_ask(const Snapshot& tables, PersonId person,
                                                   const std::vector<GpuId>& gpus, Instant from,
                                                   std::size_t most);

// Times within `when` in which the person may not book these GPUs, by the current grants. Ascending
// for each GPU, in the order of `gpus`; at most `most`.
[[nodiscard]] std::vector<views::Closed> closed_to(const Snapshot& tables, PersonId person,
                                                   const std::vector<GpuId>& gpus,
                                                   const Interval& when, const Zones& zones,
                                                   std::size_t most);

}  // namespace dibs
