// The single writer: its answers, keys, clock, and logs that fill up.
#include "ingest/log/facts/lmdb_log.hpp"
#include "tests/ingest/writer_fixture.hpp"

namespace dibs::test {
namespace {

TEST_F(WriterTest, answer_matches_the_log) {
    const auto w = started(log_);
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(reply) << reply.error().detail;
    const auto read = read_log(log_);
    EXPECT_EQ(reply->position, read.world.position);
    EXPECT_EQ(reply->events.size(), 1U);
    EXPECT_TRUE(read.world.reservations.all.contains(nth<ReservationId>(1)));
}

TEST_F(WriterTest, answer_waits_for_replication) {
    PausingLog log(log_);
    Gate flush;
    log.before_flush = [&] { flush.pass(); };
    const auto w = started(log);
    flush.arm();
    auto reply = submit(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(flush.reached());
    EXPECT_EQ(reply.wait_for(0s), std::future_status::timeout);
    flush.open();
    EXPECT_TRUE(wait_for(reply));
}

TEST_F(WriterTest, a_refusal_leaves_a_record) {
    const auto w = started(log_);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    const auto no = ask(*w, booking_by(ben, 2, "11:00", "12:00"));
    EXPECT_EQ(code_of(no), Code::slot_taken);
    EXPECT_EQ(no.error().about, std::vector<Ref>{nth<ReservationId>(1)});
    EXPECT_EQ(count(read_log(log_), "command.refused.v1"), 1U);
}

TEST_F(WriterTest, dry_run_is_decided_and_leaves_no_record) {
    const auto w = started(log_);
    auto question = booking_by(ann, 1, "11:00", "12:00");
    question.dry_run = true;
    const auto would = ask(*w, question);
    ASSERT_TRUE(would) << would.error().detail;
    EXPECT_EQ(would->events.size(), 1U);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    auto refused = booking_by(ben, 2, "11:00", "12:00");
    refused.dry_run = true;
    EXPECT_EQ(code_of(ask(*w, refused)), Code::slot_taken);
    const auto read = read_log(log_);
    EXPECT_EQ(count(read, "reservation.booked.v1"), 1U);
    EXPECT_EQ(count(read, "command.refused.v1"), 0U);
}

TEST_F(WriterTest, repeated_key_gets_the_same_answer_and_is_done_once) {
    const auto w = started(log_);
    const auto first = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    const auto again = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    ASSERT_TRUE(first && again);
    EXPECT_EQ(again->position, first->position);
    EXPECT_TRUE(again->repeated);
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
    EXPECT_EQ(count(read_log(log_), "command.repeated.v1"), 1U);
}

TEST_F(WriterTest, refusal_is_repeated_after_the_slot_became_free) {
    const auto w = started(log_);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(code_of(ask(*w, booking_by(ben, 2, "11:00", "12:00", "k"))), Code::slot_taken);
    ASSERT_TRUE(ask(*w, {command(reservation::Cancel{nth<ReservationId>(1)}), ann}));
    const auto again = ask(*w, booking_by(ben, 2, "11:00", "12:00", "k"));
    EXPECT_EQ(code_of(again), Code::slot_taken);
    EXPECT_EQ(again.error().about, std::vector<Ref>{nth<ReservationId>(1)});
}

TEST_F(WriterTest, a_key_with_another_body_is_refused_and_keeps_its_first_use) {
    const auto w = started(log_);
    const auto first = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k", "h1"));
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 2, "12:00", "13:00", "k", "h2"))), Code::key_reused);
    EXPECT_EQ(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k", "h1"))->position, first->position);
}

TEST_F(WriterTest, the_same_key_of_another_person_is_another_key) {
    const auto w = started(log_);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k", "h1")));
    EXPECT_TRUE(ask(*w, booking_by(ben, 2, "12:00", "13:00", "k", "h2")));
}

TEST_F(WriterTest, a_key_is_remembered_by_the_next_writer) {
    const auto position = ask(*started(log_), booking_by(ann, 1, "11:00", "12:00", "k"))->position;
    const auto again = ask(*started(log_), booking_by(ann, 1, "11:00", "12:00", "k"));
    EXPECT_EQ(again->position, position);
}

TEST_F(WriterTest, a_report_leaves_a_record_only_if_it_has_an_effect) {
    const auto w = started(log_);
    const auto before = read_log(log_).types.size();
    w->submit({command(fleet::ReportReached{atlas})}, nullptr);
    w->submit({command(fleet::ReportReached{atlas})}, nullptr);
    w->submit({command(fleet::ReportReached{nth<HostId>(99)})}, nullptr);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(read_log(log_).types.size(), before + 2);
}

TEST_F(WriterTest, an_event_that_could_not_be_read_again_is_never_written) {
    const auto w = started(log_);
    const people::AddPerson unreadable{
        nth<PersonId>(4), {"Cleo"}, "cleo", static_cast<people::Role>(7), {"$argon2id$"}};
    EXPECT_EQ(code_of(ask(*w, {command(unreadable)})), Code::out_of_range);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_FALSE(read_log(log_).world.people.by_unix_name.contains("cleo"));
}

TEST_F(WriterTest, decision_uses_the_world_that_every_reader_sees) {
    const auto w = started(log_);
    const auto lost = [&](const char* why) {
        w->submit({command(fleet::ReportLost{atlas, why})}, nullptr);
    };
    lost("cannot read \xFF");
    lost("cannot read \xEF\xBF\xBD");
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(count(read_log(log_), "host.lost.v1"), 1U);
}

TEST_F(WriterTest, a_full_log_is_unavailable_until_there_is_room) {
    const auto w = started(log_);
    log_.fail_next_append({LogError::Kind::full, "the disk is full"});
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_EQ(reply.error().detail, "Not done: the disk is full");
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
}

