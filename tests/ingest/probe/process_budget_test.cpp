// The number of recorded processes of a host, and the order of the waiting ones.
#include "ingest/probe/process_budget.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

constexpr Instant ten{Duration{1'800'000'000'000}};

ProcessReading reading_of(std::int64_t pid, std::string account = "ann", Instant started = ten) {
    return {
        .gpu_uuid = "GPU-a", .pid = pid, .owner = ProcessOwner{std::move(account), started, "x"}};
}
std::vector<ProcessReading> processes(std::int64_t first, std::int64_t count) {
    std::vector<ProcessReading> all;
    for (std::int64_t i = 0; i < count; ++i) all.push_back(reading_of(first + i));
    return all;
}
Instant after_s(std::int64_t seconds) {
    return ten + std::chrono::seconds{seconds};
}

TEST(ProcessBudget, few_processes_never_wait) {
    ProcessBudget budget;
    for (std::int64_t s = 0; s < 600; ++s) {
        budget.observe(processes(1 + s * 20, 20), after_s(s));
        ASSERT_TRUE(budget.waiting().empty()) << s;
    }
    EXPECT_EQ(budget.not_recorded().count, 0);
}

TEST(ProcessBudget, flood_is_recorded_at_the_limit_and_the_rest_is_counted) {
    ProcessBudget budget;
    std::int64_t recorded = 0;
    for (std::int64_t s = 0; s < 60; ++s) {
        budget.observe(processes(1 + s * 250, 250), after_s(s));
        recorded += 250 - static_cast<std::int64_t>(budget.waiting().size());
    }
    EXPECT_EQ(recorded, ProcessBudget::burst + 59 * ProcessBudget::per_second);
    budget.observe({}, after_s(60));
    EXPECT_EQ(budget.not_recorded().count, 60 * 250 - recorded);
}

TEST(ProcessBudget, long_process_behind_a_flood_of_its_account_is_recorded_first) {
    ProcessBudget budget;
    std::int64_t next = 10'000;
    const auto flood = [&](std::int64_t s) {
        auto all = processes(next, 250);
        next += 250;
        if (s >= 30) all.push_back(reading_of(1));
        budget.observe(all, after_s(s));
    };
    for (std::int64_t s = 0; s < 32; ++s) flood(s);
    EXPECT_FALSE(budget.waiting().contains(1));
}

TEST(ProcessBudget, accounts_take_turns) {
    ProcessBudget budget;
    auto all = processes(1000, 4000);
    budget.observe(all, ten);
    ASSERT_EQ(budget.waiting().size(), 3500U);
    all.push_back(reading_of(1, "ben"));
    budget.observe(all, after_s(1));
    EXPECT_FALSE(budget.waiting().contains(1));
}

TEST(ProcessBudget, every_long_process_is_recorded_in_the_end) {
    ProcessBudget budget;
    const auto all = processes(1, 4000);
    for (std::int64_t s = 0; s <= 175; ++s) budget.observe(all, after_s(s));
    EXPECT_TRUE(budget.waiting().empty());
    EXPECT_EQ(budget.not_recorded().count, 0);
}

TEST(ProcessBudget, reused_pid_is_another_process) {
    ProcessBudget budget;
    budget.observe(processes(1, 501), ten);
    ASSERT_EQ(budget.waiting(), (std::set<std::int64_t>{501}));
    auto all = processes(1, 501);
    all.back() = reading_of(501, "ann", after_s(0) + Duration{5000});
    budget.observe(all, ten);
    EXPECT_EQ(budget.not_recorded(), (NotRecorded{ten, 1}));
}

// Each move that does not wait is recorded.
TEST(ProcessBudget, constantly_moving_processes_are_recorded_at_the_limit) {
    ProcessBudget budget;
    constexpr std::int64_t movers = 100, seconds = 60;
    std::int64_t recorded = 0;
    for (std::int64_t s = 0; s < seconds; ++s) {
        auto all = processes(1, movers);
        for (auto& one : all) one.gpu_uuid = "GPU-" + std::to_string(s);
        budget.observe(all, after_s(s));
        recorded += movers - static_cast<std::int64_t>(budget.waiting().size());
    }
    EXPECT_EQ(recorded, ProcessBudget::burst + (seconds - 1) * ProcessBudget::per_second);
    budget.observe({}, after_s(seconds));
    EXPECT_EQ(budget.not_recorded().count, 0) << "they are on record, on GPUs that they had";
}

TEST(ProcessBudget, moves_wait_behind_new_processes) {
    ProcessBudget budget;
    auto all = processes(1, ProcessBudget::burst);
    budget.observe(all, ten);
    all.push_back(reading_of(1000));
    budget.observe(all, ten);
    for (auto& one : all) one.gpu_uuid = "GPU-b";
    all.back().gpu_uuid = "GPU-a";
    budget.observe(all, after_s(1));
    EXPECT_EQ(budget.waiting().size(), ProcessBudget::burst + 1 - ProcessBudget::per_second);
    EXPECT_FALSE(budget.waiting().contains(1000));
}

TEST(ProcessBudget, process_that_moved_back_waits_no_more) {
    ProcessBudget budget;
    auto all = processes(1, ProcessBudget::burst);
    budget.observe(all, ten);
    all.front().gpu_uuid = "GPU-b";
    budget.observe(all, ten);
    EXPECT_EQ(budget.waiting(), (std::set<std::int64_t>{1}));
    all.front().gpu_uuid = "GPU-a";
    budget.observe(all, ten);
    EXPECT_TRUE(budget.waiting().empty());
}

TEST(ProcessBudget, start_time_that_varies_by_a_second_is_the_same_process) {
    ProcessBudget budget;
    auto on_two = [&](std::int64_t s) {
        auto other = reading_of(1, "ann", ten + std::chrono::seconds{1});
        other.gpu_uuid = "GPU-b";
        budget.observe({reading_of(1), other}, after_s(s));
    };
    for (std::int64_t s = 0; s < 3; ++s) on_two(s);
    auto others = processes(2, ProcessBudget::burst - 1);
    budget.observe(others, after_s(3));
    EXPECT_TRUE(budget.waiting().empty());
    EXPECT_EQ(budget.not_recorded().count, 0);
}

TEST(ProcessBudget, count_begins_again_after_ten_quiet_minutes) {
    ProcessBudget budget;
    const auto flood = [&](std::int64_t s) {
        budget.observe(processes(1 + s * 1000, 501), after_s(s));
        budget.observe({}, after_s(s));
    };
    flood(0);
    EXPECT_EQ(budget.not_recorded(), (NotRecorded{after_s(0), 1}));
    flood(601);
    EXPECT_EQ(budget.not_recorded(), (NotRecorded{after_s(601), 1}));
}

}  // namespace
}  // namespace dibs::probe
