// What is remembered of answered commands, for how long, and by which events.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace answer;
using namespace std::chrono_literals;

State remembered(State state, const Key& key, Instant at, Position position = 1) {
    return remember(std::move(state), key, Answer{position, "hash", {}}, at);
}
bool knows(const State& state, const Key& key) {
    return find(state, key) != nullptr;
}

TEST(Answers, a_clients_key_is_kept_for_seven_days_of_log_time) {
    auto state = remembered({}, "per_1/a", ten);
    EXPECT_TRUE(knows(remembered(state, "per_1/b", ten + std::chrono::days{7}), "per_1/a"));
    EXPECT_FALSE(knows(remembered(state, "per_1/b", ten + std::chrono::days{7} + 1ms), "per_1/a"));
}

// What a world remembers under the key "k" after these records.
const Answer* after(World& world, std::vector<std::pair<dibs::Event, bool>> records,
                    std::string key = "k") {
    for (auto& [e, last] : records) {
        Origin origin{ann, "", "", key, "hash"};
        world = evolve(std::move(world), Recorded{world.position + 1, ten, origin, e, last});
    }
    return find(world.answers, "k");
}

TEST(Answers, a_command_is_remembered_at_its_last_event) {
    auto world = sample_site().world();
    const auto before = world.position;
    const std::vector<std::pair<dibs::Event, bool>> half{{event(fleet::GpuLost{gpu_a}), false}};
    EXPECT_EQ(after(world, half), nullptr);
    const auto* answer = after(world, {{event(fleet::GpuLost{gpu_b}), true}});
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->position, before + 2);
    EXPECT_EQ(answer->body_hash, "hash");
    EXPECT_EQ(answer->refusal, std::nullopt);
}

TEST(Answers, a_refusal_is_remembered_with_its_reasons) {
    auto world = sample_site().world();
    const Refused no{
        "reservation.book", Code::slot_taken, "gpus", "Taken.", {nth<ReservationId>(1)}};
    const auto* answer = after(world, {{event(no), true}});
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->refusal,
              (Refusal{Code::slot_taken, "gpus", "Taken.", {nth<ReservationId>(1)}}));
}

TEST(Answers, to_repeat_a_command_does_not_move_its_answer) {
    auto world = sample_site().world();
    after(world, {{event(fleet::GpuLost{gpu_a}), true}});
    const auto first = world.position;
    EXPECT_EQ(after(world, {{event(Repeated{"x"}), true}})->position, first);
}

TEST(Answers, no_effect_is_an_answer_too) {
    auto world = sample_site().world();
    EXPECT_NE(after(world, {{event(Nothing{"x"}), true}}), nullptr);
}

TEST(Answers, without_a_key_nothing_is_remembered) {
    auto world = sample_site().world();
    after(world, {{event(fleet::GpuLost{gpu_a}), true}}, "");
    EXPECT_TRUE(world.answers.answers.empty());
}

}  // namespace
}  // namespace dibs::test
