// The query of a URL, parsed strictly: valid percent-encoding, no control characters, only
// parameters of the route, each once unless it is a list. Getters return Result, so that a refusal
// names the parameter and the rule.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

// "%41" -> "A"; empty for a broken escape, or when the result holds a control character. With
// `plus_is_space` also "+" -> " ", as in queries.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text,
                                                        bool plus_is_space = false);
// Encodes all but RFC 3986 unreserved characters.
[[nodiscard]] std::string percent_encode(std::string_view text);

// A parameter that a route accepts. A list is `gpu=a,b` or `gpu=a&gpu=b`.
struct Parameter {
    enum class Form { text, number, list };

    template <std::convertible_to<std::string_view> Text>
    constexpr Parameter(Text called, Form its = Form::text)  // NOLINT: routes list names
        : name(called), form(its) {}

    std::string_view name;
    Form form;
};
[[nodiscard]] constexpr Parameter number_of(const char* name) {
    return {name, Parameter::Form::number};
}
[[nodiscard]] constexpr Parameter list_of(const char* name) {
    return {name, Parameter::Form::list};
}

class Query {
  public:
    // Without the question mark. Refused (malformed): an empty name, a bad escape.
    [[nodiscard]] static Result<Query> parse(std::string_view text);
    void add(std::string name, std::string value);

    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const;
    // The parts of a list, in order.
    [[nodiscard]] std::vector<std::string_view> list(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return get(name).has_value(); }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
        return parameters_;
    }
    // Adds a fault (malformed) for every parameter that is not in `known`, and for every repeated
    // one that is not a list.
    void check(std::span<const Parameter> known, Faults& faults) const;

    // Empty if absent. Refused if present and malformed; `field` names the parameter.
    [[nodiscard]] Result<std::optional<Instant>> instant(std::string_view name) const;
    [[nodiscard]] Result<std::optional<std::uint64_t>> number(std::string_view name) const;
    [[nodiscard]] Result<std::optional<bool>> flag(std::string_view name) const;  // true | false

  private:
    std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace dibs::http
