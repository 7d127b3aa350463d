// Writes and reads the lines. Rejects lines that do not match their checksum, and files without the
// last line.
#include "ops/log_tools/log_file.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ops/log_tools/sync_path.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs {
namespace {

struct Head {
    std::int64_t dibs_log_export = 0;
    std::string log_id;
};
struct Line {  // a record's line, or the last line
    std::optional<std::string> record{}, prev{}, bytes{}, checksum{}, damage{};
    std::optional<std::int64_t> records{};
    std::optional<std::string> head{};
};

}  // namespace

template <>
struct Fields<Head> {
    static constexpr auto list = field_list(field("dibs_log_export", &Head::dibs_log_export),
                                            field("log_id", &Head::log_id));
};
template <>
struct Fields<Line> {
    using T = Line;
    static constexpr auto list =
        field_list(field("record", &T::record), field("prev", &T::prev), field("bytes", &T::bytes),
                   field("checksum", &T::checksum), field("damage", &T::damage),
                   field("records", &T::records), field("head", &T::head));
};

namespace log_tools {
namespace {

constexpr std::int64_t version = 1;
constexpr std::size_t prev_bytes = std::tuple_size_v<Hash>;

std::string checksum_text(std::int64_t number, std::string_view bytes) {
    return fmt::format("{:016x}", checksum_of(std::to_string(number), bytes));
}

std::optional<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        unsigned value = 0;
        const auto end = text.data() + i + 2;
        if (std::from_chars(text.data() + i, end, value, 16).ptr != end) return std::nullopt;
        bytes += static_cast<char>(value);
    }
    return bytes;
}

// The record's bytes in a line; nothing if it has none.
std::optional<std::string> bytes_in(const Line& line) {
    if (line.bytes) return from_hex(*line.bytes);
    if (!line.record || !line.prev) return std::nullopt;
    const auto prev = hash_from_hex(*line.prev);
    if (!prev) return std::nullopt;
    return std::string(bytes_of(*prev)) + *line.record;
}

// The line, with the record's bytes.
std::string text_of(const std::string& bytes, const Line& its) {
    auto line = its;
    if (bytes.size() >= prev_bytes) {
        JsonParser parser;
        line.record = bytes.substr(prev_bytes);
        line.prev = to_hex(std::string_view(bytes).substr(0, prev_bytes));
        auto text = to_json(line);
        // Text that is not UTF-8 would change on the way back.
        const auto back = parse_json<Line>(parser, text);
        if (back && bytes_in(*back) == bytes) return text;
    }
    line = its;
    line.bytes = to_hex(bytes);
    return to_json(line);
}

tl::unexpected<ToolError> log_file_error(const char* doing, const std::filesystem::path& file) {
    return tool_error(could_not_look,
                      fmt::format("{} cannot be {}: {}", file.string(), doing, strerror(errno)));
}

class LogFile : public RecordSource {
  public:
    explicit LogFile(const std::filesystem::path& file) : file_(file), in_(file) {}

    LogResult<void> open() {
        const auto refused = [this](const std::string& why) {
            return log_error(LogError::Kind::refused, file_.string() + ": " + why);
        };
        if (!in_) return refused(strerror(errno));
        const auto head_line = next_line();
        const auto behind_line = next_line();
        head_checksum_ = checksum_text(0, head_line + behind_line);
        const auto head = parse_json<Head>(parser_, head_line);
        if (!head) return refused("this is no log that dibsd exported");
        if (head->dibs_log_export != version) return refused("another version of Dibs wrote it");
        const auto behind = parse_checkpoint(behind_line);
        if (!behind) return refused("its second line cannot be read");
        behind_ = *behind;
        offset_ = behind_.read_after();
        return {};
    }

