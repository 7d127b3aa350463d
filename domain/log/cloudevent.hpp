// A record as a CloudEvent 1.0 in Kafka's binary mode, so any consumer can read the facts without
// knowing Dibs. Attributes are in message headers, the JSON body is the message's value. The
// message's key has the rest, which the reading rule needs: the record up to its body, byte for
// byte. So Dibs itself rebuilds a record from key and value and never reads a header.
//
//   ce_specversion 1.0   ce_id <epoch>-<seq>   ce_type dibs.<type>   ce_source /dibs/<log id>
//   ce_time   ce_subject <id>, if it has a subject   content-type application/json
//   ce_dataschema urn:dibs:event:<type>, the id of the event's JSON Schema (api/events)
//   key       16 bytes of the chain so far, then the record's header lines (record.hpp)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs {

struct CloudEvent {
    struct Attribute {
        std::string_view name;
        std::string_view value;
    };
    std::string_view key, value;  // of the message
    std::string_view type;        // as in the record
    std::string id;
    std::string_view time;
    std::string_view subject;  // the main subject; empty if it has no id

    // The attributes that differ for each record; `shared_attributes` are the others.
    static constexpr std::array own_names{"ce_id", "ce_time", "ce_subject"};
    [[nodiscard]] std::vector<Attribute> own() const {
        std::vector<Attribute> attributes{{own_names[0], id}, {own_names[1], time}};
        if (!subject.empty()) attributes.push_back({own_names[2], subject});
        return attributes;
    }
};

// Nothing if the bytes do not have the layout of a record. The result points into them.
[[nodiscard]] std::optional<CloudEvent> to_cloud_event(std::string_view record);

// The attributes that all records of one type in one log share.
struct SharedAttribute {
    std::string name;
    std::string value;
};
[[nodiscard]] std::vector<SharedAttribute> shared_attributes(std::string_view type,
                                                             const std::string& source);

// The record as one JSON text (CloudEvents' structured mode). `data` is its body, because the
// record's own body is sealed. `extensions` are additional attributes. Nothing if the bytes are not
// a record.
using Extension = std::pair<std::string_view, std::int64_t>;
[[nodiscard]] std::optional<std::string> structured_cloud_event(
    std::string_view record, std::string_view data, const std::string& source,
    std::span<const Extension> extensions);

// The source attribute of all CloudEvents of this log.
[[nodiscard]] std::string cloud_event_source(std::string_view log_id);

}  // namespace dibs
