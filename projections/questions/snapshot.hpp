// The tables at one position, with the clock's time. Questions are free functions over it, grouped
// by subject in this folder. Made by ReadModel::snapshot(now) on any thread. Use it at once and
// drop it: an open snapshot makes the file grow, so never keep one across a wait. Do not share it
// between threads. Answers are copies unless stated otherwise.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/world/recorded.hpp"
#include "projections/store/store.hpp"

namespace dibs {

class Usage;

class Snapshot {
  public:
    Snapshot(ReadTxn txn, Instant now, const Usage* usage)
        : txn_(std::move(txn)), now_(now), usage_(usage) {}

    [[nodiscard]] const ReadTxn& txn() const { return txn_; }
    [[nodiscard]] Instant now() const { return now_; }
    // Live values; null in tests of single tables.
    [[nodiscard]] const Usage* usage() const { return usage_; }
    [[nodiscard]] Position position() const;  // position of the newest fact in the tables

  private:
    ReadTxn txn_;
    Instant now_;
    const Usage* usage_;
};

}  // namespace dibs
