// The series of GPUs and hosts: the series cached between scrapes equal those of a full read.
#include "api/routes/metrics/fleet_series.hpp"

#include "ingest/log/facts/memory_log.hpp"
#include "projections/projector.hpp"
#include "tests/projections/store/log_of.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/projections/store/tables_with.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

class Scraped {
  public:
    void happen(const RandomFacts::Command& command) {
        writer_.command(command.at, command.events, command.origin);
    }
    template <class... Events>
    void happen(Instant at, Events... events) {
        writer_.command(at, {Event{std::move(events)}...});
    }
    // Compares a cached instance with a new one.
    void expect_same(Instant now, const std::string& where) {
        while (projector_.step()) {
        }
        EXPECT_EQ(text_of(kept_, now), all(now)) << where;
    }
    std::string all(Instant now) {
        routes::FleetSeries fresh;
        return text_of(fresh, now);
    }

  private:
    std::string text_of(routes::FleetSeries& series, Instant now) {
        routes::Exposition out;
        series.write(out, model_->snapshot(now), model_->usage());
        series.write_dcgm(out, model_->snapshot(now), model_->usage());
        return std::move(out.text());
    }
    Scratch scratch_;
    MemoryLog log_;
    LogOf writer_{log_};
    std::unique_ptr<ReadModel> model_ = ReadModel::open({.directory = scratch_.path()}).value();
    Projector projector_{log_, test_keys(), *model_, {.wait = no_wait}};
    routes::FleetSeries kept_;
};

TEST(FleetSeries, cached_series_equal_a_full_read_after_any_facts) {
    for (const unsigned seed : {1U, 2U}) {
        Scraped world;
        std::mt19937 random(seed);
        Instant now = ten;
        std::size_t scrapes = 0;
        for (const auto& command : RandomFacts(seed, 24).make(1500)) {
            world.happen(command);
            now = std::max(now, command.at);
            if (random() % 4 != 0) continue;
            world.expect_same(now, std::to_string(seed) + ", " + std::to_string(++scrapes));
            // Only the clock moves, also backwards.
            world.expect_same(now + std::chrono::minutes{random() % 90}, "later");
            if (::testing::Test::HasFailure()) return;
        }
        world.expect_same(now + std::chrono::days{2}, "when all bookings are over");
    }
}

// Compares a cached instance with a new one.
class KeptSeries {
  public:
    explicit KeptSeries(TablesWith& tables) : tables_(tables) {}
    std::string text() { return text_of(kept_); }
    std::string expected() {
        routes::FleetSeries fresh;
        return text_of(fresh);
    }

  private:
    std::string text_of(routes::FleetSeries& series) {
        routes::Exposition out;
        series.write(out, tables_.ask(), tables_.model().usage());
        series.write_dcgm(out, tables_.ask(), tables_.model().usage());
        return std::move(out.text());
    }
    TablesWith& tables_;
    routes::FleetSeries kept_;
};

bool has(const std::string& text, const std::string& line) {
    return text.find(line + '\n') != std::string::npos;
}

TEST(FleetSeries, series_follow_gpus_that_move_turn_unhealthy_or_leave) {
    TablesWith tables;
    tables.sample_site();
    KeptSeries series(tables);
    EXPECT_EQ(series.text(), series.expected());
    tables.fact(fleet::GpuUnhealthy{gpu_d, boreas, {{{}}, ten}, {slice_1, slice_2}, {}, {}});
    EXPECT_TRUE(has(series.text(), R"(dibs_gpu_unhealthy{host="boreas",gpu="1.2"} 1)"));
    EXPECT_EQ(series.text(), series.expected());
    fleet::GpuChanged moved{gpu_a, boreas, 7, "NVIDIA A100", 40960};
    moved.host_before = atlas;
    tables.fact(moved);
    EXPECT_TRUE(has(series.text(), R"(dibs_gpu_available{host="boreas",gpu="7"} 1)"));
    EXPECT_EQ(series.text(), series.expected());
    tables.fact(fleet::GpuChanged{gpu_b, atlas, 5, "NVIDIA H100", 81920});
    EXPECT_TRUE(has(series.text(), R"(dibs_gpu_available{host="atlas",gpu="5"} 1)"));
    EXPECT_EQ(series.text(), series.expected());
    tables.fact(fleet::HostRemoved{atlas, "atlas", {gpu_b}});
    EXPECT_EQ(series.text().find("atlas"), std::string::npos);
    EXPECT_EQ(series.text(), series.expected());
}

TEST(FleetSeries, lost_slice_is_shown_until_its_booking_ends) {
    TablesWith tables;
    tables.sample_site();
    KeptSeries series(tables);
    const std::string slice = R"(dibs_gpu_reserved{host="boreas",gpu="1.2"})";
    EXPECT_TRUE(has(series.text(), slice + " 0"));
    tables.fact(booked(booking(1, ann, {slice_1}, "09:00", "11:00")), ann);
    tables.fact(fleet::GpuLost{slice_1, boreas, "MIG-1"});
    EXPECT_TRUE(has(series.text(), slice + " 1"));
    EXPECT_EQ(series.text(), series.expected());
    tables.at("11:00");
    EXPECT_FALSE(has(series.text(), slice + " 0"));
    EXPECT_EQ(series.text(), series.expected());
}

TEST(FleetSeries, booking_counts_follow_the_clock) {
    TablesWith tables;
    tables.sample_site();
    KeptSeries series(tables);
    auto later = booking(2, ben, {gpu_b, gpu_c}, clock("12:00"), clock("13:00"));
    tables.fact(booked(booking(1, ann, {gpu_a}, "10:30", "11:00")), ann).fact(booked(later), ben);
    const auto counted = [&](int running, int upcoming) {
        const auto text = series.text();
        EXPECT_EQ(text, series.expected());
        const std::string name = "dibs_reservations{state=";
        return has(text, name + "\"running\"} " + std::to_string(running)) &&
               has(text, name + "\"upcoming\"} " + std::to_string(upcoming));
    };
    EXPECT_TRUE(counted(0, 2));
    tables.at("10:30");
    EXPECT_TRUE(counted(1, 1));
    tables.at("11:00");
    EXPECT_TRUE(counted(0, 1));
    auto swapped = later;
    swapped.gpus = {gpu_a, gpu_c};
    swapped.moves = reservation::Moves{{gpu_b, gpu_a, clock("12:30")}};
    tables.at("12:30").fact(changed(later, swapped), ben);
    EXPECT_TRUE(counted(1, 0));
    EXPECT_TRUE(has(series.text(), R"(dibs_gpu_reserved{host="atlas",gpu="0"} 1)"));
    EXPECT_TRUE(has(series.text(), R"(dibs_gpu_reserved{host="atlas",gpu="1"} 0)"));
    // A booking two days ahead comes near.
    tables.fact(booked(booking(3, ann, {gpu_a}, clock("10:00", "2026-12-03"),
                               clock("11:00", "2026-12-03"))),
                ann);
    EXPECT_TRUE(counted(1, 0));
    tables.at("10:00", "2026-12-02");
    EXPECT_TRUE(counted(0, 0));
    tables.at("10:01", "2026-12-02");
    EXPECT_TRUE(counted(0, 1));
}

}  // namespace
}  // namespace dibs::test
