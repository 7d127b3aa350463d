// Rules about groups. Admins make, change and remove them, set their limits, name their managers
// and add people. A manager invites people and removes members. Every person accepts or declines
// invitations, and leaves, for themselves.
#include "domain/access/group.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/people_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::group {
namespace {

// The position of a person among members or invitations, or the position to insert one.
auto place_of(auto& list, PersonId person) {
    return std::lower_bound(list.begin(), list.end(), person,
                            [](const auto& one, PersonId id) { return one.person < id; });
}

// Null if this person has no entry.
auto* entry_of(auto& list, PersonId person) {
    const auto at = place_of(list, person);
    return at != list.end() && at->person == person ? &*at : nullptr;
}

void erase_entry(auto& list, PersonId person) {
    const auto at = place_of(list, person);
    if (at != list.end() && at->person == person) list.erase(at);
}

using Events = Result<std::vector<Event>>;
using Objection = std::optional<Refusal>;

constexpr LineLength name_length{1, 64};
constexpr std::size_t most_groups = 1000;

tl::unexpected<Refusal> no_such_group() {
    return refuse(Code::not_found, "id", "There is no such group.");
}

std::string folded(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

// The name in its normal form. Rejects the name of another group, ignoring case.
Result<std::string> checked_name(const State& state, const std::string& text,
                                 std::optional<GroupId> own = {}) {
    auto name = normal_line(text, "name", "A name", name_length);
    if (!name) return name;
    const auto wanted = folded(*name);
    if (wanted == "everyone" || parse_ref(*name)) {
        return refuse(Code::out_of_range, "name", "A group has a name of its own.");
    }
    for (const auto& [id, held] : state.all) {
        if (id != own && folded(held.group.name) == wanted) {
            return refuse(Code::already_exists, "name", "A group has this name.");
        }
    }
    return name;
}

Events decide_make(const World& world, const Make& c, const Context& context) {
    const State& state = world.groups;
    if (!people::is_admin(world.people, context)) return people::admins_only();
    if (state.all.contains(c.id)) {
        return refuse(Code::already_exists, "id", "A group has this id.");
    }
    if (state.all.size() >= most_groups) {
        return refuse(Code::not_ready, "", "There are 1,000 groups: remove one first.");
    }
    auto name = checked_name(state, c.name);
    if (!name) return tl::unexpected(name.error());
    return std::vector<Event>{GroupCreated{{c.id, *std::move(name), c.newcomers}}};
}

Events decide_change(const World& world, const Change& c, const Context& context) {
    if (!people::is_admin(world.people, context)) return people::admins_only();
    const Held* held = find(world.groups, c.id);
    if (!held) return no_such_group();
    Group after = held->group;
    if (c.name) {
        auto name = checked_name(world.groups, *c.name, c.id);
        if (!name) return tl::unexpected(name.error());
        after.name = *std::move(name);
    }
    after.newcomers = c.newcomers.value_or(after.newcomers);
    if (after == held->group) return std::vector<Event>{};
    return std::vector<Event>{Changed{std::move(after), held->group.name}};
}

Events decide_remove(const World& world, const Remove& c, const Context& context) {
    if (!people::is_admin(world.people, context)) return people::admins_only();
    const Held* held = find(world.groups, c.id);
    if (!held) return no_such_group();
    std::vector<PersonId> members;
    for (const auto& one : held->members) members.push_back(one.person);
    return std::vector<Event>{Removed{c.id, held->group.name, std::move(members)}};
}

bool may_manage(const World& world, GroupId id, const Context& context) {
    return context.actor && context.scopes.has(Scope::book) &&
           manages(world.groups, id, *context.actor);
}

tl::unexpected<Refusal> no_such_person() {
    return refuse(Code::unknown_person, "person_id", "There is no such person.");
}

// An admin adds people. An invited person joins without an admin.
Objection check_may_join(const World& world, const Held& held, const Join& c,
                         const Context& context) {
    if (member(held, c.person) && may_manage(world, c.id, context)) return std::nullopt;
    const bool own = people::acts_for_self(world.people, c.person, context);
    if (own && (member(held, c.person) || invitation(held, c.person))) return std::nullopt;
    if (may_manage(world, c.id, context)) {
        return Refusal{
            Code::not_allowed, "",
            "A manager invites people: they join by accepting. An admin brings them in."};
    }
    return Refusal{Code::not_allowed, "",
                   "Only an admin brings people in; who is invited joins by themselves."};
}

Events decide_join(const World& world, const Join& c, const Context& context) {
    const Held* held = find(world.groups, c.id);
    if (!held) return no_such_group();
    const bool admin = people::is_admin(world.people, context);
    if (!admin) {
        if (auto no = check_may_join(world, *held, c, context)) return tl::unexpected(*no);
    }
    if (!people::find(world.people, c.person)) return no_such_person();
    const Member* before = member(*held, c.person);
    const bool managed = before && before->manager;
    const bool manager = c.manager.value_or(managed);
    if (manager != managed && !admin) {
        return refuse(Code::not_allowed, "manager", "Only an admin says who manages a group.");
    }
    if (before && manager == managed) return std::vector<Event>{};
    Joined joined{c.id, c.person, manager, held->group.name};
    if (before) joined.managed = managed;
    return std::vector<Event>{std::move(joined)};
}

// The person who ends a membership or invitation: an admin, that person, or else a manager.
struct Ender {
    const Held* held;
    bool admin;
    bool own;
};
Result<Ender> check_may_end(const World& world, GroupId id, PersonId person, const Context& context,
                            std::string_view otherwise) {
    const Held* held = find(world.groups, id);
    if (!held) return no_such_group();
    const Ender by{held, people::is_admin(world.people, context),
                   people::acts_for_self(world.people, person, context)};
    if (!by.admin && !by.own && !may_manage(world, id, context)) {
        return refuse(Code::not_allowed, "", std::string(otherwise));
    }
    return by;
}

Events decide_leave(const World& world, const Leave& c, const Context& context) {
    const auto by =
        check_may_end(world, c.id, c.person, context,
                      "Its manager or an admin lets people go; everybody leaves by themselves.");
    if (!by) return tl::unexpected(by.error());
    const Member* before = member(*by->held, c.person);
    if (!before) return refuse(Code::not_found, "person_id", "No member of this group.");
    if (before->manager && !by->admin && !by->own) {
        return refuse(Code::not_allowed, "person_id", "Only an admin lets a manager go.");
    }
    return std::vector<Event>{Left{c.id, c.person, by->held->group.name}};
}

// An admin needs no invitation, and a disabled account cannot answer one.
Objection check_can_be_invited(const people::Person& person) {
    if (person.role == people::Role::admin) {
        return Refusal{Code::not_allowed, "person_id",
                       "Admins are not invited: they join by themselves."};
    }
    if (person.disabled) {
        return Refusal{Code::not_allowed, "person_id", "This account is disabled."};
    }
    return std::nullopt;
}

Events decide_invite(const World& world, const Invite& c, const Context& context) {
    const Held* held = find(world.groups, c.id);
    if (!held) return no_such_group();
    const bool admin = people::is_admin(world.people, context);
    if (!context.actor || (!admin && !may_manage(world, c.id, context))) {
        return refuse(Code::not_allowed, "", "Only its manager or an admin invites people.");
    }
    const auto* person = people::find(world.people, c.person);
    if (!person) return no_such_person();
    if (member(*held, c.person)) return std::vector<Event>{};
    if (auto no = check_can_be_invited(*person)) return tl::unexpected(*no);
    const Invitation* before = invitation(*held, c.person);
    if (before && before->declined) {
        return refuse(Code::not_allowed, "person_id",
                      "They declined before. They can still join by themselves.");
    }
    if (before) return std::vector<Event>{};
    return std::vector<Event>{Invited{c.id, c.person, *context.actor, held->group.name}};
}

// Only admins withdraw a declined invitation. Otherwise a manager could ask again and again.
Events decide_end_invitation(const World& world, const EndInvitation& c, const Context& context) {
    const auto by = check_may_end(world, c.id, c.person, context,
                                  "Who is invited declines; its manager or an admin withdraws.");
    if (!by) return tl::unexpected(by.error());
    const auto& name = by->held->group.name;
    const Invitation* before = invitation(*by->held, c.person);
    if (!before) return refuse(Code::not_found, "person_id", "There is no such invitation.");
    if (by->own && before->declined) return std::vector<Event>{};
    if (by->own) {
        return std::vector<Event>{InvitationDeclined{c.id, c.person, before->by, name}};
    }
    if (before->declined && !by->admin) {
        return refuse(Code::not_allowed, "person_id",
                      "They declined. Only an admin removes such an invitation.");
    }
    return std::vector<Event>{InvitationWithdrawn{c.id, c.person, before->by, name}};
}

Result<Limits> changed_by(Limits limits, const LimitsPatch& patch) {
    Faults faults;
    for (const auto& kind : limit_kinds) {
        auto& value = limits.*kind.value;
        value = (patch.*kind.wanted).value_or(value);
        if (value && (*value < 1 || *value > kind.most)) {
            faults.add(Code::out_of_range, std::string(kind.name),
                       "This is 1 to " + std::to_string(kind.most) + ".");
        }
    }
    if (limits.shortest_min && limits.longest_min && *limits.longest_min < *limits.shortest_min) {
        faults.add(Code::out_of_range, patch.longest_min ? "longest_min" : "shortest_min",
                   "The longest booking would be shorter than the shortest.");
    }
    if (faults.refusal()) return tl::unexpected(*faults.refusal());
    return limits;
}

Events decide_limit(const World& world, const Limit& c, const Context& context) {
    if (!people::is_admin(world.people, context)) return people::admins_only();
    const Held* held = find(world.groups, c.id);
    if (!held) return no_such_group();
    const auto limits = changed_by(held->limits, c.limits);
    if (!limits) return tl::unexpected(limits.error());
    if (*limits == held->limits) return std::vector<Event>{};
    return std::vector<Event>{Limited{c.id, held->group.name, *limits, held->limits}};
}

void forget_invitation(Held& held, PersonId person) {
    if (held.invitations) erase_entry(*held.invitations, person);
}

void evolve_joined(State& state, const Joined& e) {
    auto& held = state.all.at(e.id);
    if (auto* known = entry_of(held.members, e.person)) {
        known->manager = e.manager;
    } else {
        held.members.insert(place_of(held.members, e.person), Member{e.person, e.manager});
    }
    forget_invitation(held, e.person);
}

void evolve_invited(State& state, const Invited& e) {
    auto& held = state.all.at(e.id);
    if (!held.invitations) held.invitations.emplace();
    held.invitations->insert(place_of(*held.invitations, e.person), Invitation{e.person, e.by});
}

}  // namespace

const Held* find(const State& state, GroupId id) {
    const auto found = state.all.find(id);
    return found == state.all.end() ? nullptr : &found->second;
}

const Member* member(const Held& held, PersonId person) {
    return entry_of(held.members, person);
}

const Invitation* invitation(const Held& held, PersonId person) {
    return held.invitations ? entry_of(*held.invitations, person) : nullptr;
}

std::vector<GroupId> groups_of(const State& state, PersonId person) {
    std::vector<GroupId> groups;
    for (const auto& [id, held] : state.all) {
        if (member(held, person)) groups.push_back(id);
    }
    return groups;
}

bool manages(const State& state, GroupId id, PersonId person) {
    const Held* held = find(state, id);
    const Member* one = held ? member(*held, person) : nullptr;
    return one && one->manager;
}

std::vector<GroupId> managed_by(const State& state, PersonId person) {
    auto groups = groups_of(state, person);
    std::erase_if(groups, [&](GroupId id) { return !manages(state, id, person); });
    return groups;
}

State evolve(State state, const Event& event) {
    visit(
        overloaded{
            [&](const GroupCreated& e) { restore(state, Held{e.group}); },
            [&](const Changed& e) { state.all.at(e.group.id).group = e.group; },
            [&](const Removed& e) { state.all.erase(e.id); },
            [&](const Joined& e) { evolve_joined(state, e); },
            [&](const Left& e) { erase_entry(state.all.at(e.id).members, e.person); },
            [&](const Invited& e) { evolve_invited(state, e); },
            [&](const InvitationDeclined& e) {
                auto& invitations = state.all.at(e.id).invitations;
                auto* one = invitations ? entry_of(*invitations, e.person) : nullptr;
                if (one) one->declined = true;
            },
            [&](const InvitationWithdrawn& e) { forget_invitation(state.all.at(e.id), e.person); },
            [&](const Limited& e) { state.all.at(e.id).limits = e.limits; },
        },
        event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(
        overloaded{
            [&](const Make& c) { return decide_make(world, c, context); },
            [&](const Change& c) { return decide_change(world, c, context); },
            [&](const Remove& c) { return decide_remove(world, c, context); },
            [&](const Join& c) { return decide_join(world, c, context); },
            [&](const Leave& c) { return decide_leave(world, c, context); },
            [&](const Invite& c) { return decide_invite(world, c, context); },
            [&](const EndInvitation& c) { return decide_end_invitation(world, c, context); },
            [&](const Limit& c) { return decide_limit(world, c, context); },
        },
        command);
}

}  // namespace dibs::group
