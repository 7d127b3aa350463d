// Groups of people: grants and limits apply to them. A group has members, and some of them manage
// it. New people join the groups for newcomers. A manager invites people, who join by accepting,
// because a group may bring stricter limits (ops/decisions/0131). The name of a group is not
// personal text.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/rules/limits.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::group {

struct Group {
    GroupId id;
    std::string name;        // unique, ignoring the case of ASCII letters
    bool newcomers = false;  // each new account joins it
    friend bool operator==(const Group&, const Group&) = default;
};

struct Member {
    PersonId person;
    bool manager = false;
    friend bool operator==(const Member&, const Member&) = default;
};

struct Invitation {
    PersonId person;
    PersonId by;
    bool declined = false;  // kept to prevent another invitation; the person may still join
    friend bool operator==(const Invitation&, const Invitation&) = default;
};

// commands
struct Make {
    static constexpr std::string_view type = "group.make";
    GroupId id;
    std::string name;
    bool newcomers = false;
};
struct Change {
    static constexpr std::string_view type = "group.change";
    GroupId id;
    std::optional<std::string> name{};
    std::optional<bool> newcomers{};
};
struct Remove {
    static constexpr std::string_view type = "group.remove";
    GroupId id;
};
struct Join {  // also makes a member a manager, or ends that role
    static constexpr std::string_view type = "group.join";
    GroupId id;
    PersonId person;
    std::optional<bool> manager{};  // none: unchanged; a new member is not a manager
};
struct Leave {
    static constexpr std::string_view type = "group.leave";
    GroupId id;
    PersonId person;
};
struct Invite {
    static constexpr std::string_view type = "group.invite";
    GroupId id;
    PersonId person;
};
struct EndInvitation {  // declines one's own, or withdraws another person's
    static constexpr std::string_view type = "group.end_invitation";
    GroupId id;
    PersonId person;
};
struct Limit {
    static constexpr std::string_view type = "group.limit";
    GroupId id;
    LimitsPatch limits;
};
using Command = CommandOf<Make, Change, Remove, Join, Leave, Invite, EndInvitation, Limit>;

// events
struct GroupCreated {
    static constexpr std::string_view type = "group.made.v1";
    static constexpr std::string_view description = "A group of people was made.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(group.id); }
    Group group;
};
struct Changed {
    static constexpr std::string_view type = "group.changed.v1";
    static constexpr std::string_view description = "A group was renamed, or is for newcomers now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(group.id); }
    Group group;
    std::string name_before;
};
struct Removed {
    static constexpr std::string_view type = "group.removed.v1";
    static constexpr std::string_view description = "A group was removed; its members stay.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, members); }
    GroupId id;
    std::string name;
    std::vector<PersonId> members;  // ascending
};
struct Joined {
    static constexpr std::string_view type = "group.joined.v1";
    static constexpr std::string_view description =
        "Somebody is a member of a group from now on, or manages it, or no longer does.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    GroupId id;
    PersonId person;
    bool manager = false;
    std::string name;               // of the group
    std::optional<bool> managed{};  // of a present member: whether the member managed it before
};
struct Left {
    static constexpr std::string_view type = "group.left.v1";
    static constexpr std::string_view description = "Somebody is no longer a member of a group.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    GroupId id;
    PersonId person;
    std::string name;  // of the group
};
struct Invited {
    static constexpr std::string_view type = "group.invited.v1";
    static constexpr std::string_view description =
        "Somebody was invited to a group: a member once they accept.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, by); }
    GroupId id;
    PersonId person;
    PersonId by;
    std::string name;  // of the group
};
struct InvitationDeclined {
    static constexpr std::string_view type = "group.invitation_declined.v1";
    static constexpr std::string_view description = "Somebody declined to join a group.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, by); }
    GroupId id;
    PersonId person;
    PersonId by;       // the person who had invited them
    std::string name;  // of the group
};
struct InvitationWithdrawn {
    static constexpr std::string_view type = "group.invitation_withdrawn.v1";
    static constexpr std::string_view description = "An invitation to a group was withdrawn.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, by); }
    GroupId id;
    PersonId person;
    PersonId by;       // the person who had invited them
    std::string name;  // of the group
};
struct Limited {
    static constexpr std::string_view type = "group.limited.v1";
    static constexpr std::string_view description =
        "How much the members of a group may book was set: all of it.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    GroupId id;
    std::string name;  // of the group
    Limits limits;
    Limits before;
};
using Event = EventOf<GroupCreated, Changed, Removed, Joined, Left, Invited, InvitationDeclined,
                      InvitationWithdrawn, Limited>;

struct Held {
    static constexpr std::string_view row = "group";
    Group group;
    std::vector<Member> members{};  // ascending by person
    Limits limits{};
    // Ascending by person; none: there never were any.
    std::optional<std::vector<Invitation>> invitations{};
};

struct State {
    std::map<GroupId, Held> all;
};

struct Aggregate {
    static constexpr std::string_view name = "groups";
    using State = group::State;
    using Command = group::Command;
    using Event = group::Event;
    struct Part {
        State groups;
    };
    static State& of(Part& part) { return part.groups; }
    static const State& of(const Part& part) { return part.groups; }

    using Rows = List<Held>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, held] : state.all) visit(held);
    }
};

[[nodiscard]] const Held* find(const State& state, GroupId id);
// Null if the person is not a member.
[[nodiscard]] const Member* member(const Held& held, PersonId person);
// Null if the person is not invited.
[[nodiscard]] const Invitation* invitation(const Held& held, PersonId person);
// Ascending.
[[nodiscard]] std::vector<GroupId> groups_of(const State& state, PersonId person);
[[nodiscard]] bool manages(const State& state, GroupId id, PersonId person);
// The groups that this person manages. Ascending.
[[nodiscard]] std::vector<GroupId> managed_by(const State& state, PersonId person);

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, Held row) {
    const auto id = row.group.id;
    state.all.insert_or_assign(id, std::move(row));
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::group
