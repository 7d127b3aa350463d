// What the writer decides with: the world as it will be once everything decided so far is accepted,
// and the next place in the chain. Deciding a command gives the records to append and the answer to
// give when they are accepted. Knows no log and no clock; thrown away when the writer is deposed.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/log/fence.hpp"
#include "ingest/command_handler.hpp"

#include <string>
#include <vector>

namespace dibs {

struct Decided {
    std::vector<std::string> records;  // none: nothing happened, and nobody waits
    Reply reply;
};

class Decider {
  public:
    explicit Decider(reservation::Policy policy) : policy_(policy) {}

    // Follows the log while another writes, and before the first claim.
    void fold(const Recorded& fact) { world_ = evolve(std::move(world_), fact); }
    // Takes the chain over, right behind the own claim.
    void begin(const Fence& fence) { fence_ = fence; }

    // `wanted`: somebody waits for the answer, so there will be a record in any case.
    Decided decide(const Envelope& envelope, bool wanted, Instant now);

    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] const Fence& fence() const { return fence_; }
    [[nodiscard]] const reservation::Policy& policy() const { return policy_; }

  private:
    Decided stage(std::vector<Event> events, Origin origin, Instant now);
    Decided refused(const Envelope& envelope, Refusal refusal, Origin origin, Instant now);

    reservation::Policy policy_;
    World world_;
    Fence fence_;
    JsonParser parser_;
};

}  // namespace dibs
