// The remote script, run by real shells against a stand-in nvidia-smi.
#include "ingest/probe/script/script.hpp"

#include "tests/ingest/probe/script_run.hpp"
#include "tests/support/samples.hpp"

#include <errno.h>
#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::app_csv;
using test::equip;
using test::gpu_csv;
using test::of_host;
using test::ScriptRun;
using namespace std::chrono_literals;

bool mentions(const ProbeFrame& frame, const std::string& text) {
    for (const auto& fault : frame.faults) {
        if (fault.text.find(text) != std::string::npos) {
            return true;
        }
    }
    return false;
}

class ProbeScript : public testing::TestWithParam<const char*> {};

TEST_P(ProbeScript, frames_carry_host_gpus_and_processes_with_owners) {
    if (::access(GetParam(), X_OK) != 0) {
        GTEST_SKIP() << GetParam() << " is not installed";
    }
    ScriptRun run(600s, GetParam());
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2), app_csv(1, ::getpid()));
    run.start();
    const auto frame = run.next_frame_where([](const ProbeFrame& one) {
        return !one.processes.empty() && of_host(one, "cpu_percent");
    });
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->host.hostname.empty());
    EXPECT_EQ(frame->host.boot_id.size(), 36U);
    EXPECT_EQ(frame->host.driver_version, "550.54.15");
    EXPECT_GT(frame->host.cpus.value_or(0), 0);
    EXPECT_GT(of_host(*frame, "memory_total_mib").value_or(0), of_host(*frame, "memory_used_mib"));
    ASSERT_EQ(frame->gpus.size(), 2U);
    EXPECT_EQ(frame->gpus[1].values,
              test::readings(Subject::gpu, {{"memory_used_mib", 1024},
                                            {"utilization_percent", 37},
                                            {"temperature_c", 41},
                                            {"power_w", 1453},
                                            {"sm_clock_mhz", 2520},
                                            {"memory_clock_mhz", 9001},
                                            {"memory_utilization_percent", 12},
                                            {"power_limit_w", 3500},
                                            {"ecc_errors", 0},
                                            {"fan_percent", 30},
                                            {"encoder_percent", 0},
                                            {"decoder_percent", 0},
                                            {"throttled_by_heat_percent", 0},
                                            {"throttled_by_power_percent", 0},
                                            {"hardware_slowdown_percent", 0}}));
    EXPECT_TRUE(frame->processes_known);
    ASSERT_EQ(frame->processes.size(), 1U);
    EXPECT_EQ(frame->processes[0].pid, ::getpid());
    ASSERT_TRUE(frame->processes[0].owner);
    const auto& owner = *frame->processes[0].owner;
    EXPECT_FALSE(owner.user.empty());
    EXPECT_NE(owner.command.find(program_invocation_short_name), std::string::npos);
    const auto age = std::chrono::system_clock::now() - owner.started;
    EXPECT_LT(age, 10min);
    EXPECT_GT(age, -5s);
    EXPECT_EQ(run.stats().bad_lines, 0U);
    EXPECT_EQ(run.stats().dropped_frames, 0U);
}

// The output of driver 590 under load.
constexpr const char* pmon_head =
    "# gpu         pid   type     sm    mem    enc    dec    jpg    ofa    command \n"
    "# Idx           #    C/G      %      %      %      %      %      %    name \n";

std::string pmon_row(int gpu, long pid, const std::string& sm) {
    return "    " + std::to_string(gpu) + "      " + std::to_string(pid) + "     C     " + sm +
           "      7      -      -      -      -    gpu_burn * x    \n";
}

