// Who used a GPU, from real logs and tables. Samples and bookings are matched by time. Each node
// gets the same at any time, and neither a crash nor expiry loses anything.
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "projections/questions/calendar.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/projections/usage/usage_node.hpp"
#include "tests/support/samples.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Accounts = std::vector<Occupant>;
using All = std::vector<Use>;

const ReservationId first_booking = nth<ReservationId>(1), second_booking = nth<ReservationId>(2);

class WhoUsed : public testing::Test {
  protected:
    WhoUsed() { facts.at("08:00").sample_site(); }

    // Measures seconds with these accounts at 50 %.
    void measure(Instant from, Duration length, const Accounts& who, GpuId gpu = gpu_a) {
        const Occupancy occupancy(who);
        std::vector<Sample> all;
        for (auto at = from; at < from + length; at += 1s) {
            all.push_back(used(gpu, at, 50, {}));
            all.back().occupancy = occupancy;
        }
        ASSERT_TRUE(samples->append(all));
    }
    UseOfHour::Holds holds_of(TablesWith& tables) {
        return [&](GpuId gpu, const Interval& window) {
            return bookings_on(tables.ask(), gpu, window);
        };
    }
    All in_log(Instant hour, GpuId gpu = gpu_a) {
        All uses;
        EXPECT_TRUE(hours->for_each([&](const HourlyUsage& row) {
            if (row.hour == hour && row.of == SubjectId(gpu)) uses = row.uses;
        }));
        return uses;
    }
    static std::string shown(UsageNode& node) {
        return to_json(node.usage().use({.gpus = {gpu_a}, .from = ten, .until = ten + 6h}).value());
    }
    Scratch folder;
    TablesWith facts;
    std::unique_ptr<SampleLog> samples =
        open_lmdb_sample_log({folder.path() / "samples", std::size_t{1} << 30}).value();
    std::unique_ptr<HourlyLog> hours =
        open_lmdb_hourly_log({folder.path() / "hours", std::size_t{1} << 30}).value();
    UsageNode node{*samples, *hours, ten + 6h, holds_of(facts)};
};

