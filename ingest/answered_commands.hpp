// Remembers for seven days of log time which idempotency key had which answer. A key belongs to the
// account that used it. Keeps only the position of the answer; the answer itself is read from the
// log.
//
// Rows are collected here and stored on disk in batches. A crash loses none, because the log is
// read on from the last stored row. Owned and used by the writer's thread.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/tail.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/log/answered/answered_table.hpp"

#include <unordered_map>

namespace dibs {

class AnsweredCommands {
  public:
    static constexpr Duration kept = std::chrono::days{7};

    // Without a table all rows stay in memory. `share` is the most rows that one account may have.
    AnsweredCommands(EventLog& log, const Sealer& sealer, std::unique_ptr<AnsweredTable> table,
                     std::size_t share);

    // The facts up to here are on disk. Empty if the table belongs to another log.
    [[nodiscard]] Checkpoint checkpoint() const;
    // Checks that the log still holds the remembered facts; forgets all rows if it does not.
    [[nodiscard]] LogResult<void> check_log();

    // Takes an accepted fact, in order, with the offset of its record.
    void take(const Recorded& fact, Offset offset);
    // Stores the rows once there are many of them, or always with `all`.
    void store(const Checkpoint& checkpoint, bool all = false);

    [[nodiscard]] std::optional<Answered> find(const KeyHash& id, Instant now);
    [[nodiscard]] bool share_is_used_up(std::optional<PersonId> account) const;
    // Returns the first answer, or an error if the log does not give it now.
    [[nodiscard]] LogResult<Reply> first_answer(const Answered& key);

    [[nodiscard]] static KeyHash id_of(std::optional<PersonId> account, std::string_view key);
    [[nodiscard]] static KeyHash id_of_asked(std::string_view body_hash);

  private:
    void forget(const Answered& key);
    LogResult<std::vector<Recorded>> read_command(const Answered& key);
    Result<void> read_into(std::vector<Recorded>& facts, const std::string& bytes);

    EventLog& log_;
    const Sealer& sealer_;
    std::unique_ptr<AnsweredTable> table_;
    const std::size_t share_;
    std::unordered_map<std::string, Answered> fresh_;  // by the bytes of the id; not on disk yet
    std::map<PersonId, std::size_t> counts_;
    std::size_t store_at_;  // stores at this number of fresh rows
    Instant now_{};
    Offset first_ = before_first;  // offset of the first record of the current command
    bool within_command_ = false;
    JsonParser parser_;
};

// Builds the answer to a command from its facts.
[[nodiscard]] Reply answer_in(std::vector<Recorded> facts);

}  // namespace dibs
