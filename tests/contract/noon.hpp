// The time and the GPUs of the contract tests of samples.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>

namespace dibs::test {

// In the past: Kafka refuses messages more than an hour ahead of its clock.
inline const Instant noon = *parse_instant("2025-11-21T12:00:00.000Z");

inline GpuId gpu(std::uint8_t number) {
    GpuId id;
    id.uuid[15] = number;
    return id;
}

}  // namespace dibs::test
