// Current groups with their members, and current grants. Removed groups and withdrawn grants are
// deleted; the history keeps them.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/people/people_views.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace dibs::projections {

struct GroupRow {
    group::Held held;  // the group is its first field: groups_of() often reads nothing else
    Instant created_at;
};

struct GrantRow {
    grant::Grant grant;
    grant::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

struct Access {
    static constexpr std::string_view name = "access";
    static constexpr int version = 2;
    static constexpr TableSet tables{Table::groups, Table::groups_by_person, Table::invitations,
                                     Table::grants};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<GroupRow> find_group(const Txn& txn, GroupId id);
// Ordered by group id.
[[nodiscard]] std::vector<views::Membership> groups_of(const Txn& txn, PersonId person);
// Open invitations of the person, without declined ones. Ordered by group id.
[[nodiscard]] std::vector<views::OwnInvitation> invitations_of(const Txn& txn, PersonId person);
// The person as the rules for grant approval see them.
[[nodiscard]] grant::Approver approver_of(const Txn& txn, PersonId person);
[[nodiscard]] std::optional<GrantRow> find_grant(const Txn& txn, GrantId id);
// All grants, ordered by id.
void for_each_grant(const Txn& txn, const std::function<void(const GrantRow&)>& take);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::GroupRow> {
    using T = projections::GroupRow;
    static constexpr auto list =
        field_list(field("held", &T::held), field("created_at", &T::created_at));
};
template <>
struct Fields<projections::GrantRow> {
    using T = projections::GrantRow;
    static constexpr auto list =
        field_list(field("grant", &T::grant), field("version", &T::version),
                   field("created_at", &T::created_at), field("changed_at", &T::changed_at));
};

}  // namespace dibs
