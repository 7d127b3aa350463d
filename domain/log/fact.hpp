// Converts accepted records to the facts of the domain, and facts to new records.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "domain/world/recorded.hpp"

namespace dibs {

// Claims and the creation of the log concern the fence, not the domain.
[[nodiscard]] inline bool is_fact(std::string_view type) {
    return type != claimed_type && type != created_type;
}
[[nodiscard]] inline bool is_fact(const RecordView& record) {
    return is_fact(record.type);
}

// A refusal means that a newer Dibs wrote the log, that it was sealed with another installation's
// keys, or that it is damaged. The caller stops.
[[nodiscard]] Result<Recorded> read_fact(JsonParser& parser, const RecordView& record,
                                         Position position, const Sealer& sealer);

// "per_…", as the record's head names it. Empty if the event's subject has no id.
[[nodiscard]] std::string main_subject(const Event& event);

}  // namespace dibs
