// Facts, as the domain sees them, out of accepted records and into new ones.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/log/record.hpp"
#include "domain/world.hpp"

namespace dibs {

// Claims and the log's own birth are of the fence, not of the domain.
[[nodiscard]] inline bool is_fact(const RecordView& record) {
    return !record.is_claim() && record.type != created_type;
}

// A refusal here means that a newer Dibs wrote the log, or that it is damaged: stop.
[[nodiscard]] Result<Recorded> read_fact(JsonParser& parser, const RecordView& record,
                                         Position position);

}  // namespace dibs
