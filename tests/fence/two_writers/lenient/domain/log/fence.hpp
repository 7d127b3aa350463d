// NOT the reading rule: the same class without its checks, for zombie_writer_lenient only. It takes
// any record except a claim of a past epoch, so a deposed writer's records count. The test of two
// writers must find violations with it. Otherwise it would find none with the real rule either.
#pragma once

#include "domain/log/hash.hpp"
#include "domain/log/record.hpp"

#include <cstdint>
#include <string_view>

namespace dibs {

class Fence {
  public:
    std::uint64_t epoch = 0;
    std::uint64_t seq = 1;
    Hash chain{};
    Hash last_claim{};

    [[nodiscard]] bool suspicious(const RecordView& record) const {
        return record.fence.epoch > epoch;
    }

    bool read(const RecordView& record, std::string_view bytes) {
        const auto& f = record.fence;
        if (record.is_claim()) {
            if (f.epoch <= epoch) return false;
            epoch = f.epoch;
            seq = 1;
            chain = last_claim = link(f.prev, bytes);
            return true;
        }
        seq = f.seq + 1;
        chain = link(f.prev, bytes);
        return true;
    }

    [[nodiscard]] static Hash link(const Hash& before, std::string_view bytes) {
        return hash_of(bytes_of(before), bytes.substr(before.size()));
    }

    friend bool operator==(const Fence&, const Fence&) = default;
};

}  // namespace dibs
