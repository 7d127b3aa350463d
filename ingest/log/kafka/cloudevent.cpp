// Cuts a record at its header lines: the chain goes into dibs_prev as hex digits, the lines
// verbatim into dibs_head, the body into the value. Back again it accepts exactly what it writes.
#include "ingest/log/kafka/cloudevent.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr std::size_t prev_bytes = 16;
constexpr std::size_t head_lines = 11;
enum Line : std::size_t { version, epoch, seq, more, time, type };

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    return std::nullopt;
}

// Appends the bytes; false for anything but 2 * prev_bytes lower-case digits.
bool append_bytes(std::string& out, std::string_view hex) {
    if (hex.size() != prev_bytes * 2) return false;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const auto high = hex_digit(hex[i]);
        const auto low = hex_digit(hex[i + 1]);
        if (!high || !low) return false;
        out += static_cast<char>(*high << 4 | *low);
    }
    return true;
}

}  // namespace

std::optional<CloudEvent> to_cloud_event(std::string_view record, std::string_view source) {
    if (record.size() < prev_bytes) return std::nullopt;
    const auto prev = record.substr(0, prev_bytes);
    const auto rest = record.substr(prev_bytes);
    std::array<std::string_view, head_lines> lines;
    std::size_t at = 0;
    for (auto& line : lines) {
        const auto end = rest.find('\n', at);
        if (end == std::string_view::npos) return std::nullopt;
        line = rest.substr(at, end - at);
        at = end + 1;
    }
    return CloudEvent{{{{"ce_specversion", "1.0"},
                        {"ce_id", std::string(lines[epoch]) + '-' + std::string(lines[seq])},
                        {"ce_type", "dibs." + std::string(lines[type])},
                        {"ce_source", std::string(source)},
                        {"ce_time", std::string(lines[time])},
                        {"content-type", "application/json"},
                        {"dibs_prev", to_hex(prev)},
                        {"dibs_head", std::string(rest.substr(0, at))}}},
                      rest.substr(at)};
}

std::optional<std::string> to_record(std::string_view dibs_prev, std::string_view dibs_head,
                                     std::string_view value) {
    const auto lines =
        static_cast<std::size_t>(std::count(dibs_head.begin(), dibs_head.end(), '\n'));
    if (lines != head_lines || !dibs_head.ends_with('\n')) return std::nullopt;
    std::string record;
    record.reserve(prev_bytes + dibs_head.size() + value.size());
    if (!append_bytes(record, dibs_prev)) return std::nullopt;
    return record.append(dibs_head).append(value);
}

}  // namespace dibs
