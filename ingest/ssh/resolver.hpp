// Names of hosts to addresses. Asking may hang for half a minute and cannot be cut short, so it
// happens on threads that nobody waits for: none while no name is asked for, 64 at the most. A name
// is asked for once at a time, whoever wants it, and one that was answered late may use half of the
// threads only: names that hang never keep the others from theirs. Owned by the pool's loop.
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
    ~Resolver();  // what is being asked for ends by itself, and nobody is told
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
