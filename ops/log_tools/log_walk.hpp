// A walk through a log from its first record, as the reading rule sees it, that goes on where a
// reader of facts (domain/log/tail) stops: every record comes out with what it is to the rule.
// Behind the first damage the rule says nothing any more; what lies there still comes out. One
// thread.
#pragma once

#include "ops/log_tools/record_source.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace dibs::log_tools {

enum class Meaning {
    fact,
    claim,
    birth,
    unfinished,  // accepted, but of a command whose end never came: no fact
    ignored,     // late, doubled, of a deposed writer
    garbage,     // no head that parses
    damaged,     // where the log is not what was appended
    behind,      // the first damage; nothing is known of it
};

struct WalkedRecord {
    Meaning meaning{};
    Offset offset = before_first;
    Position position = 0;  // of a fact
    bool ends_command = true;
    Hash chain{};  // before it
    std::string bytes;
    std::string damage{};
};

struct Damage {
    Offset offset = before_first;
    Position position = 0;  // of the fact that was expected there
    std::string how;        // a sentence without its end
};

class LogWalk {
  public:
    struct Counts {
        std::uint64_t records = 0, facts = 0, claims = 0, unfinished = 0, ignored = 0, garbage = 0;
        std::uint64_t behind = 0;          // the first damage
        std::uint64_t damaged_behind = 0;  // those of them that are damaged by themselves
    };

    explicit LogWalk(RecordSource& source);

    // Nothing at the end, also where damage keeps anybody from going on: damage() tells. An error:
    // it could not be looked at.
    LogResult<std::optional<WalkedRecord>> next();

    // All that is left.
    LogResult<void> to_the_end();

    [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
    // Right behind the last whole command that was read.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    // Behind all that the rule accepted, commands without an end too.
    [[nodiscard]] const Fence& fence() const { return fence_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] Offset last_offset() const { return last_offset_; }

  private:
    void judge(FoundRecord found);
    void accept(FoundRecord found, const RecordView& record, const Hash& chain);
    void add(Meaning meaning, FoundRecord found, const Hash& chain = {});
    void stop_at(Offset offset, std::string how);
    void close_group(bool whole);
    void finish();

    RecordSource& source_;
    Checkpoint checkpoint_;
    Fence fence_;
    std::deque<WalkedRecord> waiting_;  // from the first record of a command without its end
    std::deque<WalkedRecord> ready_;
    std::optional<Damage> damage_;
    Counts counts_;
    Offset last_offset_ = before_first;
    Position open_ = 0;  // records of the command without its end
    bool ended_ = false;
};

}  // namespace dibs::log_tools
