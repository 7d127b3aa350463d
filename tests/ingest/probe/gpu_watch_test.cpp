// The settled GPUs and driver of a host: three agreeing frames change them, one second does not.
#include "ingest/probe/gpu_watch.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using fleet::Driver;
using fleet::DriverState;

GpuReading gpu(int index, std::string name = "T4") {
    return {.uuid = "GPU-" + std::to_string(index),
            .index = index,
            .name = std::move(name),
            .memory_total_mib = 15'109};
}

ProbeFrame frame_of(std::vector<GpuReading> gpus) {
    ProbeFrame frame;
    frame.driver.state = DriverState::working;
    frame.gpus = std::move(gpus);
    frame.gpus_known = frame.processes_known = true;
    return frame;
}

ProbeFrame failing(std::string words, DriverState state = DriverState::broken) {
    ProbeFrame frame;
    frame.driver = {state, std::move(words)};
    return frame;
}

void observe(GpuWatch& watch, const ProbeFrame& frame, int times) {
    for (int i = 0; i < times; ++i) watch.observe(frame);
}

std::string text_of(const GpuWatch& watch) {
    const auto gpus = watch.gpus();
    if (!gpus) return "unknown";
    std::string text;
    for (const auto& one : gpus->present) {
        text += one.uuid + ' ' + one.name + (one.hides_processes ? " hides" : "") + '\n';
    }
    for (const auto& one : gpus->lost) text += one.uuid + " lost " + one.words + '\n';
    return text;
}

GpuWatch settled() {
    GpuWatch watch;
    observe(watch, frame_of({gpu(0), gpu(1)}), 3);
    return watch;
}
const std::string both_gpus = "GPU-0 T4\nGPU-1 T4\n";

TEST(GpuWatch, gpus_are_known_with_the_third_frame) {
    GpuWatch watch;
    observe(watch, frame_of({gpu(0), gpu(1)}), 2);
    EXPECT_EQ(text_of(watch), "unknown");
    EXPECT_EQ(watch.driver().state, DriverState::unknown);
    watch.observe(frame_of({gpu(0), gpu(1)}));
    EXPECT_EQ(text_of(watch), both_gpus);
    EXPECT_EQ(watch.driver().state, DriverState::working);
}

TEST(GpuWatch, late_gpu_is_awaited_and_an_unstable_one_only_for_ten_frames) {
    GpuWatch watch;
    watch.observe(frame_of({gpu(0)}));
    observe(watch, frame_of({gpu(0), gpu(1)}), 2);
    EXPECT_EQ(text_of(watch), "unknown");
    watch.observe(frame_of({gpu(0), gpu(1)}));
    EXPECT_EQ(text_of(watch), both_gpus);
    GpuWatch other;
    for (int i = 0; i < 10; ++i) {
        other.observe(frame_of({gpu(0), gpu(1, i % 2 == 0 ? "T4" : "A100")}));
    }
    EXPECT_EQ(text_of(other), "GPU-0 T4\n");
}

TEST(GpuWatch, two_seconds_without_a_gpu_change_nothing_and_three_lose_it) {
    auto watch = settled();
    observe(watch, frame_of({gpu(0)}), 2);
    observe(watch, frame_of({gpu(0), gpu(1)}), 1);
    observe(watch, frame_of({gpu(0)}), 2);
    EXPECT_EQ(text_of(watch), both_gpus);
    watch.observe(frame_of({gpu(0)}));
    EXPECT_EQ(text_of(watch), "GPU-0 T4\n");
    observe(watch, frame_of({gpu(0), gpu(1)}), 3);
    EXPECT_EQ(text_of(watch), both_gpus);
}

TEST(GpuWatch, unreadable_name_keeps_its_last_value) {
    auto watch = settled();
    auto unreadable = gpu(1, "");
    unreadable.memory_total_mib.reset();
    observe(watch, frame_of({gpu(0), unreadable}), 10);
    EXPECT_EQ(text_of(watch), both_gpus);
    EXPECT_EQ(watch.gpus()->present.at(1).memory_total_mib, 15'109);
}

TEST(GpuWatch, new_name_counts_with_the_third_frame) {
    auto watch = settled();
    observe(watch, frame_of({gpu(0), gpu(1, "A100")}), 2);
    EXPECT_EQ(text_of(watch), both_gpus);
    watch.observe(frame_of({gpu(0), gpu(1, "A100")}));
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 A100\n");
}

TEST(GpuWatch, lost_gpu_has_the_drivers_words_by_uuid_or_index) {
    auto by_uuid = frame_of({gpu(0)});
    by_uuid.lost = {{"GPU-1", 1, "[GPU is lost]"}};
    auto watch = settled();
    observe(watch, by_uuid, 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 lost [GPU is lost]\n");
    auto by_index = frame_of({gpu(0)});
    by_index.lost = {{"", 1, "[GPU is lost]"}};
    watch = settled();
    observe(watch, by_index, 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 lost [GPU is lost]\n");
    observe(watch, frame_of({gpu(0), gpu(1)}), 3);
    EXPECT_EQ(text_of(watch), both_gpus);
}

TEST(GpuWatch, fault_that_names_a_missing_gpu_becomes_its_words) {
    const std::string words = "Unable to determine the device handle for GPU1: 0000:C1:00.0";
    auto frame = frame_of({gpu(0)});
    frame.faults = {{"Unable to determine the device handle for GPU12: x"}, {words}};
    auto watch = settled();
    observe(watch, frame, 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 lost " + words + '\n');
    const std::string by_bus = "Unable to determine the device handle for GPU0000:C1:00.0: x";
    frame.faults = {{by_bus}};
    watch = settled();
    observe(watch, frame, 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 lost " + by_bus + '\n');
}

TEST(GpuWatch, driver_change_counts_with_the_third_frame_and_keeps_the_gpus) {
    auto watch = settled();
    const auto mismatch = failing("Driver/library version mismatch");
    observe(watch, mismatch, 2);
    watch.observe(frame_of({gpu(0), gpu(1)}));
    observe(watch, mismatch, 2);
    EXPECT_EQ(watch.driver().state, DriverState::working);
    watch.observe(mismatch);
    EXPECT_EQ(watch.driver(), mismatch.driver);
    observe(watch, mismatch, 100);
    EXPECT_EQ(text_of(watch), both_gpus);
    observe(watch, frame_of({gpu(0), gpu(1)}), 2);
    EXPECT_EQ(watch.driver(), mismatch.driver);
    watch.observe(frame_of({gpu(0), gpu(1)}));
    EXPECT_EQ(watch.driver(), (Driver{DriverState::working, ""}));
}

TEST(GpuWatch, driver_with_new_words_each_second_is_broken) {
    GpuWatch watch;
    for (const auto* words : {"first", "second", "third"}) {
        EXPECT_NE(watch.driver().state, DriverState::broken);
        observe(watch, failing(words), 1);
    }
    EXPECT_EQ(watch.driver(), (Driver{DriverState::broken, "third"}));
}

TEST(GpuWatch, new_words_for_the_same_state_count_after_a_minute) {
    auto watch = settled();
    observe(watch, failing("first"), 3);
    observe(watch, failing("second"), frames_for_new_words - 1);
    EXPECT_EQ(watch.driver().words, "first");
    watch.observe(failing("second"));
    EXPECT_EQ(watch.driver().words, "second");
    observe(watch, failing("no such thing", DriverState::missing), 3);
    EXPECT_EQ(watch.driver().state, DriverState::missing);
}

TEST(GpuWatch, frames_without_driver_state_change_nothing) {
    auto watch = settled();
    observe(watch, ProbeFrame{}, 100);
    EXPECT_EQ(watch.driver().state, DriverState::working);
    EXPECT_EQ(text_of(watch), both_gpus);
}

TEST(GpuWatch, hiding_processes_counts_with_the_third_frame_until_they_are_known) {
    auto hiding = gpu(1);
    hiding.hides_processes = true;
    auto watch = settled();
    observe(watch, frame_of({gpu(0), hiding}), 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 T4 hides\n");
    auto unsaid = frame_of({gpu(0), gpu(1)});
    unsaid.processes_known = false;
    observe(watch, unsaid, 10);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nGPU-1 T4 hides\n");
    observe(watch, frame_of({gpu(0), gpu(1)}), 3);
    EXPECT_EQ(text_of(watch), both_gpus);
}

// One GPU in MIG mode with slices; `known`: nvidia-smi has answered about them.
ProbeFrame cut_frame(int slices, bool known = true) {
    auto card = gpu(0);
    card.mig_enabled = true;
    card.slices_known = known;
    auto frame = frame_of({card});
    for (int i = 0; i < slices; ++i) {
        frame.slices.push_back({"MIG-" + std::to_string(i), "GPU-0", i, "1g.5gb", 4864});
    }
    return frame;
}

TEST(GpuWatch, slices_are_devices_of_their_own_from_the_third_frame_on) {
    GpuWatch watch;
    observe(watch, cut_frame(2), 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nMIG-0 T4 MIG 1g.5gb\nMIG-1 T4 MIG 1g.5gb\n");
    const auto slice = watch.gpus()->present.at(2);
    EXPECT_EQ(slice.card_uuid, "GPU-0");
    EXPECT_EQ(slice.index, 1);
    EXPECT_EQ(slice.memory_total_mib, 4864);
    EXPECT_EQ(slice.values, Readings{}) << "nvidia-smi gives none: absent, not 0";
    observe(watch, cut_frame(1), 2);
    observe(watch, cut_frame(2), 1);
    EXPECT_EQ(watch.gpus()->present.size(), 3U);
    observe(watch, cut_frame(1), 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nMIG-0 T4 MIG 1g.5gb\n");
}

TEST(GpuWatch, slices_stay_while_no_answer_lists_them) {
    GpuWatch watch;
    observe(watch, cut_frame(0, false), 3);
    EXPECT_EQ(text_of(watch), "GPU-0 T4\n");
    EXPECT_FALSE(watch.gpus()->present.at(0).slices_known);
    observe(watch, cut_frame(1), 3);
    EXPECT_TRUE(watch.gpus()->present.at(0).slices_known);
    observe(watch, cut_frame(0, false), 20);  // the stream's successor has not queried slices yet
    EXPECT_EQ(text_of(watch), "GPU-0 T4\nMIG-0 T4 MIG 1g.5gb\n");
    EXPECT_TRUE(watch.gpus()->present.at(0).slices_known);
}

TEST(GpuWatch, slices_are_lost_with_their_gpu_and_its_words) {
    GpuWatch watch;
    observe(watch, cut_frame(1), 3);
    auto lost = frame_of({});
    lost.lost = {{"GPU-0", 0, "[GPU is lost]"}};
    observe(watch, lost, 3);
    EXPECT_EQ(text_of(watch), "GPU-0 lost [GPU is lost]\nMIG-0 lost [GPU is lost]\n");
}

TEST(GpuWatch, endless_new_gpus_use_bounded_memory) {
    GpuWatch watch;
    for (int i = 0; i < 1000; ++i) {  // it keeps at most 512
        auto frame = frame_of({gpu(i)});
        frame.lost = {{"GPU-lost-" + std::to_string(i), i, "[GPU is lost]"}};
        observe(watch, frame, 3);
    }
    const auto gpus = watch.gpus();
    ASSERT_TRUE(gpus);
    EXPECT_LE(gpus->present.size() + gpus->lost.size(), 600U);
}

}  // namespace
}  // namespace dibs::probe
