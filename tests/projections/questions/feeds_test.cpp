// The feed tables, the right to read a feed, and the bookings of a feed.
#include "projections/questions/feeds.hpp"

#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

const auto feed_id = nth<FeedId>(1), other_feed_id = nth<FeedId>(2);
const people::Digest secret{"d1"};

TablesWith& house(TablesWith& tables) {
    return tables.sample_site()
        .fact(group::GroupCreated{{student_group, "students", false}})
        .fact(group::Joined{student_group, ann, false, "students", {}});
}
std::vector<ReservationId> ids_in(const views::FeedBookings& bookings) {
    std::vector<ReservationId> ids;
    for (const auto& one : bookings.items) ids.push_back(one.id);
    return ids;
}
reservation::Booking on_day(unsigned n, PersonId owner, std::vector<GpuId> gpus,
                            std::string_view day) {
    return booking(n, owner, std::move(gpus), clock("08:00", day), clock("09:00", day));
}

TEST(FeedTables, feed_is_found_by_id_and_secret_until_it_is_closed) {
    TablesWith tables;
    house(tables).fact(feed::FeedCreated{feed_id, ann, {}, secret});
    EXPECT_EQ(feed_of_secret(tables.ask(), secret)->id, feed_id);
    EXPECT_FALSE(feed_of_secret(tables.ask(), {"d2"}));
    const auto view = find_feed(tables.ask(), feed_id).value();
    EXPECT_EQ(view.kind, views::FeedKind::person);
    EXPECT_EQ(view.name, "ann");
    EXPECT_EQ(view.created_at, ten);
    EXPECT_TRUE(view.readable);
    tables.fact(feed::Closed{feed_id, ann, {}});
    EXPECT_FALSE(find_feed(tables.ask(), feed_id));
    EXPECT_FALSE(feed_of_secret(tables.ask(), secret));
    EXPECT_TRUE(list_feeds(tables.ask(), ann, {}).items.empty());
}

TEST(FeedTables, owner_lists_own_feeds_with_current_names) {
    TablesWith tables;
    house(tables)
        .fact(feed::FeedCreated{feed_id, ann, {.gpu = gpu_a}, secret})
        .fact(feed::FeedCreated{other_feed_id, ann, {.group = student_group}, {"d2"}})
        .fact(feed::FeedCreated{nth<FeedId>(3), ben, {.host = boreas}, {"d3"}});
    const auto mine = list_feeds(tables.ask(), ann, {.limit = 1});
    ASSERT_EQ(mine.items.size(), 1U);
    EXPECT_EQ(mine.items[0].name, "atlas:0");
    const auto rest = list_feeds(tables.ask(), ann, {.limit = 1, .after = mine.next});
    ASSERT_EQ(rest.items.size(), 1U);
    EXPECT_EQ(rest.items[0].name, "students");
    EXPECT_FALSE(rest.next);
    EXPECT_EQ(list_feeds(tables.ask(), ben, {}).items[0].name, "boreas");
}

TEST(FeedTables, feed_is_readable_while_its_owner_may_see_the_subject) {
    const auto readable = [](const feed::What& what, PersonId owner, auto... events) {
        TablesWith tables;
        house(tables);
        (tables.fact(events), ...);
        return may_read(tables.ask(), what, owner);
    };
    const feed::What group{.group = student_group};
    EXPECT_TRUE(readable({}, ann));
    EXPECT_FALSE(readable({}, ann, people::PersonDisabled{ann}));
    EXPECT_FALSE(readable({}, ann, people::PersonRemoved{ann, "ann"}));
    EXPECT_TRUE(readable(group, ann));
    EXPECT_TRUE(readable(group, root)) << "an admin";
    EXPECT_FALSE(readable(group, ben));
    EXPECT_FALSE(readable(group, ann, group::Left{student_group, ann, "students"}));
    EXPECT_FALSE(readable(group, root, group::Removed{student_group, "students", {ann}}));
    EXPECT_TRUE(readable({.host = atlas}, ben));
    EXPECT_FALSE(readable({.host = atlas}, ben, fleet::HostRemoved{atlas, "atlas", {gpu_a}}));
    EXPECT_FALSE(readable({.gpu = nth<GpuId>(99)}, ben));
}

