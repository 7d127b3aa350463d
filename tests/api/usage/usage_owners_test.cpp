// GET /api/v1/usage/owners: the users of GPUs in finished hours.
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

class UsageOwners : public testing::Test {
  protected:
    void close(Instant start, std::vector<Use> uses) {
        HourlyUsage row{world.gpus[0], start, {}, std::move(uses)};
        row.bucket.samples = 3600;
        ASSERT_TRUE(world.model->usage().reported({start, {row}}));
    }
    ApiReply ask(Instant from, Instant until, const std::string& more = "") {
        return world.as(world.ben).get(path + "?gpu=" + to_text(world.gpus[0]) + more +
                                       "&from=" + to_text(from) + "&until=" + to_text(until));
    }
    const std::string path = "/api/v1/usage/owners";
    ApiWorld world;
    const Instant noon = clock("12:00");
    const ReservationId booking = nth<ReservationId>(7);
};

TEST_F(UsageOwners, owners_show_accounts_persons_and_bookings_by_hour_and_total) {
    close(noon, {{UseBy::holder, "ben", booking, 1800, 1799, 89'950},
                 {UseBy::other, "stranger", booking, 60, 0, 0},
                 {UseBy::nobody, "", {}, 1800, 1800, 0}});
    close(noon + 1h, {{UseBy::holder, "ben", booking, 600, 600, 33}});
    const auto reply = ask(noon, noon + 3h);
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("closed_until"), to_text(noon + 2h));
    EXPECT_EQ(reply.size("gpus[0].hours"), 2U) << "what is not known has no row";
    EXPECT_EQ(reply.at("gpus[0].hours[0].hour"), to_text(noon));
    const std::string held = "gpus[0].hours[0].uses[0].";
    EXPECT_EQ(reply.at(held + "by") + ' ' + reply.at(held + "unix_name"), "holder ben");
    EXPECT_EQ(reply.at(held + "person_id"), to_text(world.ben));
    EXPECT_EQ(reply.at(held + "reservation_id"), to_text(booking));
    EXPECT_EQ(reply.at(held + "seconds") + ' ' + reply.at(held + "measured_s"), "1800 1799");
    EXPECT_NE(reply.body.find("\"measured_s\":1799,\"used_s\":899.5}"), std::string::npos);
    EXPECT_EQ(reply.at("gpus[0].hours[0].uses[1].unix_name"), "stranger");
    EXPECT_EQ(reply.at("gpus[0].hours[0].uses[1].person_id"), "") << "nobody on Dibs";
    EXPECT_EQ(reply.at("gpus[0].hours[0].uses[2].unix_name"), "") << "absent, no empty name";
    EXPECT_EQ(reply.size("totals"), 3U);
    EXPECT_EQ(reply.at("totals[0].person_id"), to_text(world.ben));
    EXPECT_EQ(reply.at("totals[0].seconds"), "2400");
    EXPECT_NE(reply.body.find("\"used_s\":899.83}"), std::string::npos) << reply.body;
}

TEST_F(UsageOwners, gpu_named_twice_is_counted_once) {
    close(noon, {{UseBy::holder, "ben", booking, 1800, 1800, 90'000}});
    const auto reply = ask(noon, noon + 1h, ',' + to_text(world.gpus[0]));
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.size("gpus"), 1U);
    EXPECT_EQ(reply.at("totals[0].seconds"), "1800");
}

TEST_F(UsageOwners, owners_have_no_row_before_an_hour_ends) {
    const auto reply = ask(noon, noon + 3h);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.size("gpus[0].hours") + reply.size("totals"), 0U);
    EXPECT_EQ(reply.at("closed_until"), "");
}

TEST_F(UsageOwners, owners_refuse_invalid_questions) {
    EXPECT_EQ(ask(noon, noon).problem(), "interval-reversed/until");
    EXPECT_EQ(ask(noon, noon + 10'000h).status, 200);
    EXPECT_EQ(ask(noon, noon + 10'000h + 1ms).problem(), "out-of-range/until");
    EXPECT_EQ(ask(noon, noon + 5'001h, ',' + to_text(world.gpus[1])).problem(),
              "out-of-range/until");
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.get(path + "?from=" + to_text(noon)).problem(), "malformed/gpu");
    EXPECT_EQ(ben.get(path + "?gpu=gpu_x&from=" + to_text(noon)).problem(), "malformed/gpu");
    EXPECT_EQ(ben.get(path + "?gpu=" + to_text(world.gpus[0])).problem(), "malformed/from");
    EXPECT_EQ(ask(noon, noon + 1h, "&step=60").status, 400);
    EXPECT_EQ(world.nobody().get(path).status, 401);
}

}  // namespace
}  // namespace dibs::test
