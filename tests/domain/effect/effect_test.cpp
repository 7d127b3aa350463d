// Effects on record: who may report them, and the resulting events.
#include "domain/effect/effect.hpp"

#include "domain/world/world.hpp"

#include <gtest/gtest.h>

namespace dibs::effect {
namespace {

const Context by_dibs{.actor = {}, .now = Instant{}};

World watched() {
    World world;
    world.effects = evolve(State{}, Watched{"tell"});
    return world;
}

TEST(Effect, only_dibs_reports_effects) {
    const Context by_somebody{.actor = PersonId{}, .now = Instant{}};
    const auto decided = effect::decide(watched(), Report{.reactor = "tell"}, by_somebody);
    ASSERT_FALSE(decided);
    EXPECT_EQ(decided.error().code, Code::not_allowed);
}

TEST(Effect, effect_of_an_unknown_reactor_is_refused) {
    const auto decided = effect::decide(World{}, Report{.reactor = "tell"}, by_dibs);
    ASSERT_FALSE(decided);
    EXPECT_EQ(decided.error().field, "reactor");
}

TEST(Effect, reactor_starts_to_follow_once) {
    EXPECT_EQ(effect::decide(World{}, Watch{"tell"}, by_dibs)->size(), 1U);
    EXPECT_TRUE(effect::decide(watched(), Watch{"tell"}, by_dibs)->empty());
}

TEST(Effect, report_becomes_its_event) {
    const auto event_of = [](Outcome outcome) {
        return effect::decide(watched(), Report{"tell", 7, 2, 3, outcome, "why"}, by_dibs)->at(0);
    };
    const auto done = get<Done>(event_of(Outcome::done));
    EXPECT_EQ(std::tie(done.reactor, done.position, done.attempt, done.epoch),
              std::make_tuple("tell", 7, 2, 3));
    const auto failed = get<Failed>(event_of(Outcome::failed));
    EXPECT_EQ(failed.detail, "why");
    EXPECT_FALSE(failed.gave_up);
    EXPECT_TRUE(get<Failed>(event_of(Outcome::gave_up)).gave_up);
}

}  // namespace
}  // namespace dibs::effect