TEST_F(WriterTest, command_that_never_reached_the_log_is_answered_as_not_done) {
    const auto w = started(log_);
    w->stop();
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_EQ(reply.error().detail, "Not done: Dibs is stopping.");
}

TEST_F(WriterTest, replaced_log_stops_a_deposed_writer) {
    PausingLog log(log_);
    Gate flush;
    log.before_flush = [&] { flush.pass(); };
    const auto w = started(log);
    flush.arm();
    auto reply = submit(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(flush.reached());
    log_.cut(1000);
    found(log_);
    for (unsigned i = 0; i < 3; ++i) found(log_);
    log_.fail_next_flush({LogError::Kind::fatal, "reconnected"});
    flush.open();
    EXPECT_EQ(code_of(wait_for(reply)), Code::unavailable);
    EXPECT_TRUE(eventually([&] { return w->status().role == Role::stopped; }));
    EXPECT_NE(w->status().problem.find("offset"), std::string::npos) << w->status().problem;
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
}

TEST_F(WriterTest, a_jump_of_the_clock_pauses_commands_until_it_is_right_again) {
    const auto w = started(log_);
    for (const std::int64_t jump : {-360'000L, 360'000L, 31'536'000'000L}) {
        now_ms_ = unix_ms(ten) + jump;
        const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
        EXPECT_EQ(code_of(reply), Code::unavailable);
        EXPECT_NE(reply.error().detail.find("clock"), std::string::npos);
    }
    now_ms_ = unix_ms(ten) + 240'000;
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
}

TEST_F(WriterTest, stamps_never_go_back) {
    const auto w = started(log_);
    now_ms_ += 120'000;
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    now_ms_ -= 120'000;
    ASSERT_TRUE(ask(*w, booking_by(ann, 2, "12:00", "13:00")));
    EXPECT_EQ(read_log(log_).world.now, ten + 120s);
}

TEST_F(WriterTest, clock_far_from_the_newest_stamp_blocks_the_start) {
    for (const std::int64_t off : {-301'000L, 91L * 86'400'000L}) {
        now_ms_ = unix_ms(ten) + off;
        auto w = writer(log_);
        w->start();
        EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
        EXPECT_NE(w->status().problem.find("--accept-clock"), std::string::npos);
    }
}

TEST_F(WriterTest, a_flood_is_answered_busy_at_once) {
    PausingLog log(log_);
    auto w = writer(log, {.queue = 2});
    auto one = submit(*w, booking_by(ann, 1, "11:00", "12:00"));
    auto two = submit(*w, booking_by(ann, 2, "12:00", "13:00"));
    auto three = submit(*w, booking_by(ann, 3, "13:00", "14:00"));
    ASSERT_EQ(three.wait_for(0s), std::future_status::ready);
    EXPECT_EQ(code_of(three.get()), Code::busy);
    w->start();
    EXPECT_EQ(one.wait_for(60s), std::future_status::ready);
    EXPECT_EQ(two.wait_for(60s), std::future_status::ready);
}

TEST_F(WriterTest, stop_answers_every_command) {
    PausingLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto w = started(log);
    append_gate.arm();
    auto in_flight = submit(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(append_gate.reached());
    auto queued = submit(*w, booking_by(ann, 2, "12:00", "13:00"));
    std::jthread stopping([&] { w->stop(); });
    append_gate.open();
    EXPECT_TRUE(wait_for(in_flight));
    EXPECT_EQ(queued.wait_for(60s), std::future_status::ready);
    stopping.join();
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 3, "13:00", "14:00"))), Code::unavailable);
}

TEST_F(WriterTest, an_empty_log_is_not_written_to) {
    MemoryLog empty;
    auto w = writer(empty);
    w->start();
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_EQ(empty.newest(), before_first);
}

TEST_F(WriterTest, unreadable_fact_stops_the_writer) {
    RecordMaker maker;
    maker.fence = read_log(log_).fence;
    append(log_, maker.next(false, "reservation.lent.v9", "{}"));
    auto w = writer(log_);
    w->start();
    EXPECT_TRUE(eventually([&] { return w->status().role == Role::stopped; }));
    EXPECT_NE(w->status().problem.find("reservation.lent.v9"), std::string::npos);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
}

TEST_F(WriterTest, field_of_a_newer_version_is_named) {
    RecordMaker maker;
    maker.fence = read_log(log_).fence;
    append(log_, maker.next(false, "reservation.booked.v1", R"({"colour":"red"})"));
    auto w = writer(log_);
    w->start();
    EXPECT_TRUE(eventually([&] { return w->status().role == Role::stopped; }));
    EXPECT_NE(w->status().problem.find("its field colour; a newer one wrote it"), std::string::npos)
        << w->status().problem;
}

TEST_F(WriterTest, acknowledged_booking_on_lmdb_survives_a_restart) {
    auto name = (std::filesystem::temp_directory_path() / "dibs-writer-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    Position position = 0;
    for (unsigned round = 1; round <= 3; ++round) {
        auto log = open_lmdb_log({name, std::size_t{1} << 30});
        ASSERT_TRUE(log) << log.error().text;
        if (round == 1) found(**log);
        const auto w = started(**log);
        const auto from = std::to_string(10 + round) + ":00";
        const auto until = std::to_string(11 + round) + ":00";
        const auto reply = ask(*w, booking_by(ann, round, from, until));
        ASSERT_TRUE(reply) << reply.error().detail;
        EXPECT_GT(reply->position, position);
        position = reply->position;
        EXPECT_EQ(read_log(**log).world.reservations.all.size(), round);
    }
    std::filesystem::remove_all(name);
}

}  // namespace
}  // namespace dibs::test
