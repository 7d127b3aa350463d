// The rows of due_of_each come from the list of aggregates.
#include "domain/world/due.hpp"

#include <algorithm>

namespace dibs {
namespace {

template <class... Causes>
Position newest_of(const World& world, List<Causes...>) {
    return std::max({world.newest[IndexIn<Causes, Aggregates>::value]...});
}

template <class A>
Due due_of() {
    return {A::name, [](const World& world) { return newest_of(world, typename A::DueAfter{}); },
            [](const World& world, const Context& context) {
                std::vector<Event> events;
                for (auto& event : A::due(world, context)) events.emplace_back(std::move(event));
                return events;
            },
            [](const World& world, Instant now) { return A::next_due(world, now); }};
}

}  // namespace

std::vector<Due> due_of_each() {
    std::vector<Due> all;
    for_each_type(Aggregates{}, [&]<class A>() {
        if constexpr (Timed<A>) all.push_back(due_of<A>());
        if constexpr (requires { typename A::SecondDue; }) {
            all.push_back(due_of<typename A::SecondDue>());
        }
    });
    return all;
}

std::vector<Event> Deadline::events(const World& world, const Context& context) {
    const Position cause = due_.newest_cause(world);
    if (cause == seen_ && (!next_ || *next_ > context.now)) return {};
    seen_ = cause;
    next_.reset();
    auto events = due_.events(world, context);
    next_ = due_.next(world, context.now);
    return events;
}

}  // namespace dibs
