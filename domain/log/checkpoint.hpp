// The position of a reader of the log. It is enough to continue, and to check that the log is still
// the one that was read. Kept in the transaction of the data derived from it, only between
// commands.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/log/fence.hpp"
#include "domain/world/recorded.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// An accepted record that must still be there at a later check.
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

    // Reading continues right after the newest accepted record.
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
