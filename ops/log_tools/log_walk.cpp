// domain/log/fence has the rule; this file handles its verdicts.
#include "ops/log_tools/log_walk.hpp"

#include "domain/log/fact.hpp"
#include "domain/log/log_id.hpp"
#include "ops/log_tools/tool_result.hpp"

#include <iterator>
#include <utility>

namespace dibs::log_tools {

LogWalk::LogWalk(RecordSource& source)
    : source_(source), checkpoint_(source.begins_behind()), fence_(checkpoint_.fence) {}

LogResult<std::optional<WalkedRecord>> LogWalk::next() {
    while (ready_.empty() && !ended_) {
        auto found = source_.next();
        if (!found && !is_damage(found.error())) return tl::unexpected(found.error());
        if (!found) stop_at(last_offset_ + 1, found.error().text);
        if (!found || !*found) {
            finish();
        } else {
            ++counts_.records;
            last_offset_ = (*found)->offset;
            judge(std::move(**found));
        }
    }
    if (ready_.empty()) return std::nullopt;
    auto first = std::move(ready_.front());
    ready_.pop_front();
    return first;
}

LogResult<void> LogWalk::to_the_end() {
    for (;;) {
        const auto record = next();
        if (!record) return tl::unexpected(record.error());
        if (!*record) return {};
    }
}

void LogWalk::judge(FoundRecord found) {
    if (damage_) {
        ++counts_.behind;
        counts_.damaged_behind += found.damage.empty() ? 0 : 1;
        return add(Meaning::behind, std::move(found));
    }
    const auto record = parse_record(found.bytes);
    const auto chain = fence_.chain;
    const bool own = source_.has_one_writer();
    const bool straight =
        record && record->fence.prev == chain && !(record->is_claim() && open_ > 0);
    if (found.damage.empty() && (straight || (record && !own)) &&
        fence_.read(*record, found.bytes)) {
        return accept(std::move(found), *record, chain);
    }
    if (own && found.damage.empty()) {
        found.damage = record ? "does not continue the one before it" : "cannot be read";
    }
    if (!found.damage.empty()) {
        stop_at(found.offset, "the record " + found.damage);
        return add(Meaning::damaged, std::move(found));
    }
    ++(record ? counts_.ignored : counts_.garbage);
    add(record ? Meaning::ignored : Meaning::garbage, std::move(found));
}

// `record` points into the bytes of `found`.
void LogWalk::accept(FoundRecord found, const RecordView& record, const Hash& chain) {
    const Anchor anchor{found.offset, hash_of(found.bytes)};
    const bool more = record.fence.more;
    const bool counts = is_fact(record);
    if (checkpoint_.log_id.empty()) checkpoint_.log_id = log_id_in(record);
    if (record.is_claim()) {
        close_group(false);
        ++counts_.claims;
        add(Meaning::claim, std::move(found), chain);
        checkpoint_.last_claim = anchor;
        checkpoint_.fence = fence_;
        return;
    }
    ++open_;
    add(counts ? Meaning::fact : Meaning::birth, std::move(found), chain);
    waiting_.back().ends_command = !more;
    if (more) return;
    close_group(true);
    checkpoint_.last_record = anchor;
    checkpoint_.fence = fence_;
}

void LogWalk::add(Meaning meaning, FoundRecord found, const Hash& chain) {
    WalkedRecord record;
    record.meaning = meaning;
    record.offset = found.offset;
    record.chain = chain;
    record.bytes = std::move(found.bytes);
    record.damage = std::move(found.damage);
    auto& to = open_ > 0 ? waiting_ : ready_;
    to.push_back(std::move(record));
}

void LogWalk::close_group(bool whole) {
    for (auto& record : waiting_) {
        if (record.meaning != Meaning::fact && record.meaning != Meaning::birth) continue;
        if (!whole) {
            record.meaning = Meaning::unfinished;
            ++counts_.unfinished;
        } else if (record.meaning == Meaning::fact) {
            record.position = ++checkpoint_.position;
            ++counts_.facts;
        }
    }
    ready_.insert(ready_.end(), std::make_move_iterator(waiting_.begin()),
                  std::make_move_iterator(waiting_.end()));
    waiting_.clear();
    open_ = 0;
}

// Records of an open command keep their meaning: its end may be behind the damage.
void LogWalk::stop_at(Offset offset, std::string how) {
    if (damage_) return;
    damage_ = Damage{offset, checkpoint_.position + open_ + 1, std::move(how)};
    close_group(false);
}

// At the end of the log: a single writer appends whole commands, so an open command is damage.
void LogWalk::finish() {
    ended_ = true;
    if (open_ > 0 && source_.has_one_writer()) {
        stop_at(last_offset_, "the record is not followed by the rest of its command");
    }
    close_group(false);
}

}  // namespace dibs::log_tools
