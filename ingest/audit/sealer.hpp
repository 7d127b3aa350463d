// Seals the log, now and then: follows it from its birth beside everything else, and where this
// node writes, and something has happened since the last seal, puts a signed one behind it. Looks
// at the seals that are there on its way. On a thread of its own, which rests as long as it reads
// where there is much to read.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/audit/check.hpp"
#include "ingest/audit/findings.hpp"
#include "ingest/audit/head.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/keys/keys.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace dibs {

class AuditSealer {
  public:
    struct Ports {
        EventLog& log;
        const Keys& keys;
        CommandHandler& commands;
        std::function<bool()> writes;  // whether this node does
        Clock clock;
    };
    struct Settings {
        Duration every = std::chrono::hours{1};  // behind the first fact that is not sealed
        Position at_most = 10'000;               // facts without a seal
    };

    explicit AuditSealer(Ports ports) : AuditSealer(std::move(ports), Settings{}) {}
    AuditSealer(Ports ports, Settings settings);
    ~AuditSealer();
    AuditSealer(const AuditSealer&) = delete;
    AuditSealer& operator=(const AuditSealer&) = delete;

    void start();
    void request_stop() { stopping_ = true; }
    void stop();  // waits; the handler of commands answers until then, or has ended

    // So far: whoever asks compares `read` with the end of the log. Any thread.
    [[nodiscard]] AuditFindings findings() const;
    // Whether a seal that fits says what the head does. Any thread.
    [[nodiscard]] bool holds(const AuditHead& head) const;

  private:
    void run();
    void take(std::string_view record, Position position, const std::string& log_id);
    void tell();
    [[nodiscard]] bool is_due() const;
    void seal();
    void rest(std::chrono::milliseconds time) const;

    Ports ports_;
    Settings settings_;
    std::optional<AuditCheck> check_{};
    std::optional<Instant> first_unsealed_{};
    mutable std::mutex mutex_;
    AuditFindings findings_{};                // under mutex_
    std::map<Position, std::string> sealed_;  // under mutex_: digests, by what they cover
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
