// Tables rebuilt from the log are byte for byte equal to tables that grew with it. Random facts
// keep the invariants of the tables.
#include "ingest/log/facts/memory_log.hpp"
#include "projections/projector.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/violations.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/store/log_of.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/projections/store/scratch.hpp"

#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

constexpr std::size_t random_fact_count = 5000;

std::unique_ptr<ReadModel> open(const Scratch& scratch) {
    return ReadModel::open({.directory = scratch.path(), .boot_id = "b"}).value();
}

void project(MemoryLog& log, ReadModel& model, std::size_t batch) {
    Projector projector(log, test_keys(), model, {.batch = batch, .wait = no_wait});
    while (projector.step()) {
    }
    ASSERT_EQ(projector.status().error, "");
}

class RandomLife : public testing::TestWithParam<unsigned> {
  protected:
    RandomFacts life{GetParam()};
    Scratch grown_at, anew_at;
};

TEST_P(RandomLife, rebuilt_tables_equal_incremental_tables) {
    MemoryLog log;
    LogOf writer(log);
    auto grown = open(grown_at);
    Projector growing(log, test_keys(), *grown, {.batch = 64, .wait = no_wait});
    std::size_t commands = 0;
    for (const auto& c : life.make(random_fact_count)) {
        writer.command(c.at, c.events, c.origin);
        if (++commands % 7 == 0) {
            while (growing.step()) {
            }
        }
        if (commands % 500 == 0) writer.claim();  // another writer took over
    }
    while (growing.step()) {
    }
    ASSERT_EQ(growing.status().error, "");
    ASSERT_GE(growing.position(), static_cast<Position>(random_fact_count));

    auto anew = open(anew_at);
    project(log, *anew, 100'000);
    EXPECT_TRUE(grown->facts().dump() == anew->facts().dump());
}

TEST_P(RandomLife, tables_agree_with_the_world) {
    MemoryLog log;
    LogOf writer(log);
    Instant now;
    for (const auto& c : life.make(random_fact_count)) {
        writer.command(c.at, c.events, c.origin);
        now = c.at;
    }
    auto model = open(anew_at);
    project(log, *model, 1000);
    const auto tables = model->snapshot(now);
    const World& world = life.world();

    for (const auto& [id, held] : world.reservations.all) {
        const auto row = find_reservation(tables, id);
        ASSERT_TRUE(row.has_value());
        EXPECT_EQ(row->gpus, held.booking.gpus);
        EXPECT_EQ(row->from, held.booking.when.from);
        EXPECT_EQ(row->until, held.booking.when.until);
        EXPECT_EQ(row->version, held.version);
    }
    for (const auto& [gpu, timeline] : world.reservations.live) {
        // The world may have forgotten old released bookings: compare from now on.
        const Interval ahead{now, now + std::chrono::days{400}};
        std::set<ReservationId> expected, found;
        for (const auto& [until, id] : timeline) {
            if (until > now) expected.insert(id);
        }
        for (const auto& row : calendar_rows(tables, {gpu}, ahead)) found.insert(row.id);
        EXPECT_EQ(found, expected);
    }
    EXPECT_EQ(count_rows(tables).open_violations, world.violations.open.size());
    for (const auto& [id, open] : world.violations.open) {
        EXPECT_EQ(find_violation(tables, id)->gpus, open.violation.gpus);
    }
    EXPECT_EQ(site_rules(tables).rules, world.rules.site);
    EXPECT_EQ(site_rules(tables).version, world.rules.version);
    EXPECT_EQ(count_rows(tables).processes, world.fleet.processes.size());
    EXPECT_EQ(count_rows(tables).people, world.people.people.size());
    EXPECT_EQ(count_rows(tables).events, static_cast<std::size_t>(world.position));
    for (const auto& [id, gpu] : world.fleet.gpus) {
        const auto row = find_gpu(tables, id).value();
        EXPECT_EQ(row.state == GpuState::lost, gpu.lost);
        EXPECT_EQ(row.index, gpu.index);
    }
}

TEST_P(RandomLife, rows_of_a_gpu_never_overlap_and_lists_are_complete) {
    MemoryLog log;
    LogOf writer(log);
    for (const auto& c : life.make(random_fact_count)) writer.command(c.at, c.events, c.origin);
    auto model = open(anew_at);
    project(log, *model, 1000);
    const auto tables = model->snapshot(ten);
    const Interval ever{ten - std::chrono::days{1}, ten + std::chrono::days{4000}};
    std::size_t rows = 0;
    for (const auto& gpu : plain_gpus(tables, {})) {
        Instant free_from = ever.from;
        for (const auto& row : calendar_rows(tables, {gpu.id}, ever)) {
            EXPECT_GE(row.from, free_from);
            EXPECT_LT(row.from, row.until);
            free_from = row.until;
            ++rows;
        }
    }
    EXPECT_GT(rows, 100U);
    const auto all = list_reservations(tables, {}, {.limit = 1'000'000}).items;
    EXPECT_EQ(all.size(), count_rows(tables).reservations);
    std::size_t by_owner = 0;
    for (const auto& person : list_people(tables, {}, {.limit = 1000}).items) {
        by_owner +=
            list_reservations(tables, {.owner = person.id}, {.limit = 1'000'000}).items.size();
    }
    EXPECT_EQ(by_owner, all.size());
}

TEST_P(RandomLife, history_pages_cover_all_events_once_in_both_directions) {
    MemoryLog log;
    LogOf writer(log);
    for (const auto& c : life.make(2000)) writer.command(c.at, c.events, c.origin);
    auto model = open(anew_at);
    project(log, *model, 1000);
    const auto tables = model->snapshot(ten);
    const auto last = tables.position();
    for (const bool oldest_first : {true, false}) {
        Position expected = oldest_first ? 1 : last;
        PageFrom page{.limit = 333};
        do {
            const auto slice = list_events(tables, {.oldest_first = oldest_first}, page);
            for (const auto& e : slice.items) {
                ASSERT_EQ(e.position, expected);
                ASSERT_NE(rendered_sentence(e), e.sentence.key) << "it has words";
                expected += oldest_first ? 1 : -1;
            }
            page.after = slice.next;
        } while (page.after);
        EXPECT_EQ(expected, oldest_first ? last + 1 : 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLife, testing::Values(1U, 2U, 3U));

}  // namespace
}  // namespace dibs::test
