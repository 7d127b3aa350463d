// The remote script's slices (MIG) and their processes: real shells and awk, and a stand-in
// nvidia-smi with the output of real drivers.
#include "tests/ingest/probe/script_run.hpp"
#include "tests/ingest/probe/stream_files.hpp"
#include "tests/support/samples.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::ScriptRun;
using test::write_text;
using namespace std::chrono_literals;

const std::string cut_card_uuid = "GPU-513536b6-7d19-9063-b049-1e69664bb298";  // of cut_card.xml
const std::string new_slice = "MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3";

std::string gpu_csv(const std::string& mode) {
    return "0, 1, " + cut_card_uuid +
           ", NVIDIA A100-SXM4-80GB, 590.48.01, 81920, 512, [N/A], 40, 120.5, 1275, 3201, 14, "
           "700.00, 0, [N/A], 0, 0, [N/A], 0x0000000000000000, " +
           mode + "\n";
}
// The output of -L, of a new driver and of an old one.
std::string new_list() {
    std::string list = "GPU 0: NVIDIA A100-SXM4-80GB (UUID: " + cut_card_uuid + ")\n";
    for (int i = 0; i < 4; ++i) {
        const auto index = std::to_string(i);
        list += "  MIG 1g.20gb     Device  " + index + ": (UUID: " + new_slice + index + ")\n";
    }
    return list;
}
std::string old_list() {
    return "GPU 0: A100-SXM4-80GB (UUID: " + cut_card_uuid +
           ")\n  MIG 1g.20gb Device 0: (UUID: MIG-" + cut_card_uuid +
           "/3/0)\n  MIG 1c.3g.20gb Device 1: (UUID: MIG-" + cut_card_uuid + "/4/0)\n";
}

void equip(const ScriptRun& run, const std::string& mode, const std::string& list,
           const std::string& apps) {
    write_text(run.folder() / "gpus.csv", gpu_csv(mode));
    write_text(run.folder() / "apps.csv", apps);
    write_text(run.folder() / "list.txt", list);
    write_text(run.folder() / "details.xml", test::stream_file("cut_card.xml"));
    test::write_program(run.folder() / "nvidia-smi", test::stand_in_nvidia_smi);
}
std::string app(const std::string& uuid, int pid) {
    return uuid + ", " + std::to_string(pid) + ", 300\n";
}

std::optional<ProcessReading> process_of(const ProbeFrame& frame, std::int64_t pid) {
    const auto found = std::find_if(frame.processes.begin(), frame.processes.end(),
                                    [&](const auto& one) { return one.pid == pid; });
    return found == frame.processes.end() ? std::nullopt : std::optional{*found};
}
// Waits for a frame with slices and processes.
std::optional<ProbeFrame> settled(ScriptRun& run) {
    return run.next_frame_where([](const ProbeFrame& one) {
        return !one.slices.empty() && one.processes_known && !one.processes.empty();
    });
}

class SliceScript : public testing::TestWithParam<const char*> {};

