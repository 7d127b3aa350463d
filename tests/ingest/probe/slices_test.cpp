// Slices (MIG) in frames: the list of slices, and the slice of each process, for all ways in which
// drivers name them.
#include "ingest/probe/parser/slices.hpp"

#include "tests/ingest/probe/stream_files.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::frames_of;
using test::stream_file;

const std::string sliced_card = "GPU-77777777-0aaa-4bbb-8ccc-000000000001";
const std::string second_card = "GPU-77777777-0aaa-4bbb-8ccc-000000000002";
const std::string slice = "MIG-8a2f1c00-2222-5333-9444-000000000011";
const std::string old_slice = "MIG-" + sliced_card + "/7/0";

std::string gpu_line(int index, const std::string& uuid, const std::string& mode) {
    return "G " + std::to_string(index) + ", 2, " + uuid +
           ", A100, 535.1, 81920, 512, [N/A], 40, 120.5, 1275, 3201, 14, 700.00, 0, [N/A], "
           "0, 0, [N/A], 0x0000000000000000, " +
           mode + "\n";
}
const std::string cut_card = gpu_line(0, sliced_card, "Enabled");
const std::string slice_lines = "Y " + sliced_card + "\nM " + sliced_card + " 0 " + slice +
                                " 1g.10gb 9856\nM " + sliced_card + " 1 " + old_slice +
                                " 1g.10gb -\n";

ProbeFrame sliced_frame(const std::string& lines, ParserStats* stats = nullptr) {
    return frames_of("#dibs-probe 1\nB 1\n" + lines + "K\nE 1\n", stats).at(0);
}

// Lists the place of each process: "555 on MIG-…", with '?' behind a GPU if the slice is unknown.
std::vector<std::string> places(const ProbeFrame& frame) {
    std::vector<std::string> all;
    for (const auto& one : frame.processes) {
        all.push_back(std::to_string(one.pid) + " on " + one.gpu_uuid +
                      (one.slice_unknown ? "?" : ""));
    }
    return all;
}
using Places = std::vector<std::string>;

TEST(Slices, stream_with_slices_gives_slices_and_their_processes) {
    ParserStats stats;
    const auto frame = frames_of(stream_file("sliced_host.txt"), &stats).at(0);
    EXPECT_EQ(stats.bad_lines, 0U);
    EXPECT_EQ(frame.gpus.at(0).mig_enabled, true);
    EXPECT_TRUE(frame.gpus.at(0).slices_known);
    ASSERT_EQ(frame.slices.size(), 3U);
    EXPECT_EQ(frame.slices[0], (SliceReading{slice, sliced_card, 0, "1g.10gb", 9856}));
    EXPECT_EQ(frame.slices[1],
              (SliceReading{"MIG-" + sliced_card + "/1/0", sliced_card, 1, "3g.40gb+me", {}}));
    EXPECT_EQ(frame.slices[2].profile, "1c.3g.40gb");
    EXPECT_TRUE(frame.processes_known);
    EXPECT_EQ(places(frame), (Places{"555 on " + slice, "556 on MIG-" + sliced_card + "/1/0",
                                     "557 on " + sliced_card + "?",
                                     "558 on MIG-8a2f1c00-2222-5333-9444-000000000012"}));
    EXPECT_EQ(frame.processes[0].owner.value().started, parse_instant("2028-02-29T23:59:59Z"));
    EXPECT_EQ(frame.processes[3].card_uuid, sliced_card);
    EXPECT_EQ(frame.processes[3].values,
              test::readings(Subject::process, {{"memory_used_mib", 20}}));
}

// Without its mode a GPU with slices was taken for a whole one, and its process for a violation of
// each slice's booking.
TEST(Slices, process_on_a_gpu_with_unknown_mode_is_on_an_unknown_slice) {
    const auto no_mode = gpu_line(0, sliced_card, "[N/A]");
    const auto process = "P " + sliced_card + ", 7, 10\n";
    EXPECT_EQ(places(sliced_frame(no_mode + slice_lines + process)),
              Places{"7 on " + sliced_card + "?"});
    const auto old_name = "P MIG-" + sliced_card + "/9/0, 7, 10\n";
    EXPECT_EQ(places(sliced_frame(no_mode + slice_lines + old_name)),
              Places{"7 on " + sliced_card + "?"});
    EXPECT_EQ(places(sliced_frame(no_mode + old_name)), Places{"7 on " + sliced_card + "?"});
    EXPECT_EQ(places(sliced_frame(no_mode + process)), Places{"7 on " + sliced_card});
}

TEST(Slices, slices_have_the_values_that_the_driver_gives) {
    ParserStats stats;
    const auto frame = sliced_frame(cut_card + slice_lines + "I " + slice + " 512 0 -\nI " +
                                        old_slice + " - - -\nI MIG-unknown 5 5 5\n",
                                    &stats);
    ASSERT_EQ(frame.slices.size(), 2U);
    EXPECT_EQ(frame.slices[0].values,
              test::readings(Subject::gpu, {{"memory_used_mib", 512}, {"memory_reserved_mib", 0}}));
    EXPECT_TRUE(frame.slices[1].values.empty()) << "not given is absent, not 0";
    EXPECT_EQ(stats.bad_lines, 0U);
}

TEST(Slices, invalid_slice_values_are_bad_lines_or_absent) {
    ParserStats stats;
    const auto frame = sliced_frame(
        cut_card + slice_lines + "I " + slice + " -3 99999999999 x\nI " + sliced_card + " 1 1 1\n",
        &stats);
    EXPECT_TRUE(frame.slices[0].values.empty());
    EXPECT_EQ(stats.bad_lines, 1U) << "a card is no slice";
}

