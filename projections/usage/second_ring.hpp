// The last seconds of one subject, in memory: the last hour, or as many as the site chose, for
// those who ask for them, and what may lie between an hour's beginning and its closing. Blocks as
// the sample log has them (sample_log_block.hpp), 2 to 4 bytes a second, and one that is still
// open. Another metric costs what it says: one that hardly changes next to nothing. Under the lock
// of Usage.
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
    // An hour is closed ten minutes after its end; a little more, for doing it.
    [[nodiscard]] static constexpr std::chrono::seconds kept(std::chrono::seconds shown) {
        return shown + std::chrono::minutes{15};
    }

    SecondRing(const SubjectId& of, std::chrono::seconds shown) : of_(of), kept_(kept(shown)) {}

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
    std::chrono::seconds kept_;
    std::deque<Block> blocks_;
    OpenBlock open_;
    Instant newest_{};  // of all, once there are any
};

}  // namespace dibs