TEST_P(SliceScript, driver_that_names_only_the_gpu_gives_processes_on_slices) {
    if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
    ScriptRun run(600s, GetParam());
    equip(run, "Enabled", new_list(),
          app(cut_card_uuid, 10291) + app(cut_card_uuid, 10309) + app(cut_card_uuid, 10400) +
              app(cut_card_uuid, 10500));
    run.start();
    const auto frame = settled(run);
    ASSERT_TRUE(frame);
    EXPECT_TRUE(frame->gpus.at(0).slices_known);
    ASSERT_EQ(frame->slices.size(), 4U);
    // The values of the A100 capture (tests/ingest/probe/data/cut_card.xml).
    const auto own = test::readings(
        Subject::gpu, {{"memory_used_mib", 12}, {"memory_reserved_mib", 0}, {"ecc_errors", 0}});
    EXPECT_EQ(frame->slices[3],
              (SliceReading{new_slice + "3", cut_card_uuid, 3, "1g.20gb", 19968, own}));
    EXPECT_EQ(process_of(*frame, 10291)->gpu_uuid, new_slice + "1") << "instance 4/0";
    EXPECT_EQ(process_of(*frame, 10309)->gpu_uuid, new_slice + "3") << "instance 6/0";
    EXPECT_TRUE(process_of(*frame, 10400)->slice_unknown) << "no instance";
    EXPECT_TRUE(process_of(*frame, 10500)->slice_unknown) << "an instance that -L does not list";
    EXPECT_EQ(process_of(*frame, 10500)->gpu_uuid, cut_card_uuid);
    EXPECT_EQ(run.stats().bad_lines, 0U);
    EXPECT_EQ(run.stats().dropped_frames, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shells, SliceScript, testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

TEST(SliceScriptRun, both_forms_of_slice_names_are_read) {
    for (const auto& [list, uuid] : {std::pair{new_list(), new_slice + "1"},
                                     std::pair{old_list(), "MIG-" + cut_card_uuid + "/4/0"}}) {
        ScriptRun run;
        equip(run, "Enabled", list, app(uuid, 77) + app("MIG-" + cut_card_uuid + "/9/0", 78));
        run.start();
        const auto frame = settled(run);
        ASSERT_TRUE(frame);
        EXPECT_EQ(process_of(*frame, 77)->gpu_uuid, uuid);
        EXPECT_FALSE(process_of(*frame, 77)->slice_unknown);
        EXPECT_EQ(process_of(*frame, 78)->gpu_uuid, cut_card_uuid);
        EXPECT_TRUE(process_of(*frame, 78)->slice_unknown);
    }
}

TEST(SliceScriptRun, gpu_without_slices_is_not_queried) {
    ScriptRun run;
    equip(run, "Disabled", new_list(), app(cut_card_uuid, 7));
    run.start();
    for (int i = 0; i < 4; ++i) {
        const auto frame = run.next_frame();
        ASSERT_TRUE(frame);
        EXPECT_TRUE(frame->slices.empty());
        EXPECT_TRUE(frame->gpus.empty() || frame->gpus[0].slices_known);
    }
    EXPECT_FALSE(std::filesystem::exists(run.folder() / "asked"));
}

TEST(SliceScriptRun, later_slices_are_found_and_end_with_mig_mode) {
    ScriptRun run;
    equip(run, "Disabled", new_list(), "");
    run.start();
    ASSERT_TRUE(run.next_frame_where([](const auto& one) { return !one.gpus.empty(); }));
    write_text(run.folder() / "gpus.csv", gpu_csv("Enabled"));
    EXPECT_TRUE(run.next_frame_where([](const auto& one) { return one.slices.size() == 4; }));
    write_text(run.folder() / "gpus.csv", gpu_csv("Disabled"));
    EXPECT_TRUE(run.next_frame_where([](const auto& one) { return one.slices.empty(); }));
}

TEST(SliceScriptRun, later_process_is_placed_within_seconds) {
    ScriptRun run;
    equip(run, "Enabled", new_list(), app(cut_card_uuid, 10291));
    run.start();
    ASSERT_TRUE(settled(run));
    auto details = test::stream_file("cut_card.xml");
    details.replace(details.find("<pid>10309"), 10, "<pid>20000");
    write_text(run.folder() / "details.xml", details);
    write_text(run.folder() / "apps.csv", app(cut_card_uuid, 10291) + app(cut_card_uuid, 20000));
    const auto frame = run.next_frame_where([](const ProbeFrame& one) {
        const auto process = process_of(one, 20000);
        return process && !process->slice_unknown;
    });
    ASSERT_TRUE(frame);
    EXPECT_EQ(process_of(*frame, 20000)->gpu_uuid, new_slice + "3");
    EXPECT_EQ(process_of(*frame, 10291)->gpu_uuid, new_slice + "1");
}

TEST(SliceScriptRun, incomplete_answer_leaves_the_slice_of_a_process_unknown) {
    ScriptRun run;
    equip(run, "Enabled", new_list(), app(cut_card_uuid, 10291));
    const auto details = test::stream_file("cut_card.xml");
    write_text(run.folder() / "details.xml", details.substr(0, details.find("<pid>10309")));
    run.start();
    const auto half = settled(run);
    ASSERT_TRUE(half);
    EXPECT_EQ(half->slices.size(), 4U);
    EXPECT_TRUE(process_of(*half, 10291)->slice_unknown);

    ScriptRun silent;
    equip(silent, "Enabled", "", app(cut_card_uuid, 10291));
    silent.start();
    const auto frame = silent.next_frame_where(
        [](const auto& one) { return one.processes_known && !one.processes.empty(); });
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->gpus.at(0).slices_known);
    EXPECT_TRUE(process_of(*frame, 10291)->slice_unknown);
}

TEST(SliceScriptRun, hanging_query_delays_no_frame_and_is_not_repeated) {
    ScriptRun run;
    equip(run, "Enabled", new_list(), app(cut_card_uuid, 10291));
    test::write_program(run.folder() / "cat",
                        "#!/bin/sh\n"
                        "case $1 in */list.txt) echo asked >>\"$1.asked\"; "
                        "sleep 1000 ;; esac\nexec /bin/cat \"$@\"\n");
    run.start();
    const auto frame = run.next_frame_where([](const auto& one) {
        return one.processes_known &&
               std::any_of(one.faults.begin(), one.faults.end(),
                           [](auto& f) { return f.text == "nvidia-smi does not tell of slices"; });
    });
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->gpus.at(0).slices_known);
    EXPECT_TRUE(process_of(*frame, 10291)->slice_unknown);
    ASSERT_TRUE(run.next_frame());
    std::ifstream asked(run.folder() / "list.txt.asked");
    EXPECT_EQ(std::count(std::istreambuf_iterator<char>(asked), {}, '\n'), 1);
    run.close_input();
    EXPECT_TRUE(run.all_ended());
}

}  // namespace
}  // namespace dibs::probe
