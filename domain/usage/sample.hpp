// The measurements of one subject (a GPU, a host, a process) in one second, and sums over seconds.
// Plain values, in the columns of domain/usage/metric.hpp. A missing value is absent, never 0.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/usage/metric.hpp"
#include "domain/usage/use.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

// The subject of a sample. A process has separate samples for each of its GPUs.
struct SubjectId {
    Subject kind{};
    Uuid uuid{};
    Uuid on{};  // for a process: the GPU; else zero

    SubjectId() = default;
    SubjectId(Subject its_kind, const Uuid& its_uuid) : kind(its_kind), uuid(its_uuid) {}
    SubjectId(const GpuId& id) : kind(Subject::gpu), uuid(id.uuid) {}    // NOLINT
    SubjectId(const HostId& id) : kind(Subject::host), uuid(id.uuid) {}  // NOLINT
    SubjectId(const ProcessId& id, const GpuId& gpu)
        : kind(Subject::process), uuid(id.uuid), on(gpu.uuid) {}
    friend auto operator<=>(const SubjectId&, const SubjectId&) = default;
};
// Its own id: "gpu_…", "host_…"; for a process "prc_…@gpu_…".
[[nodiscard]] std::string to_text(const SubjectId& id);
[[nodiscard]] std::optional<SubjectId> parse_subject(std::string_view text);

// The values of one second, in steps.
class Readings {
  public:
    [[nodiscard]] std::optional<std::int32_t> operator[](Column column) const {
        if ((present_ >> column & 1U) == 0) return std::nullopt;
        return steps_[column];
    }
    void set(Column column, std::int32_t steps) {
        present_ |= 1U << column;
        steps_[column] = steps;
    }
    void set(Column column, std::optional<std::int32_t> steps) {
        if (steps) set(column, *steps);
    }
    [[nodiscard]] bool empty() const { return present_ == 0; }
    friend bool operator==(const Readings&, const Readings&) = default;

  private:
    static_assert(most_columns <= 32);
    std::uint32_t present_ = 0;
    std::array<std::int32_t, most_columns> steps_{};  // 0 where absent
};

struct Sample {
    SubjectId of;
    Instant at;
    Readings values{};
    Occupancy occupancy{};  // only for a GPU
    friend bool operator==(const Sample&, const Sample&) = default;
};

// One metric over a minute, an hour or a day, in steps.
struct Measure {
    std::int64_t sum = 0;
    std::uint32_t count = 0;
    std::int32_t max = 0;
    std::int32_t min = 0;

    void add(std::int32_t steps) {
        max = count == 0 ? steps : std::max(max, steps);
        min = count == 0 ? steps : std::min(min, steps);
        ++count;
        sum += steps;
    }
    void add(const Measure& more) {
        if (more.count == 0) return;
        max = count == 0 ? more.max : std::max(max, more.max);
        min = count == 0 ? more.min : std::min(min, more.min);
        count += more.count;
        sum += more.sum;
    }
    friend bool operator==(const Measure&, const Measure&) = default;
};

struct Bucket {
    std::uint32_t samples = 0;
    std::array<Measure, most_columns> measures{};

    void add(const Readings& values) {
        ++samples;
        for (Column i = 0; i < most_columns; ++i) {
            if (const auto steps = values[i]) measures[i].add(*steps);
        }
    }
    void add(const Bucket& more) {
        samples += more.samples;
        for (Column i = 0; i < most_columns; ++i) measures[i].add(more.measures[i]);
    }
    friend bool operator==(const Bucket&, const Bucket&) = default;
};

// One subject's hour, stored permanently.
struct HourlyUsage {
    SubjectId of;
    Instant hour;  // its start, UTC
    Bucket bucket{};
    std::vector<Use> uses{};        // only for a GPU; empty: unknown
    std::vector<HeldTime> held{};   // the same time by booking
    std::vector<Spread> spreads{};  // the same time; empty: unknown
    friend bool operator==(const HourlyUsage&, const HourlyUsage&) = default;
};

}  // namespace dibs
