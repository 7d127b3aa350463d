// Decides on changes of boards, and applies the events to the state.
#include "domain/board/board.hpp"

#include "domain/board/board_rules.hpp"
#include "domain/kernel/overloaded.hpp"
#include "domain/world/world.hpp"

namespace dibs::board {
namespace {

using Events = Result<std::vector<Event>>;

Events decide_make(const World& world, const Make& c, const Context& context) {
    if (!context.actor || !people::find(world.people, *context.actor)) {
        return refuse(Code::not_signed_in, "", "A board belongs to a person who is signed in.");
    }
    if (!context.scopes.has(Scope::book)) {
        return refuse(Code::not_allowed, "", "Making a board needs the scope book.");
    }
    const State& state = world.boards;
    if (state.all.contains(c.id)) {
        return refuse(Code::already_exists, "id", "A board has this id.");
    }
    const auto mine = state.counts.find(*context.actor);
    if (mine != state.counts.end() && mine->second >= most_boards) {
        return refuse(Code::not_ready, "", "You have 100 boards: remove one first.");
    }
    Board made{c.id, *context.actor, c.title, c.shared, c.panels};
    if (auto no = check_board(made, {}, world.fleet)) return tl::unexpected(*no);
    return std::vector<Event>{BoardCreated{std::move(made)}};
}

bool is_owner(const Held& held, const Context& context) {
    return context.actor == held.board.owner;
}

// Finds the board for a command, with all checks. Another person's personal board is not found.
Result<const Held*> held_for(const World& world, BoardId id, std::optional<Version> expected,
                             const Context& context) {
    const State& state = world.boards;
    const auto found = state.all.find(id);
    const bool admin = people::is_admin(world.people, context);
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

Events decide_change(const World& world, const Change& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Board& before = (*held)->board;
    Board after{before.id, before.owner, c.title.value_or(before.title),
                c.shared.value_or(before.shared), c.panels.value_or(before.panels)};
    auto no = check_board(after, named_by(before.panels), world.fleet);
    if (after == before) return std::vector<Event>{};
    if (no) return tl::unexpected(*std::move(no));
    return std::vector<Event>{Changed{std::move(after)}};
}

Events decide_remove(const World& world, const Remove& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Board& board = (*held)->board;
    return std::vector<Event>{Removed{c.id, board.owner, board.shared}};
}

void evolve_removed(State& state, const Removed& e) {
    const auto found = state.all.find(e.id);
    if (found == state.all.end()) return;
    const auto count = state.counts.find(found->second.board.owner);
    if (--count->second == 0) state.counts.erase(count);
    state.all.erase(found);
}

}  // namespace

void restore(State& state, Held row) {
    ++state.counts[row.board.owner];
    const auto id = row.board.id;
    state.all.insert_or_assign(id, std::move(row));
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const BoardCreated& e) { restore(state, Held{e.board}); },
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

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(overloaded{
                     [&](const Make& c) { return decide_make(world, c, context); },
                     [&](const Change& c) { return decide_change(world, c, context); },
                     [&](const Remove& c) { return decide_remove(world, c, context); },
                 },
                 command);
}

}  // namespace dibs::board
