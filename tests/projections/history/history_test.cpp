// The history: every fact is found by its actor and subjects, and no fact shows a secret.
#include "projections/history/history.hpp"

#include "projections/questions/history.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

using Positions = std::vector<Position>;

Positions positions(const std::vector<views::Event>& events) {
    Positions all;
    for (const auto& e : events) all.push_back(e.position);
    return all;
}

const people::Digest digest{"hush-digest"};

// Positions: 1 to 14 are the sample_site. 15 Ann books A; 16 Ben books C; 17 Ben's process on A; 18
// the violation; 19 Ann cancels; 20 a refusal.
TablesWith& with_a_day(TablesWith& tables) {
    const auto anns = booking(1, ann, {gpu_a}, "11:00", "12:00");
    const auto bens = process(1, {gpu_a}, 42, "ben");
    tables.sample_site().at("10:10").fact(booked(anns), ann);
    tables.at("10:20").fact(booked(booking(2, ben, {gpu_c}, "11:00", "12:00")), ben);
    tables.at("10:30").fact(bens);
    tables.at("10:40").fact(violation::ViolationOpened{intruder(1, bens, anns)});
    tables.at("10:50").fact(cancelled(anns), ann);
    return tables.at("10:55").fact(
        answer::Refused{"reservation.book", Code::slot_taken, "gpus", "It is taken.", {}}, ben);
}

TEST(HistoryTables, event_shows_actor_time_sentence_and_source) {
    TablesWith tables;
    with_a_day(tables);
    const auto e = find_event(tables.ask(), 15).value();
    EXPECT_EQ(e.type, "reservation.booked.v1");
    EXPECT_EQ(e.time, clock("10:10"));
    EXPECT_EQ(e.actor, ann);
    EXPECT_EQ(e.actor_name->value, "ann");
    EXPECT_EQ(e.source, "10.1.1.1");
    EXPECT_EQ(e.request_id, "req");
    EXPECT_EQ(rendered_sentence(e), "ann booked atlas:0");
    EXPECT_EQ(e.subjects.first<ReservationId>(), nth<ReservationId>(1));
    EXPECT_EQ(e.subjects.all<GpuId>(), std::vector{gpu_a});
    EXPECT_EQ(e.subjects.all<HostId>(), std::vector{atlas});
    EXPECT_NE(to_json(e).find(R"("data":{"booking":{)"), std::string::npos);
}

