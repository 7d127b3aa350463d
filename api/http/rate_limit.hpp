// Token buckets by key (an address, a person): so many at once, so many a minute. The clock is
// passed in; memory is bounded. Owned by one thread.
#pragma once

#include "api/http/response.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dibs::http {

struct RateRule {
    double burst = 10;           // tokens of a full bucket
    double tokens_per_s = 2;     // refill
    std::size_t keys = 100'000;  // buckets held; beyond, full ones go first, then the oldest
};

class RateLimit {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit RateLimit(RateRule rule) : rule_(rule) {}

    // Takes a token: 0 if there was one, else the whole seconds until there will be (>= 1).
    [[nodiscard]] int take(std::string_view key, Time now);
    // A token that should not have been taken.
    void give_back(std::string_view key);
    [[nodiscard]] std::size_t keys() const { return buckets_.size(); }

  private:
    struct Bucket {
        double tokens;
        Time at;
    };
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    [[nodiscard]] double tokens_at(const Bucket& bucket, Time now) const;
    void make_room(Time now);

    RateRule rule_;
    std::unordered_map<std::string, Bucket, Hash, std::equal_to<>> buckets_;
};

// 429 with Retry-After.
[[nodiscard]] Response too_many_requests(int retry_after_s, std::string_view request_id);

}  // namespace dibs::http
