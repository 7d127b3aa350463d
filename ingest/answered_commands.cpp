// Takes, stores and finds the rows of keys, and reads their answers from the log.
#include "ingest/answered_commands.hpp"

#include "domain/log/fact.hpp"
#include "domain/log/log_error.hpp"

#include <stdexcept>

#include <sodium.h>
#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::size_t worth_storing = 1024;  // each store costs a flush of the disk
constexpr std::size_t read_at_once = 64;
constexpr std::chrono::milliseconds read_patience{200};

KeyHash hash_of_text(std::string_view first, std::string_view second) {
    KeyHash id{};
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, id.size());
    for (const auto part : {first, second}) {
        crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                                  part.size());
    }
    crypto_generichash_final(&state, id.data(), id.size());
    return id;
}

std::string bytes_of_id(const KeyHash& id) {
    return {reinterpret_cast<const char*>(id.data()), id.size()};
}

}  // namespace

Reply answer_in(std::vector<Recorded> facts) {
    const auto& last = facts.back();
    if (const auto* no = get_if<answer::Refused>(&last.event)) {
        return tl::unexpected(
            Refusal{no->code, no->field, no->detail, no->about, no->rule, last.position});
    }
    Done done{last.position, {}, true, last.at};
    if (last.event.is_in<answer::Event>()) return done;
    for (auto& fact : facts) done.events.push_back(std::move(fact.event));
    return done;
}

AnsweredCommands::AnsweredCommands(EventLog& log, const Sealer& sealer,
                                   std::unique_ptr<AnsweredTable> table, std::size_t share)
    : log_(log),
      sealer_(sealer),
      table_(std::move(table)),
      share_(share),
      store_at_(worth_storing) {
    if (!table_) return;
    const auto read = table_->for_each([this](const Answered& key) { ++counts_[key.account]; });
    if (read) return;
    spdlog::error("answered commands: {}", read.error().text);
    if (read.error().kind != LogError::Kind::damaged) return;
    counts_.clear();
    if (const auto cleared = table_->clear(); !cleared) {
        throw std::runtime_error(cleared.error().text);  // else a command could be done twice
    }
}

KeyHash AnsweredCommands::id_of(std::optional<PersonId> account, std::string_view key) {
    return hash_of_text(bytes_of_id(account.value_or(PersonId{}).uuid), key);
}

KeyHash AnsweredCommands::id_of_asked(std::string_view body_hash) {
    return hash_of_text(body_hash, "");
}

Checkpoint AnsweredCommands::checkpoint() const {
    return table_ ? table_->checkpoint() : Checkpoint{};
}

LogResult<void> AnsweredCommands::check_log() {
    if (!table_ || table_->checkpoint().log_id.empty()) return {};
    const auto same = Tail(log_, table_->checkpoint()).verify();
    if (same || same.error().kind != LogError::Kind::lost) return same;
    spdlog::warn(
        "The remembered keys are of another log, or of more than this one holds: "
        "they are made anew.");
    counts_.clear();
    return table_->clear();
}

void AnsweredCommands::take(const Recorded& fact, Offset offset) {
    if (!std::exchange(within_command_, !fact.last_of_command)) first_ = offset;
    now_ = fact.at;
    const auto& origin = fact.origin;
    if (origin.command_key.empty() || !fact.last_of_command) return;
    if (fact.position <= checkpoint().position) return;
    if (fact.event.is<answer::Repeated>()) return;
    const Answered key{id_of(origin.actor, origin.command_key),
                       id_of_asked(origin.body_hash),
                       origin.actor.value_or(PersonId{}),
                       fact.position,
                       first_,
                       fact.at};
    ++counts_[key.account];
    const auto [place, added] = fresh_.try_emplace(bytes_of_id(key.id), key);
    if (!added) forget(std::exchange(place->second, key));  // used again after its seven days
}

void AnsweredCommands::forget(const Answered& key) {
    const auto count = counts_.find(key.account);
    if (count != counts_.end() && --count->second == 0) counts_.erase(count);
}

void AnsweredCommands::store(const Checkpoint& checkpoint, bool all) {
    if (fresh_.size() < store_at_ && !all) return;
    store_at_ = fresh_.size() + worth_storing;
    const auto oldest = now_ - kept;
    if (!table_) {
        std::erase_if(fresh_, [&](const auto& entry) {
            const bool old = entry.second.at < oldest;
            if (old) forget(entry.second);
            return old;
        });
        return;
    }
    std::vector<Answered> keys;
    keys.reserve(fresh_.size());
    for (const auto& [id, key] : fresh_) keys.push_back(key);
    const auto stored =
        table_->store(keys, checkpoint, oldest, [this](const Answered& key) { forget(key); });
    if (!stored) return spdlog::error("answered commands: {}", stored.error().text);
    fresh_.clear();
    store_at_ = worth_storing;
}

std::optional<Answered> AnsweredCommands::find(const KeyHash& id, Instant now) {
    std::optional<Answered> found;
    if (const auto fresh = fresh_.find(bytes_of_id(id)); fresh != fresh_.end()) {
        found = fresh->second;
    } else if (table_) {
        auto stored = table_->find(id);
        if (!stored)
            throw std::runtime_error(stored.error().text);  // else a command could be done twice
        found = *stored;
    }
    if (found && found->at + kept < now) found.reset();
    return found;
}

bool AnsweredCommands::share_is_used_up(std::optional<PersonId> account) const {
    const auto count = counts_.find(account.value_or(PersonId{}));
    return count != counts_.end() && count->second >= share_;
}

Result<void> AnsweredCommands::read_into(std::vector<Recorded>& facts, const std::string& bytes) {
    auto fact = read_fact(parser_, *parse_record(bytes), 0, sealer_);
    if (!fact) return tl::unexpected(std::move(fact.error()));
    facts.push_back(std::move(*fact));
    return {};
}

// The records of one command follow one another in the chain. Records of a deposed writer between
// them do not fit the chain.
LogResult<std::vector<Recorded>> AnsweredCommands::read_command(const Answered& key) {
    const auto gone = [] {
        return log_error(LogError::Kind::unavailable, "The log does not give the first answer.");
    };
    const auto first = log_.at(key.first);
    if (!first) return tl::unexpected(first.error());
    if (!first->has_value()) return gone();
    auto cursor = log_.open_cursor(key.first);
    if (!cursor) return tl::unexpected(cursor.error());
    std::vector<Recorded> facts;
    std::vector<LogEntry> entries{{key.first, **first}};
    Hash chain{};
    while (!entries.empty()) {
        for (const auto& [offset, bytes] : entries) {
            const auto record = parse_record(bytes);
            if (!record || (!facts.empty() && record->fence.prev != chain)) continue;
            chain = Fence::link(record->fence.prev, bytes);
            if (!read_into(facts, bytes)) return gone();
            if (!record->fence.more) return facts;
        }
        auto more = (*cursor)->next(read_at_once, read_patience);
        if (!more) return tl::unexpected(more.error());
        entries = std::move(more->entries);
    }
    return gone();
}

LogResult<Reply> AnsweredCommands::first_answer(const Answered& key) {
    auto facts = read_command(key);
    if (!facts) return tl::unexpected(facts.error());
    const auto& origin = facts->back().origin;
    if (id_of(origin.actor, origin.command_key) != key.id) {
        return log_error(LogError::Kind::unavailable, "The log has another command there.");
    }
    auto position = key.position - static_cast<Position>(facts->size());
    for (auto& fact : *facts) fact.position = ++position;
    return answer_in(std::move(*facts));
}

}  // namespace dibs
