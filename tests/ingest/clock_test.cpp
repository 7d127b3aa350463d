// Texts about a clock that does not fit the log, by the evidence of others. Pure.
#include "ingest/clock.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

constexpr Duration month = std::chrono::days{30};

std::string doubt(ClockEvidence evidence, Duration ahead = month) {
    return clock_doubt(ten + ahead, ten, evidence).value_or("");
}

TEST(ClockDoubt, clock_up_to_a_day_ahead_needs_no_confirmation) {
    EXPECT_EQ(doubt({.disagree = 9, .hosts_known = true}, 24h), "");
    EXPECT_NE(doubt({.disagree = 9, .hosts_known = true}, 24h + 1ms), "");
}

TEST(ClockDoubt, doubt_names_both_times_the_reason_and_the_remedy) {
    const auto text = doubt({.synchronised = true, .agree = 1, .disagree = 2, .hosts_known = true});
    for (const auto& said : {to_text(ten), to_text(ten + month), std::string("30 days past"),
                             std::string("2 of the 3 hosts that were heard say another time"),
                             std::string("mend the clock"), std::string("--accept-clock"),
                             std::string("dibsd log cut --after POSITION")}) {
        EXPECT_NE(text.find(said), std::string::npos) << said << " is not in: " << text;
    }
}

struct Row {
    const char* what;
    ClockEvidence evidence;
    const char* says;  // empty: the clock is accepted
};

TEST(ClockDoubt, hosts_decide_first_and_the_kernel_second) {
    const Row rows[] = {
        {"most hosts contradict, whatever the kernel says",
         {.synchronised = true, .agree = 2, .disagree = 3, .hosts_known = true},
         "3 of the 5"},
        {"one is heard, and contradicts",
         {.disagree = 1, .hosts_known = true},
         "1 of the 1 host that was heard says another time"},
        {"most hosts confirm", {.agree = 3, .disagree = 2, .hosts_known = true}, ""},
        {"one is heard, and confirms", {.agree = 1, .hosts_known = true}, ""},
        {"hosts are of two minds, and the kernel knows",
         {.synchronised = true, .agree = 1, .disagree = 1, .hosts_known = true},
         ""},
        {"hosts are of two minds, and the kernel does not know",
         {.agree = 1, .disagree = 1, .hosts_known = true},
         "only 1 of the 2"},
        {"there are no hosts, and the kernel knows",
         {.synchronised = true, .hosts_known = true},
         ""},
        {"nobody knows", {.hosts_known = true}, "no host was heard"},
    };
    for (const auto& row : rows) {
        const auto text = doubt(row.evidence);
        EXPECT_EQ(text.empty(), *row.says == '\0') << row.what << ": " << text;
        EXPECT_NE(text.find(row.says), std::string::npos) << row.what << ": " << text;
    }
}

TEST(ClockDoubt, doubt_remains_while_hosts_may_still_contradict) {
    const std::string asked = "the hosts are still asked";
    ClockEvidence evidence{.synchronised = true};
    EXPECT_NE(doubt(evidence).find(asked), std::string::npos) << "which hosts is not known yet";
    evidence = {.synchronised = true, .agree = 1, .unheard = 1, .hosts_known = true};
    EXPECT_NE(doubt(evidence).find(asked), std::string::npos);
    evidence.agree = 2;
    EXPECT_EQ(doubt(evidence), "") << "the last one would be outvoted";
    evidence = {.synchronised = true, .unheard = 3, .hosts_known = true, .waited = true};
    EXPECT_EQ(doubt(evidence), "") << "they are down, and the kernel knows";
    evidence.synchronised = false;
    EXPECT_NE(doubt(evidence).find("no host was heard"), std::string::npos);
}

TEST(ClockObjection, clock_behind_the_log_is_rejected_with_the_remedy) {
    EXPECT_EQ(clock_objection(ten - 5min, ten), std::nullopt);
    const auto text = clock_objection(ten - month, ten);
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("dibsd log cut --after POSITION"), std::string::npos) << *text;
    EXPECT_TRUE(clock_objection(ten + std::chrono::days{91}, ten));
}

}  // namespace
}  // namespace dibs::test
