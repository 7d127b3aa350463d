// One transfer of libcurl to its end, watched: it is cut off at its deadline, and within 100 ms
// once Dibs stops, whatever it waits for (a name server, a connection, an answer). Blocks. Used by
// mail and by web.
#pragma once

#include <atomic>
#include <chrono>

namespace dibs {

enum class Cut { none, stopping, deadline };
struct TransferEnd {
    int code = 0;  // a CURLcode; of no meaning where it was cut off
    Cut cut = Cut::none;
};

// Before the first handle is made; any number of times.
void prepare_libcurl();

// `easy`: a CURL handle with all that is wanted of it.
[[nodiscard]] TransferEnd run_transfer(void* easy, std::chrono::milliseconds deadline,
                                       const std::atomic<bool>& stopping);

}  // namespace dibs
