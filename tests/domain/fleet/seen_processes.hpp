// Processes in the form of recorded events, for the tests of the fleet.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

// The n-th id that a decision makes; see IdsInARow.
template <class AnyId>
AnyId made_id(unsigned n) {
    return nth<AnyId>(1000 + n);
}
inline fleet::ProcessAppeared appeared(ProcessId id, std::vector<GpuId> on, std::int64_t pid,
                                       Instant started = ten) {
    const auto where = on.front() == gpu_a || on.front() == gpu_b ? atlas : boreas;
    return {id,      where, std::move(on), pid,
            started, "ben", ben,           Personal<std::string>{"python train.py"}};
}
inline fleet::ProcessGone gone_again(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name, p.person};
}

}  // namespace dibs::test
