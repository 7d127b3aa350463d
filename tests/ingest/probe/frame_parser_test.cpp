// The parser of probe streams: good streams, torn ones, hostile ones.
#include "ingest/probe/parser/frame_parser.hpp"

#include "ingest/probe/script/fields.hpp"
#include "tests/ingest/probe/stream_files.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::frames_of;
using test::one_frame;
using test::stream_file;

TEST(FrameParser, a_busy_host_gives_its_values) {
    const auto frames = frames_of(stream_file("busy_host.txt"));
    ASSERT_EQ(frames.size(), 2U);
    const auto& frame = frames[0];
    EXPECT_EQ(frame.host.hostname, "gpu-07");
    EXPECT_EQ(frame.host.boot_id, "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901");
    EXPECT_EQ(frame.host.driver_version, "590.48.01");
    EXPECT_EQ(frame.host.values[column_of(Subject::host, "load")], 1234) << "hundredths";
    EXPECT_EQ(frame.host.cpus, 128);
    EXPECT_FALSE(frame.host.values[column_of(Subject::host, "cpu_percent")]);
    ASSERT_EQ(frame.gpus.size(), 3U);
    const GpuReading first{
        .uuid = "GPU-5a1d0c3e-11f2-4b6a-9c77-0e8f4d2b1a00",
        .index = 0,
        .name = "NVIDIA H200",
        .memory_total_mib = 143'771,
        .values = test::readings(Subject::gpu, {{"memory_used_mib", 2566},
                                                {"utilization_percent", 99},
                                                {"temperature_c", 71},
                                                {"power_w", 6453},
                                                {"sm_clock_mhz", 1980},
                                                {"memory_clock_mhz", 3201},
                                                {"memory_utilization_percent", 14},
                                                {"power_limit_w", 7000},
                                                {"ecc_errors", 0},
                                                {"encoder_percent", 0},
                                                {"decoder_percent", 3},
                                                {"memory_temperature_c", 78},
                                                {"throttled_by_heat_percent", 100},
                                                {"throttled_by_power_percent", 100},
                                                {"hardware_slowdown_percent", 0},
                                                {"ecc_corrected_errors", 12},
                                                {"remapped_rows_corrected", 3},
                                                {"remapped_rows_uncorrected", 1},
                                                {"row_remap_pending", 1},
                                                {"row_remap_failed", 0},
                                                {"recovery_needed", 1},
                                                {"pcie_generation", 4},
                                                {"pcie_generation_most", 5},
                                                {"pcie_lanes", 8},
                                                {"pcie_lanes_most", 16},
                                                {"memory_reserved_mib", 551}}),
        .mig_enabled = false};
    EXPECT_EQ(frame.gpus[0], first);
    EXPECT_TRUE(frame.gpus_known);
    EXPECT_TRUE(frame.processes_known);
    EXPECT_FALSE(frame.ends_soon);
    EXPECT_TRUE(frames[1].ends_soon);
}

