// The JSON Schema of every event type: what stands in its body, who may see it and what it is
// about. Strangers on Kafka, programs of the site and readers of the history find it by the id that
// each CloudEvent names as its `dataschema`. Copies are in api/events; a test compares them.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace dibs {

struct EventSchema {
    std::string id;
    std::string_view description;  // one sentence
    std::string text;
};

// By type: "reservation.booked.v1".
[[nodiscard]] std::map<std::string_view, EventSchema> make_event_schemas();

// "urn:dibs:event:reservation.booked.v1", at every site and for ever.
[[nodiscard]] std::string event_schema_id(std::string_view type);

}  // namespace dibs
