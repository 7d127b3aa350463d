// Token buckets by key (an address, a person), with a burst and a rate. The caller passes the time;
// memory is bounded. Owned by one thread.
#pragma once

#include "api/http/message/response.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dibs::http {

struct RateRule {
    std::string_view name{};  // the name in RateLimit-Policy
    double burst = 10;        // tokens of a full bucket
    double tokens_per_s = 2;  // refill per second
    // Maximum of buckets; above it full ones are dropped first, then the oldest.
    std::size_t keys = 100'000;
};

// The remainder of a limit for one key.
struct Quota {
    std::string_view policy{};
    std::int64_t most = 0;      // tokens of a full bucket
    std::int64_t window_s = 0;  // the time in which `most` tokens come back
    std::int64_t left = 0;
    std::int64_t full_in_s = 0;
};

class RateLimit {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit RateLimit(RateRule rule) : rule_(rule) {}

    // Takes a token. Returns 0 on success, otherwise the whole seconds until a token is free (>=
    // 1).
    [[nodiscard]] int take(std::string_view key, Time now);
    [[nodiscard]] Quota quota(std::string_view key, Time now) const;
    // Gives back a token that should not have been taken.
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
    // The time in which so many tokens come back; a day at most.
    [[nodiscard]] std::int64_t seconds_for(double tokens) const;
    void make_room(Time now);

    RateRule rule_;
    std::unordered_map<std::string, Bucket, Hash, std::equal_to<>> buckets_;
};

// Adds RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10) after existing
// items.
void add_quota(Response& response, const Quota& quota);
// 429 with Retry-After.
[[nodiscard]] Response too_many_requests(int retry_after_s, std::string_view request_id);

}  // namespace dibs::http
