// The fact that a record holds, for reactors that want one type of it.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/codec/seal.hpp"
#include "domain/log/record.hpp"
#include "domain/recorded.hpp"

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace dibs {

// None: it is of another type, or cannot be read.
template <class E>
[[nodiscard]] std::optional<E> fact_in(const RecordView& record, const Sealer& sealer) {
    if (record.type != E::type) return std::nullopt;
    JsonParser parser;
    auto event = parse_event(parser, record.type, record.body, sealer);
    if (!event) return std::nullopt;
    return std::visit(
        []<class Of>(Of& of_aggregate) -> std::optional<E> {
            if constexpr (is_one_of<E, Of>) {
                if (auto* found = std::get_if<E>(&of_aggregate)) return std::move(*found);
            }
            return std::nullopt;
        },
        *event);
}

}  // namespace dibs
