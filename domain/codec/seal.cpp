// Seals and opens the fields of an event. Types without sealed members cost nothing.
#include "domain/codec/seal.hpp"

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/aggregates.hpp"

namespace dibs {
namespace {

template <class T>
inline constexpr bool needs_seal = SealedMembers<T>::personal || SealedMembers<T>::secret;

template <class... Es>
constexpr bool personal_ones_are_owned(const EventOf<Es...>*) {
    return ((!SealedMembers<Es>::personal || Owned<Es>)&&...);
}
template <class... As>
constexpr bool personal_ones_are_owned(List<As...>) {
    return (personal_ones_are_owned(static_cast<const typename As::Event*>(nullptr)) && ...);
}
static_assert(personal_ones_are_owned(Aggregates{}),
              "an event with Personal members does not say whose key seals them");

// Replaces a value that has sealed members by a changed copy.
template <class Any, class Change>
void change_sealed(Any& any, Change&& change) {
    const auto change_in = [&]<class Part>() {
        const auto part = as<Part>(any);
        if (!part) return;
        visit(
            [&]<class T>(const T& value) {
                if constexpr (needs_seal<T>) {
                    T copy = value;
                    change(copy);
                    any = Part(std::move(copy));
                }
            },
            *part);
    };
    for_each_part<Any>(change_in);
}

template <class Any>
Result<Any> opened_any(Any any, const Sealer& sealer) {
    std::optional<Refusal> problem;
    change_sealed(any, [&](auto& e) { problem = open_members(e, e.type, sealer); });
    if (problem) return tl::unexpected(std::move(*problem));
    return any;
}

}  // namespace

Event sealed(const Event& event, Sealer& sealer) {
    Event copy = event;
    change_sealed(copy, [&](auto& e) { seal_members(e, e.type, sealer); });
    return copy;
}

Result<Event> opened(Event event, const Sealer& sealer) {
    return opened_any(std::move(event), sealer);
}

Command sealed(const Command& command, Sealer& sealer) {
    Command copy = command;
    change_sealed(copy, [&](auto& c) { seal_members(c, c.type, sealer); });
    return copy;
}

Result<Command> opened(Command command, const Sealer& sealer) {
    return opened_any(std::move(command), sealer);
}

}  // namespace dibs
