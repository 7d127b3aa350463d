// The fact of one type in a record, for reactors.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "domain/world/recorded.hpp"

#include <optional>

namespace dibs {

// None: the record is of another type, or cannot be read.
template <class E>
[[nodiscard]] std::optional<E> fact_in(const RecordView& record, const Sealer& sealer) {
    if (record.type != E::type) return std::nullopt;
    JsonParser parser;
    auto event = parse_event(parser, record.type, record.body, sealer);
    if (!event) return std::nullopt;
    const auto* found = get_if<E>(&*event);
    return found ? std::optional(*found) : std::nullopt;
}

}  // namespace dibs
