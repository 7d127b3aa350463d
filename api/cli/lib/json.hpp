// A JSON value, read once and passed about. Members keep their order. Asking for what is not there
// gives null, "" or 0: an absent value is unknown, and the columns print it as such.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dibs::cli {

class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default;
    Json(bool value) : value_(value) {}                         // NOLINT: reads as a literal
    Json(std::int64_t value) : value_(value) {}                 // NOLINT
    Json(int value) : value_(std::int64_t{value}) {}            // NOLINT
    Json(double value) : value_(value) {}                       // NOLINT
    Json(std::string value) : value_(std::move(value)) {}       // NOLINT
    Json(std::string_view value) : Json(std::string(value)) {}  // NOLINT
    Json(const char* value) : Json(std::string(value)) {}       // NOLINT
    Json(Array value) : value_(std::move(value)) {}             // NOLINT
    Json(Object value) : value_(std::move(value)) {}            // NOLINT

    // Nothing if the text is not one JSON value.
    [[nodiscard]] static std::optional<Json> parse(std::string_view text);
    // Indented by two blanks a level, or on one line.
    [[nodiscard]] std::string dump(bool indented = false) const;

    [[nodiscard]] bool is_null() const { return value_.index() == 0; }
    [[nodiscard]] explicit operator bool() const { return !is_null(); }
    [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(value_); }
    [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(value_); }

    [[nodiscard]] const Json& operator[](std::string_view key) const;
    [[nodiscard]] const Array& items() const;       // empty if not an array
    [[nodiscard]] const Object& members() const;    // empty if not an object
    [[nodiscard]] const std::string& text() const;  // empty if not a string
    [[nodiscard]] std::int64_t integer() const;     // 0 if not a number
    [[nodiscard]] double number() const;            // 0 if not a number
    [[nodiscard]] bool truth() const;               // false if not a bool

    // A string as it is, a scalar as JSON, null as "".
    [[nodiscard]] std::string shown() const;

    void set(std::string key, Json value);  // adds or replaces a member; null becomes an object

    friend bool operator==(const Json&, const Json&) = default;

  private:
    void dump_to(std::string& out, int indent) const;

    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

}  // namespace dibs::cli