TEST(HistoryTables, json_of_an_event_names_its_subjects) {
    TablesWith tables;
    with_a_day(tables).fact(booked(booking(3, ann, {gpu_b, gpu_d}, "11:00", "12:00")), ann);
    const auto json = [&](Position position) {
        return to_json(*find_event(tables.ask(), position));
    };
    EXPECT_NE(json(15).find(R"(,"reservation_id":")" + to_text(nth<ReservationId>(1)) +
                            R"(","person_id":")" + to_text(ann) + R"(","host_id":")" +
                            to_text(atlas) + R"(","gpus":[")" + to_text(gpu_a) + R"("],"data":{)"),
              std::string::npos)
        << json(15);
    EXPECT_NE(json(21).find(R"(","person_id":")" + to_text(ann) + R"(","gpus":[")" +
                            to_text(gpu_b) + R"(",")" + to_text(gpu_d) + R"("],"data":{)"),
              std::string::npos)
        << "several hosts, and none is the one: " << json(21);
}

TEST(HistoryTables, events_are_listed_newest_or_oldest_first_in_pages) {
    TablesWith tables;
    with_a_day(tables);
    const auto newest = list_events(tables.ask(), {}, {.limit = 3});
    EXPECT_EQ(positions(newest.items), (Positions{20, 19, 18}));
    EXPECT_EQ(positions(list_events(tables.ask(), {}, {.limit = 2, .after = newest.next}).items),
              (Positions{17, 16}));
    const auto oldest = list_events(tables.ask(), {.oldest_first = true}, {.limit = 2});
    EXPECT_EQ(positions(oldest.items), (Positions{1, 2}));
    EXPECT_EQ(positions(list_events(tables.ask(), {.oldest_first = true},
                                    {.limit = 2, .after = oldest.next})
                            .items),
              (Positions{3, 4}));
    const auto last = list_events(tables.ask(), {.after = 18, .oldest_first = true}, {.limit = 2});
    EXPECT_EQ(positions(last.items), (Positions{19, 20}));
    EXPECT_FALSE(last.next.has_value());
}

TEST(HistoryTables, events_are_found_by_actor_and_subjects) {
    TablesWith tables;
    with_a_day(tables);
    const auto find = [&](views::EventFilter filter) {
        filter.after = 14;
        filter.oldest_first = true;
        return positions(list_events(tables.ask(), filter, {}).items);
    };
    EXPECT_EQ(find({.about = {ann}}), (Positions{15, 18, 19})) << "her violation too";
    EXPECT_EQ(find({.about = {ben}}), (Positions{16, 17, 18, 20})) << "his process too";
    EXPECT_EQ(find({.about = {gpu_a}}), (Positions{15, 17, 18, 19}));
    EXPECT_EQ(find({.about = {boreas}}), (Positions{16}));
    EXPECT_EQ(find({.about = {nth<ReservationId>(1)}}), (Positions{15, 18, 19}));
    EXPECT_EQ(find({.about = {nth<ViolationId>(1)}}), (Positions{18}));
    EXPECT_EQ(find({.types = {"reservation"}}), (Positions{15, 16, 19}));
    EXPECT_EQ(find({.types = {"reservation.cancelled", "violation.opened.v1"}}),
              (Positions{18, 19}));
    EXPECT_EQ(find({.types = {"reserv"}}), (Positions{})) << "beginnings end at a dot";
    EXPECT_EQ(find({.types = {"process"}, .about = {ben, gpu_a}}), (Positions{17}));
    EXPECT_EQ(find({.from = clock("10:30"), .until = clock("10:50")}), (Positions{17, 18}));
}

TEST(HistoryTables, events_after_a_position_are_ordered_and_bounded) {
    TablesWith tables;
    with_a_day(tables);
    EXPECT_EQ(positions(events_after(tables.ask(), 17, 2)), (Positions{18, 19}));
    EXPECT_TRUE(events_after(tables.ask(), 20, 10).empty());
}

// No table ever had the session, the token or the violation: the fact alone has everything.
TEST(HistoryTables, ending_event_names_its_owner_without_other_tables) {
    TablesWith tables;
    const auto violation = intruder(1, process(1, {gpu_a}, 42, "ben"),
                                    booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00"));
    tables.sample_site().fact(people::SessionEnded{nth<SessionId>(1), ann}, root);
    tables.fact(people::TokenRevoked{nth<TokenId>(1), ben}, root);
    tables.fact(violation::Closed{violation});
    EXPECT_EQ(find_event(tables.ask(), 15)->subjects.first<PersonId>(), ann);
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 15)), "A session of ann ended");
    EXPECT_EQ(find_event(tables.ask(), 16)->subjects.first<PersonId>(), ben);
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 16)), "root revoked a token of ben");
    EXPECT_EQ(find_event(tables.ask(), 17)->subjects, violation.subjects());
    const auto find = [&](PersonId id) {
        return positions(list_events(tables.ask(), {.about = {id}, .after = 14}, {}).items);
    };
    EXPECT_EQ(find(ann), (Positions{17, 15}));
    EXPECT_EQ(find(ben), (Positions{17, 16}));
}