TEST_P(ProbeScript, gpu_share_of_each_process_is_in_the_frames) {
    if (::access(GetParam(), X_OK) != 0) {
        GTEST_SKIP() << GetParam() << " is not installed";
    }
    ScriptRun run(600s, GetParam());
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2), app_csv(1, 10291) + app_csv(1, 10309));
    test::write_text(
        run.folder() / "pmon.txt",
        pmon_head + pmon_row(0, 77, "12") + pmon_row(1, 10291, "-") + pmon_row(1, 10309, "79"));
    run.start();
    for (int i = 0; i < 4; ++i) {  // each of them, once it has started
        const auto frame = run.next_frame_where([&](const ProbeFrame& one) {
            return one.processes.size() == 2 && (i > 0 || one.processes[1].sm_percent);
        });
        ASSERT_TRUE(frame);
        EXPECT_FALSE(frame->processes[0].sm_percent) << "a dash is no number";
        EXPECT_EQ(frame->processes[1].sm_percent, 79);
        EXPECT_TRUE(frame->faults.empty());
    }
    EXPECT_EQ(run.stats().bad_lines, 0U);
    test::write_text(run.folder() / "pmon.txt", std::string(pmon_head));
    const auto forgotten = [](const ProbeFrame& one) {
        return one.processes.size() == 2 && !one.processes[1].sm_percent;
    };
    EXPECT_TRUE(run.next_frame_where(forgotten)) << "what was said once does not stand for ever";
}

INSTANTIATE_TEST_SUITE_P(Shells, ProbeScript, testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

// The shell of the probe's account where /proc is mounted with hidepid. It calls itself again
// inside namespaces of its own, so no mount of this machine changes.
constexpr const char* behind_hidepid = R"SH(#!/bin/sh
here=$(dirname "$0") gpu=GPU-0a1b2c3d-0000-4aaa-8bbb-000000000000
nobody='setpriv --reuid 65534 --regid 65534 --clear-groups'
[ "$1" = inside ] || exec unshare -m -p -f --mount-proc "$0" inside
mount -o remount,hidepid=2,gid=54321 /proc || exit 9
sleep 1000 & echo "$gpu, $!, 512" >"$here/apps.csv"
$nobody sleep 1000 & echo "$gpu, $!, 256" >>"$here/apps.csv"
$nobody sh -s
exit
)SH";

TEST(ProbeScriptRun, hidepid_hides_owners_and_is_reported_for_the_host) {
    if (std::system("unshare -m -p -f --mount-proc true 2>/dev/null") != 0) {
        GTEST_SKIP() << "no mount namespace can be made here (not root?)";
    }
    ScriptRun run;
    std::filesystem::permissions(run.folder(), std::filesystem::perms(0755));
    equip(run, gpu_csv(0, 1), "");
    test::write_program(run.folder() / "shell", behind_hidepid);
    run.run_by(run.folder() / "shell");
    run.start();
    const auto frame = run.next_frame_where(
        [](const ProbeFrame& one) { return one.processes.size() == 2 && one.processes[1].owner; });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->host.hidden, HiddenProcesses{"54321"});
    ASSERT_EQ(frame->processes.size(), 2U);
    EXPECT_FALSE(frame->processes[0].owner);
    EXPECT_EQ(frame->processes[1].owner.value().user, "nobody");
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

TEST(ProbeScriptRun, host_without_hidepid_hides_nothing) {
    if (::access("/proc/1/stat", R_OK) != 0) GTEST_SKIP() << "this machine itself hides processes";
    ScriptRun run;
    equip(run, gpu_csv(0, 1), app_csv(0, ::getpid()));
    run.start();
    const auto frame = run.next_frame();
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->host.hidden);
}

TEST(ProbeScriptRun, a_pmon_with_other_columns_or_none_at_all_gives_no_shares_and_no_fault) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), app_csv(0, 10291));
    test::write_text(
        run.folder() / "pmon.txt",
        "# gpu   pid   type   fb\n" + pmon_row(0, 10291, "79") + "Not supported on this device\n");
    run.start();
    for (int i = 0; i < 4; ++i) {
        const auto frame = run.next_frame();
        ASSERT_TRUE(frame);
        for (const auto& process : frame->processes) EXPECT_FALSE(process.sm_percent);
        EXPECT_TRUE(frame->faults.empty());
    }
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

TEST(ProbeScriptRun, only_the_first_frame_has_the_time) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    const auto first = run.next_frame();
    ASSERT_TRUE(first && first->host.clock);
    const auto off = std::chrono::system_clock::now() - *first->host.clock;
    EXPECT_LT(std::chrono::abs(off), 20s);
    const auto second = run.next_frame();
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->host.clock);
}

TEST(ProbeScriptRun, frames_come_once_a_second) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    ASSERT_TRUE(run.next_frame());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(run.next_frame());
    }
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(took, 2s);
}

