// The kernel's log about GPUs, in frames. The last XID error of each GPU is a metric, absent if the
// log is unreadable. Hostile lines are left out. XidWatch keeps errors over frames and streams.
#include "ingest/probe/parser/xids.hpp"

#include "ingest/probe/health_watch.hpp"
#include "tests/ingest/probe/stream_files.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using namespace std::chrono_literals;
using health::Reading;
using health::Symptom;

constexpr auto xid_column = column_of(Subject::gpu, "last_xid");
const std::string card_a = "GPU-0a1b2c3d-0000-4aaa-8bbb-000000000001";
const std::string card_b = "GPU-0a1b2c3d-0000-4aaa-8bbb-000000000002";

std::string card_lines(int index, const std::string& uuid, const std::string& bus_id) {
    return "G " + std::to_string(index) + ", 2, " + uuid +
           ", NVIDIA L40S, 550.54.15, 46068, 1024, 37, 41, 145.32, 2520, 9001, 12, 350.00, 0, 30, "
           "0, 0, [N/A], 0x0000000000000000, [N/A]\nV " +
           uuid + ", 7, 0, 0, No, No, [N/A], [N/A], [N/A], None, 4, 4, 16, 16, 639, " + bus_id +
           "\n";
}
const std::string cards =
    card_lines(0, card_a, "00000000:81:00.0") + card_lines(1, card_b, "00000000:C1:00.0");

ProbeFrame kernel_log_frame(const std::string& lines, ParserStats* stats = nullptr,
                            const std::string& boot = "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901") {
    const auto frames = test::frames_of(
        "#dibs-probe 1\nB 1\nH gpu07 " + boot + "\nW 2000.00 0 0 - - - -\n" + lines + "E 1\n",
        stats);
    return frames.empty() ? ProbeFrame{} : frames[0];
}
std::optional<std::int32_t> last_of(const ProbeFrame& frame, std::size_t at) {
    return frame.gpus.at(at).values[xid_column];
}

TEST(Xids, an_address_on_the_bus_has_two_forms) {
    EXPECT_EQ(pci_address("00000000:81:00.0"), "0000:81:00");
    EXPECT_EQ(pci_address("0000:81:00"), "0000:81:00");
    EXPECT_EQ(pci_address("00010000:C1:1f.0"), "10000:c1:1f");
    for (const auto* text : {"", "81:00", "0000:81", "0000:81:", ":81:00", "0000:81:00.", "[N/A]",
                             "0000:81:00.00", "0000:181:00", "000000000:81:00", "0000:8g:00",
                             "0000:81:00 ", "-000:81:00", "0x00:81:00", "GPU-0a1b2c3d"}) {
        EXPECT_EQ(pci_address(text), std::nullopt) << text;
    }
}

TEST(Xids, last_error_of_each_gpu_is_its_value) {
    ParserStats stats;
    const auto frame = kernel_log_frame(cards +
                                            "J whole\nZ 0000:81:00 13 1004.100000\n"
                                            "Z 0000:81:00 79 1002.000001\nZ 0000:c1:00 48 3.5\n",
                                        &stats);
    EXPECT_EQ(stats.bad_lines, 0U);
    EXPECT_EQ(last_of(frame, 0), 13);
    EXPECT_EQ(last_of(frame, 1), 48);
    ASSERT_TRUE(frame.kernel_log);
    EXPECT_EQ(frame.kernel_log->xids.at(1), (XidReading{"0000:81:00", 79, 1'002'000}));
}

TEST(Xids, zero_needs_a_log_read_from_its_beginning) {
    EXPECT_EQ(last_of(kernel_log_frame(cards + "J whole\nZ 0000:81:00 79 5.0\n"), 1), 0);
    const auto part = kernel_log_frame(cards + "J part\nZ 0000:81:00 79 5.0\n");
    EXPECT_EQ(last_of(part, 0), 79);
    EXPECT_EQ(last_of(part, 1), std::nullopt);
    const auto unread = kernel_log_frame(cards);
    EXPECT_EQ(last_of(unread, 0), std::nullopt);
    EXPECT_FALSE(unread.kernel_log);
    const auto nowhere = kernel_log_frame(card_lines(0, card_a, "[N/A]") + "J whole\n");
    EXPECT_EQ(last_of(nowhere, 0), std::nullopt) << "nobody knows which lines are about it";
}

