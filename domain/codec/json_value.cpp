// The only file that uses simdjson. It uses DOM, not On-Demand: DOM validates everything, and
// chooses the fastest implementation at run time even in a distribution's build.
#include "domain/codec/json_value.hpp"

#include <cmath>
#include <cstring>

#include <simdjson.h>

namespace dibs {

struct JsonValueAccess {
    static simdjson::dom::element element(const JsonValue& value) {
        simdjson::dom::element element;
        static_assert(sizeof element <= sizeof value.element_);
        std::memcpy(static_cast<void*>(&element), value.element_.data(), sizeof element);
        return element;
    }
    static JsonValue value(const simdjson::dom::element& element) {
        JsonValue value;
        std::memcpy(value.element_.data(), static_cast<const void*>(&element), sizeof element);
        return value;
    }
};

namespace {

constexpr std::size_t first_capacity = 4096;

using simdjson::dom::element_type;

}  // namespace

JsonValue::Kind JsonValue::kind() const {
    switch (JsonValueAccess::element(*this).type()) {
        case element_type::ARRAY:
            return Kind::array;
        case element_type::OBJECT:
            return Kind::object;
        case element_type::INT64:
            return Kind::integer;
        case element_type::STRING:
            return Kind::string;
        case element_type::BOOL:
            return Kind::boolean;
        case element_type::NULL_VALUE:
            return Kind::null;
        default:
            return as_integer() ? Kind::integer : Kind::number;
    }
}

std::string_view JsonValue::kind_name() const {
    switch (kind()) {
        case Kind::null:
            return "null";
        case Kind::boolean:
            return "a boolean";
        case Kind::integer:
            return "an integer";
        case Kind::number:
            return "a number that is no 64-bit integer";
        case Kind::string:
            return "a string";
        case Kind::array:
            return "an array";
        case Kind::object:
            return "an object";
    }
    return "a value";
}

std::optional<bool> JsonValue::as_bool() const {
    bool value = false;
    if (JsonValueAccess::element(*this).get(value) != simdjson::SUCCESS) return std::nullopt;
    return value;
}

// 1.0 is an integer (JSON Schema, RFC 8259 section 6), up to the largest exact integer of a double.
std::optional<std::int64_t> JsonValue::as_integer() const {
    constexpr double exact = 9007199254740992.0;
    const auto element = JsonValueAccess::element(*this);
    std::int64_t value = 0;
    if (element.type() == element_type::INT64 && element.get(value) == simdjson::SUCCESS) {
        return value;
    }
    double decimal = 0;
    if (element.type() != element_type::DOUBLE || element.get(decimal) != simdjson::SUCCESS ||
        std::abs(decimal) > exact || std::trunc(decimal) != decimal) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(decimal);
}

std::optional<double> JsonValue::as_number() const {
    double value = 0;
    if (JsonValueAccess::element(*this).get(value) != simdjson::SUCCESS) return std::nullopt;
    return value;
}

std::optional<std::string_view> JsonValue::as_string() const {
    std::string_view value;
    if (JsonValueAccess::element(*this).get(value) != simdjson::SUCCESS) return std::nullopt;
    return value;
}

std::optional<JsonValue> JsonValue::member(std::string_view name) const {
    simdjson::dom::object object;
    if (JsonValueAccess::element(*this).get(object) != simdjson::SUCCESS) return std::nullopt;
    for (const auto field : object) {
        if (field.key == name) return JsonValueAccess::value(field.value);
    }
    return std::nullopt;
}

void JsonValue::elements(bool (*visit)(void*, JsonValue), void* context) const {
    simdjson::dom::array array;
    if (JsonValueAccess::element(*this).get(array) != simdjson::SUCCESS) return;
    for (const auto element : array) {
        if (!visit(context, JsonValueAccess::value(element))) return;
    }
}

void JsonValue::members(bool (*visit)(void*, std::string_view, JsonValue), void* context) const {
    simdjson::dom::object object;
    if (JsonValueAccess::element(*this).get(object) != simdjson::SUCCESS) return;
    for (const auto field : object) {
        if (!visit(context, field.key, JsonValueAccess::value(field.value))) return;
    }
}

struct JsonParser::Impl {
    simdjson::dom::parser parser;
    std::size_t capacity = 0;
    simdjson::error_code reserve(std::size_t bytes) {
        if (bytes <= capacity) return simdjson::SUCCESS;
        capacity = std::max(bytes * 2, first_capacity);
        return parser.allocate(capacity, deepest);
    }
};

JsonParser::JsonParser() : impl_(std::make_unique<Impl>()) {}
JsonParser::~JsonParser() = default;
JsonParser::JsonParser(JsonParser&&) noexcept = default;
JsonParser& JsonParser::operator=(JsonParser&&) noexcept = default;

Result<JsonValue> JsonParser::parse(std::string_view text) {
    simdjson::dom::element element;
    auto error = impl_->reserve(text.size());
    if (error == simdjson::SUCCESS) {
        // The parser makes its own padded copy (last argument), so `text` needs no padding.
        error = impl_->parser.parse(text.data(), text.size(), true).get(element);
    }
    if (error != simdjson::SUCCESS) {
        return refuse(Code::malformed, "",
                      std::string("This is not JSON: ") + simdjson::error_message(error));
    }
    return JsonValueAccess::value(element);
}

}  // namespace dibs
