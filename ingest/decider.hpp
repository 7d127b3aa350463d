// What the writer decides with: the world as it will be once everything decided so far is accepted,
// and the next place in the chain. Deciding a command gives the records to append and the answer to
// give when they are accepted. Knows no log and no clock; made at each claim, out of the world of
// what was accepted, and thrown away when the writer is deposed.
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

// The domain's functions that are run; a test plants others.
struct Deciding {
    using Decide = Result<std::vector<Event>>(const World&, const Command&, const Context&);
    std::function<Decide> decide = dibs::decide;
    std::vector<Due> due = due_of_each();
    const Zones* zones = nullptr;  // for weekly windows; outlives who decides
};

// Something threw that may not: a programming error, or no memory. Nothing was decided then.
struct Failure {
    std::string of;  // the command's name, or the aggregate for which time passed
    std::string why;
};

struct Decided {
    std::vector<std::string> records;  // none: nothing happened
    Reply reply;
    std::vector<Failure> failures{};
};

class Decider {
  public:
    using AcceptedWorldCopy = std::function<World()>;

    // `accepted` gives the world of what was accepted: now, right behind the own claim at `fence`,
    // and whenever the tentative one is spoilt. `answered` holds the keys of what was accepted.
    Decider(AcceptedWorldCopy accepted, AnsweredCommands& answered, const Fence& fence,
            Sealer& sealer, Deciding deciding = {});

    // `wanted`: somebody waits for the answer, so there will be a record in any case.
    Decided decide(const Envelope& envelope, bool wanted, Instant now);

    // The fact behind an accepted record, if this decided it. In order; each once.
    std::optional<Recorded> take_accepted(const FenceFields& record);
    // The newest of its records that was accepted; 0: none.
    [[nodiscard]] std::uint64_t accepted_seq() const { return accepted_seq_; }

    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] const Fence& fence() const { return fence_; }

  private:
    Decided decide_command(const Envelope& envelope, bool wanted, const Origin& origin,
                           Instant now);
    [[nodiscard]] Reply decide_dry_run(const Envelope& envelope, Instant now);
    // What was answered under the same key, and whether the same was asked.
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
