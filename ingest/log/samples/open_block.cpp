// Packs in the form of blocks (sample_log_block.hpp), which is lossless.
#include "ingest/log/samples/open_block.hpp"

#include "ingest/log/samples/sample_log_block.hpp"

#include <utility>

namespace dibs {
namespace {
constexpr std::size_t packed_at_once = 16;
}

void OpenBlock::add(const Sample& sample) {
    if (size_++ == 0) {
        begins_ = sample.at;
        of_ = sample.of;
    }
    if (loose_.capacity() < packed_at_once) loose_.reserve(packed_at_once);
    loose_.push_back(sample);
    if (loose_.size() < packed_at_once) return;
    packed_.push_back(encode_block(loose_));
    loose_.clear();
}

void OpenBlock::append_to(std::vector<Sample>& out) const {
    for (const auto& bytes : packed_) {
        const auto samples = decode_block(of_, bytes);
        out.insert(out.end(), samples->begin(), samples->end());
    }
    out.insert(out.end(), loose_.begin(), loose_.end());
}

std::vector<Sample> OpenBlock::take() {
    std::vector<Sample> all;
    all.reserve(size_);
    append_to(all);
    *this = {};
    return all;
}

}  // namespace dibs
