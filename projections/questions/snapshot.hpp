// One moment to ask about: the tables as of a position, and the clock as given. Questions are free
// functions over it, by what they are about, beside this file. Made by ReadModel::snapshot(now) on
// any thread, used at once and dropped: never kept across a wait (an open one makes the file grow),
// nor shared between threads. Answers are copies, unless they say otherwise.
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
    // Live values; none in tests of single tables.
    [[nodiscard]] const Usage* usage() const { return usage_; }
    [[nodiscard]] Position position() const;  // of the newest fact in the tables

  private:
    ReadTxn txn_;
    Instant now_;
    const Usage* usage_;
};

}  // namespace dibs
