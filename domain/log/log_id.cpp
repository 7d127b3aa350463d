// Finds a log's id. Writers and exporters of the log call it once.
#include "domain/log/log_id.hpp"

#include "domain/codec/json_value.hpp"
#include "domain/log/log_error.hpp"
#include "domain/log/tail.hpp"

namespace dibs {

std::string log_id_in(const RecordView& record) {
    if (record.type != created_type) return {};
    JsonParser parser;
    const auto json = parser.parse(record.body);
    const auto id = json ? json->member("id") : std::nullopt;
    return std::string(id ? id->as_string().value_or("") : "");
}

std::string log_id_in(std::string_view record) {
    const auto view = parse_record(record);
    return view ? log_id_in(*view) : std::string();
}

// Applies the reading rule, because another program may have appended records before.
LogResult<std::string> read_log_id(EventLog& log) {
    constexpr std::chrono::seconds patience{5};
    const auto newest = log.newest();
    if (!newest) return tl::unexpected(newest.error());
    Tail tail(log, Checkpoint{});
    while (tail.checkpoint().log_id.empty() && tail.read_up_to() < *newest) {
        const Offset before = tail.read_up_to();
        const auto read = tail.next(1, patience);
        if (!read) return tl::unexpected(read.error());
        if (tail.read_up_to() == before) {
            return log_error(LogError::Kind::unavailable,
                             "The log does not bring its first record.");
        }
    }
    return tail.checkpoint().log_id;
}

}  // namespace dibs
