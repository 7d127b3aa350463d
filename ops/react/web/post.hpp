// One HTTP POST to an address that the admin wrote down, and what was answered. https or http, also
// to this machine and private networks; no redirect is followed, no cookie kept, at most 64 KiB
// of the answer read, and the deadline holds for all of it. Blocks; any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::web {

struct Post {
    std::string url;
    std::vector<std::string> lines{};  // of the head: "content-type: application/json"
    std::string body{};
    std::filesystem::path ca{};  // trusted in place of the system's; empty: the system's
    std::chrono::milliseconds deadline{30'000};
};

struct Answer {
    int status = 0;             // 0: there was no answer
    std::string body{};         // the beginning of it; of a 2xx nothing
    std::string retry_after{};  // as the head says it
    std::string why{};          // there was none; nothing of what was sent
    bool interrupted = false;   // Dibs stops
};

[[nodiscard]] Answer post(const Post& request, const std::atomic<bool>& stopping);

// http:// or https:// with a host, without a user, blanks or control characters.
[[nodiscard]] bool is_web_url(std::string_view url);

}  // namespace dibs::web