TEST(ProbeScriptRun, an_idle_host_soon_knows_that_it_has_no_processes) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    const auto first = run.next_frame();
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->processes_known);  // no output yet does not mean "none"
    const auto later = run.next_frame_where([](const auto& one) { return one.processes_known; });
    ASSERT_TRUE(later);
    EXPECT_TRUE(later->processes.empty());
    EXPECT_TRUE(later->faults.empty());
}

TEST(ProbeScriptRun, a_gpu_that_vanishes_is_missing_from_the_frames) {
    ScriptRun run;
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2), "");
    run.start();
    ASSERT_TRUE(run.next_frame_where([](const auto& one) { return one.gpus.size() == 2; }));
    test::write_text(run.folder() / "gpus.csv", gpu_csv(0, 2));
    const auto frame = run.next_frame_where([](const auto& one) { return one.gpus.size() == 1; });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus[0].index, 0);
}

TEST(ProbeScriptRun, an_error_line_between_gpus_is_a_fault_beside_them) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1) + "Unable to determine the device handle for GPU 0000:83:00.0\n", "");
    run.start();
    const auto frame =
        run.next_frame_where([](const auto& one) { return mentions(one, "device handle"); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus.size(), 1U);
}

TEST(ProbeScriptRun, host_without_nvidia_smi_still_sends_frames) {
    ScriptRun run;
    run.start();
    const auto frame =
        run.next_frame_where([](const auto& one) { return mentions(one, "status 127"); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->driver.state, fleet::DriverState::missing);
    EXPECT_FALSE(frame->gpus_known);
    EXPECT_FALSE(frame->processes_known);
    EXPECT_TRUE(of_host(*frame, "load"));
    EXPECT_TRUE(run.next_frame());  // the script goes on
}

TEST(ProbeScriptRun, words_of_a_failing_nvidia_smi_are_in_the_frames) {
    ScriptRun run;
    test::write_program(run.folder() / "nvidia-smi",
                        "#!/bin/sh\necho 'Failed to initialize NVML: Driver/library version "
                        "mismatch'\nexit 18\n");
    run.start();
    const auto frame =
        run.next_frame_where([](const auto& one) { return mentions(one, "status 18"); });
    ASSERT_TRUE(frame);
    EXPECT_TRUE(mentions(*frame, "version mismatch"));
    EXPECT_EQ(frame->driver.state, fleet::DriverState::broken);
}

TEST(ProbeScriptRun, broken_driver_is_in_each_frame_until_it_recovers) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    ASSERT_TRUE(run.next_frame_where([](const auto& one) { return one.gpus_known; }));
    test::write_program(run.folder() / "next",
                        "#!/bin/sh\nprintf 'Failed to initialize NVML: "
                        "Driver/library version mismatch\\nNVML library "
                        "version: 535.54\\n\\n'\nexit 18\n");
    std::filesystem::rename(run.folder() / "next", run.folder() / "nvidia-smi");
    run.end_all_of("nvidia-smi");
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(run.next_frame_where([](const auto& one) { return one.driver.fails(); }));
    std::optional<ProbeFrame> last;
    for (int i = 0; i < 3; ++i) {
        last = run.next_frame();
        ASSERT_TRUE(last);
        EXPECT_EQ(last->driver.state, fleet::DriverState::broken);
        EXPECT_FALSE(last->gpus_known);
        EXPECT_FALSE(last->processes_known);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    const auto said =
        run.next_frame_where([](const auto& one) { return mentions(one, "version mismatch"); });
    ASSERT_TRUE(said);
    EXPECT_EQ(said->driver.words,
              "nvidia-smi ended with status 18: Failed to initialize NVML: Driver/library version "
              "mismatch NVML library version: 535.54");
    equip(run, gpu_csv(0, 1), "");
    EXPECT_TRUE(run.next_frame_where([](const auto& one) { return one.gpus_known; }));
}

// One GPU fell off the bus: without --id nvidia-smi ends for all of them.
constexpr const char* one_fell_off = R"SH(#!/bin/sh
words='Unable to determine the device handle for GPU1: 0000:C1:00.0: GPU is lost.'
case $1 in
-L) printf 'GPU 0: NVIDIA L40S (UUID: GPU-0a1b2c3d-0000-4aaa-8bbb-000000000000)\n%s\n' "$words"
    exit 15 ;;
