// A read-only value of the configuration file, without the parser's header. Valid while the parsed
// file exists.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

using TextsByName = std::map<std::string, std::string, std::less<>>;

class ConfigValue {
  public:
    explicit ConfigValue(const void* node) : node_(node) {}  // a toml::node

    // Each returns nothing if the value is of another kind.
    [[nodiscard]] std::optional<std::string> text() const;
    [[nodiscard]] std::optional<bool> flag() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] std::optional<std::vector<std::string>> texts() const;  // if it is a list
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers() const;
    [[nodiscard]] std::optional<TextsByName> texts_by_name() const;  // if it is a table

  private:
    const void* node_;
};

}  // namespace dibs
