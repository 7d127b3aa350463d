// Applies the reading rule. The order of checks is that of the executable model in tests/fence.
#include "domain/log/tail.hpp"

#include "domain/log/fact.hpp"
#include "domain/log/log_error.hpp"
#include "domain/log/log_id.hpp"

#include <algorithm>

namespace dibs {
namespace {

LogError lost(Offset offset, const std::optional<std::string>& instead) {
    return {LogError::Kind::lost,
            "The log no longer holds the record that was read at offset " + std::to_string(offset) +
                (instead ? " but another one" : " nor any other") +
                ": it was cut, recreated or restored from a backup. Nothing is answered from here "
                "on. If the log is right, rebuild what was made from it: dibsd rebuild."};
}

LogError damaged(Position position, const std::string& how) {
    return {LogError::Kind::damaged,
            "The log is damaged at position " + std::to_string(position) + ": " + how +
                ". Nothing is answered from here on. Restore it from a backup."};
}
std::string record_at(Offset offset, const char* how) {
    return "the record at offset " + std::to_string(offset) + ' ' + how;
}

}  // namespace

Tail::Tail(EventLog& log, Checkpoint from) : log_(log), checkpoint_(std::move(from)) {
    fence_ = checkpoint_.fence;
    last_record_ = checkpoint_.last_record.value_or(Anchor{});
    last_claim_ = checkpoint_.last_claim.value_or(Anchor{});
}

void Tail::must_pass(const Anchor& record) {
    if (record.offset <= checkpoint_.read_after()) return;
    expected_.push_back(record);
    std::sort(expected_.begin(), expected_.end(),
              [](const Anchor& a, const Anchor& b) { return a.offset > b.offset; });
}

// Stops permanently. Damage concerns every reader of the log, and the first one reports it. A log
// that is not the one read so far concerns only this reader.
tl::unexpected<LogError> Tail::stop(LogError error) {
    const bool for_all = error.kind == LogError::Kind::damaged;
    stopped_ = for_all ? log_.condemn(std::move(error)) : std::move(error);
    return tl::unexpected(*stopped_);
}

// Opens a cursor and resolves open doubts: retries a failed check of the anchors.
LogResult<void> Tail::make_ready() {
    if (stopped_) return tl::unexpected(*stopped_);
    const bool fresh = !cursor_;
    if (fresh) {
        auto cursor = log_.open_cursor(checkpoint_.read_after());
        if (!cursor) return tl::unexpected(cursor.error());
        cursor_ = std::move(*cursor);
        read_ = checkpoint_.read_after();
    }
    if (!in_doubt_) return {};
    return fresh ? check_at_start() : verify();
}

// A log that cannot yet say whether a record exists can still report its id.
LogResult<void> Tail::check_at_start() {
    auto checked = check_anchors();
    if (checked || stopped_ || checkpoint_.log_id.empty()) return checked;
    const auto id = read_log_id(log_);
    if (!id || id->empty() || *id == checkpoint_.log_id) return checked;
    return stop(lost(last_record_.offset, std::nullopt));
}

LogResult<void> Tail::must_be_there(const Anchor& anchor) {
    if (anchor.offset == before_first) return {};
    const auto bytes = log_.at(anchor.offset);
    if (!bytes && bytes.error().kind == LogError::Kind::damaged) {
        return stop(damaged(checkpoint_.position, bytes.error().text));
    }
    if (!bytes) return tl::unexpected(bytes.error());
    if (*bytes && hash_of(**bytes) == anchor.record) return {};
    return stop(lost(anchor.offset, *bytes));
}

LogResult<void> Tail::check_anchors() {
    ++counts_.verified;
    checked_ = in_doubt_ = true;
    for (const Anchor& anchor : {last_record_, last_claim_}) {
        if (auto there = must_be_there(anchor); !there) return there;
    }
    in_doubt_ = !cursor_;
    return {};
}

LogResult<void> Tail::verify() {
    if (auto checked = check_anchors(); !checked) return checked;
    // Records that were ignored after the anchors may have been cut away and replaced: read them
    // again.
    read_ = std::max(last_record_.offset, last_claim_.offset);
    if (cursor_) cursor_->seek(read_);
    reread_ = true;
    skipped_ = false;
    return {};
}

LogResult<std::vector<Accepted>> Tail::next(std::size_t max, std::chrono::milliseconds wait) {
    if (auto ready = make_ready(); !ready) return tl::unexpected(ready.error());
    auto batch = cursor_->next(max, wait);
    // If the log ends before the cursor, perhaps only ignored records are missing. The anchors
    // decide that.
    const bool cut = !batch && batch.error().kind == LogError::Kind::lost;
    if (!batch && batch.error().kind == LogError::Kind::damaged) {
        return stop(damaged(read_position(), batch.error().text));
    }
    if (!batch && !cut) return tl::unexpected(batch.error());
    std::vector<Accepted> out;
    if (cut || batch->gap) {
        if (auto verified = verify(); !verified) return tl::unexpected(verified.error());
        return out;
    }
    reread_ = checked_ = false;
    for (auto& entry : batch->entries) {
        if (auto judged = judge(std::move(entry), out); !judged) {
            if (out.empty()) return tl::unexpected(judged.error());
            break;  // hands out the accepted records first; the error comes up again
        }
        if (reread_) break;  // the cursor was set back: the rest of this batch comes again
    }
    return out;
}

// The position of the next expected fact.
Position Tail::read_position() const {
    return checkpoint_.position + static_cast<Position>(group_.size()) + 1;
}

// True if a log with one writer may hold this record next. A claim follows only whole commands.
bool Tail::continues(const std::optional<RecordView>& record) const {
    if (!record || record->fence.prev != fence_.chain) return false;
    if (record->is_claim()) return record->fence.epoch == fence_.epoch + 1 && group_.empty();
    return record->fence.epoch == fence_.epoch && record->fence.seq == fence_.seq;
}

// Ignored records after the anchors are read again after each doubt, and counted once. They may
// also be the first sign that another log replaced this one. The anchors decide that, once per
// batch.
LogResult<void> Tail::skip(std::uint64_t& counter) {
    if (read_ > counted_) {
        counted_ = read_;
        ++counter;
    }
    skipped_ = true;
    return checked_ ? LogResult<void>{} : check_anchors();
}

LogResult<void> Tail::judge(LogEntry entry, std::vector<Accepted>& out) {
    read_ = entry.offset;
    const auto record = parse_record(entry.record);
    if (log_.has_one_writer() && !continues(record)) {
        const auto* how = record ? "does not continue the one before it" : "cannot be read";
        return stop(damaged(read_position(), record_at(entry.offset, how)));
    }
    if (!record) return skip(counts_.garbage);
    if (entry.offset > suspected_ && fence_.suspicious(*record)) {
        suspected_ = entry.offset;
        // Right after the anchors there is nothing to read again.
        auto checked = skipped_ ? verify() : check_anchors();
        if (!checked || reread_) return checked;
    }
    if (!fence_.read(*record, entry.record)) {
        if (auto checked = skip(counts_.ignored); !checked) return checked;
        return check_expected();
    }
    accept(std::move(entry), *record, out);
    skipped_ = false;
    return check_expected();
}

LogResult<void> Tail::check_expected() {
    while (!expected_.empty() && expected_.back().offset <= read_) {
        const auto wanted = expected_.back();
        if (last_record_ != wanted) return stop(not_passed(wanted));
        expected_.pop_back();
    }
    return {};
}

LogError Tail::not_passed(const Anchor& wanted) const {
    return damaged(read_position(), record_at(wanted.offset,
                                              "is not the one from which tables or a snapshot were "
                                              "made: it is missing, or the reading rule has come "
                                              "another way (if the log is right, rebuild them: "
                                              "dibsd rebuild)"));
}

// This process owns the log, so missing records do not come back.
LogResult<void> Tail::check_end() {
    if (expected_.empty() || !log_.has_one_writer()) return {};
    return stop(not_passed(expected_.back()));
}

void Tail::accept(LogEntry entry, const RecordView& record, std::vector<Accepted>& out) {
    ++counts_.accepted;
    const bool is_claim = record.is_claim();
    const bool complete = is_claim || !record.fence.more;
    if (is_claim) {
        last_claim_ = {entry.offset, hash_of(entry.record)};
        group_.clear();
    } else {
        last_record_ = {entry.offset, fence_.chain};  // its hash includes the chain before it
    }
    if (checkpoint_.log_id.empty()) checkpoint_.log_id = log_id_in(record);
    const bool counts = is_fact(record);
    group_.push_back(Accepted{entry.offset, 0, std::move(entry.record)});
    if (!complete) return;
    for (auto& member : group_) member.position = counts ? ++checkpoint_.position : 0;
    out.insert(out.end(), std::make_move_iterator(group_.begin()),
               std::make_move_iterator(group_.end()));
    group_.clear();
    checkpoint_.fence = fence_;
    if (last_record_.offset != before_first) checkpoint_.last_record = last_record_;
    if (last_claim_.offset != before_first) checkpoint_.last_claim = last_claim_;
}

LogResult<void> Tail::read_to_end(const std::function<void(std::vector<Accepted>)>& take,
                                  const std::function<bool()>& stopping) {
    constexpr std::size_t at_once = 4096;
    constexpr std::chrono::milliseconds patience{200};
    constexpr int most_idle = 25;
    int idle = 0;
    if (auto ready = make_ready(); !ready) return tl::unexpected(ready.error());
    while (true) {
        const auto end = log_.newest();
        if (!end) return tl::unexpected(end.error());
        while (read_ < *end) {
            if (stopping()) return log_error(LogError::Kind::unavailable, "Reading was stopped.");
            const Offset before = read_;
            auto batch = next(at_once, patience);
            if (!batch) return tl::unexpected(batch.error());
            idle = read_ == before ? idle + 1 : 0;
            if (!batch->empty())
                take(std::move(*batch));
            else if (!reread_)
                break;  // nothing came: check where the end is now
        }
        if (stopped_) return tl::unexpected(*stopped_);  // at the last record, after good ones
        if (read_ >= *end) return check_end();
        if (idle < most_idle) continue;
        cursor_.reset();  // something blocks this cursor: the next call begins with another
        in_doubt_ = true;
        return log_error(LogError::Kind::unavailable,
                         "The log does not bring the records that it says it has.");
    }
}

}  // namespace dibs
