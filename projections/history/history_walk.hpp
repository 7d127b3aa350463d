// Walks positions in order, backwards or forwards: all of them, or those in the index lists of one
// or several prefixes. A position in several lists comes once. Must end before its transaction.
#pragma once

#include "domain/world/world.hpp"
#include "projections/store/posting_list.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::projections {

class HistoryWalk {
  public:
    // Positions of [from, until). No prefix: the whole history.
    HistoryWalk(const Txn& txn, const std::vector<std::string>& index_prefixes, Position from,
                Position until, bool oldest_first);
    [[nodiscard]] std::optional<Position> next();

  private:
    struct Stream {
        PostingCursor cursor;
        bool valid = false;
        [[nodiscard]] Position at() const { return static_cast<Position>(cursor.number()); }
    };
    [[nodiscard]] std::optional<Position> nearest() const;
    void pass(Position position);

    std::vector<Stream> streams_;
    bool whole_;             // no prefix: positions are counted, not looked up
    Position from_, until_;  // the remaining range
    bool oldest_first_;
};

// Index keys of the recorded types that match an entry of the filter, exactly or up to a dot.
[[nodiscard]] std::vector<std::string> type_prefixes(const Txn& txn,
                                                     const std::vector<std::string>& wanted);
[[nodiscard]] bool type_matches(std::string_view type, const std::vector<std::string>& wanted);
// The first position recorded at this moment or later; last + 1 if there is none.
[[nodiscard]] Position find_first_at(const Txn& txn, Instant at, Position last);

}  // namespace dibs::projections
