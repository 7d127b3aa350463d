// A value of the configuration file to look at, without the parser's own header. Lives as long as
// the file that was parsed.
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

    // Each is nothing if it is of another kind.
    [[nodiscard]] std::optional<std::string> text() const;
    [[nodiscard]] std::optional<bool> flag() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] std::optional<std::vector<std::string>> texts() const;  // of a list
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers() const;
    [[nodiscard]] std::optional<TextsByName> texts_by_name() const;  // of a table

  private:
    const void* node_;
};

}  // namespace dibs
