// A JSON value: a place in a document that simdjson has read, which it keeps alive. Asking for what
// is not there gives null, "" or 0: an absent value is unknown, and the columns print it as such.
// What a command puts together is written as text and read back, so that there is one kind of
// value. Used by all commands, on their one thread.
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
    // Values as literals read: Json::Object{{"count", 2}}. Throws Failure for text that is no
    // UTF-8.
    Json(bool value);                                                  // NOLINT
    Json(int value);                                                   // NOLINT
    Json(std::int64_t value);                                          // NOLINT
    Json(std::string_view value);                                      // NOLINT
    Json(const std::string& value) : Json(std::string_view(value)) {}  // NOLINT
    Json(const char* value) : Json(std::string_view(value)) {}         // NOLINT
    Json(const Array& items);                                          // NOLINT
    Json(const Object& members);                                       // NOLINT

    // Nothing if the text is not one JSON value.
    [[nodiscard]] static std::optional<Json> parse(std::string_view text);
    // Indented by two blanks a level, or on one line.
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

    // A string as it is, a scalar as JSON, null as "".
    [[nodiscard]] std::string shown() const;

    void set(std::string key, Json value);  // adds or replaces a member; null becomes an object

    friend bool operator==(const Json& a, const Json& b) { return a.dump() == b.dump(); }

  private:
    struct Place;  // an element of simdjson's, and the document it lies in
    explicit Json(std::shared_ptr<const Place> place) : place_(std::move(place)) {}

    std::shared_ptr<const Place> place_;  // none: null
};

}  // namespace dibs::cli
