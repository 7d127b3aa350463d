// The reservation tables: by id, by time, by GPU, and the calendar of a week.
#include "projections/questions/calendar.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/violations.hpp"
#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

using views::ReservationState;

std::vector<std::string> titles(const Slice<views::Reservation>& slice) {
    std::vector<std::string> all;
    for (const auto& r : slice.items) all.push_back(r.title.value);
    return all;
}
views::CalendarReservation shown(const views::CalendarRow& row) {
    JsonParser parser;
    return parse_json<views::CalendarReservation>(parser, row.shown).value();
}

std::vector<std::string> titles(const std::vector<views::CalendarRow>& rows) {
    std::vector<std::string> all;
    for (const auto& row : rows) all.push_back(shown(row).title.value);
    return all;
}
using Titles = std::vector<std::string>;

reservation::Booking titled(unsigned n, PersonId owner, std::vector<GpuId> gpus,
                            std::string_view from, std::string_view until) {
    return booking(n, owner, std::move(gpus), clock(from), clock(until), "b" + std::to_string(n));
}
using test::booked;
reservation::Booked booked(unsigned n, PersonId owner, std::vector<GpuId> gpus,
                           std::string_view from, std::string_view until) {
    return booked(titled(n, owner, std::move(gpus), from, until));
}
const Interval today{clock("00:00"), clock("23:59")};

TEST(Calendar, booking_shows_owner_gpus_and_time) {
    TablesWith tables;
    tables.sample_site().fact(booked(1, ann, {gpu_a, gpu_c}, "11:00", "12:00"), root);
    const auto r = find_reservation(tables.ask(), nth<ReservationId>(1)).value();
    EXPECT_EQ(r.gpu_names, (Titles{"atlas:0", "boreas:0"}));
    EXPECT_EQ(r.owner_name.value, "ann");
    EXPECT_EQ(r.created_by, root);
    EXPECT_EQ(r.version, 1);
    EXPECT_EQ(r.state, ReservationState::upcoming);
    EXPECT_EQ(r.changed_at, std::nullopt);
}

TEST(Calendar, swapped_booking_is_on_each_gpu_while_it_held_it) {
    TablesWith tables;
    const auto held = titled(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, clock("10:00")}};
    tables.sample_site().fact(booked(held)).fact(changed(held, after));
    const auto on = [&](GpuId gpu) {
        const auto rows = calendar_rows(tables.ask(), {gpu}, today);
        if (rows.size() != 1) return std::string("none");
        return to_text(rows[0].from).substr(11, 5) + '-' + to_text(rows[0].until).substr(11, 5);
    };
    EXPECT_EQ(on(gpu_a), "09:00-10:00");
    EXPECT_EQ(on(gpu_b), "09:00-12:00");
    EXPECT_EQ(on(gpu_c), "10:00-12:00");
    const auto picture = calendar_of(tables.at("11:00").ask(), {}, today);
    ASSERT_EQ(picture.reservations.size(), 1U);
    EXPECT_EQ(picture.reservations[0].state, ReservationState::running) << "of the whole booking";
    const auto view = find_reservation(tables.ask(), held.id).value();
    EXPECT_EQ(view.gpu_names, (Titles{"atlas:1", "boreas:0"}));
    ASSERT_TRUE(view.moves);
    EXPECT_EQ(view.moves->front().from_name, "atlas:0");
    tables.fact(released(after, clock("11:00")));
    EXPECT_EQ(on(gpu_a), "09:00-10:00");
    EXPECT_EQ(on(gpu_c), "10:00-11:00");
}

TEST(Calendar, state_depends_on_the_clock_only) {
    TablesWith tables;
    tables.sample_site().fact(booked(1, ann, {gpu_a}, "11:00", "12:00"));
    const auto state_at = [&](std::string_view t) {
        return find_reservation(tables.at(t).ask(), nth<ReservationId>(1))->state;
    };
    EXPECT_EQ(state_at("10:59"), ReservationState::upcoming);
    EXPECT_EQ(state_at("11:00"), ReservationState::running);
    EXPECT_EQ(state_at("11:59"), ReservationState::running);
    EXPECT_EQ(state_at("12:00"), ReservationState::finished);
}