TEST(FrameParser, a_host_gives_its_sizes_and_traffic) {
    const auto frames = frames_of(stream_file("busy_host.txt"));
    EXPECT_EQ(frames[1].host.values,
              test::readings(Subject::host, {{"cpu_percent", 37},
                                             {"load", 1230},
                                             {"memory_total_mib", 1'031'653},
                                             {"memory_used_mib", 314'853},
                                             {"uptime_s", 86401},
                                             {"swap_total_mib", 8192},
                                             {"swap_used_mib", 256},
                                             {"network_received_mib_s", 1250},
                                             {"disk_read_mib_s", 0},
                                             {"disk_written_mib_s", 700'000},
                                             {"disk_fullest_percent", 914},
                                             {"disk_used_mib", 1'843'200},
                                             {"disk_total_mib", 2'097'152}}));
    EXPECT_EQ(frames[1].host.fullest_disk, "/home");
    EXPECT_EQ(frames[0].host.fullest_disk, "") << "it was not told yet";
}

TEST(FrameParser, a_value_that_the_driver_does_not_give_is_absent_and_never_zero) {
    const auto gpu = frames_of(stream_file("busy_host.txt")).at(0).gpus.at(2);
    EXPECT_EQ(gpu.memory_total_mib, 143'771);
    EXPECT_EQ(gpu.values, test::readings(Subject::gpu, {{"retired_pages_corrected", 2},
                                                        {"retired_pages_uncorrected", 1},
                                                        {"retired_pages_pending", 0},
                                                        {"recovery_needed", 0},
                                                        {"pcie_generation", 4},
                                                        {"pcie_generation_most", 5},
                                                        {"pcie_lanes", 8},
                                                        {"pcie_lanes_most", 16}}));
    EXPECT_FALSE(gpu.mig_enabled);
}

TEST(FrameParser, uuid_in_place_of_a_value_is_absent) {
    const std::string uuid = "GPU-00000001-aaaa-4bbb-8ccc-000000000001";
    std::string gpu = "G 0, 1, " + uuid + ", T4, 418, 15109";
    for (std::size_t i = 0; i < answers_of(gpu_fields) + 1; ++i) gpu += ", " + uuid;
    std::string health = "V " + uuid;
    for (std::size_t i = 0; i < answers_of(health_fields); ++i) health += ", " + uuid;
    ParserStats stats;
    const auto frames = frames_of(one_frame(gpu + '\n' + health + '\n'), &stats);
    EXPECT_TRUE(frames.at(0).gpus.at(0).values.empty());
    EXPECT_EQ(frames[0].gpus[0].mig_enabled, std::nullopt);
    EXPECT_EQ(stats.bad_lines, 0U);
}

TEST(FrameParser, disk_and_health_lines_are_taken_whole_or_not_at_all) {
    for (const auto* wrong : {"F\n", "F 91 5 4 /\n", "F - 1 2 /\n", "F 91 1 2 home\n", "F 91 1 2\n",
                              "V\n", "V 1, 2\n", "V GPU, 0\n"}) {
        ParserStats stats;
        const auto frames = frames_of(one_frame(wrong), &stats);
        EXPECT_TRUE(frames.at(0).host.values.empty()) << wrong;
        EXPECT_EQ(stats.bad_lines, 1U) << wrong;
    }
    const auto frames = frames_of(one_frame("W - - - - 99999999999999999999 -1 x\n"));
    EXPECT_TRUE(frames.at(0).host.values.empty()) << "absent, never 0";
}

TEST(FrameParser, an_idle_gpu_has_zeros_that_are_values) {
    const auto gpu = frames_of(stream_file("busy_host.txt")).at(0).gpus.at(1);
    EXPECT_EQ(gpu.values[column_of(Subject::gpu, "memory_used_mib")], 0);
    EXPECT_EQ(gpu.values[column_of(Subject::gpu, "utilization_percent")], 0);
}

TEST(FrameParser, host_time_is_known_if_the_frame_has_it) {
    EXPECT_FALSE(frames_of(stream_file("busy_host.txt")).at(0).host.clock);
    const auto frames = frames_of(one_frame("T 1795255200\n"));
    EXPECT_EQ(frames.at(0).host.clock, parse_instant("2026-11-21T10:00:00Z"));
    for (const auto* wrong : {"T\n", "T soon\n", "T -1\n", "T 253402300800\n", "T 1 2\n"}) {
        FrameParser parser;
        std::vector<ProbeFrame> none;
        parser.feed(one_frame(wrong), none);
        EXPECT_FALSE(none.at(0).host.clock) << wrong;
        EXPECT_EQ(parser.stats().bad_lines, 1U) << wrong;
    }
}

TEST(FrameParser, a_lost_gpu_is_a_fault_and_not_a_gpu) {
    const auto frame = frames_of(stream_file("busy_host.txt")).at(0);
    EXPECT_EQ(frame.lost, (std::vector<LostReading>{{"", 3, "[GPU is lost]"}}));
    ASSERT_EQ(frame.faults.size(), 1U);
    EXPECT_NE(frame.faults[0].text.find("[GPU is lost]"), std::string::npos);
}

TEST(FrameParser, gpu_with_lost_values_counts_as_lost) {
    const std::string uuid = "GPU-00000001-aaaa-4bbb-8ccc-000000000001";
    const auto frames = frames_of(one_frame("G 3, 4, " + uuid +
                                            ", NVIDIA A100, 535.54, 81920, [GPU is lost], "
                                            "[GPU is lost], [N/A]\n"));
    EXPECT_TRUE(frames.at(0).gpus.empty());
    EXPECT_EQ(frames[0].lost, (std::vector<LostReading>{{uuid, 3, "[GPU is lost]"}}));
    EXPECT_TRUE(frames[0].gpus_known);
}

TEST(FrameParser, a_comma_in_a_name_shifts_no_column) {
    const std::string head = "G 0, 1, GPU-00000001-aaaa-4bbb-8ccc-000000000001, ";
    const std::string rest =
        ", 590.48, 143771, 2566, 99, 71, 645.32, 1980, 3201, 14, 700.00, 0, [N/A], 0, "
        "0, 40, 0x0000000000000000, Enabled\n";
    for (const std::string name : {"NVIDIA H200", "NVIDIA H200, 141GB", "A, B, C", ", ,"}) {
        const auto frames = frames_of(one_frame(head + name + rest));
        const auto& gpu = frames.at(0).gpus.at(0);
        EXPECT_EQ(gpu.name, name);
        EXPECT_EQ(gpu.memory_total_mib, 143'771) << name;
        EXPECT_EQ(gpu.values[column_of(Subject::gpu, "memory_used_mib")], 2566) << name;
        EXPECT_EQ(gpu.mig_enabled, true) << name;
        EXPECT_EQ(frames[0].host.driver_version, "590.48") << name;
    }
}

TEST(FrameParser, power_is_rounded_and_not_cut) {
    const auto power = [](const std::string& watts) {
        const auto frames = frames_of(
            one_frame("G 0, 1, GPU-00000001-aaaa-4bbb-8ccc-000000000001, T4, 418, 1, 5, 1, 30, " +
                      watts + "\n"));
        return frames.at(0).gpus.at(0).values[column_of(Subject::gpu, "power_w")];
    };
    EXPECT_EQ(power("75.10"), 751);
    EXPECT_EQ(power("75.19"), 752);
    EXPECT_EQ(power("75.15"), 752);
    EXPECT_EQ(power("75.149"), 751);
    EXPECT_EQ(power("0.04"), 0);
}

TEST(FrameParser, a_name_that_cannot_be_read_is_absent) {
    for (const std::string name : {"[Unknown Error]", "[N/A]", "[GPU requires reset]"}) {
        const auto frames = frames_of(one_frame(
            "G 0, 1, GPU-00000001-aaaa-4bbb-8ccc-000000000001, " + name + ", 418, 1, 5\n"));
        EXPECT_EQ(frames.at(0).gpus.at(0).name, "");
    }
}

TEST(FrameParser, gpu_that_hides_its_processes_is_marked) {
    const std::string uuid = "GPU-00000001-aaaa-4bbb-8ccc-00000000000";
    const std::string gpus =
        "G 0, 2, " + uuid + "0, T4, 418, 1, 5\nG 1, 2, " + uuid + "1, T4, 418, 1, 5\n";
    const auto one = frames_of(one_frame(gpus + "N " + uuid + "1\n")).at(0);
    EXPECT_FALSE(one.gpus[0].hides_processes);
    EXPECT_TRUE(one.gpus[1].hides_processes);
    const auto all = frames_of(one_frame("N -\n" + gpus)).at(0);
    EXPECT_TRUE(all.gpus[0].hides_processes && all.gpus[1].hides_processes);
    ParserStats stats;
    static_cast<void>(frames_of(one_frame("N everything\n"), &stats));
    EXPECT_EQ(stats.bad_lines, 1U);
}

TEST(FrameParser, an_old_driver_without_the_last_columns_gives_the_others) {
    const auto frames = frames_of(one_frame(
        "G 0, 1, GPU-00000001-aaaa-4bbb-8ccc-000000000001, Tesla T4, 418.87, 15109, 5\n"));
    ASSERT_EQ(frames.size(), 1U);
    ASSERT_EQ(frames[0].gpus.size(), 1U);
    EXPECT_EQ(frames[0].gpus[0].values, test::readings(Subject::gpu, {{"memory_used_mib", 5}}));
}

TEST(FrameParser, a_process_has_its_owner_and_the_newest_of_its_values) {
    const auto processes = frames_of(stream_file("busy_host.txt")).at(0).processes;
    ASSERT_EQ(processes.size(), 2U);
    const ProcessReading first{
        .gpu_uuid = "GPU-5a1d0c3e-11f2-4b6a-9c77-0e8f4d2b1a00",
        .pid = 10291,
        .owner = ProcessOwner{"alice", *parse_instant("2026-11-21T09:00:00Z"),
                              "python3 train.py --name=größe"},
        .values = test::readings(Subject::process, {{"memory_used_mib", 2566}})};
    EXPECT_EQ(processes[0], first);
}

TEST(FrameParser, skipped_processes_are_a_number_or_nothing) {
    const auto frames = frames_of(one_frame("p 12\n") + one_frame("p -1\n") + one_frame("p x\n"));
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[0].skipped_processes, 12);
    EXPECT_EQ(frames[1].skipped_processes, 0);
    EXPECT_EQ(frames[2].skipped_processes, 0);
}

TEST(FrameParser, a_process_that_ps_does_not_show_has_no_owner) {
    const auto process = frames_of(stream_file("busy_host.txt")).at(0).processes.at(1);
    EXPECT_EQ(process.pid, 10309);
    EXPECT_FALSE(process.owner);
    EXPECT_TRUE(process.values.empty());
}

// Captured with /proc mounted with hidepid=2,gid=12: procps' ps hides processes of other accounts.
TEST(FrameParser, only_the_probes_processes_have_owners_behind_hidepid) {
    ParserStats stats;
    const auto frames = frames_of(stream_file("hidden_host.txt"), &stats);
    ASSERT_EQ(frames.size(), 2U);
    for (const auto& frame : frames) {
        EXPECT_EQ(frame.host.hidden, HiddenProcesses{"man"});
        ASSERT_EQ(frame.processes.size(), 2U);
        EXPECT_FALSE(frame.processes[0].owner);
        ASSERT_TRUE(frame.processes[1].owner);
        EXPECT_EQ(frame.processes[1].owner->user, "nobody");
    }
    EXPECT_EQ(stats.bad_lines, 0U);
}

TEST(FrameParser, hidepid_may_name_a_group_that_sees_all_processes) {
    const auto hidden = [](const std::string& line) {
        return frames_of(one_frame(line)).at(0).host.hidden;
    };
    EXPECT_EQ(hidden("O -\n"), HiddenProcesses{});
    EXPECT_EQ(hidden("O 4711\n"), HiddenProcesses{"4711"});
    EXPECT_EQ(hidden("K\n"), std::nullopt);
}

TEST(FrameParser, owner_without_name_or_start_is_absent) {
    for (const auto* line : {"U 7 - Sat Nov 21 09:00:00 2026 x\n", "U 7 ann never\n", "U 7\n"}) {
        ParserStats stats;
        const auto frames = frames_of(one_frame(std::string("P GPU-00001, 7, 1\n") + line), &stats);
        EXPECT_FALSE(frames.at(0).processes.at(0).owner) << line;
        EXPECT_EQ(stats.bad_lines, 1U) << line;
    }
}

TEST(FrameParser, text_before_the_start_time_is_the_owner) {
    for (const auto* name : {"ann.lee@ad.example.org", R"(CORP\jdoe)", R"(CORP\domain guest)",
                             "anna lee", "anna  lee", "Sat Nov", "1000"}) {
        const auto line = std::string("U   7 ") + name + std::string(90, ' ') +
                          "Sat Nov 21 09:00:00 2026 x Sun Nov 22 10:00:00 2026\n";
        const auto frames = frames_of(one_frame("P GPU-00001, 7, 1\n" + line));
        const auto& owner = frames.at(0).processes.at(0).owner;
        ASSERT_TRUE(owner) << name;
        EXPECT_EQ(owner->user, name);
        EXPECT_EQ(owner->started, *parse_instant("2026-11-21T09:00:00Z"));
        EXPECT_EQ(owner->command, "x Sun Nov 22 10:00:00 2026");
    }
}

TEST(FrameParser, shares_match_processes_by_index_and_pid_in_any_order) {
    const std::string uuid = "GPU-00000001-aaaa-4bbb-8ccc-00000000000";
    const auto frames = frames_of(one_frame(
        "S 3 7 40\nS 3 7 45\nG 3, 2, " + uuid + "3, T4, 418, 1, 5\nG 0, 2, " + uuid +
        "0, T4, 418, 1, 5\nP " + uuid + "3, 7, 1\nP " + uuid + "0, 7, 1\nP " + uuid +
        "3, 8, 1\nP MIG-8a2f1c00-2222-5333-9444-000000000011, 9, 1\nS 3 9 50\nS 5 8 50\n"));
    ASSERT_EQ(frames.size(), 1U);
    std::vector<std::optional<std::int32_t>> shares;
    for (const auto& process : frames[0].processes) shares.push_back(process.sm_percent);
    const std::optional<std::int32_t> none;
    EXPECT_EQ(shares, (decltype(shares){45, none, none, none}));
}

TEST(FrameParser, a_share_that_is_no_percentage_is_a_bad_line) {
    const std::string head =
        "G 0, 1, GPU-00000001-aaaa-4bbb-8ccc-000000000001, T4, 418, 1, 5\n"
        "P GPU-00000001-aaaa-4bbb-8ccc-000000000001, 7, 1\n";
    for (const auto* line : {"S 0 7 101\n", "S 0 7 -\n", "S 0 7 \n", "S 0 7 5 6\n", "S 0 0 5\n",
                             "S 0 7 4.5\n", "S x 7 5\n", "S 0 7\n", "S\n"}) {
        ParserStats stats;
        const auto frames = frames_of(one_frame(head + line), &stats);
        ASSERT_EQ(frames.size(), 1U) << line;
        EXPECT_FALSE(frames[0].processes.at(0).sm_percent) << line;
        EXPECT_EQ(stats.bad_lines, 1U) << line;
    }
}

TEST(FrameParser, a_host_without_a_driver_gives_frames_with_faults) {
    const auto frames = frames_of(stream_file("no_driver.txt"));
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_FALSE(frames[0].gpus_known);
    EXPECT_FALSE(frames[0].processes_known);
    ASSERT_EQ(frames[0].faults.size(), 1U);
    EXPECT_EQ(frames[0].faults[0].text, "nvidia-smi ended with status 127: nvidia-smi: not found");
    EXPECT_EQ(frames[0].driver.state, fleet::DriverState::missing);
    EXPECT_EQ(frames[0].driver.words, frames[0].faults[0].text);
    EXPECT_EQ(frames[1].driver.state, fleet::DriverState::broken);
    EXPECT_EQ(frames[1].faults.size(), 4U);
    EXPECT_EQ(frames[1].host.hostname, "gpu-08");
}

TEST(FrameParser, exit_status_of_nvidia_smi_gives_the_driver_state) {
    using fleet::DriverState;
    const auto state = [](const std::string& line) {
        return frames_of(one_frame("D " + line + "\n")).at(0).driver.state;
    };
    EXPECT_EQ(state("ended 6 No devices were found"), DriverState::broken);
    EXPECT_EQ(state("ended 9 NVIDIA-SMI has failed because it couldn't communicate with the "
                    "NVIDIA driver."),
              DriverState::broken);
    EXPECT_EQ(state("ended 15 Unable to determine the device handle for GPU3: 0000:C1:00.0"),
              DriverState::broken);
    EXPECT_EQ(state("ended 18 Failed to initialize NVML: Driver/library version mismatch"),
              DriverState::broken);
    EXPECT_EQ(state("ended 137"), DriverState::broken);
    EXPECT_EQ(state("silent"), DriverState::broken);
    EXPECT_EQ(state("ended 127 sh: 1: nvidia-smi: not found"), DriverState::missing);
    EXPECT_EQ(state("ended 12 NVIDIA-SMI couldn't find libnvidia-ml.so"), DriverState::missing);
    EXPECT_EQ(state("ended 2 ERROR: Option --loop-ms=1000 is not recognized."),
              DriverState::unsupported);
    EXPECT_EQ(state("ended 1 Field \"count\" is not a valid field to query."),
              DriverState::unsupported);
    EXPECT_EQ(state("ended 0"), DriverState::unsupported);
    EXPECT_EQ(state("ended well"), DriverState::unknown);
    EXPECT_EQ(state("started"), DriverState::unknown);
}

TEST(FrameParser, warning_of_a_working_driver_becomes_its_words) {
    const std::string warning = "D warns WARNING: infoROM is corrupted at gpu 0000:3B:00.0\n";
    const auto frame =
        frames_of(one_frame("G 0, 1, GPU-00001, T4, 418, 1, 5\n" + warning + "K\n")).at(0);
    EXPECT_EQ(frame.driver.state, fleet::DriverState::working);
    EXPECT_EQ(frame.driver.words, "WARNING: infoROM is corrupted at gpu 0000:3B:00.0");
    EXPECT_TRUE(frame.gpus_known);
    EXPECT_TRUE(frame.processes_known);
    const auto alone = frames_of(one_frame(warning)).at(0);
    EXPECT_EQ(alone.driver.state, fleet::DriverState::unknown);
    EXPECT_FALSE(alone.gpus_known);
}

TEST(FrameParser, output_before_nvidia_smi_ends_is_no_gpu_list) {
    const auto frame = frames_of(one_frame("G 0, 2, GPU-00001, T4, 418, 1, 5\n"
                                           "D ended 15 \x1b[31mUnable to determine\nK\n"))
                           .at(0);
    EXPECT_EQ(frame.gpus.size(), 1U);
    EXPECT_FALSE(frame.gpus_known);
    EXPECT_FALSE(frame.processes_known);
    EXPECT_EQ(frame.driver.words, "nvidia-smi ended with status 15: ?[31mUnable to determine");
}

}  // namespace
}  // namespace dibs::probe
