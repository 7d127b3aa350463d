// Takes samples and stores buckets. Readers wait for a flush, which takes milliseconds.
#include "projections/usage/usage.hpp"

#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/usage/usage_state.hpp"

namespace dibs {
namespace {

// Samples of all hosts have arrived this long after the end of their minute.
constexpr std::chrono::seconds flush_delay{5};
constexpr std::size_t most_minutes_in_memory = 20'000;
constexpr std::chrono::minutes process_silent{1};

Key add_subject(Key key, const SubjectId& subject) {
    key.byte(static_cast<char>(subject.kind));
    return key.bytes({reinterpret_cast<const char*>(subject.uuid.data()), subject.uuid.size()});
}
SubjectId parse_subject_key(std::string_view key) {
    SubjectId subject;
    if (key.size() != 1 + subject.uuid.size()) return subject;
    subject.kind = static_cast<Subject>(key.front());
    std::copy(key.begin() + 1, key.end(), subject.uuid.begin());
    return subject;
}
Key last_key(const SubjectId& subject) {
    return add_subject(Key().bytes(last_prefix), subject);
}

// Of two rows of an hour, keeps the one with more samples. Rebuilt tables have the hours from the
// hourly log. The oldest samples left may cover only part of such an hour.
void put_hour(WriteTxn& txn, Instant start, const SubjectId& subject, const Bucket& bucket) {
    const auto key = bucket_key(start, subject);
    const auto row = txn.get(Table::usage_hours, key);
    const auto stored = row ? decode_bucket(subject.kind, *row) : std::nullopt;
    if (stored && stored->samples > bucket.samples) return;
    txn.put_later(Table::usage_hours, key, encode_bucket(subject.kind, bucket));
}

}  // namespace

Key bucket_key(Instant start, const SubjectId& subject) {
    return add_subject(Key().time(start), subject);
}

BucketKey parse_bucket_key(std::string_view key) {
    KeyReader reader(key);
    const auto start = reader.time();
    return {start, parse_subject_key(reader.rest())};
}

void Usage::State::load() {
    const auto txn = store->read();
    auto cursor = txn.cursor(Table::meta);
    for (bool more = cursor.seek(last_prefix); more; more = cursor.next()) {
        if (!cursor.key().starts_with(last_prefix)) break;
        const auto id = parse_subject_key(cursor.key().substr(last_prefix.size()));
        auto& subject = state_of(id);
        subject.last.at = unpack<Instant>(cursor.value());
        subject.minute_start = floor_to(subject.last.at, minute);
        subject.hour_start = floor_to(subject.last.at, hour);
        const auto open = [&](Table table, Instant start) {
            const auto row = txn.get(table, bucket_key(start, id));
            const auto stored = row ? decode_bucket(id.kind, *row) : std::nullopt;
            return stored.value_or(Bucket{});
        };
        subject.minute_bucket = open(Table::usage_minutes, subject.minute_start);
        subject.hour_bucket = open(Table::usage_hours, subject.hour_start);
        newest = std::max(newest, subject.last.at);
    }
    flushed = newest;
    if (const auto row = txn.get(Table::meta, reported_key)) reported = unpack<Instant>(*row);
    if (const auto row = txn.get(Table::meta, folded_key)) folded = unpack<Instant>(*row);
}

// Tries the subject after the last one first: samples come in the same order. A search was half of
// the cost of a sample.
SubjectState& Usage::State::state_of(const SubjectId& id) {
    if (expected == subjects.end() || expected->first != id) {
        expected = subjects.try_emplace(id, id, kept.seconds).first;
    }
    const auto found = expected++;
    if (expected == subjects.end()) expected = subjects.begin();
    return found->second;
}

void Usage::State::take(const Sample& sample) {
    if (sample.at < begin) return;
    newest = std::max(newest, sample.at);
    if (sample.of.kind == Subject::process) return take_process(sample);
    auto& subject = state_of(sample.of);
    // after a restart this includes seconds that the buckets have already
    subject.seconds.put(sample);
    if (sample.at == subject.last.at && subject.last.values.empty()) subject.last = sample;
    if (sample.at <= subject.last.at) return;
    const auto this_minute = floor_to(sample.at, minute);
    const auto this_hour = floor_to(sample.at, hour);
    if (subject.minute_start != this_minute) {
        if (subject.changed) {
            ended_minutes[{subject.minute_start, sample.of}] = subject.minute_bucket;
        }
        subject.minute_bucket = {};
        subject.minute_start = this_minute;
    }
    if (subject.hour_start != this_hour) {
        if (subject.changed) ended_hours[{subject.hour_start, sample.of}] = subject.hour_bucket;
        subject.hour_bucket = {};
        subject.hour_start = this_hour;
    }
    subject.minute_bucket.add(sample.values);
    subject.hour_bucket.add(sample.values);
    subject.last = sample;
    subject.changed = true;
}

void Usage::State::take_process(const Sample& sample) {
    auto& last = processes[sample.of];
    if (sample.at > last.at) last = sample;
}

void Usage::State::flush() {
    auto txn = store->write();
    for (const auto& [key, bucket] : ended_minutes) {
        txn.put_later(Table::usage_minutes, bucket_key(key.first, key.second),
                      encode_bucket(key.second.kind, bucket));
    }
    for (const auto& [key, bucket] : ended_hours) put_hour(txn, key.first, key.second, bucket);
    for (const auto& [id, subject] : subjects) {
        if (!subject.changed) continue;
        txn.put_later(Table::usage_minutes, bucket_key(subject.minute_start, id),
                      encode_bucket(id.kind, subject.minute_bucket));
        put_hour(txn, subject.hour_start, id, subject.hour_bucket);
        txn.put(Table::meta, last_key(id), pack(subject.last.at));
    }
    if (!txn.commit()) return;  // a full disk: buckets are kept, and stored with the next minute
    ended_minutes.clear();
    ended_hours.clear();
    for (auto& [id, subject] : subjects) subject.changed = false;
    flushed = newest;
    std::erase_if(processes,
                  [&](const auto& one) { return one.second.at < newest - process_silent; });
}

Usage::Usage(std::unique_ptr<Store> store, const HistoryKept& kept)
    : state_(std::make_unique<State>()) {
    state_->store = std::move(store);
    state_->kept = kept;
    state_->load();
}

Usage::~Usage() {
    if (state_->store->damage().empty()) flush();
}

const Store& Usage::store() const {
    return *state_->store;
}

const HistoryKept& Usage::kept() const {
    return state_->kept;
}

void Usage::take(std::span<const Sample> samples) {
    const std::lock_guard lock(state_->mutex);
    for (const auto& sample : samples) state_->take(sample);
    if (state_->ended_minutes.size() > most_minutes_in_memory) state_->flush();
}

void Usage::settle() {
    const std::lock_guard lock(state_->mutex);
    const auto due = floor_to(state_->flushed, minute) + minute + flush_delay;
    if (state_->newest >= due) state_->flush();
}

void Usage::flush() {
    const std::lock_guard lock(state_->mutex);
    state_->flush();
}

}  // namespace dibs
