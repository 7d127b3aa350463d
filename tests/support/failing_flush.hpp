// Simulates a disk whose flushes fail. Linking failing_flush.cpp replaces fdatasync(2) in the whole
// test program, including the calls by LMDB. Needs no root, unlike a failing block device.
#pragma once

#include <atomic>

namespace dibs::test {

// While true, each fdatasync fails with EIO and flushes nothing. False at start. The test resets
// it. Any thread may set it.
extern std::atomic<bool> flushes_fail;

}  // namespace dibs::test
