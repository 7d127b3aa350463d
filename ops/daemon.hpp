// One dibsd: everything it is made of, in the order in which it is made, started and ended.
// Owned by main.
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
    using ToldToEnd = std::function<bool(std::chrono::milliseconds wait)>;
    // Opens the data and the log, brokers that do not answer yet until it is told to end; binds
    // the port. Errors are sentences for an admin.
    [[nodiscard]] static tl::expected<std::unique_ptr<Daemon>, std::string> open(
        Config config, const ToldToEnd& told_to_end);
    ~Daemon();

    // From now on requests are answered; those that need what is still being read, with 503.
    void start();
    // Waits until /readyz says so, however long the log is, and tells how far it is; then brings
    // the hosts up. Returns the address people open, with the one-time link if there is no admin
    // yet; nothing if it was told to end meanwhile; an error where only an admin can help.
    [[nodiscard]] tl::expected<std::optional<std::string>, std::string> await_ready(
        const ToldToEnd& told_to_end);
    // Why this process can do its work no more, though a new one may: what the disk gives back is
    // not to be trusted. Nothing while it can.
    [[nodiscard]] std::optional<std::string> must_end() const;
    [[nodiscard]] std::uint16_t port() const;
    // Answers what is in flight, stores what is in memory, ends all threads. Within 2 s while it
    // reads or idles, within 10 s when the log does not confirm what was given to it.
    void stop();

  private:
    struct Parts;
    explicit Daemon(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace dibs
