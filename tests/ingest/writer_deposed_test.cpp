// The single writer beside another one, and on logs that lose and delay its records.
#include "tests/ingest/writer_fixture.hpp"

namespace dibs::test {
namespace {

TEST_F(WriterTest, idle_writer_goes_to_standby_after_another_claim) {
    const auto a = started(log_);
    const auto b = started(log_);
    EXPECT_TRUE(eventually([&] { return a->status().role == Role::standby; }))
        << a->status().problem;
    EXPECT_EQ(code_of(ask(*a, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
    EXPECT_TRUE(ask(*b, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(a->status().role, Role::standby);
}

TEST_F(WriterTest, paused_writer_does_not_confirm_unaccepted_commands) {
    PausingLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto a = started(log);
    append_gate.arm();
    auto of_a = submit(*a, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(append_gate.reached());
    const auto b = started(log_);
    ASSERT_TRUE(ask(*b, booking_by(ben, 2, "11:00", "12:00")));
    append_gate.open();
    const auto reply = wait_for(of_a);
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_TRUE(eventually([&] { return a->status().role == Role::standby; }));
    const auto read = read_log(log_);
    EXPECT_FALSE(read.world.reservations.all.contains(nth<ReservationId>(1)));
    EXPECT_TRUE(read.world.reservations.all.contains(nth<ReservationId>(2)));
}

// Its flush fails when it wakes, before it has read of the new writer.
class CutOffLog : public PausingLog {
  public:
    using PausingLog::PausingLog;
    std::atomic<bool> cut_off{false};

  private:
    LogResult<void> flush(LogAppender& to, std::chrono::milliseconds deadline) override {
        if (!cut_off.exchange(false)) return PassingLog::flush(to, deadline);
        return tl::unexpected(LogError{LogError::Kind::unavailable, "no report"});
    }
};

TEST_F(WriterTest, paused_writer_goes_to_standby_after_a_failed_flush) {
    CutOffLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto a = started(log);
    append_gate.arm();
    auto of_a = submit(*a, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(append_gate.reached());
    const auto b = started(log_);
    log.cut_off = true;
    append_gate.open();
    EXPECT_EQ(code_of(wait_for(of_a)), Code::unavailable);
    EXPECT_TRUE(eventually([&] { return a->status().role == Role::standby; }));
    EXPECT_TRUE(ask(*b, booking_by(ben, 2, "11:00", "12:00")));
    EXPECT_EQ(b->status().role, Role::writing);
    EXPECT_EQ(b->status().deposed, 0U);
}

TEST_F(WriterTest, deposed_writer_refuses_nothing_for_bookings_never_accepted) {
    PausingLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto a = started(log);
    append_gate.arm();
    auto first = submit(*a, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(append_gate.reached());
    auto second = submit(*a, booking_by(ben, 2, "11:00", "12:00"));
    const auto b = started(log_);
    append_gate.open();
    EXPECT_EQ(code_of(wait_for(first)), Code::unavailable);
    EXPECT_EQ(code_of(wait_for(second)), Code::unavailable);
}

TEST_F(WriterTest, deposed_writer_confirms_commands_accepted_before) {
    PausingLog log(log_);
    Gate flush;
    log.before_flush = [&] { flush.pass(); };
    const auto a = started(log);
    flush.arm();
    auto of_a = submit(*a, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(flush.reached());
    const auto b = started(log_);
    flush.open();
    const auto reply = wait_for(of_a);
    ASSERT_TRUE(reply) << reply.error().detail;
    EXPECT_TRUE(read_log(log_).world.reservations.all.contains(nth<ReservationId>(1)));
}

TEST_F(WriterTest, deposed_writer_does_not_mix_up_answers_under_one_key) {
    PausingLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto a = started(log);
    ASSERT_TRUE(ask(*a, booking_by(ann, 1, "11:00", "12:00", "k", "h1")));
    append_gate.arm();
    auto other = submit(*a, booking_by(ann, 2, "13:00", "14:00", "k", "h2"));
    ASSERT_TRUE(append_gate.reached());
    const auto b = started(log_);
    append_gate.open();
    EXPECT_FALSE(wait_for(other));
}

TEST_F(WriterTest, a_lost_append_is_decided_again_and_done_once) {
    const auto w = started(log_);
    log_.set_append_fault([left = 1](std::string_view bytes) mutable {
        const bool booked = parse_record(bytes)->type == "reservation.booked.v1";
        return booked && left-- > 0 ? MemoryLog::AppendFault::lose : MemoryLog::AppendFault::keep;
    });
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(reply) << reply.error().detail;
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
    EXPECT_EQ(w->status().deposed, 1U);
    EXPECT_EQ(w->status().role, Role::writing);
}

TEST_F(WriterTest, a_late_append_that_still_arrived_is_done_once) {
    const auto w = started(log_);
    log_.fail_next_flush({LogError::Kind::unavailable, "no report"});
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(reply) << reply.error().detail;
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
}

TEST_F(WriterTest, deposed_writer_does_not_read_the_log_again) {
    PausingLog log(log_);
    const auto w = started(log);
    for (unsigned n = 1; n <= 5; ++n) {
        log_.fail_next_flush({LogError::Kind::unavailable, "no report"});
        const auto from = std::to_string(10 + n) + ":00";
        const auto reply = ask(*w, booking_by(ann, n, from, std::to_string(11 + n) + ":00"));
        ASSERT_TRUE(reply) << reply.error().detail;
        EXPECT_EQ(reply->events.size(), 1U) << "the answer that was made for it";
    }
    EXPECT_EQ(w->status().deposed, 5U);
    EXPECT_EQ(log.read_from_start, 1);
    EXPECT_EQ(read_log(log_).world.reservations.all.size(), 5U);
}

TEST_F(WriterTest, outcome_is_unknown_after_two_more_attempts) {
    const auto w = started(log_);
    log_.set_append_fault([](std::string_view bytes) {
        const bool booked = parse_record(bytes)->type == "reservation.booked.v1";
        return booked ? MemoryLog::AppendFault::lose : MemoryLog::AppendFault::keep;
    });
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_NE(reply.error().detail.find("unknown"), std::string::npos);
    log_.set_append_fault(nullptr);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
}

}  // namespace
}  // namespace dibs::test
