// One record as bytes: the stored form that the chain hashes. It is the same on all logs.
//
//   16 bytes   prev: the hash of the chain before this record
//   12 lines   1 format version "1"   2 epoch        3 seq          4 more, 0 or 1
//              5 time                 6 type         7 actor        8 source address
//              9 request id          10 command key  11 body hash
//             12 main subject, an id, or empty
//   the rest   the event's JSON
//
// Plain text, so a log can be inspected without Dibs.
#pragma once

#include "domain/log/hash.hpp"
#include "domain/world/recorded.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

inline constexpr std::string_view claimed_type = "log.claimed.v1";
inline constexpr std::string_view created_type = "log.created.v1";

// The fields that the reading rule uses, without looking at the body.
struct FenceFields {
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0;
    bool more = false;
    Hash prev{};
};

struct RecordView {  // points into the record's bytes
    FenceFields fence;
    Instant at;
    std::string_view type;
    std::string_view actor;
    std::string_view source;
    std::string_view request_id;
    std::string_view command_key;
    std::string_view body_hash;
    std::string_view subject;
    std::string_view body;

    [[nodiscard]] bool is_claim() const { return type == claimed_type; }
};

[[nodiscard]] std::string encode_record(const FenceFields& fence, Instant at, std::string_view type,
                                        const Origin& origin, std::string_view subject,
                                        std::string_view body);

// A record's pieces, not parsed.
struct RecordParts {
    enum Line : std::size_t { version, epoch, seq, more, time, type, actor, subject = 11 };
    std::string_view head;                   // all before the body: prev and the lines
    std::array<std::string_view, 12> lines;  // as numbered above, but from 0
    std::string_view body;
};
[[nodiscard]] std::optional<RecordParts> split_record(std::string_view bytes);

// Nothing if the header is invalid: readers ignore such a record.
[[nodiscard]] std::optional<RecordView> parse_record(std::string_view bytes);

[[nodiscard]] Origin origin_of(const RecordView& record);

}  // namespace dibs
