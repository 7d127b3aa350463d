// A disk whose flushes fail on request: replaces fdatasync(2) in this program, which LMDB calls
// too. The closest to a failing disk without root.
#pragma once

#include <atomic>

namespace dibs::test {

extern std::atomic<bool> flushes_fail;  // with EIO

}  // namespace dibs::test
