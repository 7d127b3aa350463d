// Makes days from closed hours, and deletes expired rows. A day is the sum of its hours. It is
// made once the last of them is in the hourly log, so rebuilt tables have the same days. After a
// kill, the next start continues with the same day. Days are UTC days: whole hours in every time
// zone (ops/decisions/0100).
#include "projections/store/packed.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

#include <array>
#include <map>
#include <vector>

namespace dibs {
namespace {

constexpr std::size_t most_expired_at_once = 20'000;

// The day of the first hour that is not part of a day yet.
std::optional<Instant> next_day(const ReadTxn& txn, std::optional<Instant> folded) {
    auto cursor = txn.cursor(Table::usage_hours);
    const bool found = folded ? cursor.seek(Key().time(*folded)) : cursor.first();
    if (!found) return std::nullopt;
    return floor_to(KeyReader(cursor.key()).time(), day);
}

std::map<SubjectId, Bucket> hours_together(const ReadTxn& txn, Instant start) {
    std::map<SubjectId, Bucket> sums;
    auto cursor = txn.cursor(Table::usage_hours);
    for (bool more = cursor.seek(Key().time(start)); more; more = cursor.next()) {
        const auto [at, subject] = parse_bucket_key(cursor.key());
        if (at >= start + day) break;
        if (const auto bucket = decode_bucket(subject.kind, cursor.value())) {
            sums[subject].add(*bucket);
        }
    }
    return sums;
}

std::vector<std::string> keys_before(const ReadTxn& txn, Table table, Instant before) {
    std::vector<std::string> keys;
    auto cursor = txn.cursor(table);
    for (bool more = cursor.first(); more && keys.size() < most_expired_at_once;
         more = cursor.next()) {
        if (KeyReader(cursor.key()).time() >= before) break;
        keys.emplace_back(cursor.key());
    }
    return keys;
}

}  // namespace

bool Usage::State::fold_a_day() {
    if (!reported) return false;
    std::optional<Instant> start;
    std::map<SubjectId, Bucket> sums;
    {
        const auto txn = store->read();
        start = next_day(txn, folded);
        if (!start || *start + day > *reported) return false;
        sums = hours_together(txn, *start);
    }
    auto txn = store->write();
    for (const auto& [subject, bucket] : sums) {
        txn.put_later(Table::usage_days, bucket_key(*start, subject),
                      encode_bucket(subject.kind, bucket));
    }
    txn.put(Table::meta, folded_key, pack(Instant{*start + day}));
    if (!txn.commit()) return false;  // a full disk: retried with the next round
    folded = *start + day;
    return true;
}

// Deletes hours only once they are part of a day.
bool Usage::State::expire() {
    const std::array<std::pair<Table, Instant>, 3> limits{
        {{Table::usage_minutes, newest - kept.minutes},
         {Table::usage_hours, std::min<Instant>(newest - kept.hours, folded.value_or(Instant{}))},
         {Table::usage_days, newest - kept.days}}};
    for (const auto& [table, before] : limits) {
        const auto keys = keys_before(store->read(), table, before);
        if (keys.empty()) continue;
        auto txn = store->write();
        for (const auto& key : keys) txn.del(table, key);
        return txn.commit().has_value();
    }
    return false;
}

bool Usage::tidy() {
    const std::lock_guard lock(state_->mutex);
    return state_->drop_ahead() || state_->fold_a_day() || state_->expire();
}

}  // namespace dibs
