// A disk whose flushes fail when a test says so: this program's own fdatasync(2), which LMDB calls
// too. The nearest to a dying disk that needs no root.
#pragma once

#include <atomic>

namespace dibs::test {

extern std::atomic<bool> flushes_fail;  // with EIO

}  // namespace dibs::test
