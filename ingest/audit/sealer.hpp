// Seals the log: follows it from the first fact, and checks the existing seals on its way. If this
// node writes, it adds a signed seal behind new facts. Runs on a thread of its own. While there is
// much to read, it rests as long as it reads.
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
        std::function<bool()> writes;  // true if this node writes
        Clock clock;
    };
    struct Settings {
        Duration every = std::chrono::hours{1};  // after the first unsealed fact
        Position at_most = 10'000;               // unsealed facts
    };

    explicit AuditSealer(Ports ports) : AuditSealer(std::move(ports), Settings{}) {}
    AuditSealer(Ports ports, Settings settings);
    ~AuditSealer();
    AuditSealer(const AuditSealer&) = delete;
    AuditSealer& operator=(const AuditSealer&) = delete;

    void start();
    void request_stop() { stopping_ = true; }
    void stop();  // blocks; the command handler must answer until then, or have ended

    // The findings so far; compare `read` with the end of the log. Any thread.
    [[nodiscard]] AuditFindings findings() const;
    // True if a valid seal has the head's position and digest. Any thread.
    [[nodiscard]] bool holds(const AuditHead& head) const;

  private:
    void run();
    void take(std::string_view record, Position position, const std::string& log_id);
    void publish_findings();
    [[nodiscard]] bool is_due() const;
    void seal();
    void rest(std::chrono::milliseconds time) const;

    Ports ports_;
    Settings settings_;
    std::optional<AuditCheck> check_{};
    std::optional<Instant> first_unsealed_{};
    mutable std::mutex mutex_;
    AuditFindings findings_{};                // under mutex_
    std::map<Position, std::string> sealed_;  // under mutex_: digests by covered position
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
