// The keys of one table of the configuration file, and the function that reads each value.
#pragma once

#include "ops/config/config_value.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dibs {

// Stores a key's value in the configuration, or in one part of it.
using Taken = std::optional<std::string>;  // the broken rule, or nothing
template <class T>
using Take = std::function<Taken(const ConfigValue&, T&)>;
template <class T>
using ConfigKeys = std::map<std::string, Take<T>, std::less<>>;

template <class T>
Take<T> text_into(std::string T::*member) {
    return [=](const ConfigValue& value, T& into) -> Taken {
        auto text = value.text();
        if (!text) return "expected a text";
        into.*member = *std::move(text);
        return std::nullopt;
    };
}

template <class T, class Text>  // Text: a std::string or a path
Take<T> some_text_into(Text T::*member, std::string rule = "expected a text") {
    return [=](const ConfigValue& value, T& into) -> Taken {
        auto text = value.text();
        if (!text || text->empty()) return rule;
        into.*member = *std::move(text);
        return std::nullopt;
    };
}

template <class T>
Take<T> path_into(std::filesystem::path T::*member) {
    return some_text_into(member, "expected a path");
}

template <class T, class Set>
Take<T> integer(std::int64_t least, std::int64_t most, Set set) {
    return [=](const ConfigValue& value, T& into) -> Taken {
        const auto number = value.integer();
        if (!number || *number < least || *number > most) {
            return "expected an integer from " + std::to_string(least) + " to " +
                   std::to_string(most);
        }
        set(into, *number);
        return std::nullopt;
    };
}
template <class T, class Number>
Take<T> integer_into(Number T::*member, std::int64_t least, std::int64_t most) {
    return integer<T>(least, most, [=](T& into, std::int64_t value) {
        into.*member = static_cast<Number>(value);
    });
}

template <class T>
Take<T> flag_into(bool T::*member) {
    return [=](const ConfigValue& value, T& into) -> Taken {
        const auto flag = value.flag();
        if (!flag) return "expected true or false";
        into.*member = *flag;
        return std::nullopt;
    };
}

// Lifts the keys of a part to keys of the whole.
template <class Whole, class Part>
ConfigKeys<Whole> within(Part Whole::*part, const ConfigKeys<Part>& keys) {
    ConfigKeys<Whole> all;
    for (const auto& [key, take] : keys) {
        all[key] = [part, take = take](const ConfigValue& value, Whole& into) {
            return take(value, into.*part);
        };
    }
    return all;
}

}  // namespace dibs
