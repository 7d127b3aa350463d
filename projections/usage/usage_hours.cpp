// Moves hours between the tables and the permanent hourly log, and finds where to start.
#include "domain/log/log_error.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

namespace dibs {
namespace {

constexpr std::size_t rows_at_once = 10'000;

void put_uses(WriteTxn& txn, const HourlyUsage& row) {
    if (row.uses.empty()) return;
    txn.put_later(Table::usage_uses, bucket_key(row.hour, row.of),
                  encode_uses(row.uses, row.held, row.spreads));
}

bool put_all(Store& store, const std::vector<HourlyUsage>& rows, std::optional<Instant> reported) {
    auto txn = store.write();
    for (const auto& row : rows) {
        txn.put_later(Table::usage_hours, bucket_key(row.hour, row.of),
                      encode_bucket(row.of.kind, row.bucket));
        put_uses(txn, row);
    }
    if (reported) txn.put(Table::meta, reported_key, pack(*reported));
    return txn.commit().has_value();
}

tl::unexpected<LogError> tables_full() {
    return log_error(LogError::Kind::full, "the hours could not be put into the usage tables");
}

}  // namespace

LogResult<void> Usage::restore_hours(HourlyLog& log) {
    const std::lock_guard lock(state_->mutex);
    if (state_->flushed != Instant{} || state_->reported) return {};
    std::vector<HourlyUsage> rows;
    Instant newest{};
    bool stored = true;
    const auto read = log.for_each([&](const HourlyUsage& row) {
        rows.push_back(row);
        newest = std::max(newest, row.hour);
        if (rows.size() < rows_at_once) return;
        stored = put_all(*state_->store, rows, std::nullopt) && stored;
        rows.clear();
    });
    if (!read) return read;
    if (newest == Instant{}) return {};
    if (!put_all(*state_->store, rows, newest + hour) || !stored) {
        return tables_full();
    }
    state_->reported = newest + hour;
    return {};
}

// Samples of different subjects may be out of order in the log by up to `disorder`.
Instant Usage::follow_from(Instant now) const {
    const std::shared_lock lock(state_->mutex);
    if (state_->flushed == Instant{}) return Instant{};
    const auto stored = floor_to(state_->flushed - disorder, hour);
    return std::min<Instant>(stored, now - SecondRing::kept(state_->kept.seconds));
}

std::optional<Usage::EndedHour> Usage::next_ended_hour() const {
    const std::shared_lock lock(state_->mutex);
    const auto txn = state_->store->read();
    auto cursor = txn.cursor(Table::usage_hours);
    const Instant from = state_->reported.value_or(Instant{});
    if (!cursor.seek(Key().time(from))) return std::nullopt;
    EndedHour ended{parse_bucket_key(cursor.key()).first, {}};
    if (ended.start + hour + disorder > state_->flushed) return std::nullopt;
    for (bool more = true; more; more = cursor.next()) {
        const auto [start, subject] = parse_bucket_key(cursor.key());
        if (start != ended.start) break;
        if (const auto bucket = decode_bucket(subject.kind, cursor.value())) {
            ended.rows.push_back({subject, start, *bucket, {}});
        }
    }
    return ended;
}

LogResult<void> Usage::reported(const EndedHour& ended) {
    const std::lock_guard lock(state_->mutex);
    const auto until = ended.start + hour;
    auto txn = state_->store->write();
    for (const auto& row : ended.rows) put_uses(txn, row);
    txn.put(Table::meta, reported_key, pack(until));
    if (!txn.commit()) return tables_full();
    state_->reported = until;
    return {};
}

std::optional<Instant> Usage::reported_until() const {
    const std::shared_lock lock(state_->mutex);
    return state_->reported;
}

}  // namespace dibs