TEST(FeedBookings, feed_has_bookings_of_its_owner_group_gpu_or_host) {
    TablesWith tables;
    const auto of_ann = booking(1, ann, {gpu_a, gpu_c}, "12:00", "13:00");
    const auto of_ben = booking(2, ben, {gpu_b}, "11:00", "12:00");
    const auto on_slice = booking(3, ben, {slice_1}, "14:00", "15:00");
    house(tables).fact(booked(of_ann)).fact(booked(of_ben)).fact(booked(on_slice));
    const auto of = [&](const feed::What& what, PersonId owner) {
        return ids_in(feed_bookings(tables.ask(), what, owner));
    };
    using Ids = std::vector<ReservationId>;
    EXPECT_EQ(of({}, ann), Ids{of_ann.id});
    EXPECT_EQ(of({}, ben), (Ids{of_ben.id, on_slice.id})) << "by start";
    EXPECT_EQ(of({.group = student_group}, ann), Ids{of_ann.id});
    EXPECT_EQ(of({.gpu = gpu_a}, ben), Ids{of_ann.id});
    EXPECT_EQ(of({.gpu = gpu_d}, ben), Ids{on_slice.id}) << "a slice of it";
    EXPECT_EQ(of({.host = boreas}, ben), (Ids{of_ann.id, on_slice.id}));
    EXPECT_EQ(of({.host = atlas}, ben), (Ids{of_ben.id, of_ann.id}));
    const auto shown = feed_bookings(tables.ask(), {}, ann).items.at(0);
    EXPECT_EQ(shown.gpus_short, "atlas:0 boreas:0");
    EXPECT_EQ(shown.gpus, (std::vector<std::string>{"atlas:0", "boreas:0"}));
    EXPECT_EQ(shown.hosts, (std::vector<std::string>{"atlas", "boreas"}));
    EXPECT_EQ(shown.owner_name.value, "ann");
}

// "atlas:0 09:00-10:00", followed by the part of the UID after the booking's id.
std::vector<std::string> shown(const views::FeedBookings& bookings) {
    std::vector<std::string> all;
    for (const auto& one : bookings.items) {
        const auto time = [](Instant t) { return to_text(t).substr(11, 5); };
        all.push_back(one.gpus_short + ' ' + time(one.from) + '-' + time(one.until) + one.part);
    }
    return all;
}

TEST(FeedBookings, gpu_feed_shows_the_parts_of_a_swapped_booking) {
    using Shown = std::vector<std::string>;
    const auto named = [](std::string_view t) { return '-' + std::to_string(unix_ms(clock(t))); };
    TablesWith tables;
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    house(tables).fact(booked(held));
    const auto of = [&](const feed::What& what) {
        return shown(feed_bookings(tables.ask(), what, ann));
    };
    EXPECT_EQ(of({.gpu = gpu_a}), Shown{"atlas:0-1 09:00-12:00"});
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, clock("10:00")}};
    tables.fact(changed(held, after));
    EXPECT_EQ(of({.gpu = gpu_a}), Shown{"atlas:0 09:00-10:00"}) << "under the name it had";
    EXPECT_EQ(of({.gpu = gpu_b}), Shown{"atlas:1 09:00-12:00"});
    EXPECT_EQ(of({.gpu = gpu_c}), Shown{"boreas:0 10:00-12:00" + named("10:00")});
    EXPECT_EQ(of({.host = boreas}), of({.gpu = gpu_c}));
    EXPECT_EQ(
        of({.host = atlas}),
        (Shown{"atlas:1 09:00-12:00", "atlas:0 09:00-10:00" + named("09:00") + named("10:00")}));
    EXPECT_EQ(of({}), Shown{"atlas:1 boreas:0 09:00-12:00"}) << "their own: the whole, as it is";
    EXPECT_EQ(of({.group = student_group}), of({}));

    auto last = after;  // the GPU that came fails too
    last.gpus = {gpu_b, gpu_d};
    last.moves->push_back({gpu_c, gpu_d, clock("11:00")});
    tables.fact(changed(after, last)).fact(released(last, clock("11:30")));
    EXPECT_EQ(of({.gpu = gpu_a}), Shown{"atlas:0 09:00-10:00"});
    EXPECT_EQ(of({.gpu = gpu_c}), Shown{"boreas:0 10:00-11:00" + named("10:00")});
    EXPECT_EQ(of({.gpu = gpu_d}), Shown{"boreas:1 11:00-11:30" + named("11:00")});
    EXPECT_EQ(of({.gpu = slice_1}), of({.gpu = gpu_d})) << "a slice of it";
    EXPECT_EQ(of({.host = boreas}), (Shown{"boreas:0 10:00-11:00" + named("10:00"),
                                           "boreas:1 11:00-11:30" + named("11:00")}));
}

