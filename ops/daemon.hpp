// One dibsd: everything it is made of, in the order in which it is made, started and ended.
// Owned by main.
#pragma once

#include "ops/config.hpp"

#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

class Daemon {
  public:
    // Opens the data and the log; binds the port. Errors are sentences for an admin.
    [[nodiscard]] static tl::expected<std::unique_ptr<Daemon>, std::string> open(Config config);
    ~Daemon();

    // Brings everything up; returns the address people open, with the one-time link if there is no
    // admin yet.
    [[nodiscard]] tl::expected<std::string, std::string> start();
    // Answers what is in flight, stores what is in memory, ends all threads.
    void stop();

  private:
    struct Parts;
    explicit Daemon(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace dibs
