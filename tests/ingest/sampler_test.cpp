// Probe measurements on their way into the log: the accounts of the samples, and how soon a
// follower gets them.
#include "ingest/sampler.hpp"

#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

probe::ProbeFrame frame_of(std::int32_t utilization) {
    probe::ProbeFrame frame;
    frame.host.values = readings(Subject::host, {{"cpu_percent", 5}});
    for (const auto* uuid : {"GPU-a", "GPU-unknown"}) {
        auto& gpu = frame.gpus.emplace_back();
        gpu.uuid = uuid;
        gpu.values = readings(Subject::gpu, {{"utilization_percent", utilization}});
    }
    for (const auto& [gpu, pid] : {std::pair{"GPU-a", 7}, {"GPU-a", 8}, {"GPU-b", 7}}) {
        auto& process = frame.processes.emplace_back();
        process.gpu_uuid = gpu;
        process.pid = pid;
        process.owner = probe::ProcessOwner{pid == 7 ? "ann" : "ben"};
        process.sm_percent = pid == 7 ? std::optional{30} : std::nullopt;
        const auto memory = std::string_view(gpu) == "GPU-a" ? 100 : 300;
        process.values = readings(Subject::process, {{"memory_used_mib", memory}});
    }
    frame.processes_known = true;
    return frame;
}

class Sampling : public testing::Test {
  protected:
    Scratch folder;
    std::unique_ptr<SampleLog> log =
        open_lmdb_sample_log({folder.path() / "samples", std::size_t{1} << 30}).value();
    std::unique_ptr<SampleCursor> cursor = std::move(log->follow(Instant{}).value());
    Sampler sampler{*log, [](const std::string& problem) { ADD_FAILURE() << problem; }};
};

