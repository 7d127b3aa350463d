// Looks up host names. A lookup may hang for half a minute and cannot be cancelled. So it runs on
// detached threads: none without lookups, 64 at most. Each name is looked up once at a time, for
// all callers. Names with a slow last answer share half of the threads, so they never block the
// others. Owned by the pool's loop.
#pragma once

#include "ingest/ssh/socket.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dibs::ssh {

using Endpoints = tl::expected<std::vector<Endpoint>, RemoteError>;
using LookUp = std::function<Endpoints(const std::string& address, std::uint16_t port)>;

class Resolver {
  public:
    explicit Resolver(LookUp look_up);
    ~Resolver();  // running lookups end by themselves, without a callback
    Resolver(const Resolver&) = delete;
    Resolver& operator=(const Resolver&) = delete;

    // `then` is called once, on a thread of the resolver; it must not block.
    using Then = std::function<void(const Endpoints&)>;
    void resolve(const std::string& address, std::uint16_t port, Then then);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace dibs::ssh
