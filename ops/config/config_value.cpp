// Wraps toml++.
#include "ops/config/config_value.hpp"

#include <toml++/toml.h>

namespace dibs {
namespace {

const toml::node& node_of(const void* node) {
    return *static_cast<const toml::node*>(node);
}

}  // namespace

std::optional<std::string> ConfigValue::text() const {
    return node_of(node_).value_exact<std::string>();
}

std::optional<bool> ConfigValue::flag() const {
    return node_of(node_).value_exact<bool>();
}

std::optional<std::int64_t> ConfigValue::integer() const {
    return node_of(node_).value_exact<std::int64_t>();
}

std::optional<std::vector<std::string>> ConfigValue::texts() const {
    const auto* array = node_of(node_).as_array();
    if (!array) return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& element : *array) {
        auto text = element.value_exact<std::string>();
        if (!text) return std::nullopt;
        texts.push_back(*std::move(text));
    }
    return texts;
}

std::optional<std::vector<std::int64_t>> ConfigValue::integers() const {
    const auto* array = node_of(node_).as_array();
    if (!array) return std::nullopt;
    std::vector<std::int64_t> integers;
    for (const auto& element : *array) {
        const auto integer = element.value_exact<std::int64_t>();
        if (!integer) return std::nullopt;
        integers.push_back(*integer);
    }
    return integers;
}

std::optional<TextsByName> ConfigValue::texts_by_name() const {
    const auto* table = node_of(node_).as_table();
    if (!table) return std::nullopt;
    TextsByName texts;
    for (const auto& [name, value] : *table) {
        auto text = value.value_exact<std::string>();
        if (!text) return std::nullopt;
        texts.emplace(name.str(), *std::move(text));
    }
    return texts;
}

}  // namespace dibs
