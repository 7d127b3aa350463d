// A parsed JSON text, without the parser's own header. The parser validates the whole text
// (simdjson DOM). Values are valid until their parser parses again or is destroyed.
#pragma once

#include "domain/kernel/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

class JsonParser;

class JsonValue {
  public:
    enum class Kind { null, boolean, integer, number, string, array, object };

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] std::string_view kind_name() const;  // "a string", "an object", …
    [[nodiscard]] std::optional<bool> as_bool() const;
    [[nodiscard]] std::optional<std::int64_t> as_integer() const;
    [[nodiscard]] std::optional<double> as_number() const;  // with or without a fraction
    [[nodiscard]] std::optional<std::string_view> as_string() const;

    // Each calls `visit` for every element or member, in order, until `visit` returns false.
    template <class Visit>  // bool(JsonValue)
    void for_each_element(Visit&& visit) const {
        elements([](void* v, JsonValue e) { return (*static_cast<Visit*>(v))(e); },
                 const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }
    template <class Visit>  // bool(std::string_view name, JsonValue)
    void for_each_member(Visit&& visit) const {
        members([](void* v, std::string_view name,
                   JsonValue e) { return (*static_cast<Visit*>(v))(name, e); },
                const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }
    // The first member of that name.
    [[nodiscard]] std::optional<JsonValue> member(std::string_view name) const;

  private:
    friend class JsonParser;
    friend struct JsonValueAccess;

    void elements(bool (*visit)(void*, JsonValue), void* context) const;
    void members(bool (*visit)(void*, std::string_view, JsonValue), void* context) const;

    alignas(8) std::array<std::byte, 16> element_{};
};

// One thread uses it, for any number of texts.
class JsonParser {
  public:
    JsonParser();
    ~JsonParser();
    JsonParser(JsonParser&&) noexcept;
    JsonParser& operator=(JsonParser&&) noexcept;

    static constexpr std::size_t deepest = 32;  // levels of nesting
    // A refusal has the position of the error.
    [[nodiscard]] Result<JsonValue> parse(std::string_view text);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dibs
