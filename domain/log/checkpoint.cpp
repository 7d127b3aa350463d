// Reads and writes a checkpoint as one line of JSON.
#include "domain/log/checkpoint.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"

namespace dibs {
namespace {

struct StoredAnchor {
    Offset offset = 0;
    std::string record;
};
struct Stored {
    std::string log_id;
    Position position = 0;
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0;
    std::string chain;
    std::string owner;
    std::optional<StoredAnchor> last_record{};
    std::optional<StoredAnchor> last_claim{};
};

std::optional<StoredAnchor> stored(const std::optional<Anchor>& anchor) {
    if (!anchor) return std::nullopt;
    return StoredAnchor{anchor->offset, to_hex(bytes_of(anchor->record))};
}

bool restore(const std::optional<StoredAnchor>& stored_anchor, std::optional<Anchor>& out) {
    if (!stored_anchor) return true;
    const auto hash = hash_from_hex(stored_anchor->record);
    if (!hash) return false;
    out = Anchor{stored_anchor->offset, *hash};
    return true;
}

}  // namespace

template <>
struct Fields<StoredAnchor> {
    using T = StoredAnchor;
    static constexpr auto list =
        field_list(field("offset", &T::offset), field("record", &T::record));
};
template <>
struct Fields<Stored> {
    using T = Stored;
    static constexpr auto list = field_list(
        field("log_id", &T::log_id), field("position", &T::position), field("epoch", &T::epoch),
        field("seq", &T::seq), field("chain", &T::chain), field("owner", &T::owner),
        field("last_record", &T::last_record), field("last_claim", &T::last_claim));
};

std::string encode_checkpoint(const Checkpoint& c) {
    return to_json(Stored{c.log_id, c.position, c.fence.epoch, c.fence.seq,
                          to_hex(bytes_of(c.fence.chain)), to_hex(bytes_of(c.fence.last_claim)),
                          stored(c.last_record), stored(c.last_claim)});
}

std::optional<Checkpoint> parse_checkpoint(std::string_view text) {
    JsonParser parser;
    const auto json = parse_json<Stored>(parser, text);
    if (!json) return std::nullopt;
    const auto chain = hash_from_hex(json->chain);
    const auto owner = hash_from_hex(json->owner);
    if (!chain || !owner) return std::nullopt;
    Checkpoint checkpoint{json->log_id, json->position, {}, {}, {}};
    checkpoint.fence.epoch = json->epoch;
    checkpoint.fence.seq = json->seq;
    checkpoint.fence.chain = *chain;
    checkpoint.fence.last_claim = *owner;
    if (!restore(json->last_record, checkpoint.last_record)) return std::nullopt;
    if (!restore(json->last_claim, checkpoint.last_claim)) return std::nullopt;
    return checkpoint;
}

}  // namespace dibs
