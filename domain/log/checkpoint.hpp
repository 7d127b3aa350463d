// Where a reader of the log is: enough to go on, and to find out whether the log is still the one
// it read. Kept in the transaction of what was made from it, only between commands.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/log/fence.hpp"
#include "domain/world/recorded.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// A record that was accepted, and must still be there when looked at again.
struct Anchor {
    Offset offset = before_first;
    Hash record{};  // hash of its bytes
    friend bool operator==(const Anchor&, const Anchor&) = default;
};

struct Checkpoint {
    std::string log_id{};  // empty: nothing read yet
    Position position = 0;
    Fence fence{};
    std::optional<Anchor> last_record{};
    std::optional<Anchor> last_claim{};
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;

    // Reading goes on right behind the newest accepted record.
    [[nodiscard]] Offset read_after() const {
        Offset offset = before_first;
        if (last_record) offset = std::max(offset, last_record->offset);
        if (last_claim) offset = std::max(offset, last_claim->offset);
        return offset;
    }
};

[[nodiscard]] std::string encode_checkpoint(const Checkpoint& checkpoint);
[[nodiscard]] std::optional<Checkpoint> parse_checkpoint(std::string_view text);

}  // namespace dibs
