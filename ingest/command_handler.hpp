// The entry to the log: every command from every source comes in here. The reply comes once the
// log's reading rule has accepted the command's record. A refusal waits for its record too. Both
// sides are plain values, so a handler that forwards to another node is another implementation. Any
// thread may submit.
#pragma once

#include "domain/world/world.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

struct Envelope {
    Command command;
    std::optional<PersonId> actor{};  // none: Dibs itself
    Scopes scopes = Scopes::all();
    std::string source{};      // the client's address
    std::string request_id{};  // for the log, and for people with an error to report
    std::string key{};         // Idempotency-Key; empty: none
    std::string body_hash{};   // of the request; the same key with another hash is refused
    bool dry_run = false;      // only computes the reply; records nothing
};

struct Done {
    Position position = 0;        // of the command's last event
    std::vector<Event> events{};  // empty if repeated, or if nothing had to change
    bool repeated = false;        // a repeat under the same key; read the resource itself
    Instant at{};                 // the stamp in the log
};
using Reply = Result<Done>;

// Called once, on the handler's own thread; it must return quickly. Null for reports without a
// waiting client; those leave a record only if they have an effect.
using OnReply = std::function<void(Reply)>;

class CommandHandler {
  public:
    virtual ~CommandHandler() = default;
    virtual void submit(Envelope envelope, OnReply on_reply) = 0;
};

}  // namespace dibs
