// An error in a domain function does not stop the writer: it refuses the command, and time passes
// for the others. Only a fact of the log that cannot be folded may stop it.
#include "tests/ingest/writer_fixture.hpp"

namespace dibs::test {
namespace {

constexpr std::string_view cursed = "cursed";

// The domain functions, which throw for bookings with a certain title.
Deciding failing() {
    Deciding deciding;
    deciding.decide = [](const World& world, const Command& c, const Context& context) {
        const auto* wish = get_if<reservation::Book>(&c);
        if (wish && wish->title.value == cursed) throw std::out_of_range("map::at");
        return decide(world, c, context);
    };
    return deciding;
}

Envelope cursed_booking(unsigned n, std::string key = "") {
    auto b = booking(n, ann, {gpu_a}, "11:00", "12:00");
    b.title.value = cursed;
    return {command(book(b)), ann, Scopes::all(), "", "req-1", std::move(key), "h"};
}

class FailingWriterTest : public WriterTest {
  protected:
    std::unique_ptr<Writer> started_with(Deciding deciding) {
        auto made = writer(log_, {}, std::move(deciding));
        made->start();
        EXPECT_TRUE(eventually([&] { return made->status().role == Role::writing; }));
        return made;
    }
};

TEST_F(FailingWriterTest, command_that_makes_the_domain_throw_is_refused) {
    const auto w = started_with(failing());
    const auto no = ask(*w, cursed_booking(1));
    EXPECT_EQ(code_of(no), Code::internal);
    EXPECT_EQ(no.error().detail.find("map::at"), std::string::npos) << "it is for the log";
    EXPECT_TRUE(ask(*w, booking_by(ann, 2, "11:00", "12:00")));
    EXPECT_EQ(w->status().role, Role::writing);
    EXPECT_EQ(w->status().failures, 1U);
    EXPECT_EQ(w->status().deposed, 0U);
    const auto read = read_log(log_);
    EXPECT_EQ(count(read, "command.refused.v1"), 1U);
    EXPECT_EQ(read.world.reservations.all.size(), 1U);
}

TEST_F(FailingWriterTest, answer_to_a_failed_command_is_kept_under_its_key) {
    const auto w = started_with(failing());
    EXPECT_EQ(code_of(ask(*w, cursed_booking(1, "k"))), Code::internal);
    EXPECT_EQ(code_of(ask(*w, cursed_booking(1, "k"))), Code::internal);
    EXPECT_EQ(w->status().failures, 1U);
    EXPECT_EQ(count(read_log(log_), "command.repeated.v1"), 1U);
}

TEST_F(FailingWriterTest, report_that_makes_the_domain_throw_leaves_no_record) {
    const auto w = started_with(failing());
    w->submit(cursed_booking(1), nullptr);
    EXPECT_TRUE(ask(*w, booking_by(ann, 2, "11:00", "12:00")));
    EXPECT_EQ(w->status().failures, 1U);
    EXPECT_EQ(count(read_log(log_), "command.refused.v1"), 0U);
}

// The events name a host that does not exist, so folding them spoils the tentative world.
TEST_F(FailingWriterTest, events_that_cannot_be_folded_are_refused_before_they_are_written) {
    Deciding deciding;
    deciding.decide = [](const World& world, const Command& c, const Context& context) {
        auto events = decide(world, c, context);
        if (events && events->size() == 1 && context.actor == ben) {
            events->push_back(event(fleet::HostReached{nth<HostId>(99)}));
        }
        return events;
    };
    const auto w = started_with(std::move(deciding));
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(code_of(ask(*w, booking_by(ben, 2, "13:00", "14:00"))), Code::internal);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 3, "11:30", "12:30"))), Code::slot_taken);
    EXPECT_TRUE(ask(*w, booking_by(ann, 4, "13:00", "14:00")));
    const auto read = read_log(log_);
    EXPECT_EQ(count(read, "host.reached.v1"), 0U);
    EXPECT_EQ(read.world.reservations.all.size(), 2U);
    EXPECT_EQ(w->status().deposed, 0U);
}

TEST_F(FailingWriterTest, failing_aggregate_does_not_stop_time_for_the_others) {
    Deciding deciding;
    std::atomic<bool> broken{true};
    const auto cause = [](const World& world) { return world.position; };
    const auto each_second = [](const World&, Instant now) { return std::optional(now); };
    const auto reached = [](const World& world, const Context&) {
        const bool done = world.fleet.hosts.at(atlas).reach == fleet::Reach::reached;
        return done ? std::vector<Event>{} : std::vector{event(fleet::HostReached{atlas})};
    };
    deciding.due = {{"broken", cause,
                     [&](const World&, const Context&) {
                         if (broken) throw std::logic_error("no such thing");
                         return std::vector<Event>{};
                     },
                     each_second},
                    {"sound", cause, reached, each_second}};
    const auto w = started_with(std::move(deciding));
    EXPECT_TRUE(eventually([&] { return w->status().due_skipped == 1; }));
    EXPECT_TRUE(eventually([&] { return count(read_log(log_), "host.reached.v1") == 1; }));
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    EXPECT_EQ(w->status().role, Role::writing);
    EXPECT_EQ(count(read_log(log_), "command.refused.v1"), 0U);
    broken = false;
    EXPECT_TRUE(eventually([&] { return w->status().due_skipped == 0; }));
}

TEST_F(FailingWriterTest, accepted_fact_that_cannot_be_folded_stops_the_writer) {
    RecordMaker records;
    records.now = ten;
    records.fence = read_log(log_).fence;
    const auto position = read_log(log_).world.position + 1;
    append(log_,
           records.command(std::vector{event(cancelled(booking(9, ann, {gpu_a}, ten, ten)))}));
    auto w = writer(log_);
    w->start();
    EXPECT_TRUE(eventually([&] { return w->status().role == Role::stopped; }));
    EXPECT_NE(w->status().problem.find("fact " + std::to_string(position)), std::string::npos)
        << w->status().problem;
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 1, "11:00", "12:00"))), Code::unavailable);
}

}  // namespace
}  // namespace dibs::test
