// The JSON Schema of every event type: its body, its audience and its subjects. Readers on Kafka,
// programs of the site and readers of the history find it by the `dataschema` of each CloudEvent.
// Copies are in api/events; a test compares them.
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

// "urn:dibs:event:reservation.booked.v1". The same at every site, permanently.
[[nodiscard]] std::string event_schema_id(std::string_view type);

}  // namespace dibs
