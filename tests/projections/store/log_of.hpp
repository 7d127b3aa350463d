// Writes facts into a log like a real writer: the log's first record, a claim, then the events of
// commands.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/log/event_log.hpp"
#include "domain/log/fact.hpp"
#include "domain/log/fence.hpp"
#include "tests/support/test_keys.hpp"

#include <chrono>
#include <memory>
#include <stdexcept>

namespace dibs::test {

// For a reader of a log in memory, which has no other writers to wait for.
inline constexpr std::chrono::milliseconds no_wait{0};

class LogOf {
  public:
    explicit LogOf(EventLog& log, Sealer& sealer = test_keys())
        : sealer_(sealer), appender_(log.open_appender().value()) {
        append({bytes_of_one(Instant{}, created_type, {}, "", R"({"id":"test"})", false)});
        claim();
    }
    void claim() {
        FenceFields fields{fence_.epoch + 1, 0, false, fence_.chain};
        auto bytes = encode_record(fields, Instant{}, claimed_type, {}, "", "{}");
        fence_.read(*parse_record(bytes), bytes);
        append({std::move(bytes)});
    }
    // Appends all events of one command.
    void command(Instant at, const std::vector<Event>& events, const Origin& origin = {}) {
        std::vector<std::string> records;
        for (std::size_t i = 0; i < events.size(); ++i) {
            records.push_back(bytes_of_one(at, events[i].type(), origin, main_subject(events[i]),
                                           event_json(events[i], sealer_), i + 1 < events.size()));
        }
        append(std::move(records));
    }
    void raw(Instant at, std::string_view type, std::string_view body) {
        append({bytes_of_one(at, type, {}, "", body, false)});
    }

  private:
    std::string bytes_of_one(Instant at, std::string_view type, const Origin& origin,
                             std::string_view subject, std::string_view body, bool more) {
        const FenceFields fields{fence_.epoch, fence_.seq, more, fence_.chain};
        auto bytes = encode_record(fields, at, type, origin, subject, body);
        fence_.read(*parse_record(bytes), bytes);
        return bytes;
    }
    void append(std::vector<std::string> records) {
        if (!appender_->append(std::move(records)) || !appender_->flush(std::chrono::seconds{1})) {
            throw std::runtime_error("the log of the test refused a record");
        }
    }
    Sealer& sealer_;
    std::unique_ptr<LogAppender> appender_;
    Fence fence_;
};

}  // namespace dibs::test
