// Splits a phrase into words. The text is untrusted: every byte is checked.
#include "api/time/time_text.hpp"

#include "api/time/time_token.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>

namespace dibs::time_phrase {
namespace {

struct Sign {
    std::string_view written, plain;
};
// Polish letters, composed or with a combining mark; dashes and blanks.
constexpr std::array signs{Sign{"ą", "a"},
                           Sign{"ć", "c"},
                           Sign{"ę", "e"},
                           Sign{"ł", "l"},
                           Sign{"ń", "n"},
                           Sign{"ó", "o"},
                           Sign{"ś", "s"},
                           Sign{"ź", "z"},
                           Sign{"ż", "z"},
                           Sign{"Ą", "A"},
                           Sign{"Ć", "C"},
                           Sign{"Ę", "E"},
                           Sign{"Ł", "L"},
                           Sign{"Ń", "N"},
                           Sign{"Ó", "O"},
                           Sign{"Ś", "S"},
                           Sign{"Ź", "Z"},
                           Sign{"Ż", "Z"},
                           Sign{"\xcc\x81", ""},
                           Sign{"\xcc\xa8", ""},
                           Sign{"\xcc\x87", ""},
                           Sign{"–", "-"},
                           Sign{"—", "-"},
                           Sign{"‑", "-"},
                           Sign{"−", "-"},
                           Sign{"→", "-"},
                           Sign{"’", "'"},
                           Sign{"\xc2\xa0", " "},
                           Sign{"\xe2\x80\xaf", " "},
                           Sign{"\xe2\x80\x89", " "},
                           Sign{"\t", " "},
                           Sign{"\n", " "},
                           Sign{"\r", " "},
                           Sign{";", " "}};

Result<std::string> plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& known) {
            return text.starts_with(known.written);
        });
        if (sign != signs.end()) {
            result += sign->plain;
            text.remove_prefix(sign->written.size());
            continue;
        }
        if (text.front() < ' ' || text.front() > '~') {
            return unreadable("The time may hold letters of English and Polish only.");
        }
        result += text.front();
        text.remove_prefix(1);
    }
    return result;
}

// The comma of "1,5h" becomes a point, other commas become blanks.
void settle_commas(std::string& line) {
    for (std::size_t at = line.find(','); at != std::string::npos; at = line.find(',', at)) {
        const auto digits_end = line.find_first_not_of("0123456789", at + 1);
        const auto begin = at == 0 ? at : line.find_last_of(" ,", at - 1) + 1;
        const bool whole = at > begin && line.find_first_not_of("0123456789", begin) == at;
        const auto after = std::min(digits_end, line.size());
        const bool unit = after < line.size() && line[after] != ':' && line[after] != '.' &&
                          line[after] != ',' && line[after] != '-';
        line[at] = whole && after > at + 1 && after <= at + 3 && unit ? '.' : ' ';
    }
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "Europe/Warsaw", "America/Port-au-Prince"; not "3/4", not "PT4H/2026-11-24".
bool is_zone(std::string_view word) {
    const auto slash = word.find('/');
    return slash != std::string_view::npos && slash > 0 && is_letter(word.front()) &&
           slash + 1 < word.size() && is_letter(word[slash + 1]) && !is_decimal_digit(word[1]);
}

bool has_shape(std::string_view word, std::string_view shape) {
    if (word.size() < shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 'd' ? !is_decimal_digit(word[i]) : word[i] != shape[i]) return false;
    }
    return true;
}

// The length of a date with dashes at the start of the word: "2026-11-24", "24-11-2026".
std::size_t dashed_date(std::string_view word) {
    for (const std::string_view shape :
         {"dddd-dd-dd", "dd-dd-dddd", "d-dd-dddd", "dd-d-dddd", "d-d-dddd"}) {
        if (has_shape(word, shape)) return shape.size();
    }
    return 0;
}

// "-03", "+0545", "-03:30": the abbreviation of a zone without letters.
bool is_offset(std::string_view word) {
    if (word.size() < 3 || (word.front() != '-' && word.front() != '+')) return false;
    const auto digits = word.substr(1);
    return (digits.size() == 2 && has_shape(digits, "dd")) ||
           (digits.size() == 4 && has_shape(digits, "dddd")) ||
           (digits.size() == 5 && has_shape(digits, "dd:dd"));
}

class Cutter {
  public:
    Result<Words> cut(const std::string& line) {
        std::size_t at = 0;
        while ((at = line.find_first_not_of(' ', at)) != std::string::npos) {
            const auto end = std::min(line.find(' ', at), line.size());
            const auto word = std::string_view(line).substr(at, end - at);
            at = end;
            if (!is_zone(word)) {
                push_parts(word);
            } else if (result_.zone.empty()) {
                result_.zone = word;
            } else {
                return unreadable("The time names two zones.");
            }
        }
        return std::move(result_);
    }

  private:
    void push(std::string_view word) {
        std::string lower(word);
        for (char& c : lower) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        }
        result_.words.push_back(std::move(lower));
    }

    // ISO intervals have a slash between two dates, times or durations.
    [[nodiscard]] static bool is_iso_interval(std::string_view word, std::size_t stroke) {
        if (stroke == std::string_view::npos || stroke + 1 >= word.size()) return false;
        const auto is_side = [](std::string_view side) {
            const bool length = (side[0] | 0x20) == 'p' && side.size() > 1;
            return length || dashed_date(side) > 0 || side.find(':') != std::string_view::npos;
        };
        return stroke > 0 && is_side(word.substr(0, stroke)) && is_side(word.substr(stroke + 1));
    }

    void push_parts(std::string_view word) {
        const auto stroke = word.find('/');
        if (is_iso_interval(word, stroke)) {
            push_parts(word.substr(0, stroke));
            push("/");
            return push_parts(word.substr(stroke + 1));
        }
        const auto date = dashed_date(word);
        const bool rfc3339 = date > 0 && date < word.size() && (word[date] | 0x20) == 't';
        if (is_offset(word) || rfc3339) return push(word);
        auto dash = word.find('-', date);
        std::size_t size = 1;
        if (const auto dots = word.find("..", date); dots < dash) {  // "9..17"
            dash = dots;
            size = 2;
        }
        if (dash == std::string_view::npos) return push(word);
        if (dash > 0) push(word.substr(0, dash));
        push("-");
        if (dash + size < word.size()) push_parts(word.substr(dash + size));
    }

    Words result_;
};

}  // namespace

Result<Words> split_words(std::string_view text) {
    if (characters_of(text) > longest_text) {
        return unreadable("The time is longer than 200 characters.");
    }
    auto line = plain(text);
    if (!line) return tl::unexpected(line.error());
    settle_commas(*line);
    auto words = Cutter().cut(*line);
    if (words && words->words.empty()) {
        return unreadable(
            "The time is empty. Write, for example, 'tomorrow 9:00' or 'now for 4h'.");
    }
    return words;
}

}  // namespace dibs::time_phrase