TEST(HistoryTables, event_has_the_audience_of_its_type) {
    TablesWith tables;
    const auto audience_of_newest = [&] {
        return list_events(tables.ask(), {}, {.limit = 1}).items.at(0).audience;
    };
    const auto of = [&](auto fact) { return tables.fact(fact, root), audience_of_newest(); };
    tables.sample_site();
    EXPECT_EQ(of(people::SetupOpened{digest, clock("12:00")}), Audience::admins);
    EXPECT_EQ(of(people::PersonAdded{nth<PersonId>(7), {"Gil"}, "gil", people::Role::user, digest}),
              Audience::everyone);
    EXPECT_EQ(of(people::PasswordChanged{ann, digest}), Audience::concerned);
    EXPECT_EQ(of(people::SessionStarted{nth<SessionId>(1), ann, digest, clock("12:00")}),
              Audience::concerned);
    EXPECT_EQ(of(people::SessionEnded{nth<SessionId>(1), ann}), Audience::concerned);
    EXPECT_EQ(of(people::TokenIssued{nth<TokenId>(1), ann, {"ci"}, {Scope::read}, digest, {}}),
              Audience::concerned);
    EXPECT_EQ(of(people::TokenRevoked{nth<TokenId>(1), ann}), Audience::concerned);
    EXPECT_EQ(of(rules::RulesChanged{}), Audience::everyone);
    EXPECT_EQ(of(booked(booking(1, ann, {gpu_a}, "11:00", "12:00"))), Audience::everyone);
    const auto refused = [](std::string command) {
        return answer::Refused{std::move(command), Code::not_allowed, "", "No.", {}};
    };
    EXPECT_EQ(of(refused("reservation.book")), Audience::concerned);
    EXPECT_EQ(of(refused("token.revoke")), Audience::concerned);
}

TEST(HistoryTables, history_contains_no_secret) {
    TablesWith tables;
    tables.fact(people::SetupOpened{digest, clock("12:00")});
    tables.fact(people::PersonAdded{ann, {"Ann"}, "ann", people::Role::user, {"hush-hash"}});
    tables.fact(people::PasswordChanged{ann, {"hush-newer"}});
    tables.fact(people::SessionStarted{nth<SessionId>(1), ann, digest, clock("12:00")});
    tables.fact(people::TokenIssued{nth<TokenId>(1), ann, {"ci"}, {Scope::read}, digest, {}});
    tables.fact(people::SessionCreatedFromToken{
        nth<SessionId>(2), ann, nth<TokenId>(1), {Scope::read}, digest, clock("12:00")});
    const auto events = list_events(tables.ask(), {}, {}).items;
    ASSERT_EQ(events.size(), 6U);
    for (const auto& e : events) {
        EXPECT_EQ(to_json(e).find("hush"), std::string::npos) << to_json(e);
        EXPECT_NE(rendered_sentence(e), e.sentence.key) << "it has words";
    }
    EXPECT_NE(to_json(events[4]).find("Ann"), std::string::npos) << "names are shown";
}

TEST(HistoryTables, process_and_violation_are_found_by_each_of_their_gpus) {
    TablesWith tables;
    const auto both = process(1, {gpu_a, gpu_b}, 42, "ben");
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00");
    tables.sample_site().fact(both).fact(violation::ViolationOpened{intruder(1, both, held)});
    for (const GpuId gpu : both.gpus) {
        const auto found = list_events(tables.ask(), {.about = {gpu}, .after = 14}, {}).items;
        EXPECT_EQ(positions(found), (Positions{16, 15}));
    }
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 15)), "ben runs process 42 on atlas:0-1");
    EXPECT_EQ(find_event(tables.ask(), 16)->subjects.all<GpuId>(), both.gpus);
}

TEST(HistoryTables, sentence_shows_gpus_as_ranges) {
    TablesWith tables;
    tables.sample_site().fact(booked(booking(1, ann, {gpu_a, gpu_b, gpu_c}, "11:00", "12:00")),
                              root);
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 15)),
              "root booked atlas:0-1 boreas:0 for ann");
}

TEST(HistoryTables, refusal_is_part_of_the_history) {
    TablesWith tables;
    with_a_day(tables);
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 20)),
              "ben asked for reservation.book, which was refused: It is taken.");
    tables.fact(answer::Refused{
        "reservation.book", Code::slot_taken, "gpus", "It is taken.", {nth<ReservationId>(2)}});
    const auto found = list_events(tables.ask(), {.about = {nth<ReservationId>(2)}}, {}).items;
    EXPECT_EQ(positions(found), (Positions{21, 16})) << "by what stood in the way too";
}

}  // namespace
}  // namespace dibs::test
