// Waits for an effect of another thread or process: polls each millisecond, at most 60 s. So a test
// is as fast as the machine allows, and a slow machine fails none.
#pragma once

#include <chrono>
#include <thread>

namespace dibs::test {

template <class Holds>
bool eventually(Holds holds) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (!holds()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

}  // namespace dibs::test
