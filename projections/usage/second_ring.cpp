// Packs the newest seconds into blocks, and decodes the requested ones.
#include "projections/usage/second_ring.hpp"

#include "ingest/log/samples/sample_log_block.hpp"

namespace dibs {

void SecondRing::put(const Sample& sample) {
    const bool any = !open_.empty() || !blocks_.empty();
    if (any && sample.at <= newest_) return;
    newest_ = sample.at;
    open_.add(sample);
    if (open_.size() < block_samples) return;
    const auto begins = open_.begins();
    auto bytes = encode_block(open_.take());
    bytes.shrink_to_fit();
    blocks_.push_back({begins, newest_, std::move(bytes)});
    while (blocks_.front().last <= sample.at - kept_) blocks_.pop_front();
}

void SecondRing::read(const Interval& when, const std::function<void(const Sample&)>& take) const {
    const auto give = [&](const std::vector<Sample>& samples) {
        for (const auto& sample : samples) {
            if (when.contains(sample.at)) take(sample);
        }
    };
    for (const auto& block : blocks_) {
        if (block.last < when.from || block.first >= when.until) continue;
        if (const auto samples = decode_block(of_, block.bytes)) give(*samples);
    }
    std::vector<Sample> newest;
    open_.append_to(newest);
    give(newest);
}

}  // namespace dibs