TEST(Xids, hostile_lines_are_left_out_and_counted) {
    std::uint64_t bad = 0;
    for (const auto* line :
         {"Z 0000:81:00 79", "Z 0000:81:00 79 -1", "Z 0000:81:00 0 5.0", "Z 0000:81:00 10000 5.0",
          "Z 0000:81:00 7x 5.0", "Z 0000:81:00 79 5.0 more", "Z $(reboot) 79 5.0", "Z", "J",
          "J yes", "J whole", "Z 0000:81:00 79 999999999999"}) {
        ParserStats stats;
        const auto frame = kernel_log_frame(cards + "J whole\n" + line + "\n", &stats);
        EXPECT_EQ(stats.bad_lines, 1U) << line;
        EXPECT_EQ(last_of(frame, 0), 0) << line;
        bad += stats.bad_lines;
    }
    EXPECT_EQ(bad, 12U);
    ParserStats stats;
    const auto unread = kernel_log_frame(cards + "Z 0000:81:00 79 5.0\n", &stats);
    EXPECT_EQ(stats.bad_lines, 1U) << "without a word on how far the log was read";
    EXPECT_FALSE(unread.kernel_log);

    std::string flood = cards + "J whole\n";
    for (int i = 1; i <= 500; ++i) flood += "Z 0000:81:00 " + std::to_string(i) + " 5.0\n";
    EXPECT_EQ(kernel_log_frame(flood, &stats).kernel_log->xids.size(), 128U);
    EXPECT_EQ(stats.bad_lines, 372U);
}

TEST(Xids, kernel_log_of_a_frame_does_not_carry_over) {
    const auto frames =
        test::frames_of("#dibs-probe 1\nB 1\nH a b\n" + cards +
                        "J whole\nZ 0000:81:00 79 5.0\nE 1\nB 2\nH a b\n" + cards + "E 2\n");
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(last_of(frames[0], 0), 79);
    EXPECT_EQ(last_of(frames[1], 0), std::nullopt);
}

class XidsOfAHost : public testing::Test {
  protected:
    // Returns the XID readings of this GPU after such a frame.
    std::vector<Reading> seen(const std::string& uuid, const std::string& lines,
                              const std::string& boot = "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901") {
        watch.observe(kernel_log_frame(lines, nullptr, boot), now);
        std::vector<Reading> xids;
        for (const auto& one : watch.settled()) {
            if (one.uuid != uuid) continue;
            for (const auto& reading : one.readings) {
                if (reading.what == Symptom::xid_errors) xids.push_back(reading);
            }
        }
        return xids;
    }

    HealthWatch watch;
    Instant now{1'000'000s};
    const Reading whole{Symptom::xid_errors, 0, {}};
    // The host is up for 2000 seconds, so its kernel's second 1500 was 500 seconds ago.
    const Reading off_the_bus{Symptom::xid_errors, 79, Instant{1'000'000s - 500s}};
    const std::string log = "J whole\nZ 0000:81:00 79 1500.0\n";
};

TEST_F(XidsOfAHost, errors_are_reported_for_their_gpu_with_our_time) {
    EXPECT_EQ(seen(card_a, cards + log), (std::vector{whole, off_the_bus}));
    EXPECT_EQ(seen(card_b, cards + log), std::vector{whole});
    now += 3s;
    EXPECT_EQ(seen(card_a, cards + log), (std::vector{whole, off_the_bus})) << "it is the same one";
    now += 3s;
    const auto again = seen(card_a, cards + "J whole\nZ 0000:81:00 79 1900.0\n");
    EXPECT_EQ(again, (std::vector{whole, Reading{Symptom::xid_errors, 79, now - 100s}}));
}

TEST_F(XidsOfAHost, unreadable_log_gives_no_readings) {
    EXPECT_EQ(seen(card_a, cards), std::vector<Reading>{});
    EXPECT_EQ(seen(card_a, cards + log).size(), 2U);
    EXPECT_EQ(seen(card_a, cards), std::vector<Reading>{});
}

TEST_F(XidsOfAHost, error_lost_from_a_full_log_stays_until_the_next_boot) {
    EXPECT_EQ(seen(card_a, cards + log), (std::vector{whole, off_the_bus}));
    EXPECT_EQ(seen(card_a, cards + "J part\n"), std::vector{off_the_bus});
    EXPECT_EQ(seen(card_a, cards + "J whole\n", "99999999-7d44-4c0e-9d5b-0a6a1f2be901"),
              std::vector{whole});
}

TEST_F(XidsOfAHost, errors_of_a_lost_gpu_are_still_reported) {
    EXPECT_EQ(seen(card_a, cards), std::vector<Reading>{});
    const auto without = card_lines(1, card_b, "00000000:C1:00.0");
    EXPECT_EQ(seen(card_a, without + log), (std::vector{whole, off_the_bus}));
}

TEST_F(XidsOfAHost, newest_error_numbers_are_kept_beyond_the_limit) {
    std::string flood = cards + "J whole\n";
    for (int i = 1; i <= 100; ++i) {
        flood += "Z 0000:81:00 " + std::to_string(200 + i) + " " + std::to_string(i) + ".0\n";
    }
    const auto xids = seen(card_a, flood);
    ASSERT_EQ(xids.size(), 17U);
    EXPECT_EQ(xids[1].value, 285);
    EXPECT_EQ(xids[16].value, 300);
}

}  // namespace
}  // namespace dibs::probe
