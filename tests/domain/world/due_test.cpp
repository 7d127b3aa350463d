// The passing of time as the writer has it: each deadline sees the events of those before it, and
// decides only when a cause or its time has come.
#include "domain/world/due.hpp"

#include "tests/domain/violation/violation_ticks.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

class Deadlines : public testing::Test {
  protected:
    // The events about violations that the deadlines yield then.
    std::string pass_time(std::string_view time) {
        world.at(clock(time));
        static const PlainZones zones;
        std::string types;
        for (auto& deadline : deadlines_) {
            const Context context{{}, Scopes::all(), world.world().now, &ids_, &zones};
            for (auto& e : deadline.events(world.world(), context)) {
                const std::string type(e.type());
                if (type.starts_with("violation.")) types += (types.empty() ? "" : " ") + type;
                world.and_then(std::move(e));
            }
        }
        return types;
    }
    Given world = site_with_intruder();

  private:
    const std::vector<Due> due_ = due_of_each();
    std::vector<Deadline> deadlines_{due_.begin(), due_.end()};
    IdsInARow ids_{3000};
};

TEST_F(Deadlines, violation_and_its_first_step_are_decided_in_the_same_second) {
    EXPECT_EQ(pass_time("13:00:00"), "violation.opened.v1 violation.escalated.v1");
    EXPECT_EQ(pass_time("13:00:00"), "");
    EXPECT_EQ(pass_time("13:01:59"), "");
    EXPECT_EQ(pass_time("13:02:00"), "violation.escalated.v1");
}

TEST_F(Deadlines, violation_that_ends_when_its_step_is_due_takes_none) {
    pass_time("13:00:00");
    world.and_then(gone(intruding_process));
    EXPECT_EQ(pass_time("13:02:00"), "violation.closed.v1");
    EXPECT_EQ(pass_time("13:02:01"), "");
}

TEST_F(Deadlines, steps_continue_when_the_host_is_reached_and_when_the_rules_change) {
    pass_time("13:00:00");
    world.and_then(fleet::HostLost{atlas, "no route"});
    EXPECT_EQ(pass_time("13:05:00"), "");
    world.and_then(fleet::HostReached{atlas});
    EXPECT_EQ(pass_time("13:05:01"), "violation.escalated.v1");
    auto rules = with_steps({{0, enforcement::Action::message},
                             {120, enforcement::Action::mail_person},
                             {180, enforcement::Action::mail_admins},
                             {600, enforcement::Action::stop}});
    EXPECT_EQ(pass_time("13:06:30"), "");
    world.and_then(rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(pass_time("13:06:30"), "violation.escalated.v1");
}

}  // namespace
}  // namespace dibs::test
