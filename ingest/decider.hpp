// Decides commands for the writer. Holds the tentative world, which includes every decided fact,
// and the next position in the chain. A decision gives the records to append and the reply to send
// after they are accepted.
//
// Uses no log and no clock. Each claim makes a new decider from the accepted world; deposing the
// writer discards it.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/fence.hpp"
#include "domain/world/due.hpp"
#include "ingest/answered_commands.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/fresh_id.hpp"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// The domain functions to run; tests replace them.
struct Deciding {
    using Decide = Result<std::vector<Event>>(const World&, const Command&, const Context&);
    std::function<Decide> decide = dibs::decide;
    std::vector<Due> due = due_of_each();
    const Zones* zones = nullptr;  // for weekly windows; outlives the decider
};

// An exception from domain code: a programming error, or no memory. Nothing was decided.
struct Failure {
    std::string of;  // the command, or the aggregate whose deadlines were due
    std::string why;
};

struct Decided {
    std::vector<std::string> records;  // empty: nothing happened
    Reply reply;
    std::vector<Failure> failures{};
};

class Decider {
  public:
    using AcceptedWorldCopy = std::function<World()>;

    // `accepted` copies the accepted world: at construction, right behind the own claim at `fence`,
    // and whenever the tentative world is spoilt. `answered` holds the keys of accepted commands.
    Decider(AcceptedWorldCopy accepted, AnsweredCommands& answered, const Fence& fence,
            Sealer& sealer, Deciding deciding = {});

    // `wanted`: a client waits for the reply, so every outcome leaves a record.
    Decided decide(const Envelope& envelope, bool wanted, Instant now);

    // Returns the fact behind an accepted record if this decider decided it. Call it in order, once
    // a record.
    std::optional<Recorded> take_accepted(const FenceFields& record);
    // The sequence number of its newest accepted record; 0: none.
    [[nodiscard]] std::uint64_t accepted_seq() const { return accepted_seq_; }

    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] const Fence& fence() const { return fence_; }

  private:
    Decided decide_command(const Envelope& envelope, bool wanted, const Origin& origin,
                           Instant now);
    [[nodiscard]] Reply decide_dry_run(const Envelope& envelope, Instant now);
    // The answer under the same key, and whether the request was the same.
    struct Earlier {
        bool same;
        Position position;
        Reply reply;
    };
    std::optional<Earlier> find_earlier(const Origin& origin, Instant now);
    Decided decide_repeat(const Envelope& envelope, Earlier earlier, const Origin& origin,
                          Instant now);
    Decided refused_without_key(const Envelope& envelope, Code code, std::string why, Origin origin,
                                Instant now);
    Decided pass_time(Instant now);
    Decided stage(std::vector<Event> events, const Origin& origin, Instant now);
    void write(Decided& out, std::vector<Event>& events, const std::vector<std::string>& bodies,
               const Origin& origin, Instant now);
    Decided refused(const Envelope& envelope, Refusal refusal, const Origin& origin, Instant now);

    const AcceptedWorldCopy accepted_;
    AnsweredCommands& answered_;
    Sealer& sealer_;
    const std::function<Deciding::Decide> decide_;
    [[nodiscard]] Context context_of(std::optional<PersonId> actor, Scopes scopes, Instant now);

    std::vector<Deadline> deadlines_;
    const Zones* zones_;
    FreshIds ids_{};
    World world_;
    Fence fence_;
    std::deque<Recorded> staged_;  // decided, not accepted yet
    std::uint64_t accepted_seq_ = 0;
    std::map<KeyHash, std::uint64_t> staged_keys_;  // -> seq of the command's first record
    JsonParser parser_;
};

}  // namespace dibs
