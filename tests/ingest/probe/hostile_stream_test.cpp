// The parser of probe streams against torn, oversized and harmful input.
#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/probe/script/script.hpp"
#include "tests/ingest/probe/stream_files.hpp"
#include "tests/support/samples.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::frames_of;
using test::one_frame;
using test::stream_file;

TEST(HostileStream, noise_without_a_line_end_does_not_swallow_the_sentinel) {
    EXPECT_NE(probe_script().find(R"(printf '\n%s\n' "$sentinel")"), std::string::npos);
    const auto frames =
        frames_of("loading modules ... done\n" + std::string(script_sentinel) + "\nB 1\nE 1\n");
    EXPECT_EQ(frames.size(), 1U);
}

TEST(HostileStream, frame_before_the_sentinel_is_skipped) {
    ParserStats stats;
    const auto frames = frames_of("B 1\nE 1\n#dibs-probe\n" + one_frame(""), &stats);
    EXPECT_EQ(frames.size(), 1U);
    EXPECT_EQ(stats.noise_lines, 3U);
}

TEST(HostileStream, a_torn_frame_is_dropped_and_the_next_one_counts) {
    ParserStats stats;
    const auto frames =
        frames_of("#dibs-probe 1\nB 1\nL 1 1 1 1 1\nB 2\nE 2\nB 3\nE 4\nE 3\n", &stats);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].sequence, 2);
    EXPECT_EQ(stats.dropped_frames, 2U);
    EXPECT_EQ(stats.bad_lines, 1U);
}

TEST(HostileStream, an_overlong_line_is_left_out_and_the_frame_kept) {
    ParserStats stats;
    const auto frames = frames_of(one_frame("X " + std::string(5000, 'x') + "\nK\n"), &stats);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_TRUE(frames[0].faults.empty());
    EXPECT_TRUE(frames[0].processes_known);
    EXPECT_EQ(stats.bad_lines, 1U);
}

TEST(HostileStream, a_frame_of_more_than_a_mebibyte_is_dropped) {
    std::string lines;
    while (lines.size() <= max_frame_bytes) {
        lines += "X " + std::string(1000, 'x') + "\n";
    }
    ParserStats stats;
    const auto frames = frames_of(one_frame(lines) + "B 2\nE 2\n", &stats);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].sequence, 2);
    EXPECT_EQ(stats.dropped_frames, 1U);
}

TEST(HostileStream, counts_are_bounded) {
    std::string lines;
    for (int i = 0; i < 100; ++i) {
        lines += "G " + std::to_string(i) + ", 100, GPU-" + std::to_string(i) + "0000, X\n";
    }
    for (int i = 1; i <= 5000; ++i) {
        lines += "P GPU-10000, " + std::to_string(i) + ", 1\n";
    }
    for (int i = 0; i < 50; ++i) {
        lines += "X fault\n";
    }
    const auto frames = frames_of(one_frame(lines));
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].gpus.size(), max_gpus);
    EXPECT_EQ(frames[0].processes.size(), max_processes);
    EXPECT_EQ(frames[0].faults.size(), max_faults);
}

TEST(HostileStream, hostile_text_is_cleaned) {
    const auto frames =
        frames_of(one_frame("G 0, 1, GPU-00001, \x1b]0;owned\x07, 1.0\n"
                            "P GPU-00001, 7, 1\n"
                            "U 7 ev\x1bil Sat Nov 21 09:00:00 2026 rm\x1b[2J \xff\n"));
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].gpus.at(0).name, "?]0;owned?");
    EXPECT_EQ(frames[0].processes.at(0).owner.value().user, "ev?il");
    EXPECT_EQ(frames[0].processes.at(0).owner.value().command, "rm?[2J ?");
}

TEST(HostileStream, a_pid_of_zero_or_below_is_no_process) {
    const auto frames = frames_of(one_frame("P GPU-00001, 0, 1\nP GPU-00001, -5, 1\n"));
    EXPECT_TRUE(frames.at(0).processes.empty());
}

// Changes a stream at random and feeds it whole and in random pieces. It never crashes, and the
// pieces never change the result.
TEST(HostileStream, ten_thousand_mutated_streams_are_harmless_in_any_pieces) {
    std::mt19937 random(20261121);
    const auto below = [&random](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    const std::string originals[] = {stream_file("busy_host.txt"), stream_file("no_driver.txt"),
                                     stream_file("sliced_host.txt")};
    constexpr std::string_view nasty = "\n\n\n ,-[]GPBEXUHLKR#019\x1b\xff";
    std::size_t frames_seen = 0;
    for (int round = 0; round < 10'000; ++round) {
        auto stream = originals[below(3)];
        for (auto changes = below(12); changes > 0; --changes) {
            const auto at = below(stream.size());
            switch (below(4)) {
                case 0:
                    stream[at] = static_cast<char>(below(256));
                    break;
                case 1:
                    stream[at] = nasty[below(nasty.size())];
                    break;
                case 2:
                    stream.erase(at, below(40) + 1);
                    break;
                default:
                    stream.insert(at, stream.substr(below(stream.size()), below(80)));
            }
        }
        ParserStats whole_stats;
        const auto whole = frames_of(stream, &whole_stats);
        FrameParser parser;
        std::vector<ProbeFrame> pieces;
        for (std::string_view rest = stream; !rest.empty();) {
            const auto taken = std::min(rest.size(), below(60) + 1);
            parser.feed(rest.substr(0, taken), pieces);
            rest.remove_prefix(taken);
        }
        ASSERT_EQ(pieces, whole) << "round " << round;
        ASSERT_EQ(parser.stats(), whole_stats) << "round " << round;
        frames_seen += whole.size();
    }
    EXPECT_GT(frames_seen, 5000U);  // not all frames were broken
}

}  // namespace
}  // namespace dibs::probe
