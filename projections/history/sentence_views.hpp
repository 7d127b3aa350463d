// The sentence about a fact as a client gets it: its key and its arguments. The words are in
// api/sentences, one file a language; the client inserts the arguments.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/ref.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

enum class ArgumentKind { person, host, gpus, number, text };

struct Argument {
    ArgumentKind kind{};
    std::string text;                         // current name; enough to show it
    std::optional<Ref> id{};                  // of a person or a host
    std::optional<std::vector<GpuId>> ids{};  // of GPUs
};

struct Sentence {
    std::string key;                              // "reservation.booked"
    std::map<std::string, Argument> arguments{};  // by their names in the words
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::ArgumentKind> {
    using enum views::ArgumentKind;
    static constexpr std::array list = {named(person, "person"), named(host, "host"),
                                        named(gpus, "gpus"), named(number, "number"),
                                        named(text, "text")};
};
template <>
struct Fields<views::Argument> {
    using T = views::Argument;
    static constexpr auto list = field_list(field("kind", &T::kind), field("text", &T::text),
                                            field("id", &T::id), field("ids", &T::ids));
};
template <>
struct Fields<views::Sentence> {
    using T = views::Sentence;
    static constexpr auto list =
        field_list(field("key", &T::key), field("arguments", &T::arguments));
};

}  // namespace dibs
