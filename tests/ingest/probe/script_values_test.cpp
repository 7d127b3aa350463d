// Other values of the remote script: the host's disks and network, the health and the links of
// GPUs. An old driver loses only the fields that it does not know.
#include "ingest/probe/script/script.hpp"
#include "tests/ingest/probe/script_run.hpp"
#include "tests/support/eventually.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::app_csv;
using test::equip;
using test::gpu_csv;
using test::of_host;
using test::ScriptRun;
using namespace std::chrono_literals;

// False in a chroot whose root is no mount point, and in some containers: `df` lists nothing there.
bool has_local_disk() {
    std::ifstream mounts("/proc/self/mounts");
    for (std::string device, place, rest;
         mounts >> device >> place && std::getline(mounts, rest);) {
        if (device.starts_with("/dev/") || place == "/") {
            return true;
        }
    }
    return false;
}

class ScriptValues : public testing::TestWithParam<const char*> {};

TEST_P(ScriptValues, frames_have_uptime_swap_file_systems_and_disk_traffic) {
    if (::access(GetParam(), X_OK) != 0) {
        GTEST_SKIP() << GetParam() << " is not installed";
    }
    ScriptRun run(600s, GetParam());
    if (!has_local_disk()) {
        GTEST_SKIP() << "no local disk is mounted here";
    }
    equip(run, gpu_csv(0, 1), "");
    run.start();
    const auto frame = run.next_frame_where(
        [](const ProbeFrame& one) { return of_host(one, "disk_total_mib") && one.sequence >= 3; });
    ASSERT_TRUE(frame);
    EXPECT_GT(of_host(*frame, "uptime_s").value_or(0), 0);
    ASSERT_TRUE(of_host(*frame, "swap_total_mib"));
    EXPECT_LE(of_host(*frame, "swap_used_mib"), of_host(*frame, "swap_total_mib"));
    EXPECT_GT(of_host(*frame, "disk_used_mib").value_or(0), 0);
    EXPECT_LT(of_host(*frame, "disk_used_mib"), of_host(*frame, "disk_total_mib"));
    EXPECT_LE(of_host(*frame, "disk_fullest_percent").value_or(9999), 1000);
    EXPECT_TRUE(frame->host.fullest_disk.starts_with('/')) << frame->host.fullest_disk;
    const auto is_there = [](const char* pattern) {
        return std::system((std::string("ls -d ") + pattern + " >/dev/null 2>&1").c_str()) == 0;
    };
    EXPECT_EQ(of_host(*frame, "disk_read_mib_s").has_value(), is_there("/sys/block/*/device"));
    EXPECT_EQ(of_host(*frame, "disk_written_mib_s").has_value(), is_there("/sys/block/*/device"));
    if (is_there("/sys/class/net/*/device")) {
        EXPECT_TRUE(of_host(*frame, "network_sent_mib_s"));
    }
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

TEST_P(ScriptValues, health_and_links_of_gpus_are_in_the_frames) {
    if (::access(GetParam(), X_OK) != 0) {
        GTEST_SKIP() << GetParam() << " is not installed";
    }
    ScriptRun run(600s, GetParam());
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2), "");
    const std::string uuid = "GPU-0a1b2c3d-0000-4aaa-8bbb-000000000001";
    test::write_text(run.folder() / "health.csv",
                     uuid + ", 7, 0, 0, No, Yes, [N/A], [N/A], [N/A], Reboot, 4, 4, 16, 16, 639\n");
    test::write_text(run.folder() / "topo.txt",
                     "\t\x1b[4mGPU0\tGPU1\tNUMA Affinity\x1b[0m\nGPU0\t X \tNV4\t0\n"
                     "GPU1\tNV4\t X \t1\n\nLegend:\n\n  X    = Self\n");
    run.start();
    std::optional<fleet::Topology> topology;
    const auto of_gpu = [](const GpuReading& gpu, std::string_view metric) {
        return gpu.values[find_column(Subject::gpu, metric).value()];
    };
    for (int told = 0, frames = 0; (told < 3 || !topology) && frames < 20; ++frames) {
        const auto frame = run.next_frame();
        ASSERT_TRUE(frame);
        if (frame->host.topology) topology = frame->host.topology;
        ASSERT_EQ(frame->gpus.size(), 2U);
        if (!of_gpu(frame->gpus[1], "row_remap_failed")) continue;
        ++told;  // queried once, it is in every frame
        EXPECT_EQ(of_gpu(frame->gpus[1], "row_remap_failed"), 1);
        EXPECT_EQ(of_gpu(frame->gpus[1], "ecc_corrected_errors"), 7);
        EXPECT_EQ(of_gpu(frame->gpus[1], "recovery_needed"), 1);
        EXPECT_FALSE(of_gpu(frame->gpus[1], "retired_pages_pending"));
        EXPECT_FALSE(of_gpu(frame->gpus[0], "row_remap_failed"));
    }
    const fleet::Topology linked{{{0, 1, fleet::LinkKind::nvlink, 4}}, {{0, 0}, {1, 1}}};
    EXPECT_EQ(topology, linked);
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

