// Dispatches over the list of aggregates, and handles the few commands that concern several of
// them.
#include "domain/world/world.hpp"

#include "domain/world/consequences.hpp"
#include "domain/world/due.hpp"

namespace dibs {
namespace {

using Events = Result<std::vector<Event>>;

// The time after which finished bookings are forgotten, checked every `forget_every` events. Both
// depend only on the log, so every replay forgets the same ones.
constexpr Duration memory_of_finished = std::chrono::days{30};
constexpr Position forget_every = 4096;

template <class AggregateEvents>
Events widened(Result<AggregateEvents> events) {
    if (!events) return tl::unexpected(std::move(events.error()));
    return std::vector<Event>(std::make_move_iterator(events->begin()),
                              std::make_move_iterator(events->end()));
}

template <class C>
Events decide_one(const World& world, const C& command, const Context& context) {
    return widened(decide(world, command, context));
}

// Applies the events of each due decision before the next one, as the writer does.
Events decide_tick(World world, const Context& context) {
    std::vector<Event> events;
    for (const auto& due : due_of_each()) {
        for (auto& event : due.events(world, context)) {
            const Recorded recorded{world.position + 1, context.now, {}, event};
            world = evolve(std::move(world), recorded);
            events.push_back(std::move(event));
        }
    }
    return events;
}

// The first start offers "everyone may use everything" as a real grant in the log.
Events decide_one(const World& world, const people::Command& command, const Context& context) {
    auto events = widened(people::decide(world, command, context));
    if (const auto* setup = get_if<people::CompleteSetup>(&command); setup && events) {
        events->emplace_back(
            grant::Event{grant::Given{grant::everyone_may_use_everything(setup->grant)}});
    }
    return events;
}

Events decide_any(const World& world, const Command& command, const Context& context) {
    if (command.is<Tick>()) return decide_tick(world, context);
    Events events;
    for_each_type(Aggregates{}, [&]<class A>() {
        if constexpr (Commanded<A>) {
            const auto its = as<typename A::Command>(command);
            if (its) events = decide_one(world, *its, context);
        }
    });
    return events;
}

template <class... As>
void fold(World& world, const Recorded& recorded, List<As...> list) {
    const auto fold_one = [&]<class A>() {
        const auto event = as<typename A::Event>(recorded.event);
        if (!event) return false;
        auto& state = A::of(world);
        state = evolve(std::move(state), *event);
        if constexpr (requires { note_time(state, *event, recorded.at); }) {
            note_time(state, *event, recorded.at);
        }
        world.newest[IndexIn<A, decltype(list)>::value] = recorded.position;
        return true;
    };
    (void)(fold_one.template operator()<As>() || ...);
}

}  // namespace

World evolve(World world, const Recorded& recorded) {
    fold(world, recorded, Aggregates{});
    world.now = recorded.at;
    world.position = recorded.position;
    if (recorded.position % forget_every == 0) {
        const auto past = recorded.at - memory_of_finished;
        world.budgets = budget::remember(std::move(world.budgets), world.reservations, past);
        world.reservations = reservation::forget(std::move(world.reservations), past);
    }
    return world;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& asked) {
    const auto context = people::as_allowed(world.people, asked);
    if (!context) return tl::unexpected(context.error());
    auto events = decide_any(world, command, *context);
    if (!events) return events;
    return with_consequences(world, std::move(*events), *context);
}

}  // namespace dibs
