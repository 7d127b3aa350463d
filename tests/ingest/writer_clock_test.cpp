// A writer that starts with a clock far ahead of the log: it writes nothing until others confirm
// the clock, or it is right.
#include "tests/ingest/writer_fixture.hpp"

namespace dibs::test {
namespace {

class FarAhead : public WriterTest {
  protected:
    FarAhead() { now_ms_ = unix_ms(ten + std::chrono::days{30}); }

    std::unique_ptr<Writer> begun(WriterSettings settings = {}) {
        settings.clock_evidence = [this] {
            const std::lock_guard lock(mutex_);
            return evidence_;
        };
        auto made = writer(log_, settings);
        made->start();
        return made;
    }
    void hosts_say(std::size_t agree, std::size_t disagree) {
        const std::lock_guard lock(mutex_);
        evidence_ = {.agree = agree, .disagree = disagree, .hosts_known = true};
    }
    void expect_waiting(Writer& w, const std::string& why) {
        const auto reply = ask(w, booking_by(ann, 1, "11:00", "12:00"));
        ASSERT_EQ(code_of(reply), Code::unavailable);
        EXPECT_NE(reply.error().detail.find(why), std::string::npos) << reply.error().detail;
        EXPECT_FALSE(w.trusts_clock());
        EXPECT_FALSE(w.status().needs_admin) << "it goes on by itself";
        EXPECT_TRUE(read_log(log_).fence == before_) << "not even a claim";
    }
    static bool writes(Writer& w) {
        return eventually([&] { return w.status().role == Role::writing; });
    }

    const Fence before_ = read_log(log_).fence;
    std::mutex mutex_;
    ClockEvidence evidence_{};
};

TEST_F(FarAhead, writer_waits_for_a_right_clock_while_hosts_contradict) {
    hosts_say(0, 3);
    const auto w = begun();
    expect_waiting(*w, "3 of the 3 hosts");
    now_ms_ = unix_ms(ten) + 60'000;
    ASSERT_TRUE(writes(*w));
    EXPECT_TRUE(w->trusts_clock());
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_LT(read_log(log_).world.now, ten + 1h);
}

TEST_F(FarAhead, writer_continues_once_hosts_confirm_the_clock) {
    hosts_say(0, 0);
    const auto w = begun();
    expect_waiting(*w, "no host was heard");
    hosts_say(2, 1);
    ASSERT_TRUE(writes(*w));
    EXPECT_TRUE(w->trusts_clock());
}

TEST_F(FarAhead, writer_waits_only_for_a_while_for_missing_answers) {
    evidence_ = {.synchronised = true, .unheard = 2, .hosts_known = true};
    const auto w = begun({.clock_patience = 3s});
    expect_waiting(*w, "the hosts are still asked");
    EXPECT_TRUE(writes(*w));
}

TEST_F(FarAhead, clock_is_accepted_if_an_admin_confirms_it) {
    hosts_say(0, 3);
    const auto w = begun({.accept_clock = true});
    EXPECT_TRUE(writes(*w));
}

TEST_F(FarAhead, deposed_writer_with_a_steady_clock_needs_no_evidence) {
    hosts_say(2, 0);
    const auto w = begun();
    ASSERT_TRUE(writes(*w));
    hosts_say(0, 3);
    log_.fail_next_append({LogError::Kind::fatal, "reconnected"});
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::in_the_past);
    EXPECT_GE(w->status().deposed, 1U);
}

}  // namespace
}  // namespace dibs::test