TEST(Calendar, cancelled_booking_stays_by_id_and_frees_its_slot) {
    TablesWith tables;
    const auto b = titled(1, ann, {gpu_a}, "11:00", "12:00");
    tables.sample_site().fact(booked(b)).fact(cancelled(b), ann);
    const auto r = find_reservation(tables.ask(), nth<ReservationId>(1)).value();
    EXPECT_EQ(r.state, ReservationState::cancelled);
    EXPECT_EQ(r.version, 2);
    EXPECT_TRUE(r.changed_at.has_value());
    EXPECT_TRUE(calendar_rows(tables.ask(), {gpu_a}, today).empty());
}

TEST(Calendar, released_booking_ends_at_its_release) {
    TablesWith tables;
    const auto b = titled(1, ann, {gpu_a}, "10:00", "12:00");
    tables.sample_site().fact(booked(b)).at("10:30").fact(released(b, clock("10:30")));
    const auto rows = calendar_rows(tables.ask(), {gpu_a}, today);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].until, clock("10:30"));
    EXPECT_EQ(rows[0].state, ReservationState::released);
}

TEST(Calendar, reinstated_booking_holds_its_slot_again) {
    TablesWith tables;
    const auto b = booking(1, ann, {gpu_a}, "11:00", "12:00");
    tables.sample_site().fact(booked(b)).fact(cancelled(b)).fact(reinstated(b));
    EXPECT_EQ(calendar_rows(tables.ask(), {gpu_a}, today).size(), 1U);
    EXPECT_EQ(find_reservation(tables.ask(), b.id)->version, 3);
}

TEST(Calendar, changed_booking_leaves_no_row_at_its_old_place) {
    TablesWith tables;
    const auto before = titled(1, ann, {gpu_a}, "11:00", "12:00");
    tables.sample_site().fact(booked(before));
    tables.fact(changed(before, titled(1, ann, {gpu_b}, "13:00", "14:00")));
    EXPECT_TRUE(calendar_rows(tables.ask(), {gpu_a}, today).empty());
    EXPECT_EQ(calendar_rows(tables.ask(), {gpu_b}, today).size(), 1U);
    EXPECT_EQ(list_reservations(tables.ask(), {}, {}).items.size(), 1U);
    EXPECT_EQ(list_reservations(tables.ask(), {.owner = ann}, {}).items.size(), 1U);
}

TEST(Calendar, gpu_shows_only_bookings_that_overlap_the_window) {
    TablesWith tables;
    tables.sample_site();
    tables.fact(booked(1, ann, {gpu_a}, "08:00", "10:00"))
        .fact(booked(2, ann, {gpu_a}, "10:00", "11:00"));
    tables.fact(booked(3, ann, {gpu_a}, "11:00", "12:00"))
        .fact(booked(4, ann, {gpu_a}, "12:00", "13:00"));
    tables.fact(booked(5, ann, {gpu_b}, "10:00", "12:00"));
    const Interval window{clock("10:00"), clock("12:00")};
    EXPECT_EQ(titles(calendar_rows(tables.ask(), {gpu_a}, window)), (Titles{"b2", "b3"}));
}

TEST(Calendar, calendar_has_each_booking_once_with_gpus_and_owners) {
    TablesWith tables;
    tables.sample_site().fact(booked(1, ben, {gpu_b, gpu_c}, "12:00", "13:00"));
    tables.fact(booked(2, ann, {gpu_a}, "11:00", "12:00"));
    const auto now = tables.ask();
    const auto picture = calendar_of(now, {}, today);
    EXPECT_EQ(titles(picture.reservations), (Titles{"b2", "b1"}));
    EXPECT_EQ(shown(picture.reservations[1]).gpus, (std::vector{gpu_b, gpu_c}));
    const auto text = to_json(picture);
    EXPECT_NE(text.find(R"("version":1,"state":"upcoming"})"), std::string::npos) << text;
    EXPECT_EQ(picture.gpus.size(), 6U);
    EXPECT_EQ(picture.gpus[0].host_name, "atlas");
    EXPECT_EQ(picture.people.size(), 2U);
    EXPECT_EQ(picture.people.at(to_text(ben)).value, "ben");
}

