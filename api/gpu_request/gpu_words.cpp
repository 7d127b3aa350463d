// Splits text and reads numbers.
#include "api/gpu_request/gpu_words.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace dibs::gpu_request {
namespace {

constexpr std::int64_t most_memory_mib = 16'777'216;

// The text with one kind of blank, dash and 'x'; none if it has characters outside `letters`.
std::optional<std::string> plain(std::string_view text, Letters letters) {
    std::string result;
    const auto take = [&](std::string_view sign, char as) {
        if (!text.starts_with(sign)) return false;
        result += as;
        text.remove_prefix(sign.size());
        return true;
    };
    while (!text.empty()) {
        if (take("\xe2\x80\x93", '-') || take("\xe2\x80\x94", '-') || take("..", '-') ||
            take("\xc3\x97", 'x') || take("\t", ' ') || take("\n", ' ') || take("\r", ' ')) {
            continue;
        }
        const auto byte = static_cast<unsigned char>(text.front());
        const bool foreign = byte >= 0x80 && letters == Letters::any;
        if (!foreign && (byte < ' ' || byte > '~')) return std::nullopt;
        result += text.front();
        text.remove_prefix(1);
    }
    return result;
}

// The comma of "79,5G".
bool is_decimal(std::string_view text, std::size_t comma) {
    if (comma == 0 || !is_decimal_digit(text[comma - 1])) return false;
    const auto end = text.find_first_not_of("0123456789", comma + 1);
    return end != std::string_view::npos && end > comma + 1 && (text[end] | 0x20) == 'g';
}

}  // namespace

Result<std::vector<Word>> split_words(std::string_view text, std::string_view field,
                                      Letters letters) {
    const auto refused = [&](const char* rule) { return tl::unexpected(unreadable(field, rule)); };
    if (characters_of(text) > longest_text) return refused("A request has at most 500 characters.");
    const auto line = plain(text, letters);
    if (!line) return refused("A request may hold printable ASCII characters only.");
    std::vector<Word> words;
    Word word;
    int depth = 0;
    const auto end_word = [&] {
        if (!word.text.empty()) words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = 0; i < line->size(); ++i) {
        const char c = (*line)[i];
        depth += c == '[' ? 1 : (c == ']' ? -1 : 0);
        if (depth < 0 || depth > 1) return refused("A '[' or a ']' stands alone.");
        if (c == ' ') {
            if (depth == 0) end_word();
        } else if (c == ',' && depth == 0 && is_decimal(*line, i)) {
            word.text += '.';
        } else if (c == ',' && depth == 0) {
            end_word();
            word.after_comma = true;
            word.glued =
                i > 0 && (*line)[i - 1] != ' ' && i + 1 < line->size() && (*line)[i + 1] != ' ';
        } else {
            word.text += c;
        }
    }
    end_word();
    if (depth > 0) return refused("A ']' is missing.");
    return words;
}

std::optional<int> whole(std::string_view text) {
    constexpr std::size_t most_digits = 6;
    if (text.empty() || text.size() > most_digits ||
        !std::all_of(text.begin(), text.end(), is_decimal_digit))
        return std::nullopt;
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string_view without_stop(std::string_view word) {
    if (word.size() > 1 && word.ends_with('.')) word.remove_suffix(1);
    return word;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool among(std::span<const std::string_view> all, std::string_view one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

std::vector<std::string_view> split(std::string_view text, char by) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(by, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

std::optional<std::int64_t> memory_mib(std::string_view text) {
    constexpr double mib_in_gib = 1024;
    const auto unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto unit = lower(text.substr(unit_at));
    const bool gib = unit.empty() || unit == "g" || unit == "gb" || unit == "gib";
    const bool mib = unit == "m" || unit == "mb" || unit == "mib";
    if (unit_at == 0 || (!gib && !mib)) return std::nullopt;
    double size = 0;
    const auto* end = text.data() + unit_at;
    const auto read = std::from_chars(text.data(), end, size, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    if (gib) size *= mib_in_gib;
    if (size < 1 || size > static_cast<double>(most_memory_mib)) return std::nullopt;
    return std::llround(size);
}

std::string memory_text(std::int64_t mib) {
    const bool gib = mib % 1024 == 0;
    return std::to_string(gib ? mib / 1024 : mib) + (gib ? 'G' : 'M');
}

std::optional<Range> range_of(std::string_view text, int most) {
    const auto dash = text.find('-');
    const auto first = whole(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole(text.substr(dash + 1));
    if (!first || !last || *last < *first || *last > most) return std::nullopt;
    return Range{*first, *last, {}};
}

std::optional<Range> indices_of(std::string_view text, int most) {
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return range_of(text, most);
    const auto card = whole(text.substr(0, dot));
    auto slices = range_of(text.substr(dot + 1), most);
    if (!card || *card > most || !slices) return std::nullopt;
    slices->card = card;
    return slices;
}

}  // namespace dibs::gpu_request
