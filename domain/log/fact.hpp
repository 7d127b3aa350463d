// Facts, as the domain sees them, out of accepted records and into new ones.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "domain/world/recorded.hpp"

namespace dibs {

// Claims and the log's own birth are of the fence, not of the domain.
[[nodiscard]] inline bool is_fact(std::string_view type) {
    return type != claimed_type && type != created_type;
}
[[nodiscard]] inline bool is_fact(const RecordView& record) {
    return is_fact(record.type);
}

// A refusal here means that a newer Dibs wrote the log, that another installation's keys are used,
// or that it is damaged: stop.
[[nodiscard]] Result<Recorded> read_fact(JsonParser& parser, const RecordView& record,
                                         Position position, const Sealer& sealer);

// "per_…", as the record's head names it; empty for an event about nothing that has an id.
[[nodiscard]] std::string main_subject(const Event& event);

}  // namespace dibs
