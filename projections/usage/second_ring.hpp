// The last seconds of one subject, in memory: the last hour for those who ask for it, and what may
// lie between an hour's beginning and its closing. Blocks as the sample log has them
// (sample_log_block.hpp), 2 to 4 bytes a second, and the newest seconds as they came. Another
// metric costs what it says: one that hardly changes next to nothing. Under the lock of Usage.
#pragma once

#include "domain/sample.hpp"
#include "domain/time.hpp"
#include "projections/usage/usage_views.hpp"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace dibs {

class SecondRing {
  public:
    static constexpr std::chrono::seconds shown{*views::usage_steps[0].kept_s};
    // An hour is closed ten minutes after its end; a little more, for doing it.
    static constexpr std::chrono::seconds kept = shown + std::chrono::minutes{15};

    explicit SecondRing(const SubjectId& of) : of_(of) {}

    // In order of time; what is not newer than the last is left out.
    void put(const Sample& sample);
    // Those of the interval.
    void read(const Interval& when, const std::function<void(const Sample&)>& take) const;

  private:
    struct Block {
        Instant first, last;
        std::string bytes;
    };
    static constexpr std::size_t block_samples = 64;

    SubjectId of_;
    std::deque<Block> blocks_;
    std::vector<Sample> open_;
};

}  // namespace dibs
