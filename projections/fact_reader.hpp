// Facts in order, out of a log: what every follower of the tables reads with. Owned and used by one
// thread.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/tail.hpp"
#include "domain/recorded.hpp"

#include <chrono>
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
    };
    FactReader(EventLog& log, const Sealer& sealer, Checkpoint from)
        : sealer_(sealer), tail_(log, std::move(from)) {}

    // Of whole commands; none if nothing came within the wait, which is not yet the end: a log far
    // away takes longer to begin. Claims move the checkpoint too: `moved` tells.
    struct Facts {
        std::vector<Recorded> all;
        bool moved = false;
    };
    tl::expected<Facts, Trouble> next(std::size_t most_records, std::chrono::milliseconds wait);

    // Right behind what was handed out.
    [[nodiscard]] const Checkpoint& checkpoint() const { return tail_.checkpoint(); }
    [[nodiscard]] Offset read_up_to() const { return tail_.read_up_to(); }

  private:
    const Sealer& sealer_;
    Tail tail_;
    JsonParser parser_;
};

}  // namespace dibs
