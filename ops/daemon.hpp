// One dibsd: all of its parts, in the order in which they are made, started and ended. Owned by
// main.
#pragma once

#include "ops/config/config.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

class Daemon {
  public:
    using ShutdownCheck = std::function<bool(std::chrono::milliseconds wait)>;
    // Opens the data and the log, and binds the port. Waits for brokers that do not answer yet,
    // until `shutdown_requested`. Errors are sentences for an admin.
    [[nodiscard]] static tl::expected<std::unique_ptr<Daemon>, std::string> open(
        Config config, const ShutdownCheck& shutdown_requested);
    ~Daemon();

    // Starts to answer requests. Requests that need data that is still being read get 503.
    void start();
    // Waits until /readyz reports ready, however long the log is, and logs the progress; then
    // starts the probes. Returns the address of the page, with the one-time link if there is no
    // admin yet.
    // Returns nothing if it had to end meanwhile; an error where only an admin can help.
    [[nodiscard]] tl::expected<std::optional<std::string>, std::string> await_ready(
        const ShutdownCheck& shutdown_requested);
    // Why this process cannot go on although a new one may: data read back from the disk are not
    // trustworthy. Nothing while it can go on.
    [[nodiscard]] std::optional<std::string> must_end() const;
    [[nodiscard]] std::uint16_t port() const;
    // Answers requests in flight, saves in-memory state to disk, ends all threads. Takes at most
    // 2 s while it reads or idles, at most 10 s when the log does not confirm appended facts.
    void stop();

  private:
    struct Parts;
    explicit Daemon(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace dibs
