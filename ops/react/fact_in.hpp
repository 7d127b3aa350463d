// The fact that a record holds, for reactors that want one type of it.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "domain/world/recorded.hpp"

#include <optional>

namespace dibs {

// None: it is of another type, or cannot be read.
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
