// GET /api/v1/usage/weekly: a week of use on one page, and the visibility of its rows.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

// Tuesday of 2026-W49: ben has reserved atlas:0 from ten on, and used it for two of four minutes.
class UsageWeek : public testing::Test {
  protected:
    UsageWeek() {
        const auto made =
            ben.post("/api/v1/reservations",
                     R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" + world.time(0) +
                         R"(","until":")" + world.time(2) + R"(","title":"training"})");
        EXPECT_EQ(made.status, 201) << made.body;
        booking = made.at("id");
        std::vector<Sample> samples;
        for (auto at = ten; at < ten + 4min; at += 1s) {
            const bool busy = at < ten + 2min;
            samples.push_back(
                used(world.gpus[0], at, busy ? 80 : 0,
                     busy ? std::vector<Occupant>{{"ben"}} : std::vector<Occupant>{}));
            samples.back().values.set(column_of(Subject::gpu, "power_w"), 3000);
        }
        world.model->usage().take(samples);
        world.advance(4min);
    }
    ApiReply ask(const Caller& caller, const std::string& query = "?week=2026-W49") {
        return caller.get("/api/v1/usage/weekly" + query);
    }
    ApiWorld world;
    Caller ann = world.as(world.ann), ben = world.as(world.ben), cleo = world.as(world.cleo);
    std::string booking;
};

TEST_F(UsageWeek, week_shows_people_groups_gpus_and_idle_hours) {
    const auto reply = ask(cleo);
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("week") + ' ' + reply.at("before") + ' ' + reply.at("after"),
              "2026-W49 2026-W48 ")
        << "the week after it has not begun";
    EXPECT_EQ(reply.at("from"), "2026-11-30T00:00:00.000Z");
    EXPECT_EQ(reply.at("until"), "2026-12-07T00:00:00.000Z");
    EXPECT_EQ(reply.at("asked_until"), to_text(world.now()));
    EXPECT_EQ(reply.at("own_only"), "false");
    EXPECT_EQ(reply.at("total.used_by_owner_s"), "96");
    const auto total = reply.body.substr(reply.body.find(R"("total":{)"));
    EXPECT_NE(total.substr(0, total.find('}')).find(R"("energy_kwh":0.02,)"), std::string::npos)
        << "four minutes at 300 W: " << total;
    EXPECT_EQ(reply.at("total.energy_known_s"), "240");
    EXPECT_EQ(reply.at("people[0].person_id"), to_text(world.ben));
    EXPECT_EQ(reply.size("people"), 1U);
    EXPECT_EQ(reply.size("groups"), 1U) << reply.body;
    EXPECT_NE(reply.at("gpus[0].gpu_name"), "");
    EXPECT_EQ(reply.at("idle[0].reservation_id"), booking);
    EXPECT_EQ(reply.at("violations"), "0");
    EXPECT_EQ(reply.size("unhealthy"), 0U);
}

TEST_F(UsageWeek, week_defaults_to_the_last_complete_one) {
    const auto reply = ask(cleo, "");
    EXPECT_EQ(reply.at("week") + ' ' + reply.at("after"), "2026-W48 2026-W49");
    EXPECT_EQ(reply.at("total.reserved_s"), "0");
    EXPECT_EQ(reply.at("total.energy_kwh"), "") << "nothing is known of it";
}

TEST_F(UsageWeek, week_follows_the_zone) {
    const auto reply = ask(cleo, "?week=2026-W49&zone=Europe/Warsaw");
    EXPECT_EQ(reply.at("from"), "2026-11-29T23:00:00.000Z");
    EXPECT_EQ(reply.at("zone"), "Europe/Warsaw");
}

TEST_F(UsageWeek, week_shows_own_use_only_if_the_rules_say_so) {
    (void)world.command(rules::Command{rules::Set{.usage_visible_to = rules::UsageVisibleTo::own}});
    const auto of_cleo = ask(cleo);
    EXPECT_EQ(of_cleo.at("own_only"), "true");
    EXPECT_EQ(of_cleo.size("people") + of_cleo.size("groups") + of_cleo.size("gpus") +
                  of_cleo.size("idle"),
              0U)
        << of_cleo.body;
    EXPECT_EQ(of_cleo.at("total.used_by_owner_s"), "96") << "the total stays";
    EXPECT_EQ(ask(ben).at("people[0].person_id"), to_text(world.ben));
    EXPECT_EQ(ask(ann).at("own_only"), "false") << "an admin";
}

TEST_F(UsageWeek, invalid_week_is_refused_with_its_parameter) {
    EXPECT_EQ(ask(ben, "?week=2026-47").problem(), "malformed/week");
    EXPECT_EQ(ask(ben, "?week=2025-W53").problem(), "malformed/week");
    EXPECT_EQ(ask(ben, "?week=2026-W50").problem(), "interval-reversed/week");
    EXPECT_EQ(ask(ben, "?zone=Europe/Warszawa").problem(), "unknown-zone/zone");
    EXPECT_EQ(world.nobody().get("/api/v1/usage/weekly").status, 401);
}

}  // namespace
}  // namespace dibs::test
