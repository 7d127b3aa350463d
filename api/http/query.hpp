// The query of a URL, strictly: a parameter at most once, valid percent-encoding, no control
// characters. Getters answer Result, so that a route's refusal names the parameter and the rule.
#pragma once

#include "domain/result.hpp"
#include "domain/time.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

// "%41" -> "A"; nothing for a broken escape, or when the result holds a control character.
// With `plus_is_space` also "+" -> " ", as in queries.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text,
                                                        bool plus_is_space = false);
[[nodiscard]] std::string percent_encode(std::string_view text);  // all but RFC 3986 unreserved

class Query {
  public:
    // Without the question mark. Refused (malformed): a name twice, an empty name, a bad escape.
    [[nodiscard]] static Result<Query> parse(std::string_view text);

    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return get(name).has_value(); }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
        return parameters_;
    }
    // Refuses (malformed) any parameter not in the list.
    [[nodiscard]] Result<void> only(std::initializer_list<std::string_view> names) const;

    // Absent: nothing. Present and not of that form: refused, `field` names the parameter.
    [[nodiscard]] Result<std::optional<Instant>> instant(std::string_view name) const;
    [[nodiscard]] Result<std::optional<std::uint64_t>> number(std::string_view name) const;
    [[nodiscard]] Result<std::optional<bool>> flag(std::string_view name) const;  // true | false

  private:
    std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace dibs::http
