// Runs one transfer of libcurl. Aborts it at its deadline, and within 100 ms once Dibs stops,
// whether it waits for a name server, a connection or an answer. Blocks. Used by mail and web.
#pragma once

#include <atomic>
#include <chrono>

namespace dibs {

enum class Cut { none, stopping, deadline };
struct TransferEnd {
    int code = 0;  // a CURLcode; undefined where the transfer was aborted
    Cut cut = Cut::none;
};

// Call before the first handle is made; idempotent.
void prepare_libcurl();

// `easy`: a CURL handle with all options set.
[[nodiscard]] TransferEnd run_transfer(void* easy, std::chrono::milliseconds deadline,
                                       const std::atomic<bool>& stopping);

}  // namespace dibs
