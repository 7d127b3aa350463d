// Prints events, refusals and worlds in failed expectations as JSON. GoogleTest would otherwise
// print the bytes of a tl::expected and of a variant's members. The JSON of all events takes a
// compiler seconds, so it is in print.cpp.
#pragma once

#include "domain/codec/event_json.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/world/world.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {

[[nodiscard]] std::string text_of(const Event& event);
[[nodiscard]] std::string text_of(const Refusal& refusal);

void PrintTo(const Refusal& refusal, std::ostream* out);
void PrintTo(const Interval& when, std::ostream* out);
template <IdPrefix Prefix>
void PrintTo(const Id<Prefix>& id, std::ostream* out) {
    *out << to_text(id);
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
