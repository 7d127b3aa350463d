// Handles a clock that ran ahead and was put back. Its samples are ahead of now. They must not be
// shown as live, block new samples, or close an hour that is not over. The log has the real last
// hours, so they are read again, as at a start.
#include "projections/store/packed.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace dibs {
namespace {

constexpr std::size_t most_dropped_at_once = 20'000;

std::vector<std::string> keys_from(const ReadTxn& txn, Table table, Instant from) {
    std::vector<std::string> keys;
    auto cursor = txn.cursor(table);
    for (bool more = cursor.seek(Key().time(from)); more && keys.size() < most_dropped_at_once;
         more = cursor.next()) {
        keys.emplace_back(cursor.key());
    }
    return keys;
}

std::vector<std::string> last_rows_ahead(const ReadTxn& txn, Instant now) {
    std::vector<std::string> keys;
    auto cursor = txn.cursor(Table::meta);
    for (bool more = cursor.seek(last_prefix); more; more = cursor.next()) {
        if (!cursor.key().starts_with(last_prefix)) break;
        if (is_ahead(unpack<Instant>(cursor.value()), now)) keys.emplace_back(cursor.key());
    }
    return keys;
}

}  // namespace

// Deletes rows ahead of the clock: nothing can have been measured then.
bool Usage::State::drop_ahead() {
    if (clock_now == Instant{}) return false;
    for (const auto table :
         {Table::usage_minutes, Table::usage_hours, Table::usage_days, Table::usage_uses}) {
        const auto keys = keys_from(store->read(), table, clock_now + most_ahead);
        if (keys.empty()) continue;
        auto txn = store->write();
        for (const auto& key : keys) txn.del(table, key);
        return txn.commit().has_value();
    }
    return false;
}

bool Usage::State::lies_ahead(Instant now) const {
    return is_ahead(newest, now) || is_ahead(flushed, now) ||
           (reported && is_ahead(*reported, now));
}

// Reopens hours that were closed too early, as far back as their samples are certain to exist.
bool Usage::State::put_back(Instant now, Instant samples_from) {
    const auto back_to = floor_to(now - SecondRing::kept(kept.seconds), hour);
    const auto open = floor_to(now, hour);
    const auto whole = std::min<Instant>(floor_to(samples_from, hour) + 2 * hour, open);
    auto reported_now = reported;
    if (reported) reported_now = std::min<Instant>(*reported, std::max(back_to, whole));
    auto folded_now = folded;
    if (folded && reported_now) folded_now = std::min(*folded, floor_to(*reported_now, day));
    auto txn = store->write();
    for (const auto& key : last_rows_ahead(store->read(), now)) txn.del(Table::meta, key);
    if (reported_now) txn.put(Table::meta, reported_key, pack(*reported_now));
    if (folded_now) txn.put(Table::meta, folded_key, pack(*folded_now));
    if (!txn.commit()) return false;  // a full disk: retried with the next round
    reported = reported_now;
    folded = folded_now;
    subjects.clear();
    expected = subjects.end();
    processes.clear();
    ended_minutes.clear();
    ended_hours.clear();
    newest = flushed = begin = back_to;
    return true;
}

bool Usage::clock_says(Instant now, Instant samples_from) {
    const std::lock_guard lock(state_->mutex);
    state_->clock_now = now;
    if (!state_->lies_ahead(now)) return false;
    state_->flush();  // stores what is older than the part that is read again
    return state_->put_back(now, samples_from);
}

}  // namespace dibs
