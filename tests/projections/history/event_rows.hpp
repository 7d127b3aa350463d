// Rows for event_table_test.cpp: audience, subjects and sentence of a fact. Here: groups and
// grants, sessions and tokens.
#pragma once

#include "tests/support/one_of_each.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace dibs::test {

struct Row {
    Event event;
    std::optional<PersonId> by;
    Audience audience{};
    std::vector<Ref> subjects;
    std::string sentence;
};
using Rows = std::vector<Row>;

inline constexpr auto everyone = Audience::everyone, concerned = Audience::concerned,
                      admins = Audience::admins;
inline const auto held = nth<ReservationId>(1);
inline const auto running = nth<ProcessId>(1);
inline const auto wrong = nth<ViolationId>(1);
inline const auto wall = nth<BoardId>(1);

template <class E>
[[nodiscard]] Event one() {
    const auto all = one_of_each();
    return *std::find_if(all.begin(), all.end(),
                         [](const Event& e) { return e.type() == E::type; });
}

inline Rows of_sessions() {
    using namespace people;
    const auto session = nth<SessionId>(1), lent = nth<SessionId>(2);
    const auto token = nth<TokenId>(1);
    return {
        {one<SessionStarted>(), ann, concerned, {session, ann}, "ann signed in"},
        {one<SessionCreatedFromToken>(),
         ann,
         concerned,
         {lent, ann, token},
         "A session was made from a token of ann"},
        {one<SessionEnded>(), ann, concerned, {session, ann}, "A session of ann ended"},
        {one<TokenIssued>(), ann, concerned, {token, ann}, "ann made the token laptop"},
        {one<TokenRevoked>(), ann, concerned, {token, ann}, "ann revoked a token"},
        {one<TokenRevoked>(), root, concerned, {token, ann}, "root revoked a token of ann"},
    };
}

inline Rows of_invitations() {
    const std::vector<Ref> about{a_group().id, ann, ben};
    return {
        {one<group::Invited>(), ben, everyone, about, "ben invited ann to students"},
        {one<group::InvitationDeclined>(), ann, concerned, about, "ann declined to join students"},
        {one<group::InvitationWithdrawn>(), ben, everyone, about,
         "ben withdrew the invitation of ann to students"},
    };
}

inline Rows of_access() {
    const GroupId students = a_group().id;
    const std::vector<Ref> granted{a_grant().id, ann, students, gpu_a, atlas};
    const auto joined = [&](bool manager, std::optional<bool> managed) {
        return event(group::Joined{students, ann, manager, "students", managed});
    };
    return {
        {one<group::GroupCreated>(), root, everyone, {students}, "root made the group students"},
        {one<group::Changed>(),
         root,
         everyone,
         {students},
         "root renamed the group pupils to students"},
        {event(group::Changed{a_group(), "students"}),
         root,
         everyone,
         {students},
         "root changed the group students"},
        {one<group::Removed>(),
         root,
         everyone,
         {students, ann, ben},
         "root removed the group students"},
        {joined(false, {}), root, everyone, {students, ann}, "root made ann a member of students"},
        {joined(false, {}), ann, everyone, {students, ann}, "ann joined students"},
        {joined(true, {}), root, everyone, {students, ann}, "root made ann a manager of students"},
        {joined(true, {}), ann, everyone, {students, ann}, "ann became a manager of students"},
        {joined(false, true),
         root,
         everyone,
         {students, ann},
         "root made ann a member of students, no longer its manager"},
        {joined(false, true),
         ann,
         everyone,
         {students, ann},
         "ann stayed a member of students, no longer its manager"},
        {one<group::Joined>(),
         root,
         everyone,
         {students, ann},
         "root made ann a manager of students"},
        {one<group::Left>(), root, everyone, {students, ann}, "root took ann out of students"},
        {one<group::Left>(), ann, everyone, {students, ann}, "ann left students"},
        {one<group::Limited>(),
         root,
         everyone,
         {students},
         "root set how much members of students may book"},
        {one<grant::Given>(), root, everyone, granted, "root gave the grant nights"},
        {one<grant::Changed>(), root, everyone, granted, "root changed the grant nights"},
        {one<grant::Withdrawn>(), root, everyone, granted, "root withdrew the grant nights"},
    };
}

}  // namespace dibs::test
