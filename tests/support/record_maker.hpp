// Makes records that continue a chain, as the active writer does, or a deposed one that has not
// noticed. For tests of readers.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/log/event_log.hpp"
#include "domain/log/fact.hpp"
#include "domain/log/fence.hpp"
#include "tests/support/test_keys.hpp"

#include <string>
#include <vector>

namespace dibs::test {

inline const Instant some_time = from_unix_ms(1795255445042);

struct RecordMaker {
    Fence fence{};
    Instant now = some_time;

    std::string created(const std::string& id = "the-log") {
        return next(false, created_type, R"({"id":")" + id + R"("})");
    }
    std::string claim(const std::string& nonce) {
        auto bytes = encode_record({fence.epoch + 1, 0, false, fence.chain}, now, claimed_type, {},
                                   "", R"({"nonce":")" + nonce + R"("})");
        fence.read(*parse_record(bytes), bytes);
        return bytes;
    }
    std::string next(bool more, std::string_view type, std::string_view body, Origin origin = {},
                     std::string_view subject = {}) {
        auto bytes = encode_record({fence.epoch, fence.seq, more, fence.chain}, now, type, origin,
                                   subject, body);
        fence.chain = Fence::link(fence.chain, bytes);
        ++fence.seq;
        return bytes;
    }
    // One record per body; readers accept them regardless of their content.
    std::vector<std::string> command(const std::vector<std::string>& bodies) {
        std::vector<std::string> records;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            records.push_back(next(i + 1 < bodies.size(), "test.said.v1", bodies[i]));
        }
        return records;
    }
    std::vector<std::string> command(const std::vector<Event>& events, Origin origin = {},
                                     Sealer& keys = test_keys()) {
        std::vector<std::string> records;
        for (std::size_t i = 0; i < events.size(); ++i) {
            records.push_back(next(i + 1 < events.size(), events[i].type(),
                                   event_json(events[i], keys), origin, main_subject(events[i])));
        }
        return records;
    }
};

inline void append(EventLog& log, std::vector<std::string> records) {
    const auto appender = log.open_appender();
    if (!appender || !(*appender)->append(std::move(records)) ||
        !(*appender)->flush(std::chrono::seconds{10})) {
        throw std::runtime_error("the log takes no records");
    }
}
inline void append(EventLog& log, std::string record) {
    append(log, std::vector<std::string>{std::move(record)});
}

}  // namespace dibs::test