TEST_F(Sampling, frame_becomes_samples_that_followers_get_soon) {
    sampler.set_gpus({{"GPU-a", {gpu_a, atlas}}, {"GPU-b", {gpu_b, atlas}}});
    sampler.process_appeared(nth<ProcessId>(7), gpu_a, 7);
    sampler.process_appeared(nth<ProcessId>(7), gpu_b, 7);
    sampler.start();
    std::vector<Sample> found;
    ASSERT_TRUE(cursor->next(found, 0ms));
    const auto begin = std::chrono::steady_clock::now();
    sampler.take(atlas, ten + 300ms, frame_of(40));
    while (found.empty() && std::chrono::steady_clock::now() < begin + 10s) {
        ASSERT_TRUE(cursor->next(found, 100ms));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
    const std::vector<Sample> wanted{
        sample_of(atlas, ten, {{"cpu_percent", 5}}), used(gpu_a, ten, 40, {{"ann", 30}, {"ben"}}),
        sample_of({nth<ProcessId>(7), gpu_a}, ten, {{"memory_used_mib", 100}}),
        sample_of({nth<ProcessId>(7), gpu_b}, ten, {{"memory_used_mib", 300}})};
    EXPECT_EQ(found, wanted);
}

TEST_F(Sampling, use_by_a_container_with_unknown_starter_has_no_account) {
    sampler.set_gpus({{"GPU-a", {gpu_a, atlas}}});
    auto frame = frame_of(40);
    frame.processes = {frame.processes.front()};
    frame.processes.front().origin.emplace().container =
        fleet::Container{fleet::Runtime::docker, "abc"};
    sampler.start();
    sampler.take(atlas, ten, frame);
    sampler.stop();
    cursor = std::move(log->follow(Instant{}).value());
    std::vector<Sample> found;
    while (cursor->next(found, 0ms).value()) {
    }
    EXPECT_EQ(found, (std::vector<Sample>{used(gpu_a, ten, 40, {{""}}),
                                          sample_of(atlas, ten, {{"cpu_percent", 5}})}));
}

TEST_F(Sampling, ended_process_has_no_samples_and_stop_loses_none) {
    sampler.set_gpus({{"GPU-a", {gpu_a, atlas}}});
    sampler.process_appeared(nth<ProcessId>(7), gpu_a, 7);
    sampler.process_gone(nth<ProcessId>(7));
    sampler.start();
    sampler.take(atlas, ten, frame_of(1));
    sampler.stop();
    cursor = std::move(log->follow(Instant{}).value());
    std::vector<Sample> found;
    while (cursor->next(found, 0ms).value()) {
    }
    EXPECT_EQ(found.size(), 2U);
}

TEST_F(Sampling, slice_has_samples_of_its_drivers_values) {
    sampler.set_gpus({{"MIG-a", {gpu_a, atlas}}, {"MIG-b", {gpu_b, atlas}}});
    sampler.start();
    probe::ProbeFrame frame;
    frame.slices = {{.uuid = "MIG-a", .card_uuid = "GPU-c"},
                    {.uuid = "MIG-b", .card_uuid = "GPU-c"}};
    frame.slices[0].values = readings(Subject::gpu, {{"memory_used_mib", 512}});
    sampler.take(atlas, ten, frame);
    sampler.stop();
    cursor = std::move(log->follow(Instant{}).value());
    std::vector<Sample> found;
    while (cursor->next(found, 0ms).value()) {
    }
    ASSERT_EQ(found.size(), 1U) << "of the other nothing is known";
    EXPECT_EQ(found[0].of, SubjectId(gpu_a));
    EXPECT_EQ(found[0].values, frame.slices[0].values);
    EXPECT_FALSE(found[0].occupancy.known());
}

TEST_F(Sampling, reading_of_a_gpu_from_another_host_is_ignored) {
    sampler.set_gpus({{"GPU-a", {gpu_a, atlas}}});
    sampler.process_appeared(nth<ProcessId>(7), gpu_a, 7);
    sampler.start();
    sampler.take(boreas, ten, frame_of(99));
    sampler.stop();
    cursor = std::move(log->follow(Instant{}).value());
    std::vector<Sample> found;
    while (cursor->next(found, 0ms).value()) {
    }
    EXPECT_EQ(found, std::vector{sample_of(boreas, ten, {{"cpu_percent", 5}})});
}

// Returns the log's occupancy of gpu_a after one such frame.
class OccupancySampling : public Sampling {
  protected:
    Occupancy after_frame() {
        sampler.set_gpus({{"GPU-a", {gpu_a, atlas}}});
        sampler.take(atlas, ten, frame);
        sampler.start();
        sampler.stop();
        cursor = std::move(log->follow(Instant{}).value());
        std::vector<Sample> found;
        while (cursor->next(found, 0ms).value()) {
        }
        const auto of_gpu = [](const Sample& one) { return one.of == SubjectId(gpu_a); };
        return std::find_if(found.begin(), found.end(), of_gpu)->occupancy;
    }
    probe::ProbeFrame frame = frame_of(40);
    using Accounts = std::vector<Occupant>;
};

TEST_F(OccupancySampling, container_with_unknown_starter_counts_without_an_account) {
    for (auto& process : frame.processes) {
        process.owner->user = "root";
        process.origin.emplace().container.emplace().runtime = fleet::Runtime::docker;
    }
    EXPECT_EQ(after_frame(), Occupancy(Accounts{{""}}));
}

TEST_F(OccupancySampling, container_counts_for_the_account_that_started_it) {
    for (auto& process : frame.processes) {
        process.origin.emplace().container.emplace().runtime = fleet::Runtime::podman;
        process.origin->started_by = process.owner->user;
    }
    EXPECT_EQ(after_frame(), Occupancy(Accounts{{"ann", 30}, {"ben"}}));
}

TEST_F(OccupancySampling, occupancy_is_unknown_without_a_process_list) {
    frame.processes_known = false;
    EXPECT_FALSE(after_frame().known());
}

TEST_F(OccupancySampling, occupancy_is_empty_without_processes) {
    frame.processes.clear();
    EXPECT_EQ(after_frame(), Occupancy(Accounts{}));
}

TEST_F(OccupancySampling, occupancy_of_a_gpu_in_mig_mode_is_unknown) {
    frame.gpus[0].mig_enabled = true;
    for (auto& process : frame.processes) process.gpu_uuid = "MIG-1";
    EXPECT_FALSE(after_frame().known());
}

TEST_F(OccupancySampling, account_is_listed_once_and_without_a_share_if_alone) {
    for (auto& process : frame.processes) process.owner->user = "ann";
    EXPECT_EQ(after_frame(), Occupancy(Accounts{{"ann"}}));
}

TEST_F(OccupancySampling, hidden_owner_counts_as_an_account_without_a_name) {
    frame.processes[0].owner.reset();
    EXPECT_EQ(after_frame(), Occupancy(Accounts{{"", 30}, {"ben"}}));
}

}  // namespace
}  // namespace dibs::test