TEST(FeedBookings, feed_goes_back_thirty_days_and_ahead_without_limit) {
    TablesWith tables;
    const auto old = on_day(1, ann, {gpu_a}, "2026-10-31"),
               month = on_day(2, ann, {gpu_a}, "2026-11-02");
    const auto far = on_day(3, ann, {gpu_a}, "2027-11-02");
    house(tables).fact(booked(old)).fact(booked(month)).fact(booked(far));
    EXPECT_EQ(ids_in(feed_bookings(tables.ask(), {}, ann)),
              (std::vector<ReservationId>{month.id, far.id}));
}

TEST(FeedBookings, cancelled_booking_stays_in_the_feed_for_thirty_days) {
    TablesWith tables;
    const auto far = on_day(1, ann, {gpu_a}, "2027-06-02");
    house(tables).fact(booked(far)).fact(cancelled(far));
    const auto state_on = [&](std::string_view day) {
        const auto found = feed_bookings(tables.model().snapshot(clock("10:00", day)), {}, ann);
        return found.items.empty() ? std::string("gone")
                                   : std::string(name_of_value(found.items[0].state));
    };
    EXPECT_EQ(state_on("2026-12-01"), "cancelled");
    EXPECT_EQ(state_on("2026-12-30"), "cancelled");
    EXPECT_EQ(state_on("2027-01-02"), "gone");
}

TEST(FeedBookings, full_feed_keeps_the_newest_and_is_marked_as_cut) {
    TablesWith tables;
    house(tables).fact(group::Joined{student_group, ben, false, "students", {}});
    for (unsigned n = 1; n <= 6; ++n) {
        const auto day = "2026-12-1" + std::to_string(n);
        tables.fact(booked(on_day(n, n % 2 == 0 ? ann : ben, {gpu_a}, day)));
    }
    const auto of = [&](const feed::What& what, FeedLimits limits) {
        return feed_bookings(tables.ask(), what, ann, limits);
    };
    const auto all = of({.group = student_group}, {.most = 6});
    EXPECT_EQ(all.items.size(), 6U);
    EXPECT_FALSE(all.cut);
    for (const feed::What& what : {feed::What{.group = student_group}, feed::What{.gpu = gpu_a}}) {
        const auto some = of(what, {.most = 2});
        EXPECT_EQ(ids_in(some), (std::vector{nth<ReservationId>(5), nth<ReservationId>(6)}));
        EXPECT_TRUE(some.cut);
    }
    const auto looked = of({.gpu = gpu_a}, {.most_looked_at = 3});
    EXPECT_EQ(looked.items.size(), 3U);
    EXPECT_TRUE(looked.cut);
}

}  // namespace
}  // namespace dibs::test
