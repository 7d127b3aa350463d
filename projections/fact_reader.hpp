// Reads facts from a log in order; all followers of the tables use it. While it catches up, another
// thread reads and decodes the next batch ahead. Owned and used by one thread.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/tail.hpp"
#include "domain/world/recorded.hpp"

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

class FactReader {
  public:
    struct Trouble {
        std::string text;
        bool for_good = false;  // the log was cut, or holds records that cannot be read
        bool gone = false;      // the log is gone: tables made from it may be wrong
    };
    FactReader(EventLog& log, const Sealer& sealer, Checkpoint from)
        : sealer_(sealer), tail_(log, std::move(from)), checkpoint_(tail_.checkpoint()) {}

    // Facts of whole commands. None if nothing came within the wait. That is not yet the end: a
    // remote log takes longer to begin. `moved`: the checkpoint moved; claims move it too.
    struct Facts {
        std::vector<Recorded> all;
        bool moved = false;
    };
    tl::expected<Facts, Trouble> next(std::size_t most_records, std::chrono::milliseconds wait);

    // Directly after the last facts returned.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    [[nodiscard]] Offset read_up_to() const { return read_up_to_; }

  private:
    using Found = tl::expected<Facts, Trouble>;
    struct Batch {
        Found found;
        bool more = false;  // the log holds more: it returned about as many records as requested
        Checkpoint checkpoint{};
        Offset read_up_to = before_first;
    };
    Batch read(std::size_t most_records, std::chrono::milliseconds wait);
    Found facts_of(const std::vector<Accepted>& records);

    const Sealer& sealer_;
    Tail tail_;  // used by the reading thread while it reads ahead, like the parser
    JsonParser parser_;
    Checkpoint checkpoint_;
    Offset read_up_to_ = before_first;
    // last member: its destructor waits for the thread before the others go
    std::future<Batch> ahead_;
};

}  // namespace dibs
