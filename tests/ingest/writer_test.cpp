// The single writer on logs that lose, delay and fill up, and beside another writer.
#include "ingest/writer.hpp"

#include "ingest/log/fact.hpp"
#include "ingest/log/lmdb_log.hpp"
#include "ingest/log/memory_log.hpp"
#include "tests/support/house.hpp"
#include "tests/support/pausing_log.hpp"
#include "tests/support/scribe.hpp"

#include <future>
#include <thread>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Role = Writer::Role;

bool eventually(const std::function<bool()>& holds) {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

// Everything a new reader of the log makes of it.
struct Read {
    World world;
    std::vector<std::string> types;
    Fence fence;
};
Read read_log(EventLog& log) {
    Tail tail(log, {});
    Read read;
    JsonParser parser;
    const auto done = tail.read_to_end([&](const std::vector<Accepted>& accepted) {
        for (const auto& record : accepted) {
            if (!is_fact(record.view())) continue;
            const auto fact = read_fact(parser, record.view(), record.position);
            ASSERT_TRUE(fact) << fact.error().detail;
            read.types.emplace_back(type_of(fact->event));
            read.world = evolve(std::move(read.world), *fact);
        }
    });
    EXPECT_TRUE(done) << done.error().text;
    read.fence = tail.fence();
    return read;
}
std::size_t count(const Read& read, std::string_view type) {
    return static_cast<std::size_t>(std::count(read.types.begin(), read.types.end(), type));
}

class WriterTest : public ::testing::Test {
  protected:
    WriterTest() { found(log_); }
    static void found(EventLog& log) {
        Scribe scribe;
        scribe.now = ten;
        append(log, scribe.created());
        append(log, scribe.claim("setup"));
        append(log, scribe.command(std::vector<Event>{
                        event(person(ann, "ann", people::Role::user)),
                        event(person(ben, "ben", people::Role::user)), event(host(atlas, "atlas")),
                        event(gpu(gpu_a, atlas, "GPU-a", 0)), event(gpu(gpu_b, atlas, "GPU-b", 1)),
                        event(grant::Given{nth<GrantId>(1)})}));
    }
    std::unique_ptr<Writer> writer(EventLog& log, WriterSettings settings = {}) {
        settings.patience = 500ms;
        return std::make_unique<Writer>(
            log, [this] { return from_unix_ms(now_ms_); }, settings, [](Position) {});
    }
    std::unique_ptr<Writer> started(EventLog& log) {
        auto made = writer(log);
        made->start();
        EXPECT_TRUE(eventually([&] { return made->status().role == Role::writing; }));
        return made;
    }
    static Envelope booking_by(PersonId who, unsigned n, std::string_view from,
                               std::string_view until, std::string key = "",
                               std::string hash = "h") {
        return {command(book(booking(n, who, {gpu_a}, from, until))),
                who,
                Scopes::all(),
                "",
                "",
                std::move(key),
                std::move(hash)};
    }
    static std::future<Reply> submit(Writer& writer, Envelope envelope) {
        auto promise = std::make_shared<std::promise<Reply>>();
        auto reply = promise->get_future();
        writer.submit(std::move(envelope),
                      [promise](Reply r) { promise->set_value(std::move(r)); });
        return reply;
    }
    static Reply wait_for(std::future<Reply>& reply) {
        if (reply.wait_for(20s) != std::future_status::ready) {
            ADD_FAILURE() << "no answer";
            return refuse(Code::unavailable, "", "no answer");
        }
        return reply.get();
    }
    static Reply ask(Writer& to, Envelope envelope) {
        auto reply = submit(to, std::move(envelope));
        return wait_for(reply);
    }

    MemoryLog log_;
    std::atomic<std::int64_t> now_ms_{unix_ms(ten)};
};

Code code_of(const Reply& reply) {
    return reply ? Code{} : reply.error().code;
}

TEST_F(WriterTest, answers_with_what_is_in_the_log) {
    const auto w = started(log_);
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(reply) << reply.error().detail;
    const auto read = read_log(log_);
    EXPECT_EQ(reply->position, read.world.position);
    EXPECT_EQ(reply->events.size(), 1U);
    EXPECT_TRUE(read.world.reservations.all.contains(nth<ReservationId>(1)));
}

TEST_F(WriterTest, answers_only_after_the_record_is_replicated) {
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
    EXPECT_EQ(no.error().conflicts, std::vector{nth<ReservationId>(1)});
    EXPECT_EQ(count(read_log(log_), "command.refused.v1"), 1U);
}

TEST_F(WriterTest, the_same_key_gets_the_same_answer_and_nothing_is_done_twice) {
    const auto w = started(log_);
    const auto first = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    const auto again = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    ASSERT_TRUE(first && again);
    EXPECT_EQ(again->position, first->position);
    EXPECT_TRUE(again->repeated);
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
    EXPECT_EQ(count(read_log(log_), "command.repeated.v1"), 1U);
}

TEST_F(WriterTest, a_refused_answer_is_repeated_although_the_slot_is_free_by_now) {
    const auto w = started(log_);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(code_of(ask(*w, booking_by(ben, 2, "11:00", "12:00", "k"))), Code::slot_taken);
    ASSERT_TRUE(ask(*w, {command(reservation::Cancel{nth<ReservationId>(1)}), ann}));
    const auto again = ask(*w, booking_by(ben, 2, "11:00", "12:00", "k"));
    EXPECT_EQ(code_of(again), Code::slot_taken);
    EXPECT_EQ(again.error().conflicts, std::vector{nth<ReservationId>(1)});
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

TEST_F(WriterTest, a_report_leaves_a_record_only_where_it_has_an_effect) {
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

TEST_F(WriterTest, decides_in_the_world_that_every_reader_sees) {
    const auto w = started(log_);
    const auto lost = [&](const char* why) {
        w->submit({command(fleet::ReportLost{atlas, why})}, nullptr);
    };
    lost("cannot read \xFF");
    lost("cannot read \xEF\xBF\xBD");
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(count(read_log(log_), "host.lost.v1"), 1U);
}

TEST_F(WriterTest, an_idle_writer_whose_place_is_taken_stands_by) {
    const auto a = started(log_);
    const auto b = started(log_);
    EXPECT_TRUE(eventually([&] { return a->status().role == Role::standby; }))
        << a->status().problem;
    EXPECT_EQ(code_of(ask(*a, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
    EXPECT_TRUE(ask(*b, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(a->status().role, Role::standby);
}

TEST_F(WriterTest, a_paused_one_does_not_answer_for_what_nobody_accepts) {
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

TEST_F(WriterTest, a_deposed_one_refuses_nothing_for_bookings_that_never_came_to_be) {
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

TEST_F(WriterTest, a_deposed_one_still_answers_for_what_was_accepted_before) {
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

TEST_F(WriterTest, a_deposed_one_does_not_take_another_commands_answer_for_its_own) {
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

TEST_F(WriterTest, a_lost_append_is_decided_anew_and_done_once) {
    const auto w = started(log_);
    log_.set_fate([left = 1](std::string_view bytes) mutable {
        const bool booked = parse_record(bytes)->type == "reservation.booked.v1";
        return booked && left-- > 0 ? MemoryLog::Fate::lose : MemoryLog::Fate::keep;
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

TEST_F(WriterTest, gives_up_after_two_more_tries_and_says_the_outcome_is_unknown) {
    const auto w = started(log_);
    log_.set_fate([](std::string_view bytes) {
        const bool booked = parse_record(bytes)->type == "reservation.booked.v1";
        return booked ? MemoryLog::Fate::lose : MemoryLog::Fate::keep;
    });
    const auto reply = ask(*w, booking_by(ann, 1, "11:00", "12:00"));
    EXPECT_EQ(code_of(reply), Code::unavailable);
    EXPECT_NE(reply.error().detail.find("unknown"), std::string::npos);
    log_.set_fate(nullptr);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
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

TEST_F(WriterTest, a_log_that_was_replaced_stops_it_also_while_it_is_deposed) {
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

TEST_F(WriterTest, a_clock_far_from_the_logs_newest_stamp_does_not_start) {
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
    EXPECT_EQ(one.wait_for(20s), std::future_status::ready);
    EXPECT_EQ(two.wait_for(20s), std::future_status::ready);
}

TEST_F(WriterTest, to_stop_is_to_answer_everybody) {
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
    EXPECT_EQ(queued.wait_for(20s), std::future_status::ready);
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

TEST_F(WriterTest, stops_at_a_fact_it_cannot_read) {
    Scribe scribe;
    scribe.fence = read_log(log_).fence;
    append(log_, scribe.next(false, "reservation.lent.v9", "{}"));
    auto w = writer(log_);
    w->start();
    EXPECT_TRUE(eventually([&] { return w->status().role == Role::stopped; }));
    EXPECT_NE(w->status().problem.find("reservation.lent.v9"), std::string::npos);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
}

TEST_F(WriterTest, on_lmdb_what_it_answered_is_there_after_a_restart) {
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
