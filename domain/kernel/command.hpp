// Declares what every command has: `static constexpr std::string_view type`. The type is the
// command's name in traces and in the outbox.
#pragma once

#include "domain/kernel/one_of.hpp"

#include <string_view>
#include <utility>

namespace dibs {

// Time passed. The writer runs it each second. It yields events only when something is due.
struct Tick {
    static constexpr std::string_view type = "tick";
};

// A command of any aggregate, or a Tick. Each aggregate declares its own as `using Command =
// CommandOf<Book, …>`.
class Command : public StructValue {
  public:
    template <class... Cs>
    Command(OneOf<Command, Cs...> of_aggregate)  // NOLINT(google-explicit-constructor): it is one
        : StructValue(std::move(of_aggregate)) {}
    Command(Tick tick)  // NOLINT(google-explicit-constructor)
        : StructValue(OneOf<Command, Tick>(tick)) {}
};
template <class... Cs>
using CommandOf = OneOf<Command, Cs...>;

}  // namespace dibs
