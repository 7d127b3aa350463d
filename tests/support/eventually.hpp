// Waits for what another thread or process brings about: looks each millisecond, 60 s at most, so
// that a test is as quick as the machine lets it be and a late machine fails nothing.
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
