// The entry to the log: every command comes in here, whoever sends it. The answer comes once the
// log's own reading rule accepted the command's record; a refusal waits for its record as well.
// Both sides are plain values, so that a handler which forwards to another node is just another
// implementation. Any thread may submit.
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
    std::string request_id{};  // for the log and for people who ask about an error
    std::string key{};         // Idempotency-Key; empty: none
    std::string body_hash{};   // of what was asked; the same key with another hash is refused
    bool dry_run = false;      // what would be answered: nothing happens, nothing is written
};

struct Done {
    Position position = 0;        // of the command's last event
    std::vector<Event> events{};  // empty if repeated, or if it was as asked already
    bool repeated = false;        // done before under the same key: read the thing itself
    Instant at{};                 // its stamp in the log
};
using Reply = Result<Done>;

// Called once, on the handler's own thread: hand over and return. Null for reports nobody waits
// for: those leave a record only where they have an effect.
using OnReply = std::function<void(Reply)>;

class CommandHandler {
  public:
    virtual ~CommandHandler() = default;
    virtual void submit(Envelope envelope, OnReply on_reply) = 0;
};

}  // namespace dibs
