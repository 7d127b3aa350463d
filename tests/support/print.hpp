// How events, refusals and worlds read in a failed expectation: as their JSON. GoogleTest would
// print the bytes of a tl::expected and of a variant's members otherwise.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/codec/event_json.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/world.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {

inline std::string text_of(const Event& event) {
    return std::string(type_of(event)) + ' ' + event_json(event);
}
inline std::string text_of(const Refusal& refusal) {
    std::string text = "refused " + std::string(to_text(refusal.code));
    if (!refusal.field.empty()) text += " (" + refusal.field + ')';
    for (const auto& ref : refusal.about) text += ' ' + to_text(ref);
    return text;
}

inline void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << text_of(refusal) << ": " << refusal.detail;
}
template <IdPrefix Prefix>
void PrintTo(const Id<Prefix>& id, std::ostream* out) {
    *out << to_text(id);
}
inline void PrintTo(const Interval& when, std::ostream* out) {
    *out << '[' << to_text(when.from) << ", " << to_text(when.until) << ')';
}
template <Described T>
void PrintTo(const T& value, std::ostream* out) {
    *out << to_json(value);
}

}  // namespace dibs

namespace tl {

template <class T>
void PrintTo(const expected<T, dibs::Refusal>& result, std::ostream* out) {
    *out << (result ? ::testing::PrintToString(*result) : ::testing::PrintToString(result.error()));
}

}  // namespace tl
