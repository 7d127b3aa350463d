// Strict parsing of queries: doubtful input is refused, never guessed.
#include "api/http/message/query.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace dibs::http {
namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_control(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7F;
}

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

std::string unknown_parameter(std::span<const Parameter> known) {
    std::string rule = "There is no query parameter of this name here.";
    const char* before = " Known are: ";
    for (const auto& one : known) (rule += std::exchange(before, ", ")) += one.name;
    return rule + (known.empty() ? "" : ".");
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (text.size() - i < 3) return std::nullopt;
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (is_control(c)) return std::nullopt;
        out += c;
    }
    return out;
}

std::string percent_encode(std::string_view text) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
            continue;
        }
        const auto code = static_cast<unsigned char>(c);
        out += '%';
        out += hex[code >> 4U];
        out += hex[code & 15U];
    }
    return out;
}

Result<Query> Query::parse(std::string_view text) {
    Query query;
    while (!text.empty()) {
        const auto end = std::min(text.find('&'), text.size());
        const auto part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (part.empty()) continue;
        const auto equals = std::min(part.find('='), part.size());
        auto name = percent_decode(part.substr(0, equals), true);
        auto value = percent_decode(part.substr(std::min(equals + 1, part.size())), true);
        if (!name || !value || name->empty()) {
            return refuse(Code::malformed, name.value_or(""),
                          "The query holds a parameter that cannot be decoded.");
        }
        query.add(*std::move(name), *std::move(value));
    }
    return query;
}

void Query::add(std::string name, std::string value) {
    parameters_.emplace_back(std::move(name), std::move(value));
}

std::optional<std::string_view> Query::get(std::string_view name) const {
    for (const auto& [key, value] : parameters_) {
        if (key == name) return value;
    }
    return std::nullopt;
}

std::vector<std::string_view> Query::list(std::string_view name) const {
    std::vector<std::string_view> parts;
    for (const auto& [key, value] : parameters_) {
        if (key != name) continue;
        std::string_view rest = value;
        for (auto comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
            parts.push_back(rest.substr(0, comma));
            rest.remove_prefix(comma + 1);
        }
        parts.push_back(rest);
    }
    return parts;
}

void Query::check(std::span<const Parameter> known, Faults& faults) const {
    for (auto one = parameters_.begin(); one != parameters_.end(); ++one) {
        const auto& name = one->first;
        const auto it = std::find_if(known.begin(), known.end(),
                                     [&](const Parameter& p) { return p.name == name; });
        if (it == known.end()) {
            faults.add(Code::malformed, name, unknown_parameter(known));
            continue;
        }
        const bool again = std::any_of(parameters_.begin(), one,
                                       [&](const auto& before) { return before.first == name; });
        if (again && it->form != Parameter::Form::list) {
            faults.add(Code::malformed, name, "This query parameter is given twice.");
        }
    }
}

Result<std::optional<Instant>> Query::instant(std::string_view name) const {
    const auto text = get(name);
    if (!text) return std::nullopt;
    auto parsed = parse_instant(*text);
    // An unescaped "+02:00" arrives as " 02:00".
    if (!parsed && text->find(' ') != std::string_view::npos) {
        std::string mended(*text);
        std::replace(
            mended.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(mended.size(), 11)),
            mended.end(), ' ', '+');
        parsed = parse_instant(mended);
    }
    if (!parsed) {
        return refuse(Code::malformed, std::string(name),
                      "A time is RFC 3339 with an offset, as 2026-11-21T09:00:00Z.");
    }
    return parsed;
}

Result<std::optional<std::uint64_t>> Query::number(std::string_view name) const {
    const auto text = get(name);
    if (!text) return std::nullopt;
    std::uint64_t value = 0;
    const auto* end = text->data() + text->size();
    const auto [at, error] = std::from_chars(text->data(), end, value);
    if (error != std::errc{} || at != end) {
        return refuse(Code::malformed, std::string(name),
                      "A whole number from 0 to 18446744073709551615 is expected.");
    }
    return value;
}

Result<std::optional<bool>> Query::flag(std::string_view name) const {
    const auto text = get(name);
    if (!text) return std::nullopt;
    if (*text == "true") return true;
    if (*text == "false") return false;
    return refuse(Code::malformed, std::string(name), "Either true or false is expected.");
}

}  // namespace dibs::http
