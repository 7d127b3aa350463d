// The scanners of ingest/probe/parser/text_values.hpp.
#include "ingest/probe/parser/text_values.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

TEST(ProbeText, placeholder_in_place_of_a_number_is_absent) {
    for (const auto* text : {"[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "ERR!", "", " ",
                             "[Requested functionality has been deprecated]", "12 MiB", "1e3",
                             "0x1f", "--1", "99999999999999999999"}) {
        EXPECT_FALSE(whole_number(text, 0, 1'000'000)) << text;
        EXPECT_FALSE(thousandths(text)) << text;
    }
}

TEST(ProbeText, zero_is_a_number) {
    EXPECT_EQ(whole_number("0", 0, 100), 0);
    EXPECT_EQ(thousandths("0.00"), 0);
}

TEST(ProbeText, a_number_beyond_its_range_is_absent) {
    EXPECT_EQ(whole_number("100", 0, 100), 100);
    EXPECT_FALSE(whole_number("101", 0, 100));
    EXPECT_FALSE(whole_number("-1", 0, 100));
}

TEST(ProbeText, decimals_become_thousandths_without_rounding_errors) {
    EXPECT_EQ(thousandths("145.32"), 145'320);
    EXPECT_EQ(thousandths("7"), 7000);
    EXPECT_EQ(thousandths("0.1239"), 123);
    EXPECT_FALSE(thousandths("1.2.3"));
    EXPECT_EQ(thousandths("-1.5"), -1500);
    EXPECT_FALSE(thousandths("--1"));
}

std::optional<Instant> start_time(std::string_view text) {
    return ps_start_time(text);
}

TEST(ProbeText, a_start_time_of_ps_is_read_as_utc) {
    EXPECT_EQ(start_time("Sat Nov 21 09:00:01 2026"), parse_instant("2026-11-21T09:00:01Z"));
    EXPECT_EQ(start_time("Sun Nov  1 00:00:00 2026 x"), parse_instant("2026-11-01T00:00:00Z"));
}

TEST(ProbeText, invalid_start_time_is_absent) {
    for (const auto* text :
         {"", "Sat", "Sat Nov 31 09:00:00 2026", "Sat ovD 21 09:00:00 2026",
          "Sat Nov 21 24:00:00 2026", "Sat Nov 21 09:00 2026", "Thu Jan  1 00:00:00 99999"}) {
        EXPECT_FALSE(start_time(text)) << text;
    }
}

TEST(ProbeText, the_command_behind_a_start_time_keeps_its_blanks) {
    std::string_view rest = "Sat Nov 21 09:00:01 2026 a  b ";
    ASSERT_TRUE(ps_start_time(rest));
    EXPECT_EQ(rest, "a  b ");
}

TEST(ProbeText, control_characters_and_broken_utf8_become_question_marks) {
    EXPECT_EQ(clean_text("a\x1b[31mb\x7f\tc", 100), "a?[31mb??c");
    EXPECT_EQ(clean_text("gr\xc3\xb6\xc3\x9f", 100), "gr\xc3\xb6\xc3\x9f");
    EXPECT_EQ(clean_text("\xc3(\xff\xc0\xaf\xed\xa0\x80\xf5\x80", 100), "?(????????");
    EXPECT_EQ(clean_text("x\xe2\x80\xaey\xc2\x9bz", 100), "x?y?z");  // right-to-left, C1
}

TEST(ProbeText, a_cut_never_splits_a_character) {
    EXPECT_EQ(clean_text("ab\xc3\xb6", 3), "ab");
    EXPECT_EQ(clean_text("ab\xc3\xb6", 4), "ab\xc3\xb6");
}

TEST(DeviceUuid, gpu_slice_and_bare_uuids_are_accepted) {
    for (const auto* good :
         {"GPU-5a1d0c3e-11f2-4b6a-9c77-0e8f4d2b1a00", "MIG-GPU-5a1d0c3e/7/0",
          "a9485f58-1111-2222-3333-444455556666", "A9485F58-1111-2222-3333-444455556666"}) {
        EXPECT_TRUE(is_device_uuid(good)) << good;
    }
    for (const auto* wrong :
         {"", "-", "[N/A]", "GPU-", "a9485f58", "a9485f58-1111-2222-3333-44445555666g",
          "a9485f58-1111-2222-3333-4444555566667", "a9485f58111122223333444455556666", "GPU-a b"}) {
        EXPECT_FALSE(is_device_uuid(wrong)) << wrong;
    }
}

}  // namespace
}  // namespace dibs::probe
