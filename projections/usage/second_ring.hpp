// The last seconds of one subject, in memory: the last hour, or as many as the site configured,
// plus the seconds between an hour's start and its closing. Stored as blocks of the sample log
// (sample_log_block.hpp), 2 to 4 bytes a second, and one open block. A metric that hardly changes
// costs next to nothing. Guarded by the lock of Usage.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/usage/sample.hpp"
#include "ingest/log/samples/open_block.hpp"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace dibs {

class SecondRing {
  public:
    // An hour is closed ten minutes after its end; closing it takes a little longer.
    [[nodiscard]] static constexpr std::chrono::seconds kept(std::chrono::seconds shown) {
        return shown + std::chrono::minutes{15};
    }

    SecondRing(const SubjectId& of, std::chrono::seconds shown) : of_(of), kept_(kept(shown)) {}

    // Call in order of time; a sample that is not newer than the last is ignored.
    void put(const Sample& sample);
    // Calls `take` with the samples of the interval.
    void read(const Interval& when, const std::function<void(const Sample&)>& take) const;

  private:
    struct Block {
        Instant first, last;
        std::string bytes;
    };
    static constexpr std::size_t block_samples = 64;

    SubjectId of_;
    std::chrono::seconds kept_;
    std::deque<Block> blocks_;
    OpenBlock open_;
    Instant newest_{};  // the newest of all samples, once there are any
};

}  // namespace dibs
