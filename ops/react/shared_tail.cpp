// Positions are compared by the hash of the chain, which contains everything before them. So a
// reader never continues with the records of another log.
#include "ops/react/shared_tail.hpp"

#include "domain/log/hash.hpp"

#include <algorithm>
#include <utility>

namespace dibs {
namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr std::size_t shared_read_size = 1000;

// The first record after this offset.
auto first_after(const std::vector<Accepted>& records, Offset offset) {
    return std::partition_point(records.begin(), records.end(),
                                [&](const Accepted& one) { return one.offset <= offset; });
}

std::shared_ptr<const SharedTail::Batch> batch_of(std::vector<Accepted> records,
                                                  const Checkpoint& after) {
    auto bytes = sizeof(SharedTail::Batch);
    for (const auto& one : records) bytes += sizeof(one) + one.bytes.size();
    return std::make_shared<const SharedTail::Batch>(
        SharedTail::Batch{std::move(records), after, bytes});
}

}  // namespace

SharedTail::Found SharedTail::read_after(const Checkpoint& position, milliseconds wait) {
    const auto deadline = Steady::now() + wait;
    std::unique_lock lock(mutex_);
    for (bool waited = false; is_newest(position) && !waited; waited = Steady::now() >= deadline) {
        if (reading_) {
            progress_.wait_until(lock, deadline);
        } else {
            const auto left = std::chrono::ceil<milliseconds>(deadline - Steady::now());
            read_on(lock, std::max(left, milliseconds{0}));
        }
    }
    if (!reading_) progress_.notify_one();  // another one reads on
    return find(position);
}

// True if no kept record comes after it. A reader that came to the end alone may even be ahead.
bool SharedTail::is_newest(const Checkpoint& position) const {
    return !kept_.empty() && position.read_after() >= kept_.back()->after.read_after();
}

// Releases the lock while it reads.
void SharedTail::read_on(std::unique_lock<std::mutex>& lock, milliseconds wait) {
    reading_ = true;
    lock.unlock();
    auto records = tail_->next(shared_read_size, wait);
    const bool at_end = records && records->size() < shared_read_size;
    std::shared_ptr<const Batch> batch;
    if (!records) {
        tail_.reset();
    } else if (!records->empty()) {
        batch = batch_of(std::move(*records), tail_->checkpoint());
    }
    lock.lock();
    reading_ = false;
    at_end_ = at_end;
    if (!records) {
        kept_.clear();
        kept_bytes_ = 0;
    } else if (batch) {
        keep(batch);
    }
    if (batch || !records) progress_.notify_all();
}

void SharedTail::keep(std::shared_ptr<const Batch> batch) {
    kept_bytes_ += batch->bytes;
    kept_.push_back(std::move(batch));
    while (kept_bytes_ > most_bytes_ && kept_.size() > 1) {
        kept_bytes_ -= kept_.front()->bytes;
        kept_.pop_front();
    }
}

SharedTail::Found SharedTail::find(const Checkpoint& position) const {
    const auto offset = position.read_after();
    const auto kept = std::partition_point(kept_.begin(), kept_.end(), [&](const auto& batch) {
        return batch->after.read_after() <= offset;
    });
    if (kept == kept_.end()) {
        if (kept_.empty() || kept_.back()->after.fence != position.fence) return {};
        return {kept_.back(), at_end_};
    }
    const auto& batch = **kept;
    const auto next = first_after(batch.records, offset);
    const bool continues =
        next != batch.records.end() && next->bytes.starts_with(bytes_of(position.fence.chain));
    if (!continues) return {};
    return {*kept, at_end_ && *kept == kept_.back()};
}

// The first batch is empty and marks the position of the Tail.
bool SharedTail::share(Tail& tail) {
    const std::scoped_lock lock(mutex_);
    if (!kept_.empty()) return false;
    tail_.emplace(std::move(tail));
    at_end_ = true;
    keep(batch_of({}, tail_->checkpoint()));
    return true;
}

std::size_t SharedTail::kept_bytes() const {
    const std::scoped_lock lock(mutex_);
    return kept_bytes_;
}

LogResult<std::size_t> ReactorReader::next(milliseconds wait,
                                           const std::function<void(const Accepted&)>& take) {
    const auto found = shared_.read_after(checkpoint_, wait);
    if (!found.batch) return read_alone(wait, take);
    own_tail_.reset();
    const auto& records = found.batch->records;
    const auto first = first_after(records, checkpoint_.read_after());
    checkpoint_ = found.batch->after;
    at_end_ = found.at_end;
    std::for_each(first, records.end(), take);
    return static_cast<std::size_t>(records.end() - first);
}

LogResult<std::size_t> ReactorReader::read_alone(milliseconds wait,
                                                 const std::function<void(const Accepted&)>& take) {
    if (!own_tail_) own_tail_.emplace(shared_.log(), checkpoint_);
    const auto records = own_tail_->next(shared_read_size, wait);
    if (!records) return tl::unexpected(records.error());
    checkpoint_ = own_tail_->checkpoint();
    at_end_ = records->size() < shared_read_size;
    if (at_end_ && shared_.share(*own_tail_)) own_tail_.reset();
    std::for_each(records->begin(), records->end(), take);
    return records->size();
}

}  // namespace dibs
