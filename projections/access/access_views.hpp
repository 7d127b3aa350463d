// Views of groups, grants, and the times in which a person may not book a GPU.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/access/group.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "projections/people/people_views.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

struct Group {
    GroupId id;
    std::string name;
    bool newcomers = false;
    std::int64_t member_count = 0;
    Limits limits{};
    Instant created_at;
};

struct GroupMember {
    PersonId person;
    Personal<std::string> name;
    std::string unix_name;
    bool manager = false;
    PersonState state{};
};

struct Invitation {  // shown to managers of the group
    PersonId person;
    Personal<std::string> name;
    std::string unix_name;
    PersonId by;
    Personal<std::string> by_name;
    bool declined = false;
};

struct Named {  // a person or thing that a grant names, by its current name
    std::string id;
    std::string name;
};

struct Grant {
    GrantId id;
    std::string name;
    grant::Grantees to;
    grant::Targets what;
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::string> zone{};
    std::vector<WeeklyWindow> windows{};
    std::optional<grant::Approval> approval{};
    std::vector<Named> names{};          // names of every id in the grant
    std::optional<Named> included_in{};  // another grant that allows everything this one allows
    grant::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

struct GrantFilter {
    std::optional<PersonId> person{};  // grants that reach this person, also through a group
    std::optional<GroupId> group{};    // grants that name this group
    std::optional<GpuId> gpu{};        // grants that reach this GPU
};

// A time in which a person may not book a GPU, even if the GPU is free.
struct Closed {
    GpuId gpu;
    Instant from;
    Instant until;
    // the grant that ends at `from`; none: no grant covered it before
    std::optional<GrantId> after{};
    std::optional<std::string> after_name{};  // name of `after`
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::Group> {
    using T = views::Group;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("newcomers", &T::newcomers),
                   field("member_count", &T::member_count), field("limits", &T::limits),
                   field("created_at", &T::created_at));
};
template <>
struct Fields<views::GroupMember> {
    using T = views::GroupMember;
    static constexpr auto list = field_list(
        field("person_id", &T::person), field("name", &T::name), field("unix_name", &T::unix_name),
        field("manager", &T::manager), field("state", &T::state));
};
template <>
struct Fields<views::Invitation> {
    using T = views::Invitation;
    static constexpr auto list = field_list(
        field("person_id", &T::person), field("name", &T::name), field("unix_name", &T::unix_name),
        field("by_id", &T::by), field("by_name", &T::by_name), field("declined", &T::declined));
};
template <>
struct Fields<views::Named> {
    using T = views::Named;
    static constexpr auto list = field_list(field("id", &T::id), field("name", &T::name));
};
template <>
struct Fields<views::Grant> {
    using T = views::Grant;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("to", &T::to), field("what", &T::what),
        field("from", &T::from), field("until", &T::until), field("zone", &T::zone),
        field("windows", &T::windows), field("approval", &T::approval), field("names", &T::names),
        field("included_in", &T::included_in), field("version", &T::version),
        field("created_at", &T::created_at), field("changed_at", &T::changed_at));
};
template <>
struct Fields<views::Closed> {
    using T = views::Closed;
    static constexpr auto list =
        field_list(field("gpu_id", &T::gpu), field("from", &T::from), field("until", &T::until),
                   field("grant_id", &T::after), field("grant_name", &T::after_name));
};

}  // namespace dibs