TEST(Calendar, reservations_are_listed_by_start_and_filtered) {
    TablesWith tables;
    tables.sample_site().fact(booked(1, ann, {gpu_a}, "12:00", "13:00"));
    tables.fact(booked(2, ben, {gpu_b}, "10:00", "18:00"))
        .fact(booked(3, ann, {gpu_c}, "14:00", "15:00"));
    tables.fact(cancelled(titled(3, ann, {gpu_c}, "14:00", "15:00")));
    const auto list = [&](const views::ReservationFilter& f) {
        return titles(list_reservations(tables.at("10:30").ask(), f, {}));
    };
    EXPECT_EQ(list({}), (Titles{"b2", "b1", "b3"}));
    EXPECT_EQ(list({.from = clock("13:00")}), (Titles{"b2", "b3"}));
    EXPECT_EQ(list({.until = clock("12:00")}), (Titles{"b2"}));
    EXPECT_EQ(list({.owner = ann}), (Titles{"b1", "b3"}));
    EXPECT_EQ(list({.from = clock("13:00"), .owner = ann}), (Titles{"b3"}));
    EXPECT_EQ(list({.gpus = {gpu_a, gpu_c}}), (Titles{"b1", "b3"}));
    EXPECT_EQ(list({.host = boreas}), (Titles{"b3"}));
    EXPECT_EQ(list({.states = {ReservationState::running}}), (Titles{"b2"}));
    EXPECT_EQ(list({.states = {ReservationState::cancelled}}), (Titles{"b3"}));
}

TEST(Calendar, reservation_pages_join_to_the_whole_list) {
    TablesWith tables;
    tables.sample_site();
    for (unsigned i = 0; i < 25; ++i) {
        const auto from = clock("10:00") + std::chrono::hours{i / 2};  // pairs start together
        tables.fact(booked(booking(i + 1, i % 3 ? ann : ben, {i % 2 ? gpu_a : gpu_b}, from,
                                   from + std::chrono::hours{1}, std::to_string(i))));
    }
    for (const views::ReservationFilter& filter :
         {views::ReservationFilter{}, views::ReservationFilter{.owner = ann}}) {
        const auto whole = titles(list_reservations(tables.ask(), filter, {.limit = 1000}));
        Titles joined;
        PageFrom page{.limit = 4};
        for (int i = 0; i < 10; ++i) {
            const auto slice = list_reservations(tables.ask(), filter, page);
            for (const auto& t : titles(slice)) joined.push_back(t);
            EXPECT_LE(slice.items.size(), 4U);
            if (!slice.next) break;
            page.after = slice.next;
        }
        EXPECT_EQ(joined, whole);
        EXPECT_GT(joined.size(), 8U);
    }
}

TEST(Calendar, foreign_page_key_does_no_harm) {
    TablesWith tables;
    tables.sample_site().fact(booked(1, ann, {gpu_a}, "12:00", "13:00"));
    for (const auto& key :
         {std::string(), std::string("x"), std::string(3, '\xff'), std::string(600, 'k')}) {
        EXPECT_LE(list_reservations(tables.ask(), {}, {.limit = 5, .after = key}).items.size(), 1U);
        EXPECT_LE(list_events(tables.ask(), {}, {.limit = 5, .after = key}).items.size(), 5U);
        EXPECT_LE(list_violations(tables.ask(), {}, {.limit = 5, .after = key}).items.size(), 1U);
    }
}

}  // namespace
}  // namespace dibs::test