--id=GPU-0a1b2c3d-0000-4aaa-8bbb-000000000000) shift ;;
*) echo "$words"; exit 15 ;;
esac
case $1 in --query-gpu=*) ;; *) sleep 100 ;; esac
while :; do cat "$(dirname "$0")/gpus.csv"; sleep 1; done
)SH";

TEST(ProbeScriptRun, a_gpu_without_a_handle_leaves_the_others_their_values) {
    ScriptRun run;
    equip(run, gpu_csv(0, 2), "");
    test::write_program(run.folder() / "nvidia-smi", one_fell_off);
    run.start();
    const auto frame = run.next_frame_where([](const auto& one) { return one.gpus_known; });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus.size(), 1U);
    EXPECT_FALSE(frame->driver.fails());
    EXPECT_TRUE(mentions(*frame, "device handle for GPU1"));
}

TEST(ProbeScriptRun, an_nvidia_smi_that_does_not_know_the_loop_is_not_supported) {
    ScriptRun run;
    test::write_program(run.folder() / "nvidia-smi",
                        "#!/bin/sh\necho 'ERROR: Option --loop-ms=1000 is not recognized. Please "
                        "run nvidia-smi -h.'\nexit 2\n");
    run.start();
    const auto frame = run.next_frame_where([](const auto& one) { return one.driver.fails(); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->driver.state, fleet::DriverState::unsupported);
}

TEST(ProbeScriptRun, unlisted_processes_are_hidden_and_not_none) {
    ScriptRun run;
    equip(run, gpu_csv(0, 2) + gpu_csv(1, 2),
          "GPU-0a1b2c3d-0000-4aaa-8bbb-000000000001, [Not Supported], [Not Supported]\n");
    run.start();
    const auto frame = run.next_frame_where(
        [](const auto& one) { return one.gpus.size() == 2 && one.gpus[1].hides_processes; });
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->gpus[0].hides_processes);
    EXPECT_TRUE(frame->faults.empty());
}

// The query has the same number of columns, whether the driver knows slices or not.
TEST(ProbeScriptRun, driver_without_slices_gives_as_many_columns) {
    ScriptRun run;
    test::write_program(run.folder() / "nvidia-smi", R"(#!/bin/sh
case $1 in *mig.mode*) echo 'Field "mig.mode.current" is not a valid field to query.'; exit 2 ;; esac
line='0, 1, GPU-1234, a, b, 1, 2'
for field in $(echo "${1#*,*,*,*,*,*,}" | tr , ' '); do line="$line, 3"; done
case $1 in --query-gpu=*) echo "$line" ;; esac; case $* in *loop-ms*) sleep 100 ;; esac
)");
    run.start();
    const auto frame = run.next_frame_where([](const auto& one) { return !one.gpus.empty(); });
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus[0].name, "a, b");
    EXPECT_EQ(frame->gpus[0].memory_total_mib, 2);
}

TEST(ProbeScriptRun, silent_nvidia_smi_is_a_fault_and_gives_no_processes) {
    ScriptRun run;
    test::write_program(run.folder() / "nvidia-smi", "#!/bin/sh\nsleep 1000\n");
    run.start();
    const auto frame = run.next_frame().value();
    EXPECT_TRUE(mentions(frame, "no values"));
    EXPECT_FALSE(frame.gpus_known);
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(run.next_frame().value().processes_known);
}

TEST(ProbeScriptRun, end_of_input_ends_every_process_of_the_script) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    ASSERT_TRUE(run.next_frame());
    run.close_input();
    EXPECT_TRUE(run.all_ended());
}

TEST(ProbeScriptRun, closed_reader_ends_every_process_of_the_script) {
    ScriptRun run;
    equip(run, gpu_csv(0, 1), "");
    run.start();
    ASSERT_TRUE(run.next_frame());
    run.close_output();
    EXPECT_TRUE(run.all_ended());
}

TEST(ProbeScriptRun, script_asks_for_a_successor_and_then_ends) {
    ScriptRun run(4s);
    equip(run, gpu_csv(0, 1), "");
    run.start();
    EXPECT_TRUE(run.next_frame_where([](const auto& one) { return one.ends_soon; }));
    EXPECT_TRUE(run.all_ended());
}

}  // namespace
}  // namespace dibs::probe