TEST(Slices, processes_are_unknown_until_the_slices_are_listed) {
    const auto process = "P " + sliced_card + ", 7, 10\n";
    const auto early = sliced_frame(cut_card + process);
    EXPECT_FALSE(early.gpus.at(0).slices_known);
    EXPECT_FALSE(early.processes_known);
    const auto silent = sliced_frame(cut_card + "Y -\n" + process);
    EXPECT_FALSE(silent.gpus.at(0).slices_known);
    EXPECT_TRUE(silent.processes_known);
    EXPECT_EQ(places(silent), Places{"7 on " + sliced_card + "?"});
    const auto whole = sliced_frame(gpu_line(0, sliced_card, "Disabled") + process);
    EXPECT_TRUE(whole.gpus.at(0).slices_known);
    EXPECT_TRUE(whole.processes_known);
    EXPECT_EQ(places(whole), Places{"7 on " + sliced_card});
}

TEST(Slices, process_on_an_unlisted_slice_is_on_a_gpu_in_mig_mode) {
    EXPECT_EQ(
        places(sliced_frame(cut_card + slice_lines + "P MIG-" + sliced_card + "/9/0, 7, 10\n")),
        Places{"7 on " + sliced_card + "?"});
    const auto strange = "P MIG-8a2f1c00-2222-5333-9444-000000000099, 7, 10\n";
    EXPECT_EQ(places(sliced_frame(cut_card + gpu_line(1, second_card, "Disabled") + slice_lines +
                                  strange)),
              Places{"7 on " + sliced_card + "?"});
    const auto both =
        sliced_frame(cut_card + gpu_line(1, second_card, "Enabled") + slice_lines + strange);
    EXPECT_EQ(places(both), (Places{"7 on " + sliced_card + "?", "7 on " + second_card + "?"}));
    EXPECT_EQ(both.processes[0].values, Readings{}) << "what both have is of neither";
}

TEST(Slices, process_on_several_slices_is_listed_once_on_each) {
    const auto on_both =
        "Q " + sliced_card + " 7 " + slice + "\nQ " + sliced_card + " 7 " + old_slice + "\n";
    EXPECT_EQ(places(sliced_frame(cut_card + slice_lines + on_both + "P " + sliced_card +
                                  ", 7, 10\nP " + slice + ", 7, 10\n")),
              (Places{"7 on " + slice, "7 on " + old_slice}));
    const auto gone = "Q " + sliced_card + " 7 MIG-8a2f1c00-2222-5333-9444-000000000099\n";
    EXPECT_EQ(
        places(sliced_frame(cut_card + slice_lines + gone + "P " + sliced_card + ", 7, 10\n")),
        Places{"7 on " + sliced_card + "?"});
}

TEST(Slices, slices_of_a_missing_or_undivided_gpu_are_dropped) {
    EXPECT_TRUE(sliced_frame(gpu_line(1, second_card, "Enabled") + slice_lines).slices.empty());
    EXPECT_TRUE(sliced_frame(gpu_line(0, sliced_card, "Disabled") + slice_lines).slices.empty());
    EXPECT_EQ(sliced_frame(gpu_line(0, sliced_card, "[Unknown Error]") + slice_lines).slices.size(),
              2U);
    EXPECT_EQ(sliced_frame(slice_lines + slice_lines + cut_card).slices.size(), 2U)
        << "in any order, each once";
}

TEST(Slices, invalid_slice_line_is_counted_as_bad_and_ignored) {
    for (const auto& line : std::vector<std::string>{
             "M", "M " + sliced_card, "M " + sliced_card + " 0 " + slice,
             "M x 0 " + slice + " 1g.10gb 1", "M " + sliced_card + " -1 " + slice + " 1g.10gb 1",
             "M " + sliced_card + " 0 " + sliced_card + " 1g.10gb 1",
             "M " + sliced_card + " 0 " + slice + " <b> 1",
             "M " + sliced_card + " 0 MIG-\xff 1g.10gb 1", "Y", "Y x", "Q",
             "Q " + sliced_card + " 0 " + slice, "Q " + sliced_card + " 7 " + sliced_card,
             "Q x 7 " + slice, "Q " + sliced_card + " 7 " + slice + " 8"}) {
        ParserStats stats;
        const auto frame = sliced_frame(cut_card + line + "\n", &stats);
        EXPECT_EQ(stats.bad_lines, 1U) << line;
        EXPECT_TRUE(frame.slices.empty()) << line;
    }
    EXPECT_FALSE(sliced_frame(cut_card + "M " + sliced_card + " 0 " + slice + " 1g.10gb 0\n")
                     .slices.at(0)
                     .memory_total_mib);
}

TEST(Slices, endless_slice_lines_use_bounded_memory) {
    std::string lines = cut_card + "Y " + sliced_card + "\n";
    for (int i = 0; i < 3000; ++i) {
        const auto uuid = "MIG-" + std::to_string(i);
        lines +=
            "M " + sliced_card + " 0 " + uuid + " 1g.5gb 1\nQ " + sliced_card + " 7 " + uuid + "\n";
    }
    lines += "P " + sliced_card + ", 7, 10\n";
    const auto frame = sliced_frame(lines);
    EXPECT_EQ(frame.slices.size(), max_slices);
    EXPECT_LE(frame.processes.size(), max_processes);
}

}  // namespace
}  // namespace dibs::probe
