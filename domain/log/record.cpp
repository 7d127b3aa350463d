// Encodes and parses records; record.hpp describes the format. A line break in a field would shift
// the lines after it, so the encoder replaces each line break by a space.
#include "domain/log/record.hpp"

#include <charconv>

namespace dibs {
namespace {

// Readers ignore records of any other version.
constexpr std::string_view format_version = "1";

void add_line(std::string& out, std::string_view text) {
    for (const char c : text) out += c == '\n' ? ' ' : c;
    out += '\n';
}

// Accepts only decimal digits over the whole line, within 64 bits.
bool parse_number(std::string_view line, std::uint64_t& value) {
    const auto* end = line.data() + line.size();
    const auto result = std::from_chars(line.data(), end, value);
    return !line.empty() && result.ec == std::errc{} && result.ptr == end;
}

}  // namespace

std::string encode_record(const FenceFields& fence, Instant at, std::string_view type,
                          const Origin& origin, std::string_view subject, std::string_view body) {
    std::string out;
    out.reserve(200 + body.size());
    out += bytes_of(fence.prev);
    add_line(out, format_version);
    add_line(out, std::to_string(fence.epoch));
    add_line(out, std::to_string(fence.seq));
    add_line(out, fence.more ? "1" : "0");
    add_line(out, to_text(at));
    add_line(out, type);
    add_line(out, origin.actor ? to_text(*origin.actor) : "dibs");
    add_line(out, origin.source);
    add_line(out, origin.request_id);
    add_line(out, origin.command_key);
    add_line(out, origin.body_hash);
    add_line(out, subject);
    out += body;
    return out;
}

std::optional<RecordParts> split_record(std::string_view bytes) {
    RecordParts parts;
    std::size_t at = std::tuple_size_v<Hash>;
    if (bytes.size() < at) return std::nullopt;
    for (auto& line : parts.lines) {
        const auto end = bytes.find('\n', at);
        if (end == std::string_view::npos) return std::nullopt;
        line = bytes.substr(at, end - at);
        at = end + 1;
    }
    parts.head = bytes.substr(0, at);
    parts.body = bytes.substr(at);
    return parts;
}

std::optional<RecordView> parse_record(std::string_view bytes) {
    const auto parts = split_record(bytes);
    if (!parts) return std::nullopt;
    const auto& [version, epoch, seq, more, time, type, actor, source, request, key, hash,
                 subject] = parts->lines;
    RecordView record;
    std::copy_n(bytes.begin(), record.fence.prev.size(), record.fence.prev.begin());
    const auto at = parse_instant(time);
    if (version != format_version || !parse_number(epoch, record.fence.epoch) ||
        !parse_number(seq, record.fence.seq) || !at || (more != "0" && more != "1")) {
        return std::nullopt;
    }
    record.fence.more = more == "1";
    record.at = *at;
    record.type = type;
    record.actor = actor;
    record.source = source;
    record.request_id = request;
    record.command_key = key;
    record.body_hash = hash;
    record.subject = subject;
    record.body = parts->body;
    return record;
}

Origin origin_of(const RecordView& record) {
    return {parse_id<PersonId>(record.actor), std::string(record.source),
            std::string(record.request_id), std::string(record.command_key),
            std::string(record.body_hash)};
}

}  // namespace dibs
