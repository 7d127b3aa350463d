// A JSON value: a position in a document parsed by simdjson, which it keeps alive. Absent members
// give null, "" or 0. An absent value is unknown, and columns print it so. Values that a command
// builds are written as text and parsed, so there is one kind of value. Used by all commands, on
// one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::cli {

class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;  // in the order of the text

    Json() = default;  // null
    // Built like literals: Json::Object{{"count", 2}}. Throws Failure for text that is not UTF-8.
    Json(bool value);                                                  // NOLINT
    Json(int value);                                                   // NOLINT
    Json(std::int64_t value);                                          // NOLINT
    Json(std::string_view value);                                      // NOLINT
    Json(const std::string& value) : Json(std::string_view(value)) {}  // NOLINT
    Json(const char* value) : Json(std::string_view(value)) {}         // NOLINT
    Json(const Array& items);                                          // NOLINT
    Json(const Object& members);                                       // NOLINT

    // None if the text is not exactly one JSON value.
    [[nodiscard]] static std::optional<Json> parse(std::string_view text);
    // Two blanks of indent per level, or one line.
    [[nodiscard]] std::string dump(bool indented = false) const;

    [[nodiscard]] bool is_null() const { return place_ == nullptr; }
    [[nodiscard]] explicit operator bool() const { return !is_null(); }
    [[nodiscard]] bool is_object() const;

    [[nodiscard]] Json operator[](std::string_view key) const;
    [[nodiscard]] Array items() const;           // empty if not an array
    [[nodiscard]] Object members() const;        // empty if not an object
    [[nodiscard]] std::string text() const;      // empty if not a string
    [[nodiscard]] std::int64_t integer() const;  // 0 if not a number
    [[nodiscard]] bool truth() const;            // false if not a bool

    // A string without quotes, another scalar as JSON, null as "".
    [[nodiscard]] std::string shown() const;

    void set(std::string key, Json value);  // adds or replaces a member; null becomes an object

    friend bool operator==(const Json& a, const Json& b) { return a.dump() == b.dump(); }

  private:
    struct Place;  // a simdjson element, and the document that owns it
    explicit Json(std::shared_ptr<const Place> place) : place_(std::move(place)) {}

    std::shared_ptr<const Place> place_;  // null pointer: JSON null
};

}  // namespace dibs::cli
