// Safe text for the terminal of another user.
#include "ops/react/host_programs/printable.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace dibs::host {
namespace {

using namespace std::string_view_literals;

// Terminals interpret C0, DEL and C1; C1 as one byte or as UTF-8.
bool has_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return true;
        const auto before = i > 0 ? static_cast<unsigned char>(text[i - 1]) : 0U;
        if (byte >= 0x80 && byte < 0xA0 && (before == 0xC2 || before < 0x80)) return true;
    }
    return false;
}

TEST(PrintableMessage, ascii_and_letters_of_any_script_are_kept) {
    const std::string text =
        "Ann, `x = $(1)` on gpu01: ~50% \\ \"taken\"\nŻółw Ελλ Дом ひ한\xF0\x90\x8C\xB0";
    EXPECT_EQ(printable_message(text), text);
}

TEST(PrintableMessage, other_characters_become_question_marks) {
    EXPECT_EQ(printable_message("a\xE2\x80\xAE"  // right-to-left override
                                "b\xE2\x80\x8B"  // zero width
                                "c\xCC\x81"      // a combining mark
                                "d\xF0\x9F\x98\x80"),
              "a?b?c?d?");
    EXPECT_EQ(printable_message("a\tb"), "a b");
}

TEST(PrintableMessage, no_control_character_is_left) {
    constexpr std::array corpus{
        "\x1b[2J"sv,
        "\x1b]52;c;ZXZpbA==\x07"sv,
        "\x1b]0;title\x1b\\"sv,
        "\x1bP$q\"p\x1b\\"sv,
        "\x1b_x\x1b\\"sv,
        "\x1b^x\x1b\\"sv,
        "\x1b"
        "c"sv,
        "\x1b[6n"sv,
        "\x9b"
        "2J"sv,
        "\xc2\x9b"
        "2J"sv,
        "\x9d"
        "52;c;x\x9c"sv,
        "\xc2\x9d"
        "52;c;x\xc2\x9c"sv,
        "\x90"
        "q\x9c"sv,
        "\xc2\x90q\xc2\x9c"sv,
        "\a\b\v\f\r\x0e\x0f"sv,
        "\x00\x01\x02\x03\x04"sv,
        "\x7f\x7f"sv,
        "\xc0\x9b"
        "2J"sv,
        "\xe0\x80\x9b"
        "2J"sv,
        "\xf0\x80\x80\x9b"
        "2J"sv,
        "\xed\xa0\x80"sv,
        "\xf4\x90\x80\x80"sv,
        "\xe2\x80\xa8\xe2\x80\xa9"sv,
        "\xe2\x81\xa6\xe2\x81\xa9"sv,
        "\xd8\x9c\xe2\x80\x8f"sv,
        "\xff\xfe\x1b["sv,
        "\xc5"sv,
        "\xe2\x80"sv,
    };
    for (const auto attack : corpus) {
        const auto message = printable_message(std::string("a").append(attack).append("b"));
        EXPECT_FALSE(has_control(message)) << message;
        EXPECT_EQ(message.front(), 'a');
        EXPECT_EQ(message.find('\n'), std::string::npos);
        EXPECT_NE(message.find('?'), std::string::npos) << message;
    }
}

TEST(PrintableMessage, every_code_point_is_kept_or_becomes_question_mark) {
    for (std::uint32_t point = 0x80; point < 0x3000; ++point) {
        std::string utf8;
        if (point < 0x800) {
            utf8 = {static_cast<char>(0xC0 | point >> 6U), static_cast<char>(0x80 | (point & 63U))};
        } else {
            utf8 = {static_cast<char>(0xE0 | point >> 12U),
                    static_cast<char>(0x80 | (point >> 6U & 63U)),
                    static_cast<char>(0x80 | (point & 63U))};
        }
        const auto message = printable_message(utf8);
        EXPECT_TRUE(message == utf8 || message == "?") << point;
        const bool control_or_mark = point < 0xA0 || (point >= 0x2000 && point < 0x2070);
        EXPECT_TRUE(!control_or_mark || message == "?") << point;
    }
}

TEST(PrintableMessage, long_message_is_cut_after_a_whole_character) {
    const auto written = [](const std::string& message) {
        std::size_t bytes = 4 + message.size();
        for (const char c : message) bytes += c == '\n' ? 1 : 0;
        return bytes;
    };
    std::string letters;
    for (int i = 0; i < 400; ++i) letters += "ż";
    for (const auto* before : {"", "a"}) {
        const auto message = printable_message(before + letters);
        EXPECT_LE(written(message), longest_message);
        EXPECT_GE(written(message), longest_message - 1);
        EXPECT_EQ(printable_message(message), message);
    }
    EXPECT_EQ(printable_message(std::string(1000, '\n')), "");
    EXPECT_LE(written(printable_message(std::string(600, 'x') + "\n\n")), longest_message);
    std::string many;
    for (int i = 0; i < 200; ++i) many += "x\r\n";
    const auto message = printable_message(many);
    EXPECT_LE(written(message), longest_message);
    EXPECT_EQ(std::ranges::count(message, '\n'), 19);
    EXPECT_EQ(message.find('\r'), std::string::npos);
}

}  // namespace
}  // namespace dibs::host
