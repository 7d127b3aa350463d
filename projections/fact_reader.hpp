// Facts in order, out of a log: what every follower of the tables reads with. While it is behind,
// the next batch is read and decoded on a thread of its own beside the work on the one handed out.
// Owned and used by one thread.
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
        bool for_good = false;  // the log was cut, or holds what we cannot read
        bool gone = false;      // the log is: nothing that was made from it is certain
    };
    FactReader(EventLog& log, const Sealer& sealer, Checkpoint from)
        : sealer_(sealer), tail_(log, std::move(from)), checkpoint_(tail_.checkpoint()) {}

    // Of whole commands; none if nothing came within the wait, which is not yet the end: a log far
    // away takes longer to begin. Claims move the checkpoint too: `moved` tells.
    struct Facts {
        std::vector<Recorded> all;
        bool moved = false;
    };
    tl::expected<Facts, Trouble> next(std::size_t most_records, std::chrono::milliseconds wait);

    // Right behind what was handed out.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    [[nodiscard]] Offset read_up_to() const { return read_up_to_; }

  private:
    using Found = tl::expected<Facts, Trouble>;
    struct Batch {
        Found found;
        bool more = false;  // the log holds more: it brought about as much as was asked for
        Checkpoint checkpoint{};
        Offset read_up_to = before_first;
    };
    Batch read(std::size_t most_records, std::chrono::milliseconds wait);
    Found facts_of(const std::vector<Accepted>& records);

    const Sealer& sealer_;
    Tail tail_;  // while a batch is read ahead, that thread's, with the parser
    JsonParser parser_;
    Checkpoint checkpoint_;
    Offset read_up_to_ = before_first;
    std::future<Batch> ahead_;  // last: its end is waited for before the rest goes
};

}  // namespace dibs
