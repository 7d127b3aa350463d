// Sealing keys for tests, generated per program, in memory.
#pragma once

#include "ingest/keys/keys.hpp"

namespace dibs::test {

inline Keys& test_keys() {
    static const std::unique_ptr<Keys> keys = Keys::in_memory();
    return *keys;
}

}  // namespace dibs::test
