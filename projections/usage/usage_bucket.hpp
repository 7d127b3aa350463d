// Samples summed up over a minute or an hour. A metric without a single value stays absent.
#pragma once

#include "domain/codec/fields.hpp"
#include "projections/store/decimal.hpp"
#include "projections/usage/usage.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace dibs {

struct Measure {
    std::uint32_t count = 0;
    std::int64_t sum = 0;
    std::int32_t max = 0;

    void add(std::optional<std::int32_t> value) {
        if (!value) return;
        max = count == 0 ? *value : std::max(max, *value);
        ++count;
        sum += *value;
    }
    // `thousandths` of the metric's unit in one of the sample's.
    [[nodiscard]] std::optional<views::Decimal> mean(std::int64_t thousandths) const {
        if (count == 0) return std::nullopt;
        return views::Decimal{sum * thousandths / count};
    }
};

inline constexpr std::int64_t of_whole = 1000, of_tenth = 100;

struct Bucket {
    std::uint32_t samples = 0;
    Measure utilization, memory, temperature, power;

    void add(const Sample& s) {
        ++samples;
        utilization.add(s.utilization_percent);
        memory.add(s.memory_used_mib);
        temperature.add(s.temperature_c);
        power.add(s.power_dw);
    }
};

template <>
struct Fields<Measure> {
    using T = Measure;
    static constexpr auto list =
        std::tuple(field("count", &T::count), field("sum", &T::sum), field("max", &T::max));
};
template <>
struct Fields<Bucket> {
    using T = Bucket;
    static constexpr auto list =
        std::tuple(field("samples", &T::samples), field("utilization", &T::utilization),
                   field("memory", &T::memory), field("temperature", &T::temperature),
                   field("power", &T::power));
};

}  // namespace dibs
