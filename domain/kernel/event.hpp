// Declares what every event has, in its own struct and without defaults, so no reader keeps a list
// of exceptions. An event has a description of one sentence for readers of its schema, its
// subjects, and its audience.
//
//   struct Cancelled {
//       static constexpr std::string_view type = "reservation.cancelled.v1";
//       static constexpr std::string_view description = "A booking was cancelled …";
//       static constexpr Audience audience() { return Audience::everyone; }
//       [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus); }
//       …members
//   };
//
// An event with Personal members also names the owner of the key that seals them: `KeyOwner
// key_owner() const`.
#pragma once

#include "domain/kernel/one_of.hpp"
#include "domain/kernel/ref.hpp"

#include <algorithm>
#include <concepts>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs {

// The people who may see an event and everything derived from it. Admins see all.
enum class Audience {
    everyone,   // every signed-in person
    concerned,  // the people among its subjects, and its actor
    admins,
};

// The things and people that an event concerns. The first one is the main subject; readers outside
// Dibs see it as the event's subject.
struct Subjects {
    std::vector<Ref> refs{};

    template <class AnyId>
    [[nodiscard]] std::optional<AnyId> first() const {
        for (const auto& ref : refs) {
            if (const auto id = ref.as<AnyId>()) return id;
        }
        return std::nullopt;
    }
    template <class AnyId>
    [[nodiscard]] std::vector<AnyId> all() const {
        return ids_among<AnyId>(refs);
    }
    [[nodiscard]] bool has(const Ref& ref) const {
        return std::find(refs.begin(), refs.end(), ref) != refs.end();
    }
    friend bool operator==(const Subjects&, const Subjects&) = default;

    void add(const Ref& ref) {
        if (!has(ref)) refs.push_back(ref);
    }
    template <class AnyId>
    void add(const std::optional<AnyId>& id) {
        if (id) add(Ref{*id});
    }
    // Lists are ascending and without duplicates. They may be long, so this does not compare them
    // with the refs so far.
    template <class AnyId>
    void add(const std::vector<AnyId>& ids) {
        refs.insert(refs.end(), ids.begin(), ids.end());
    }
};

// The first argument is the main subject. Optional ids and lists of ids are expanded.
template <class... Parts>
[[nodiscard]] Subjects about(const Parts&... parts) {
    Subjects subjects;
    (subjects.add(parts), ...);
    return subjects;
}

template <class E>
concept DeclaredEvent = requires(const E& e) {
    { E::type } -> std::convertible_to<std::string_view>;
    { E::description } -> std::convertible_to<std::string_view>;
    { e.audience() } -> std::same_as<Audience>;
    { e.subjects() } -> std::same_as<Subjects>;
};

// An event of any aggregate. Each aggregate declares its own as `using Event = EventOf<Booked, …>`.
class Event : public StructValue {
  public:
    template <class... Es>
    Event(OneOf<Event, Es...> of_aggregate)  // NOLINT(google-explicit-constructor): it is one
        : StructValue(std::move(of_aggregate)) {}
};
template <DeclaredEvent... Es>
using EventOf = OneOf<Event, Es...>;

}  // namespace dibs
