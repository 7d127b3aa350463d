// Dispatch over the aggregates, and the few commands that concern several of them.
#include "domain/world.hpp"

#include "domain/overloaded.hpp"

#include <set>

namespace dibs {
namespace {

using Events = Result<std::vector<Event>>;

// Finished bookings are forgotten this long after their end, checked every so many events: both
// follow from the log alone, so every replay forgets the same.
constexpr Duration memory_of_finished = std::chrono::days{30};
constexpr Position forget_every = 4096;

template <class AggregateEvents>
Events widened(Result<AggregateEvents> events) {
    if (!events) return tl::unexpected(std::move(events.error()));
    return std::vector<Event>(std::make_move_iterator(events->begin()),
                              std::make_move_iterator(events->end()));
}

violation::Surroundings around_violations(const World& world) {
    return {world.fleet, world.people, world.reservations};
}

std::vector<Event> decide_tick(const World& world, Instant now) {
    std::vector<Event> events;
    for (const auto& due : due_of_each()) {
        for (auto& e : due.events(world, now)) events.push_back(std::move(e));
    }
    return events;
}

// The first start offers "everyone may use everything", as a real grant in the log.
Events decide_people(const World& world, const people::Command& command, const Context& context) {
    auto events = widened(people::decide(world.people, command, context));
    if (const auto* setup = std::get_if<people::CompleteSetup>(&command); setup && events) {
        events->emplace_back(grant::Event{grant::Given{setup->grant}});
    }
    return events;
}

// Running or still to come on any of the host's GPUs.
std::vector<ReservationId> bookings_ahead(const World& world, HostId host, Instant now) {
    std::set<ReservationId> found;
    for (const auto& [id, gpu] : world.fleet.gpus) {
        const auto live = world.reservations.live.find(id);
        if (gpu.host != host || live == world.reservations.live.end()) continue;
        const auto& timeline = live->second;
        for (auto at = timeline.upper_bound(now); at != timeline.end(); ++at) {
            found.insert(at->second);
        }
    }
    return {found.begin(), found.end()};
}

// A host does not go while bookings would lose their GPUs without a word.
Events decide_fleet(const World& world, const fleet::Command& command, const Context& context) {
    auto events = widened(fleet::decide(world.fleet, world.people, command, context));
    const auto* remove = std::get_if<fleet::RemoveHost>(&command);
    if (remove == nullptr || !events) return events;
    auto ahead = bookings_ahead(world, remove->id, context.now);
    if (ahead.empty()) return events;
    return tl::unexpected(Refusal{Code::not_ready, "",
                                  "Reservations on it are upcoming or running.", std::move(ahead)});
}

World remember_answer(World world, const Recorded& recorded) {
    const Origin& origin = recorded.origin;
    if (origin.command_key.empty() || !recorded.last_of_command) return world;
    const auto* said = std::get_if<answer::Event>(&recorded.event);
    if (said && std::holds_alternative<answer::Repeated>(*said)) return world;
    answer::Answer answer{recorded.position, origin.body_hash};
    if (const auto* no = said ? std::get_if<answer::Refused>(said) : nullptr) {
        answer.refusal = Refusal{no->code, no->field, no->detail, no->conflicts};
    }
    world.answers = answer::remember(std::move(world.answers), origin.command_key,
                                     std::move(answer), recorded.at);
    return world;
}

}  // namespace

World evolve(World world, const Recorded& recorded) {
    std::visit(
        overloaded{
            [&](const reservation::Event& e) {
                world.reservations = evolve(std::move(world.reservations), e);
            },
            [&](const fleet::Event& e) { world.fleet = evolve(std::move(world.fleet), e); },
            [&](const violation::Event& e) {
                world.violations = evolve(std::move(world.violations), e);
            },
            [&](const people::Event& e) { world.people = evolve(std::move(world.people), e); },
            [&](const grant::Event& e) { world.grants = evolve(std::move(world.grants), e); },
            [&](const board::Event& e) { world.boards = evolve(std::move(world.boards), e); },
            [&](const answer::Event&) {},
        },
        recorded.event);
    world.now = recorded.at;
    world.position = recorded.position;
    if (recorded.position % forget_every == 0) {
        world.reservations =
            reservation::forget(std::move(world.reservations), recorded.at - memory_of_finished);
    }
    return remember_answer(std::move(world), recorded);
}

std::vector<Due> due_of_each() {
    const auto widen = [](auto events) { return *widened(Result<decltype(events)>(events)); };
    return {{"violations",
             [widen](const World& world, Instant now) {
                 return widen(violation::due(world.violations, around_violations(world), now));
             }},
            {"people", [widen](const World& world, Instant now) {
                 return widen(people::due(world.people, now));
             }}};
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context, const reservation::Policy& policy) {
    const reservation::Surroundings around{world.fleet, world.people, world.grants, policy};
    return std::visit(
        overloaded{
            [&](const Tick&) -> Events { return decide_tick(world, context.now); },
            [&](const reservation::Command& c) {
                return widened(reservation::decide(world.reservations, around, c, context));
            },
            [&](const fleet::Command& c) { return decide_fleet(world, c, context); },
            [&](const violation::Command& c) {
                return widened(
                    violation::decide(world.violations, around_violations(world), c, context));
            },
            [&](const people::Command& c) { return decide_people(world, c, context); },
            [&](const grant::Command& c) {
                return widened(grant::decide(world.grants, c, context));
            },
            [&](const board::Command& c) {
                return widened(
                    board::decide(world.boards, {world.fleet, world.people}, c, context));
            },
        },
        command);
}

std::string_view type_of(const Event& event) {
    return std::visit(
        [](const auto& aggregate) {
            return std::visit([](const auto& e) { return std::string_view(e.type); }, aggregate);
        },
        event);
}

std::string_view name_of(const Command& command) {
    using namespace std::string_view_literals;
    // In the order of the variants; a test holds them to it.
    static constexpr std::string_view reservations[] = {"reservation.book", "reservation.change",
                                                        "reservation.cancel", "reservation.release",
                                                        "reservation.reinstate"};
    static constexpr std::string_view fleets[] = {
        "host.enrol",       "host.change",     "host.remove", "host.report_reached",
        "host.report_lost", "host.report_key", "gpu.report",  "process.report"};
    static constexpr std::string_view peoples[] = {"setup.open",
                                                   "setup.complete",
                                                   "person.add",
                                                   "person.change_password",
                                                   "person.prefer",
                                                   "session.sign_in",
                                                   "session.sign_in_by_token",
                                                   "session.sign_out",
                                                   "session.sign_out_everywhere",
                                                   "token.issue",
                                                   "token.revoke"};
    static constexpr std::string_view boards[] = {"board.make", "board.change", "board.remove"};
    static_assert(std::size(reservations) == std::variant_size_v<reservation::Command>);
    static_assert(std::size(fleets) == std::variant_size_v<fleet::Command>);
    static_assert(std::size(peoples) == std::variant_size_v<people::Command>);
    static_assert(std::size(boards) == std::variant_size_v<board::Command>);
    return std::visit(overloaded{
                          [](const Tick&) { return "tick"sv; },
                          [](const reservation::Command& c) { return reservations[c.index()]; },
                          [](const fleet::Command& c) { return fleets[c.index()]; },
                          [](const violation::Command&) { return "violation.excuse"sv; },
                          [](const people::Command& c) { return peoples[c.index()]; },
                          [](const grant::Command&) { return "grant.give"sv; },
                          [](const board::Command& c) { return boards[c.index()]; },
                      },
                      command);
}

}  // namespace dibs
