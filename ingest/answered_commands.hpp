// What was answered under which idempotency key, for seven days of the log's time. A key belongs to
// the account that used it. Only where the answer is gets remembered: the answer itself is read
// from the log, and so is the first one again. Rows are collected here and stored on disk many at a
// time; a crash loses none, since the log is read on from where they were stored last. Owned and
// used by the writer's thread.
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

    // Without a table all of them stay in memory. `share`: how many an account may have at a time.
    AnsweredCommands(EventLog& log, const Sealer& sealer, std::unique_ptr<AnsweredTable> table,
                     std::size_t share);

    // Everything up to here is on disk. Nothing, if what was kept is of another log.
    [[nodiscard]] Checkpoint checkpoint() const;
    // Whether the log still holds what was kept; forgets it all if not.
    [[nodiscard]] LogResult<void> check_log();

    // An accepted fact, in order, and the offset of its record.
    void take(const Recorded& fact, Offset offset);
    // Stores what was taken, if it is much. `all`: in any case.
    void store(const Checkpoint& checkpoint, bool all = false);

    [[nodiscard]] std::optional<Answered> find(const KeyHash& id, Instant now);
    [[nodiscard]] bool share_is_used_up(std::optional<PersonId> account) const;
    // The answer of then; an error if the log does not give it now.
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
    std::unordered_map<std::string, Answered> fresh_;  // by the id's bytes; not on disk yet
    std::map<PersonId, std::size_t> counts_;
    std::size_t store_at_;  // so many fresh ones
    Instant now_{};
    Offset first_ = before_first;  // of the command being taken
    bool within_command_ = false;
    JsonParser parser_;
};

// What a command was answered, from its facts.
[[nodiscard]] Reply answer_in(std::vector<Recorded> facts);

}  // namespace dibs