TEST_F(WhoUsed, closed_hour_has_holders_and_users_of_the_gpu) {
    facts.fact(booked(booking(1, ann, {gpu_a}, "10:00", "10:30")));
    facts.fact(booked(booking(2, ben, {gpu_a, gpu_b}, "10:30", "12:00")));
    measure(ten - 5min, 45min, {{"ann"}});
    measure(ten + 40min, 5min, {{"ann", 10}, {"ben", 30}});
    measure(ten + 45min, 30min, {});
    node.catch_up();
    const All wanted{{UseBy::holder, "ann", first_booking, 1800, 1800, 90'000},
                     {UseBy::holder, "ben", second_booking, 300, 300, 9'000},
                     {UseBy::other, "ann", second_booking, 900, 900, 33'000},
                     {UseBy::unknown, "", second_booking, 900, 900, 45'000},
                     {UseBy::shared, "", second_booking, 300, 300, 3'000}};
    EXPECT_EQ(in_log(ten), wanted);
    EXPECT_EQ(in_log(ten - 1h), (All{{UseBy::other, "ann", {}, 300, 300, 15'000}}));
    const auto answer = node.usage().use({.gpus = {gpu_a}, .from = ten, .until = ten + 1h}).value();
    EXPECT_EQ(answer.closed_until, ten + 1h);
    EXPECT_EQ(answer.gpus.at(0).hours.at(0).uses.size(), wanted.size());
    EXPECT_EQ(answer.gpus[0].hours[0].uses[1].used_s.milli, 90'000) << "300 s at 30 %";
}

TEST_F(WhoUsed, booking_changed_within_the_hour_counts_from_then_on) {
    auto plan = booking(1, ann, {gpu_a}, "09:00", "10:10");
    facts.fact(booked(plan));
    auto longer = plan;
    longer.when.until = clock("12:00");
    facts.at("10:05").fact(changed(plan, longer));
    facts.at("10:20").fact(released(longer, clock("10:20")));
    const auto taken_back = booking(3, ann, {gpu_a}, "10:50", "11:30");
    facts.fact(booked(taken_back));
    facts.at("10:25").fact(cancelled(taken_back));
    facts.fact(booked(booking(2, ben, {gpu_a}, clock("10:25"), clock("11:00"))));
    measure(ten, 71min, {{"ann"}});
    node.catch_up();
    EXPECT_EQ(in_log(ten), (All{{UseBy::holder, "ann", first_booking, 1200, 1200, 60'000},
                                {UseBy::other, "ann", {}, 300, 300, 15'000},
                                {UseBy::other, "ann", second_booking, 2100, 2100, 105'000}}));
}

TEST_F(WhoUsed, two_nodes_and_a_rebuild_with_later_facts_agree) {
    const auto plan = booking(1, ann, {gpu_a}, "10:00", "11:30");
    facts.fact(booked(plan));
    const Accounts both{{"ann", 20}, {"ben", 20}};
    for (auto from = ten; from < ten + 30min; from += 5s) {
        measure(from, 5s, both);
        measure(from - 3s, 5s, both);  // another node with a slow clock
    }
    measure(ten + 30min, 100min, {{"ben"}});
    node.catch_up();
    const auto seen = shown(node);
    EXPECT_NE(seen.find("\"holder\""), std::string::npos) << seen;
    facts.at("11:20").fact(released(plan, clock("11:20")));
    facts.fact(person(nth<PersonId>(9), "cleo", people::Role::user));
    facts.fact(booked(booking(2, ben, {gpu_a}, "11:30", "13:00")));

    const auto kept = in_log(ten);
    hours.reset();
    std::filesystem::remove_all(folder.path() / "hours");
    hours = open_lmdb_hourly_log({folder.path() / "hours", std::size_t{1} << 30}).value();
    UsageNode other(*samples, *hours, ten + 6h, holds_of(facts));
    other.catch_up();
    EXPECT_EQ(shown(other), seen);
    EXPECT_EQ(in_log(ten), kept);
}

TEST_F(WhoUsed, crash_before_or_while_closing_an_hour_loses_nothing) {
    facts.fact(booked(booking(1, ann, {gpu_a}, "10:00", "10:30")));
    measure(ten, 75min, {{"ann"}});
    const auto apart =
        open_lmdb_hourly_log({folder.path() / "apart", std::size_t{1} << 30}).value();
    UsageNode calm(*samples, *apart, ten + 6h, holds_of(facts));
    calm.catch_up();
    const auto wanted = shown(calm);

    node.facts_are_read = false;  // before closing
    node.catch_up();
    EXPECT_EQ(shown(node).find("holder"), std::string::npos);
    node.open();
    node.facts_are_read = true;
    EXPECT_TRUE(node.step());  // takes the samples
    EXPECT_TRUE(node.step());  // begins the hour
    node.open();               // while closing
    node.catch_up();
    EXPECT_EQ(shown(node), wanted);
    EXPECT_EQ(node.problems, "");
}

TEST_F(WhoUsed, hour_stays_open_until_its_facts_are_in_the_tables) {
    measure(ten, 75min, {{"ann"}});
    node.facts_are_read = false;
    node.catch_up();
    EXPECT_EQ(in_log(ten), All{});
    facts.fact(booked(booking(1, ann, {gpu_a}, "10:00", "12:00")));
    node.facts_are_read = true;
    node.catch_up();
    EXPECT_EQ(in_log(ten), (All{{UseBy::holder, "ann", first_booking, 3600, 3600, 180'000}}));
}

TEST_F(WhoUsed, hours_with_expired_samples_are_restored_from_their_log) {
    UsageNode forgetful(*samples, *hours, ten + 6h, 1h);
    measure(ten, 5h, {{"ann"}});
    forgetful.catch_up();
    const auto seen = shown(forgetful);
    EXPECT_NE(seen.find("\"ann\""), std::string::npos);
    forgetful.catch_up();
    forgetful.throw_tables_away();
    forgetful.catch_up();
    EXPECT_EQ(shown(forgetful), seen);
}

TEST_F(WhoUsed, slice_and_its_gpu_are_held_together) {
    facts.fact(booked(booking(1, ann, {slice_1}, "10:00", "12:00")));
    facts.fact(booked(booking(2, ben, {slice_2}, "10:00", "12:00")));
    measure(ten, 75min, {{"ann", 10}, {"ben", 40}}, gpu_d);
    node.catch_up();
    EXPECT_EQ(in_log(ten, gpu_d),
              (All{{UseBy::holder, "ann", first_booking, 3600, 3600, 36'000},
                   {UseBy::holder, "ben", second_booking, 3600, 3600, 144'000}}));
}

TEST_F(WhoUsed, totals_are_by_account_over_all_bookings) {
    facts.fact(booked(booking(1, ann, {gpu_a}, "10:00", "10:30")));
    facts.fact(booked(booking(2, ann, {gpu_a}, "10:30", "12:00")));
    measure(ten, 130min, {{"ann"}});
    node.catch_up();
    const auto totals =
        node.usage().use({.gpus = {gpu_a, gpu_b}, .from = ten, .until = ten + 2h}).value().totals;
    ASSERT_EQ(totals.size(), 1U);
    EXPECT_EQ(totals[0].by, UseBy::holder);
    EXPECT_EQ(totals[0].seconds, 3600);
    EXPECT_FALSE(totals[0].reservation);
    EXPECT_EQ(totals[0].used_s.milli, 1'800'000);
}

}  // namespace
}  // namespace dibs::test
