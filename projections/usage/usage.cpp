// Taking samples and storing buckets. Readers wait for a flush, which takes milliseconds.
#include "projections/usage/usage.hpp"

#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/usage/usage_state.hpp"

namespace dibs {
namespace {

constexpr std::string_view last_prefix = "usage.last.";
// All hosts' samples of a minute have arrived this long after its end.
constexpr std::chrono::seconds flush_delay{5};
constexpr std::size_t most_expired_at_once = 20'000;

Key bucket_key(Instant start, GpuId gpu) {
    return Key().time(start).id(gpu);
}
Key last_key(GpuId gpu) {
    return Key().bytes(last_prefix).id(gpu);
}

void expire_minutes(WriteTxn& txn, Instant before) {
    std::vector<std::string> keys;
    {
        auto cursor = txn.cursor(Table::usage_minutes);
        bool more = cursor.first();
        for (; more && keys.size() < most_expired_at_once; more = cursor.next()) {
            if (KeyReader(cursor.key()).time() >= before) break;
            keys.emplace_back(cursor.key());
        }
    }
    for (const auto& key : keys) txn.del(Table::usage_minutes, key);
}

}  // namespace

void SecondRing::put(const Sample& sample) {
    if (places_.empty()) places_.resize(3600);
    const auto second = static_cast<std::uint32_t>(unix_ms(sample.at) / 1000);
    auto& place = places_[second % places_.size()];
    const auto narrow = [](std::optional<std::int32_t> value) {
        return value && std::in_range<std::int16_t>(*value) ? static_cast<std::int16_t>(*value)
                                                            : absent_short;
    };
    place.second = second;
    place.memory = sample.memory_used_mib.value_or(absent);
    place.power = sample.power_dw.value_or(absent);
    place.utilization = narrow(sample.utilization_percent);
    place.temperature = narrow(sample.temperature_c);
}

std::optional<Sample> SecondRing::at(Instant t) const {
    if (places_.empty()) return std::nullopt;
    const auto second = static_cast<std::uint32_t>(unix_ms(t) / 1000);
    const auto& place = places_[second % places_.size()];
    if (place.second != second) return std::nullopt;
    Sample sample;
    sample.at = t;
    if (place.memory != absent) sample.memory_used_mib = place.memory;
    if (place.power != absent) sample.power_dw = place.power;
    if (place.utilization != absent_short) sample.utilization_percent = place.utilization;
    if (place.temperature != absent_short) sample.temperature_c = place.temperature;
    return sample;
}

void Usage::State::load() {
    const auto txn = store->read();
    auto cursor = txn.cursor(Table::meta);
    for (bool more = cursor.seek(last_prefix); more; more = cursor.next()) {
        if (!cursor.key().starts_with(last_prefix)) break;
        const auto id = KeyReader(cursor.key().substr(last_prefix.size())).id<GpuId>();
        auto& gpu = gpus[id];
        gpu.last.gpu = id;
        gpu.last.at = unpack<Instant>(cursor.value());
        gpu.minute_start = floor_to(gpu.last.at, minute);
        gpu.hour_start = floor_to(gpu.last.at, hour);
        const auto open = [&](Table table, Instant start) {
            const auto row = txn.get(table, bucket_key(start, id));
            return row ? unpack<Bucket>(*row) : Bucket{};
        };
        gpu.minute_bucket = open(Table::usage_minutes, gpu.minute_start);
        gpu.hour_bucket = open(Table::usage_hours, gpu.hour_start);
        newest = std::max(newest, gpu.last.at);
    }
    flushed = newest;
}

// The GPU behind the last one, most of the time: a search was half of what a sample costs.
GpuState& Usage::State::state_of(const GpuId& id) {
    if (expected == gpus.end() || expected->first != id) expected = gpus.try_emplace(id).first;
    const auto found = expected++;
    if (expected == gpus.end()) expected = gpus.begin();
    return found->second;
}

void Usage::State::take(const Sample& sample) {
    auto& gpu = state_of(sample.gpu);
    if (sample.at <= gpu.last.at) return;
    const auto this_minute = floor_to(sample.at, minute);
    const auto this_hour = floor_to(sample.at, hour);
    if (gpu.minute_start != this_minute) {
        if (gpu.changed) ended_minutes[{gpu.minute_start, sample.gpu}] = gpu.minute_bucket;
        gpu.minute_bucket = {};
        gpu.minute_start = this_minute;
    }
    if (gpu.hour_start != this_hour) {
        if (gpu.changed) ended_hours[{gpu.hour_start, sample.gpu}] = gpu.hour_bucket;
        if (gpu.hour_bucket.samples > 0) {
            to_report.push_back(report_of(sample.gpu, gpu.hour_start, gpu.hour_bucket));
        }
        gpu.hour_bucket = {};
        gpu.hour_start = this_hour;
    }
    gpu.minute_bucket.add(sample);
    gpu.hour_bucket.add(sample);
    gpu.seconds.put(sample);
    gpu.last = sample;
    gpu.changed = true;
    newest = std::max(newest, sample.at);
}

void Usage::State::flush() {
    auto txn = store->write();
    for (const auto& [key, bucket] : ended_minutes) {
        txn.put_later(Table::usage_minutes, bucket_key(key.first, key.second), pack(bucket));
    }
    for (const auto& [key, bucket] : ended_hours) {
        txn.put_later(Table::usage_hours, bucket_key(key.first, key.second), pack(bucket));
    }
    for (const auto& [id, gpu] : gpus) {
        if (!gpu.changed) continue;
        txn.put_later(Table::usage_minutes, bucket_key(gpu.minute_start, id),
                      pack(gpu.minute_bucket));
        txn.put_later(Table::usage_hours, bucket_key(gpu.hour_start, id), pack(gpu.hour_bucket));
        txn.put(Table::meta, last_key(id), pack(gpu.last.at));
    }
    expire_minutes(txn, newest - minutes_kept);
    if (!txn.commit()) return;  // a full disk: kept, and tried again with the next minute
    ended_minutes.clear();
    ended_hours.clear();
    for (auto& [id, gpu] : gpus) gpu.changed = false;
    flushed = newest;
}

Usage::Usage(std::unique_ptr<Store> store) : state_(std::make_unique<State>()) {
    state_->store = std::move(store);
    state_->load();
}

Usage::~Usage() {
    flush();
}

void Usage::take(std::span<const Sample> samples) {
    const std::lock_guard lock(state_->mutex);
    for (const auto& sample : samples) state_->take(sample);
    const auto due = floor_to(state_->flushed, minute) + minute + flush_delay;
    if (state_->newest >= due) state_->flush();
}

void Usage::flush() {
    const std::lock_guard lock(state_->mutex);
    state_->flush();
}

std::optional<Instant> Usage::stored_until() const {
    const std::shared_lock lock(state_->mutex);
    if (state_->flushed == Instant{}) return std::nullopt;
    return state_->flushed;
}

}  // namespace dibs
