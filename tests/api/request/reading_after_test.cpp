// `at_least`: a read that must include a position.
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(ReadingAfter, read_waits_for_its_position_or_reports_the_logs_end) {
    ApiWorld world;
    world.service->settings.at_least_wait = std::chrono::milliseconds{50};
    const auto path =
        reservations_path + '/' + to_text(world.book(world.ben, {world.gpus[0]}, 2, 4));
    const auto position = world.projector->position();
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.get(path + "?at_least=" + std::to_string(position)).status, 200);
    const auto far = ben.get(path + "?at_least=" + std::to_string(position + 1000));
    EXPECT_EQ(far.status, 422);
    EXPECT_EQ(far.problem(), "out-of-range/at_least");
    EXPECT_EQ(ben.get(path + "?at_least=x").problem(), "malformed/at_least");
    EXPECT_EQ(ben.get(path + "?at_least=1&at_least=1").problem(), "malformed/at_least");
    EXPECT_EQ(ben.del(path + "?at_least=1").problem(), "malformed/at_least");
}

// A standby may be behind the writing node.
TEST(ReadingAfter, standby_node_does_not_know_the_logs_end) {
    ApiWorld world;
    world.service->settings.at_least_wait = std::chrono::milliseconds{50};
    const auto position = world.projector->position();
    world.service->status.writer = [position] {
        return WriterStatus{.role = WriterRole::standby, .position = position};
    };
    const auto far =
        world.as(world.ben).get(reservations_path + "?at_least=" + std::to_string(position + 1000));
    EXPECT_EQ(far.status, 503);
    EXPECT_EQ(far.problem(), "unavailable");
    EXPECT_EQ(far.header("Retry-After"), "1");
}

// Another node may have written; this node knows after the wait.
TEST(ReadingAfter, shared_logs_end_is_reported_after_the_wait) {
    ApiWorld world;
    world.service->settings.at_least_wait = std::chrono::milliseconds{300};
    world.service->status.log = "kafka";
    const auto begun = std::chrono::steady_clock::now();
    const auto position = world.projector->position();
    const auto far =
        world.as(world.ben).get(reservations_path + "?at_least=" + std::to_string(position + 1000));
    EXPECT_EQ(far.problem(), "out-of-range/at_least");
    EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds{300});
}

}  // namespace
}  // namespace dibs::test
