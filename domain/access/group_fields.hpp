// The stored format of group: the names of all fields of its events and commands. They are on disks
// permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/access/group.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Fields<group::Group> {
    using T = group::Group;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("newcomers", &T::newcomers));
};
template <>
struct Fields<Limits> {
    using T = Limits;
    static constexpr auto list =
        field_list(field("shortest_min", &T::shortest_min), field("longest_min", &T::longest_min),
                   field("most_gpus", &T::most_gpus), field("lead_min", &T::lead_min),
                   field("horizon_min", &T::horizon_min), field("gpus_at_once", &T::gpus_at_once),
                   field("gpu_hours_week", &T::gpu_hours_week),
                   field("group_gpu_hours_week", &T::group_gpu_hours_week),
                   field("relaxed_within_min", &T::relaxed_within_min));
};
template <>
struct Fields<group::Member> {
    using T = group::Member;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("manager", &T::manager));
};
template <>
struct Fields<group::Invitation> {
    using T = group::Invitation;
    static constexpr auto list = field_list(field("person_id", &T::person), field("by_id", &T::by),
                                            field("declined", &T::declined));
};
template <>
struct Fields<group::Make> {
    using T = group::Make;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("newcomers", &T::newcomers));
};
template <>
struct Fields<group::Change> {
    using T = group::Change;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("newcomers", &T::newcomers));
};
template <>
struct Fields<group::Remove> {
    static constexpr auto list = field_list(field("id", &group::Remove::id));
};
template <>
struct Fields<group::Join> {
    using T = group::Join;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person),
                                            field("manager", &T::manager));
};
template <>
struct Fields<group::Leave> {
    using T = group::Leave;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person));
};
template <>
struct Fields<group::Invite> {
    using T = group::Invite;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person));
};
template <>
struct Fields<group::EndInvitation> {
    using T = group::EndInvitation;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person));
};
template <>
struct Fields<group::GroupCreated> {
    static constexpr auto list = field_list(field("group", &group::GroupCreated::group));
};
template <>
struct Fields<group::Changed> {
    using T = group::Changed;
    static constexpr auto list =
        field_list(field("group", &T::group), field("name_before", &T::name_before));
};
template <>
struct Fields<group::Removed> {
    using T = group::Removed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("members", &T::members));
};
template <>
struct Fields<group::Joined> {
    using T = group::Joined;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person),
                                            field("manager", &T::manager), field("name", &T::name),
                                            field("managed", &T::managed));
};
template <>
struct Fields<group::Left> {
    using T = group::Left;
    static constexpr auto list =
        field_list(field("id", &T::id), field("person_id", &T::person), field("name", &T::name));
};
template <>
struct Fields<group::Invited> {
    using T = group::Invited;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person),
                                            field("by_id", &T::by), field("name", &T::name));
};
template <>
struct Fields<group::InvitationDeclined> {
    using T = group::InvitationDeclined;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person),
                                            field("by_id", &T::by), field("name", &T::name));
};
template <>
struct Fields<group::InvitationWithdrawn> {
    using T = group::InvitationWithdrawn;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person),
                                            field("by_id", &T::by), field("name", &T::name));
};
template <>
struct Fields<LimitsPatch> {
    using T = LimitsPatch;
    static constexpr auto list =
        field_list(field("shortest_min", &T::shortest_min), field("longest_min", &T::longest_min),
                   field("most_gpus", &T::most_gpus), field("lead_min", &T::lead_min),
                   field("horizon_min", &T::horizon_min), field("gpus_at_once", &T::gpus_at_once),
                   field("gpu_hours_week", &T::gpu_hours_week),
                   field("group_gpu_hours_week", &T::group_gpu_hours_week),
                   field("relaxed_within_min", &T::relaxed_within_min));
};
template <>
struct Fields<group::Limit> {
    using T = group::Limit;
    static constexpr auto list = field_list(field("id", &T::id), field("limits", &T::limits));
};
template <>
struct Fields<group::Limited> {
    using T = group::Limited;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("limits", &T::limits),
                   field("before", &T::before));
};

// --- rows of a snapshot

template <>
struct Fields<group::Held> {
    using T = group::Held;
    static constexpr auto list =
        field_list(field("group", &T::group), field("members", &T::members),
                   field("limits", &T::limits), field("invitations", &T::invitations));
};

}  // namespace dibs
