// Walks through a log from its first record by the reading rule. Goes on where a reader of facts
// (domain/log/tail) stops, and returns each record with its meaning. Behind the first damage the
// rule has no verdict; records are still returned. One thread.
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
    unfinished,  // accepted, but its command has no end: not a fact
    ignored,     // late, duplicate, or of a deposed writer
    garbage,     // no head that parses
    damaged,     // the log differs from the appended records
    behind,      // behind the first damage; its meaning is unknown
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
    Position position = 0;  // of the expected fact
    std::string how;        // a sentence without its full stop
};

class LogWalk {
  public:
    struct Counts {
        std::uint64_t records = 0, facts = 0, claims = 0, unfinished = 0, ignored = 0, garbage = 0;
        std::uint64_t behind = 0;          // records behind the first damage
        std::uint64_t damaged_behind = 0;  // those of them that are damaged themselves
    };

    explicit LogWalk(RecordSource& source);

    // Nothing at the end, and where damage prevents further reading; see damage(). An error: the
    // log could not be read.
    LogResult<std::optional<WalkedRecord>> next();

    // Reads to the end.
    LogResult<void> to_the_end();

    [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
    // Behind the last whole command that was read.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    // Behind all accepted records, including commands without an end.
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
    std::deque<WalkedRecord> waiting_;  // from the first record of the open command
    std::deque<WalkedRecord> ready_;
    std::optional<Damage> damage_;
    Counts counts_;
    Offset last_offset_ = before_first;
    Position open_ = 0;  // number of records of the open command
    bool ended_ = false;
};

}  // namespace dibs::log_tools
