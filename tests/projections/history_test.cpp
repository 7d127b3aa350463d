// The history: every fact, found again by whom and what it concerns, and never with a secret.
#include "projections/history/history.hpp"

#include "tests/projections/tables_with.hpp"

namespace dibs::test {
namespace {

using Positions = std::vector<Position>;

Positions positions(const std::vector<views::Event>& events) {
    Positions all;
    for (const auto& e : events) all.push_back(e.position);
    return all;
}

// 1 to 14: the sample_site. 15 Ann books A; 16 Ben books C; 17 Ben's process on A; 18 the
// violation; 19 Ann cancels; 20 a refusal.
TablesWith& with_a_day(TablesWith& tables) {
    tables.sample_site().at("10:10").fact(booked(booking(1, ann, {gpu_a}, "11:00", "12:00")), ann);
    tables.at("10:20").fact(booked(booking(2, ben, {gpu_c}, "11:00", "12:00")), ben);
    tables.at("10:30").fact(
        fleet::ProcessAppeared{nth<ProcessId>(1), gpu_a, 42, ten, "ben", {"python x.py"}});
    tables.at("10:40").fact(violation::Opened{nth<ViolationId>(1), nth<ProcessId>(1), gpu_a,
                                              nth<ReservationId>(1), "ben"});
    tables.at("10:50").fact(reservation::Cancelled{nth<ReservationId>(1)}, ann);
    return tables.at("10:55").fact(
        answer::Refused{"reservation.book", Code::slot_taken, "gpus", "It is taken.", {}}, ben);
}

TEST(HistoryTables, a_fact_tells_who_when_what_and_from_where) {
    TablesWith tables;
    with_a_day(tables);
    const auto e = tables.ask().event(15).value();
    EXPECT_EQ(e.type, "reservation.booked.v1");
    EXPECT_EQ(e.time, clock("10:10"));
    EXPECT_EQ(e.actor, ann);
    EXPECT_EQ(e.actor_name->value, "ann");
    EXPECT_EQ(e.source, "10.1.1.1");
    EXPECT_EQ(e.request_id, "req");
    EXPECT_EQ(e.summary, "ann booked atlas:0");
    EXPECT_EQ(e.reservation, nth<ReservationId>(1));
    EXPECT_EQ(e.gpus, std::vector{gpu_a});
    EXPECT_EQ(e.host, atlas);
    EXPECT_NE(to_json(e).find(R"("data":{"booking":{)"), std::string::npos);
}

TEST(HistoryTables, newest_first_or_oldest_first_by_pages) {
    TablesWith tables;
    with_a_day(tables);
    const auto newest = tables.ask().events({}, {.limit = 3});
    EXPECT_EQ(positions(newest.items), (Positions{20, 19, 18}));
    EXPECT_EQ(positions(tables.ask().events({}, {.limit = 2, .after = newest.next}).items),
              (Positions{17, 16}));
    const auto oldest = tables.ask().events({.oldest_first = true}, {.limit = 2});
    EXPECT_EQ(positions(oldest.items), (Positions{1, 2}));
    EXPECT_EQ(
        positions(
            tables.ask().events({.oldest_first = true}, {.limit = 2, .after = oldest.next}).items),
        (Positions{3, 4}));
    const auto last = tables.ask().events({.above = 18, .oldest_first = true}, {.limit = 2});
    EXPECT_EQ(positions(last.items), (Positions{19, 20}));
    EXPECT_FALSE(last.next.has_value());
}

TEST(HistoryTables, found_by_whom_and_what_it_concerns) {
    TablesWith tables;
    with_a_day(tables);
    const auto find = [&](views::EventFilter filter) {
        filter.above = 14;
        filter.oldest_first = true;
        return positions(tables.ask().events(filter, {}).items);
    };
    EXPECT_EQ(find({.person = ann}), (Positions{15, 18, 19})) << "her violation too";
    EXPECT_EQ(find({.person = ben}), (Positions{16, 17, 18, 20})) << "his process too";
    EXPECT_EQ(find({.gpu = gpu_a}), (Positions{15, 17, 18, 19}));
    EXPECT_EQ(find({.host = boreas}), (Positions{16}));
    EXPECT_EQ(find({.reservation = nth<ReservationId>(1)}), (Positions{15, 18, 19}));
    EXPECT_EQ(find({.violation = nth<ViolationId>(1)}), (Positions{18}));
    EXPECT_EQ(find({.types = {"reservation"}}), (Positions{15, 16, 19}));
    EXPECT_EQ(find({.types = {"reservation.cancelled", "violation.opened.v1"}}),
              (Positions{18, 19}));
    EXPECT_EQ(find({.types = {"reserv"}}), (Positions{})) << "beginnings end at a dot";
    EXPECT_EQ(find({.types = {"process"}, .person = ben, .gpu = gpu_a}), (Positions{17}));
    EXPECT_EQ(find({.since = clock("10:30"), .until = clock("10:50")}), (Positions{17, 18}));
}

TEST(HistoryTables, what_a_stream_resumes_from_is_in_order_and_bounded) {
    TablesWith tables;
    with_a_day(tables);
    EXPECT_EQ(positions(tables.ask().events_after(17, 2)), (Positions{18, 19}));
    EXPECT_TRUE(tables.ask().events_after(20, 10).empty());
}

TEST(HistoryTables, an_ended_session_still_says_whose_it_was) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{nth<SessionId>(1), ann, "dd", clock("11:00")});
    tables.fact(people::SessionEnded{nth<SessionId>(1)}, root);
    EXPECT_EQ(tables.ask().event(16)->person, ann);
    EXPECT_EQ(tables.ask().event(16)->summary, "A session of ann ended");
}

TEST(HistoryTables, no_secret_is_in_it) {
    TablesWith tables;
    tables.fact(people::SetupOpened{"hush-setup", clock("12:00")});
    tables.fact(people::PersonAdded{ann, {"Ann"}, "ann", people::Role::user, {"hush-hash"}});
    tables.fact(people::PasswordChanged{ann, {"hush-newer"}});
    tables.fact(people::SessionStarted{nth<SessionId>(1), ann, "hush-session", clock("12:00")});
    tables.fact(people::TokenIssued{nth<TokenId>(1), ann, "ci", {Scope::read}, "hush-token", {}});
    const auto events = tables.ask().events({}, {}).items;
    ASSERT_EQ(events.size(), 5U);
    for (const auto& e : events) {
        EXPECT_EQ(to_json(e).find("hush"), std::string::npos) << to_json(e);
        EXPECT_FALSE(e.summary.empty()) << e.type;
    }
    EXPECT_NE(to_json(events[3]).find("Ann"), std::string::npos) << "names are shown";
}

TEST(HistoryTables, gpus_in_a_summary_are_told_as_ranges) {
    TablesWith tables;
    tables.sample_site().fact(booked(booking(1, ann, {gpu_a, gpu_b, gpu_c}, "11:00", "12:00")),
                              root);
    EXPECT_EQ(tables.ask().event(15)->summary, "root booked atlas:0-1 boreas:0 for ann");
}

TEST(HistoryTables, a_refusal_is_part_of_the_record) {
    TablesWith tables;
    with_a_day(tables);
    EXPECT_EQ(tables.ask().event(20)->summary, "ben was refused reservation.book: It is taken.");
}

}  // namespace
}  // namespace dibs::test
