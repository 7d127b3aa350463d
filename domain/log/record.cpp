// Writing and reading of a record's head. A line break inside a field would shift the lines behind
// it, so fields from outside lose theirs here.
#include "domain/log/record.hpp"

#include <charconv>

namespace dibs {
namespace {

constexpr std::string_view format_version = "1";

void add_line(std::string& out, std::string_view text) {
    for (const char c : text) out += c == '\n' ? ' ' : c;
    out += '\n';
}

// Takes lines from the front; remembers a missing one.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}
    std::string_view next() {
        const auto end = rest_.find('\n');
        if (end == std::string_view::npos) {
            ok_ = false;
            return {};
        }
        const auto line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return line;
    }
    std::uint64_t next_number() {
        const auto line = next();
        std::uint64_t value = 0;
        const auto* end = line.data() + line.size();
        const auto result = std::from_chars(line.data(), end, value);
        if (line.empty() || result.ec != std::errc{} || result.ptr != end) ok_ = false;
        return value;
    }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace

std::string encode_record(const FenceFields& fence, Instant at, std::string_view type,
                          const Origin& origin, std::string_view body) {
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
    out += body;
    return out;
}

std::optional<RecordView> parse_record(std::string_view bytes) {
    RecordView record;
    if (bytes.size() < record.fence.prev.size()) return std::nullopt;
    std::copy_n(bytes.begin(), record.fence.prev.size(), record.fence.prev.begin());
    Lines lines(bytes.substr(record.fence.prev.size()));
    if (lines.next() != format_version) return std::nullopt;
    record.fence.epoch = lines.next_number();
    record.fence.seq = lines.next_number();
    const auto more = lines.next();
    record.fence.more = more == "1";
    const auto at = parse_instant(lines.next());
    record.type = lines.next();
    record.actor = lines.next();
    record.source = lines.next();
    record.request_id = lines.next();
    record.command_key = lines.next();
    record.body_hash = lines.next();
    record.body = lines.rest();
    if (!lines.ok() || !at || (more != "0" && more != "1")) return std::nullopt;
    record.at = *at;
    return record;
}

Origin origin_of(const RecordView& record) {
    return {parse_id<PersonId>(record.actor), std::string(record.source),
            std::string(record.request_id), std::string(record.command_key),
            std::string(record.body_hash)};
}

}  // namespace dibs
