// What GPUs somebody asks for, in words: an amount ("4xA100", "4xA100:80G", "2x", "--gres" style
// "gpu:a100:4") or names ("gpu03:0,2-3", "gpu[01-04]:all"). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::cli {

struct GpuAmount {
    int count = 1;
    std::string model{};              // empty: any
    std::int64_t min_memory_mib = 0;  // 0: any

    friend bool operator==(const GpuAmount&, const GpuAmount&) = default;
};

struct GpuNames {
    struct OnHost {
        std::string host;
        std::vector<int> indices{};  // empty: all of the host's

        friend bool operator==(const OnHost&, const OnHost&) = default;
    };
    std::vector<OnHost> hosts;

    friend bool operator==(const GpuNames&, const GpuNames&) = default;
};

using GpuRequest = std::variant<GpuAmount, GpuNames>;

// Throws Failure (usage) naming the part it cannot read.
[[nodiscard]] GpuRequest parse_gpu_request(std::string_view text);
// "80G", "80GiB", "40960M"; a plain number is GiB. In MiB. Throws Failure (usage).
[[nodiscard]] std::int64_t parse_memory(std::string_view text);

// GPUs of one reservation, shortened: "gpu03:0-3,6 gpu04:0" from "gpu03:0", "gpu03:1", ….
[[nodiscard]] std::string compact_names(const std::vector<std::string>& names);

}  // namespace dibs::cli