// A driver that does not know three of the fields, and ends at the first of them.
constexpr const char* old_nvidia_smi = R"SH(#!/bin/sh
here=$(dirname "$0")
for field in utilization.encoder clocks_throttle_reasons.active remapped_rows.failure; do
    case ,${1#--query-gpu=}, in
    *,$field,*) printf 'Field "%s" is not a valid field to query.\n\n' $field; exit 2 ;;
    esac
done
case $1 in --query-gpu=*) echo "$1" >>"$here/asked" ;; esac
exec "$here/known" "$@"
)SH";

TEST_P(ScriptValues, unknown_field_costs_only_its_own_values) {
    if (::access(GetParam(), X_OK) != 0) {
        GTEST_SKIP() << GetParam() << " is not installed";
    }
    ScriptRun run(600s, GetParam());
    equip(run, gpu_csv(0, 1), "");
    std::filesystem::rename(run.folder() / "nvidia-smi", run.folder() / "known");
    test::write_program(run.folder() / "nvidia-smi", old_nvidia_smi);
    run.start();
    const auto frame =
        run.next_frame_where([](const ProbeFrame& one) { return !one.gpus.empty(); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->driver.state, fleet::DriverState::working);
    const auto asked = [&] {
        std::ifstream file(run.folder() / "asked");
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    for (const auto* part : {",fan.speed,uuid,utilization.decoder,temperature.memory,",
                             ",clocks_event_reasons.active,mig.mode.current",
                             ",remapped_rows.pending,uuid,retired_pages.single_bit_ecc.count,"}) {
        // Rare queries may come after the frame.
        EXPECT_TRUE(test::eventually([&] { return asked().find(part) != std::string::npos; }))
            << part << " in\n"
            << asked();
    }
}

INSTANTIATE_TEST_SUITE_P(Shells, ScriptValues, testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

TEST(ScriptValuesRun, warning_of_nvidia_smi_spoils_no_value_and_is_in_all_frames) {
    ScriptRun run;
    const std::string warning = "WARNING: infoROM is corrupted at gpu 0000:3B:00.0";
    equip(run, gpu_csv(0, 2) + warning + '\n' + gpu_csv(1, 2) + warning + '\n',
          warning + '\n' + test::app_csv(1, ::getpid()));
    test::write_text(run.folder() / "health.csv", warning + '\n');
    run.start();
    const auto warned =
        run.next_frame_where([](const auto& one) { return !one.driver.words.empty(); });
    ASSERT_TRUE(warned);
    EXPECT_EQ(warned->driver.words, warning);
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2), test::app_csv(1, ::getpid()));
    ASSERT_TRUE(run.next_frame_where([](const auto& one) { return !one.processes.empty(); }));
    for (int i = 0; i < 3; ++i) {
        const auto frame = run.next_frame();
        ASSERT_TRUE(frame);
        EXPECT_EQ(frame->gpus.size(), 2U);
        EXPECT_EQ(frame->driver, (fleet::Driver{fleet::DriverState::working, warning}));
    }
}

TEST(ScriptValuesRun, processes_beyond_the_limit_are_counted) {
    constexpr std::int64_t beyond = 14;
    constexpr std::size_t most = 64;  // the real limit takes a slow shell longer than a frame
    std::string apps;
    for (std::size_t i = 0; i < most + beyond; ++i) {
        apps += app_csv(0, 5'000'000 + static_cast<long>(i));  // above any real pid
    }
    ScriptRun run;
    equip(run, gpu_csv(0, 1), apps);
    run.replace("$app_count -le " + std::to_string(max_processes),
                "$app_count -le " + std::to_string(most));
    run.start();
    const auto frame =
        run.next_frame_where([](const ProbeFrame& one) { return one.skipped_processes == beyond; });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->processes.size(), most);
    EXPECT_EQ(run.stats().bad_lines, 0U);
    test::write_text(run.folder() / "apps.csv", app_csv(0, 5'000'000));
    EXPECT_TRUE(run.next_frame_where([](const ProbeFrame& one) {
        return one.processes.size() == 1 && one.skipped_processes == 0;
    }));
}

}  // namespace
}  // namespace dibs::probe
