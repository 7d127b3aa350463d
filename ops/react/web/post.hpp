// One HTTP POST to an address of the configuration, and its answer. https or http, also to this
// machine and private networks. Follows no redirect, keeps no cookie, reads at most 64 KiB of the
// answer. The deadline covers all of it. Blocks; any thread.
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
    std::vector<std::string> lines{};  // header lines: "content-type: application/json"
    std::string body{};
    std::filesystem::path ca{};  // trusted instead of the system's; empty: the system's
    std::chrono::milliseconds deadline{30'000};
};

struct Answer {
    int status = 0;             // 0: no answer
    std::string body{};         // its beginning; empty for a 2xx
    std::string retry_after{};  // the header's text
    std::string why{};          // the reason for no answer; contains nothing that was sent
    bool interrupted = false;   // Dibs stops
};

[[nodiscard]] Answer post(const Post& request, const std::atomic<bool>& stopping);

// True for http:// or https:// with a host, without a user, blanks or control characters.
[[nodiscard]] bool is_web_url(std::string_view url);

}  // namespace dibs::web
