// Buckets refill when they are read. A full bucket holds no information and may be dropped.
#include "api/http/rate_limit.hpp"

#include "api/http/problem.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dibs::http {
namespace {

// One field for a list: some clients read only the first.
void add_item(Response& response, std::string_view name, std::string item) {
    for (auto& [key, value] : response.headers) {
        if (key == name) {
            value += ", " + item;
            return;
        }
    }
    response.with(std::string(name), std::move(item));
}

}  // namespace

double RateLimit::tokens_at(const Bucket& bucket, Time now) const {
    const std::chrono::duration<double> passed = std::max(now - bucket.at, Time::duration{});
    return std::min(rule_.burst, bucket.tokens + passed.count() * rule_.tokens_per_s);
}

std::int64_t RateLimit::seconds_for(double tokens) const {
    constexpr double day = 86'400;
    return static_cast<std::int64_t>(std::ceil(std::min(tokens / rule_.tokens_per_s, day)));
}

int RateLimit::take(std::string_view key, Time now) {
    auto found = buckets_.find(key);
    if (found == buckets_.end()) {
        if (buckets_.size() >= rule_.keys) make_room(now);
        found = buckets_.emplace(std::string(key), Bucket{rule_.burst, now}).first;
    }
    auto& bucket = found->second;
    bucket.tokens = tokens_at(bucket, now);
    bucket.at = std::max(bucket.at, now);
    if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return 0;
    }
    return static_cast<int>(std::max<std::int64_t>(1, seconds_for(1 - bucket.tokens)));
}

Quota RateLimit::quota(std::string_view key, Time now) const {
    const auto found = buckets_.find(key);
    const double left = found == buckets_.end() ? rule_.burst : tokens_at(found->second, now);
    return {rule_.name, static_cast<std::int64_t>(rule_.burst), seconds_for(rule_.burst),
            static_cast<std::int64_t>(left), seconds_for(rule_.burst - left)};
}

void RateLimit::give_back(std::string_view key) {
    const auto found = buckets_.find(key);
    if (found == buckets_.end()) return;
    found->second.tokens = std::min(rule_.burst, found->second.tokens + 1);
}

// Drops full buckets; if that frees less than a tenth, also the least recently used tenth.
void RateLimit::make_room(Time now) {
    std::erase_if(buckets_, [&](const auto& b) { return tokens_at(b.second, now) >= rule_.burst; });
    const std::size_t wanted = rule_.keys - rule_.keys / 10 - 1;
    if (buckets_.size() <= wanted) return;
    std::vector<Time> ages;
    ages.reserve(buckets_.size());
    for (const auto& [key, bucket] : buckets_) ages.push_back(bucket.at);
    const auto drop = static_cast<std::ptrdiff_t>(buckets_.size() - wanted);
    std::nth_element(ages.begin(), ages.begin() + drop - 1, ages.end());
    const auto oldest = ages[static_cast<std::size_t>(drop - 1)];
    std::erase_if(buckets_, [&](const auto& b) { return b.second.at <= oldest; });
}

void add_quota(Response& response, const Quota& quota) {
    const std::string name = '"' + std::string(quota.policy) + '"';
    add_item(response, "RateLimit-Policy",
             name + ";q=" + std::to_string(quota.most) + ";w=" + std::to_string(quota.window_s));
    add_item(response, "RateLimit",
             name + ";r=" + std::to_string(quota.left) + ";t=" + std::to_string(quota.full_in_s));
}

Response too_many_requests(int retry_after_s, std::string_view request_id) {
    auto problem =
        problem_of_status(429, "Too many requests; wait as Retry-After says.", request_id);
    problem.retry_after_s = retry_after_s;
    return to_response(problem);
}

}  // namespace dibs::http
