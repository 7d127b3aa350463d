// The reading rule: it decides which records of the log are facts. The log guarantees only a total
// order. It may contain late, duplicate and reordered records, and records of deposed writers.
// Every reader applies this rule, so all see the same facts. tests/fence/fence_model.py is the same
// rule in Python.
//
// A reader keeps (E, N, H): epoch, next seq, hash of the chain. In log order:
//   a claim with epoch E+1                          accept; E+1, N = 1, fold it into H,
//                                                   discard an open group
//   a record with epoch E and seq N and prev H      accept; N + 1, fold it into H
//   anything else                                   ignore
// All records of one command but the last carry `more`. They count once the last one is accepted.
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
    Hash last_claim{};  // hash of the chain right after the claim: it identifies the current owner

    // True if the record may come from another log than the one folded so far. That is a claim or
    // record of a later epoch, a later seq, or the next record with another past. The reader
    // verifies its anchors before it judges such a record.
    [[nodiscard]] bool suspicious(const RecordView& record) const {
        const auto& f = record.fence;
        if (f.epoch > epoch) return true;
        if (record.is_claim()) return false;
        return f.epoch == epoch && (f.seq > seq || (f.seq == seq && f.prev != chain));
    }

    // True if it accepts the record, false if it ignores it. `bytes` is the whole record, for the
    // hash.
    bool read(const RecordView& record, std::string_view bytes) {
        const auto& f = record.fence;
        if (record.is_claim()) {
            if (f.epoch != epoch + 1) return false;
            epoch = f.epoch;
            seq = 1;
            chain = last_claim = link(chain, bytes);
            return true;
        }
        if (f.epoch != epoch || f.seq != seq || f.prev != chain) return false;
        ++seq;
        chain = link(chain, bytes);
        return true;
    }

    // The hash of the chain after a record: of its bytes with the chain before it in place of
    // `prev`. All records but some claims already have it there, and one piece is hashed faster
    // than two.
    [[nodiscard]] static Hash link(const Hash& before, std::string_view bytes) {
        if (bytes.starts_with(bytes_of(before))) return hash_of(bytes);
        return hash_of(bytes_of(before), bytes.substr(before.size()));
    }

    friend bool operator==(const Fence&, const Fence&) = default;
};

}  // namespace dibs