    LogResult<std::optional<FoundRecord>> next() override {
        const auto text = next_line();
        const auto line = parse_json<Line>(parser_, text);
        if (!line) {
            return damaged(in_ ? "cannot be read: " + line.error().detail
                               : "is missing: it was cut");
        }
        if (line->records) return last(*line);
        auto bytes = bytes_in(*line);
        if (!bytes || !line->checksum) return damaged("holds no record");
        FoundRecord record{++offset_, std::move(*bytes), line->damage.value_or("")};
        if (checksum_text(++records_, record.bytes) != *line->checksum) {
            record.damage = "is not the one that was exported";
        }
        return record;
    }
    // The file may come from a log with many writers: the importer checks that no record is
    // ignored.
    [[nodiscard]] bool has_one_writer() const override { return false; }
    [[nodiscard]] Checkpoint begins_behind() const override { return behind_; }

  private:
    std::string next_line() {
        std::string text;
        std::getline(in_, text);
        ++line_;
        return text;
    }
    LogResult<std::optional<FoundRecord>> last(const Line& line) {
        if (line.head != head_checksum_) return damaged("does not fit the first two");
        if (*line.records != records_) return damaged("tells another number of records");
        if (in_.peek() != std::ifstream::traits_type::eof()) return damaged("is not the last one");
        return std::nullopt;
    }
    [[nodiscard]] tl::unexpected<LogError> damaged(const std::string& how) const {
        return log_error(LogError::Kind::damaged,
                         fmt::format("{}: line {} {}", file_.string(), line_, how));
    }

    const std::filesystem::path file_;
    std::ifstream in_;
    JsonParser parser_;
    Checkpoint behind_;
    Offset offset_ = before_first;
    std::int64_t records_ = 0;
    std::int64_t line_ = 0;
    std::string head_checksum_;
};

}  // namespace

ToolResult<LogFileWriter> LogFileWriter::create(const std::filesystem::path& file,
                                                const Checkpoint& begins_behind,
                                                const std::string& log_id) {
    if (std::filesystem::exists(file)) {
        return tool_error(could_not_look,
                          file.string() + " is there already; it was left as it is");
    }
    LogFileWriter made;
    made.file_ = file;
    made.beside_ = file.string() + ".part";
    // Titles are sealed in the file, but the people of bookings are not.
    const int fd = ::open(made.beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return log_file_error("made", made.beside_);
    ::close(fd);
    made.out_.open(made.beside_);
    const auto head = to_json(Head{version, log_id});
    const auto behind = encode_checkpoint(begins_behind);
    made.head_checksum_ = checksum_text(0, head + behind);
    auto done = made.line(head);
    if (done) done = made.line(behind);
    if (!done) return tl::unexpected(done.error());
    return made;
}

LogFileWriter::LogFileWriter(LogFileWriter&& other) noexcept
    : file_(std::move(other.file_)),
      beside_(std::exchange(other.beside_, {})),
      out_(std::move(other.out_)),
      head_checksum_(std::move(other.head_checksum_)),
      records_(other.records_) {}

LogFileWriter::~LogFileWriter() {
    std::error_code ignored;
    if (!beside_.empty()) std::filesystem::remove(beside_, ignored);
}

ToolResult<void> LogFileWriter::line(const std::string& text) {
    out_ << text << '\n';
    if (!out_) return log_file_error("written", beside_);
    return {};
}

ToolResult<void> LogFileWriter::add(const std::string& bytes, const std::string& damage) {
    Line its;
    its.checksum = checksum_text(++records_, bytes);
    if (!damage.empty()) its.damage = damage;
    return line(text_of(bytes, its));
}

ToolResult<void> LogFileWriter::finish() {
    Line its;
    its.records = records_;
    its.head = head_checksum_;
    if (auto done = line(to_json(its)); !done) return done;
    out_.close();
    if (!out_ || !sync_path(beside_)) return log_file_error("written", beside_);
    // link() refuses a name that is taken, rename() would not.
    if (::link(beside_.c_str(), file_.c_str()) != 0) return log_file_error("named", file_);
    if (!sync_path(file_.parent_path())) return log_file_error("written", file_);
    return {};
}

LogResult<std::unique_ptr<RecordSource>> open_log_file(const std::filesystem::path& file) {
    auto source = std::make_unique<LogFile>(file);
    if (auto opened = source->open(); !opened) return tl::unexpected(opened.error());
    return source;
}

}  // namespace log_tools
}  // namespace dibs
