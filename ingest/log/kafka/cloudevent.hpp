// A record as a CloudEvent 1.0 in Kafka's binary mode: attributes in message headers, the JSON body
// as the message's value, so that any consumer can read the facts without knowing Dibs. Two headers
// more carry what the reading rule needs, and the record comes back byte for byte.
//
//   ce_specversion 1.0   ce_id <epoch>-<seq>   ce_type dibs.<type>   ce_source   ce_time
//   content-type application/json
//   dibs_prev  the 16 bytes of the chain so far, as 32 hex digits
//   dibs_head  the record's header lines, verbatim (record.hpp says what they are)
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

struct CloudEvent {
    struct Header {
        std::string_view name;
        std::string value;
    };
    std::array<Header, 8> headers;
    std::string_view value;  // points into the record
};

// Nothing if the bytes are not laid out as a record. `record` must outlive the result.
[[nodiscard]] std::optional<CloudEvent> to_cloud_event(std::string_view record,
                                                       std::string_view source);

// The record again; nothing if the headers are not ones that to_cloud_event makes.
[[nodiscard]] std::optional<std::string> to_record(std::string_view dibs_prev,
                                                   std::string_view dibs_head,
                                                   std::string_view value);

}  // namespace dibs
