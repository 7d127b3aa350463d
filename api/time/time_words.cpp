// Cutting a phrase into words. Text from outside: every byte is looked at, nothing is trusted.
#include "api/time/time_words.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

// En and em dash become '-', commas and all kinds of ASCII space become ' '.
Result<std::string> plain(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto three = text.substr(i, 3);
        if (three == "\xe2\x80\x93" || three == "\xe2\x80\x94") {
            result += '-';
            i += 2;
        } else if (c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            result += ' ';
        } else if (c < ' ' || c > '~') {
            return unreadable("The time may hold printable ASCII characters only.");
        } else {
            result += c;
        }
    }
    return result;
}

// "Europe/Warsaw", "America/Port-au-Prince"; not "3/4".
bool is_zone(std::string_view word) {
    const auto slash = word.find('/');
    return slash != std::string_view::npos && slash > 0 && is_letter(word.front()) &&
           slash + 1 < word.size();
}

// "2026-11-24", and what begins so: RFC 3339.
bool starts_with_date(std::string_view word) {
    constexpr std::string_view shape = "dddd-dd-dd";
    if (word.size() < shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 'd' ? !is_digit(word[i]) : word[i] != '-') return false;
    }
    return true;
}

// "-03", "+0545", "-03:30": how a zone without letters calls itself.
bool is_offset(std::string_view word) {
    if (word.size() < 3 || (word.front() != '-' && word.front() != '+')) return false;
    const auto digits = word.substr(1);
    const bool colon = digits.size() == 5 && digits[2] == ':';
    if (!colon && digits.size() != 2 && digits.size() != 4) return false;
    return std::all_of(digits.begin(), digits.end(),
                       [](char c) { return is_digit(c) || c == ':'; });
}

// "14-16" -> "14" "-" "16"; "2026-11-24" and offsets stay whole.
void push_parts(std::string_view word, std::vector<std::string>& words) {
    if (is_offset(word)) {
        words.emplace_back(word);
        return;
    }
    std::size_t dash = word.find('-', starts_with_date(word) ? 10 : 0);
    // An RFC 3339 offset: "…T09:00:00-03:30".
    if (starts_with_date(word) && word.size() > 10) dash = std::string_view::npos;
    if (dash == std::string_view::npos) {
        words.push_back(lower(word));
        return;
    }
    if (dash > 0) words.push_back(lower(word.substr(0, dash)));
    words.emplace_back("-");
    if (dash + 1 < word.size()) push_parts(word.substr(dash + 1), words);
}

}  // namespace

std::optional<int> number(std::string_view text, std::size_t least, std::size_t most) {
    if (text.size() < least || text.size() > most) return std::nullopt;
    int value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

Result<Words> split_words(std::string_view text) {
    if (text.size() > longest_text) return unreadable("The time is longer than 200 characters.");
    const auto line = plain(text);
    if (!line) return tl::unexpected(line.error());
    Words result;
    std::size_t at = 0;
    while ((at = line->find_first_not_of(' ', at)) != std::string::npos) {
        const auto end = std::min(line->find(' ', at), line->size());
        const auto word = std::string_view(*line).substr(at, end - at);
        at = end;
        if (!is_zone(word)) {
            push_parts(word, result.words);
        } else if (result.zone.empty()) {
            result.zone = word;
        } else {
            return unreadable("The time names two zones.");
        }
    }
    if (result.words.empty()) {
        return unreadable(
            "The time is empty. Write, for example, 'tomorrow 9:00' or 'now for 4h'.");
    }
    return result;
}

}  // namespace dibs::time_phrase
