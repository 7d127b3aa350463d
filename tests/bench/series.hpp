// Metrics of a thousand GPUs, second by second, for benchmarks: the same numbers in each run.
#pragma once

#include "domain/usage/sample.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace dibs::bench {

inline constexpr int gpu_count = 1000;
inline const Instant start = from_unix_ms(1'799'996'400'000);  // a whole hour

// The metrics of the goals, and three more to measure the cost of a further one.
inline constexpr std::array four{
    column_of(Subject::gpu, "utilization_percent"), column_of(Subject::gpu, "memory_used_mib"),
    column_of(Subject::gpu, "temperature_c"), column_of(Subject::gpu, "power_w")};
inline constexpr std::array others{column_of(Subject::gpu, "sm_clock_mhz"),
                                   column_of(Subject::gpu, "memory_utilization_percent"),
                                   column_of(Subject::gpu, "power_limit_w")};

// Jobs of minutes to hours with noise, similar to real series.
class Series {
  public:
    // `further`: the number of metrics beside the four.
    explicit Series(std::size_t further = 0) : further_(further) {}
    std::vector<Sample> second(int s) {
        std::vector<Sample> all;
        all.reserve(gpu_count);
        for (std::size_t g = 0; g < gpu_count; ++g) {
            auto& gpu = gpus_[g];
            if (s >= gpu.until) {
                gpu.until = s + 600 + static_cast<int>(random_() % 6000);
                gpu.busy = random_() % 3 != 0;
                gpu.memory = gpu.busy ? static_cast<int>(random_() % 40'000) : 4;
            }
            const double load = gpu.busy ? 90 + 2.5 * noise_(random_) : 0;
            const auto utilization = static_cast<int>(std::min(100.0, std::max(0.0, load)));
            gpu.warmth += (utilization * 0.45 + 30 - gpu.warmth) * 0.02;
            const double power = 60 + 3.2 * utilization + 6 * noise_(random_);
            GpuId id;
            id.uuid[14] = static_cast<std::uint8_t>(g >> 8U);
            id.uuid[15] = static_cast<std::uint8_t>(g & 255U);
            auto& sample = all.emplace_back(Sample{id, start + std::chrono::seconds{s}, {}});
            sample.values.set(four[0], utilization);
            sample.values.set(four[1], gpu.memory);
            sample.values.set(four[2], static_cast<int>(gpu.warmth));
            sample.values.set(four[3], static_cast<int>(power * 10));
            sample.occupancy = gpu.busy ? somebody_ : nobody_;
            for (Column more = 0; more < further_; ++more) {
                sample.values.set(others[more], further(more, utilization, noise_(random_)));
            }
        }
        return all;
    }

  private:
    // A clock that follows the load, a share with noise, and a nearly constant value.
    static int further(Column which, int utilization, double noise) {
        if (which == 0) return 300 + utilization * 15 + static_cast<int>(noise * 8) * 15;
        if (which == 1) return std::max(0, utilization / 2 + static_cast<int>(noise * 2));
        return 700;
    }
    const std::size_t further_;
    struct Gpu {
        int until = 0;
        bool busy = false;
        int memory = 0;
        double warmth = 35;
    };
    const Occupancy nobody_{std::vector<Occupant>{}}, somebody_{{{"ann"}}};
    std::array<Gpu, gpu_count> gpus_{};
    std::mt19937 random_{1};
    std::normal_distribution<double> noise_;
};

}  // namespace dibs::bench
