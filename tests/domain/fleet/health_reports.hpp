// A host's reports of a GPU's health and their results, for the tests of unhealthy GPUs.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

inline fleet::ReportHealth health_report(std::vector<health::Reading> readings,
                                         std::string uuid = "GPU-a") {
    return {atlas, {{std::move(uuid), std::move(readings)}}};
}
inline fleet::GpuUnhealthy unhealthy(std::vector<health::Fault> faults, Instant since = ten) {
    return {gpu_a, atlas, {std::move(faults), since}};
}

}  // namespace dibs::test
