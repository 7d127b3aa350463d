// Who may make, change and remove which board, and how that changes the state.
#include "domain/board.hpp"

#include "domain/board_rules.hpp"
#include "domain/overloaded.hpp"

namespace dibs::board {
namespace {

using Events = Result<std::vector<Event>>;

Events decide_make(const State& state, const Surroundings& around, const Make& c,
                   const Context& context) {
    if (!context.actor || !people::find(around.people, *context.actor)) {
        return refuse(Code::not_signed_in, "", "A board belongs to a person who is signed in.");
    }
    if (!context.scopes.has(Scope::book)) {
        return refuse(Code::not_allowed, "", "Making a board needs the scope book.");
    }
    if (state.all.contains(c.id)) {
        return refuse(Code::already_exists, "id", "A board has this id.");
    }
    const auto mine = state.counts.find(*context.actor);
    if (mine != state.counts.end() && mine->second >= most_boards) {
        return refuse(Code::not_ready, "", "You have 100 boards: remove one first.");
    }
    if (auto no = check_title(c.title.value)) return tl::unexpected(*no);
    if (auto no = check_panels(c.panels, {}, around.fleet)) return tl::unexpected(*no);
    return std::vector<Event>{Made{{c.id, *context.actor, c.title, c.shared, c.panels}}};
}

bool is_owner(const Held& held, const Context& context) {
    return context.actor == held.board.owner;
}

// What every command on an existing board asks first. Somebody else's personal board is not there.
Result<const Held*> held_for(const State& state, const Surroundings& around, BoardId id,
                             std::optional<Version> expected, const Context& context) {
    const auto found = state.all.find(id);
    const bool admin = people::is_admin(around.people, context);
    const bool seen = found != state.all.end() &&
                      (found->second.board.shared || is_owner(found->second, context) || admin);
    if (!seen) return refuse(Code::not_found, "id", "There is no such board.");
    const Held& held = found->second;
    if (!admin && !(is_owner(held, context) && context.scopes.has(Scope::book))) {
        return refuse(Code::not_allowed, "", "Only its owner or an admin may do this.");
    }
    if (expected && *expected != held.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "It is at version " + std::to_string(held.version) + " now.");
    }
    return &held;
}

Events decide_change(const State& state, const Surroundings& around, const Change& c,
                     const Context& context) {
    const auto held = held_for(state, around, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Board& before = (*held)->board;
    Board after{before.id, before.owner, c.title, c.shared, c.panels};
    if (after == before) return std::vector<Event>{};
    if (auto no = check_title(c.title.value)) return tl::unexpected(*no);
    if (auto no = check_panels(c.panels, named_by(before.panels), around.fleet)) {
        return tl::unexpected(*no);
    }
    return std::vector<Event>{Changed{std::move(after)}};
}

Events decide_remove(const State& state, const Surroundings& around, const Remove& c,
                     const Context& context) {
    const auto held = held_for(state, around, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    return std::vector<Event>{Removed{c.id}};
}

void evolve_removed(State& state, const Removed& e) {
    const auto found = state.all.find(e.id);
    if (found == state.all.end()) return;
    const auto count = state.counts.find(found->second.board.owner);
    if (--count->second == 0) state.counts.erase(count);
    state.all.erase(found);
}

}  // namespace

State evolve(State state, const Event& event) {
    std::visit(overloaded{
                   [&](const Made& e) {
                       state.all[e.board.id] = Held{e.board};
                       ++state.counts[e.board.owner];
                   },
                   [&](const Changed& e) {
                       auto& held = state.all.at(e.board.id);
                       held.board = e.board;
                       ++held.version;
                   },
                   [&](const Removed& e) { evolve_removed(state, e); },
               },
               event);
    return state;
}

Result<std::vector<Event>> decide(const State& state, const Surroundings& around,
                                  const Command& command, const Context& context) {
    return std::visit(overloaded{
                          [&](const Make& c) { return decide_make(state, around, c, context); },
                          [&](const Change& c) { return decide_change(state, around, c, context); },
                          [&](const Remove& c) { return decide_remove(state, around, c, context); },
                      },
                      command);
}

}  // namespace dibs::board
