// utf8proc has the tables of Unicode.
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include <utf8proc.h>

namespace dibs {
namespace {

constexpr std::size_t longest_own_account = 32;  // the limit of utmp and useradd
constexpr std::size_t longest_directory_account = 64;
constexpr std::size_t longest_directory = 63;
constexpr std::string_view directory_marks = "@\\+";

// Variation selectors choose how an emoji is drawn. They are the only invisible characters that are
// allowed.
bool is_variation(utf8proc_int32_t point) {
    return point == 0xFE0E || point == 0xFE0F;
}

bool is_hidden(utf8proc_int32_t point) {
    const auto* known = utf8proc_get_property(point);
    switch (utf8proc_category(point)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return true;
        default:
            return known->ignorable && !is_variation(point);
    }
}

std::optional<std::string> composed(std::string_view text) {
    utf8proc_uint8_t* made = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &made, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
    if (size < 0) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
}

bool is_blank(utf8proc_int32_t point) {
    return point == '\t' || point == '\r' || point == '\n' ||
           utf8proc_category(point) == UTF8PROC_CATEGORY_ZS;
}

template <class Visit>
void each_character(std::string_view utf8, Visit&& visit) {
    const auto* begin = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    for (std::size_t at = 0; at < utf8.size();) {
        utf8proc_int32_t point = 0;
        const auto size =
            utf8proc_iterate(begin + at, static_cast<utf8proc_ssize_t>(utf8.size() - at), &point);
        if (size < 1) return;  // impossible in composed text
        visit(point, at, at + static_cast<std::size_t>(size));
        at += static_cast<std::size_t>(size);
    }
}

std::string_view trimmed(std::string_view text) {
    std::optional<std::size_t> begin;
    std::size_t end = 0;
    each_character(text, [&](utf8proc_int32_t point, std::size_t from, std::size_t until) {
        if (is_blank(point)) return;
        if (!begin) begin = from;
        end = until;
    });
    return begin ? text.substr(*begin, end - *begin) : std::string_view();
}

char small(char c) {  // ASCII
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_own_account(std::string_view name) {
    const auto lower = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    const auto part = [&](char c) {
        return lower(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
    };
    return !name.empty() && name.size() <= longest_own_account && lower(name.front()) &&
           std::all_of(name.begin(), name.end(), part);
}

bool is_part_of_name(std::string_view text, std::size_t longest) {
    const auto first = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    return !text.empty() && text.size() <= longest && first(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return first(c) || c == '.' || c == '-'; });
}

bool hides_something(std::string_view utf8) {
    bool hides = false;
    each_character(utf8, [&](utf8proc_int32_t point, std::size_t, std::size_t) {
        hides = hides || is_hidden(point);
    });
    return hides;
}

bool is_in_names(utf8proc_int32_t point) {
    switch (utf8proc_category(point)) {
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LO:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ND:
            return true;
        default:
            return point < 128;
    }
}

}  // namespace

std::optional<std::u32string> letters_of_name(std::string_view text) {
    const auto whole = composed(text);
    if (!whole) return std::nullopt;
    std::u32string letters;
    bool all = true;
    each_character(*whole, [&](utf8proc_int32_t point, std::size_t, std::size_t) {
        const auto letter = utf8proc_tolower(point);
        all = all && is_in_names(letter);
        letters.push_back(static_cast<char32_t>(letter));
    });
    return all ? std::optional(std::move(letters)) : std::nullopt;
}

std::size_t characters_of(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

Result<std::string> normal_line(std::string_view text, std::string_view field,
                                std::string_view what, LineLength length) {
    const auto refused = [&](std::string rule) {
        return refuse(Code::out_of_range, std::string(field), std::move(rule));
    };
    const auto whole = composed(text);
    const auto line = trimmed(whole ? std::string_view(*whole) : std::string_view());
    if (!whole || hides_something(line)) {
        return refused(
            std::string(what) +
            " has no characters that nobody sees: control characters, those without a width, "
            "those that change the direction of text.");
    }
    const auto size = characters_of(line);
    if (size < length.least || size > length.most) {
        return refused(std::string(what) + " has " + std::to_string(length.least) + " to " +
                       std::to_string(length.most) + " characters.");
    }
    return std::string(line);
}

Result<std::string> normal_project(std::string_view text, std::string_view field) {
    const auto part = [](char c) {
        return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
    };
    if (text.empty() || text.size() > longest_project || !is_letter_or_digit(text.front()) ||
        !std::all_of(text.begin(), text.end(), part)) {
        return refuse(Code::out_of_range, std::string(field),
                      "A project is 1 to 64 of the letters a to z, digits and - _ . and begins "
                      "with a letter or a digit.");
    }
    std::string project(text);
    for (char& c : project) {
        c = small(c);
    }
    return project;
}

bool is_unix_name(std::string_view name) {
    const auto mark = name.find_first_of(directory_marks);
    if (mark == name.npos) return is_own_account(name);
    const auto front = name.substr(0, mark), back = name.substr(mark + 1);
    const bool account_first = name[mark] == '@';
    const auto account = account_first ? front : back;
    const auto directory = account_first ? back : front;
    return is_part_of_name(account, longest_directory_account) &&
           is_part_of_name(directory, longest_directory) && is_letter_or_digit(directory.front()) &&
           is_letter_or_digit(directory.back());
}

std::string account_key(std::string_view name) {
    std::string key(name);
    if (name.find_first_of(directory_marks) == name.npos) return key;
    for (char& c : key) c = small(c);
    return key;
}

bool is_same_account(std::string_view one, std::string_view other) {
    return one == other || (one.size() == other.size() && account_key(one) == account_key(other));
}

std::string_view without_directory(std::string_view name) {
    const auto mark = name.find_first_of(directory_marks);
    if (mark == name.npos) return name;
    return name[mark] == '@' ? name.substr(0, mark) : name.substr(mark + 1);
}

bool is_host_address(std::string_view text) {
    constexpr std::string_view first = ":_";
    constexpr std::string_view inner = ".:%_-";
    const auto one_of = [](std::string_view signs) {
        return [signs](char c) {
            return is_letter_or_digit(c) || signs.find(c) != std::string_view::npos;
        };
    };
    return !text.empty() && text.size() <= longest_host_address && one_of(first)(text.front()) &&
           std::all_of(text.begin(), text.end(), one_of(inner));
}

}  // namespace dibs
