// What every event declares about itself, in its own struct and without a default, so that no
// reader keeps a list of exceptions: what it says in one sentence, for whoever reads its schema
// without the sources; whom and what it concerns, and who may see it.
//
//   struct Cancelled {
//       static constexpr std::string_view type = "reservation.cancelled.v1";
//       static constexpr std::string_view description = "A booking was cancelled …";
//       static constexpr Audience audience() { return Audience::everyone; }
//       [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus); }
//       …members
//   };
//
// An event with Personal members also says whose key seals them: `KeyOwner key_owner() const`.
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

// Who may see an event and what is made of it; admins see all.
enum class Audience {
    everyone,   // who is signed in
    concerned,  // the people among its subjects, and who caused it
    admins,
};

// Whom and what an event is about. The first is the main one, and names the event's subject to
// readers outside Dibs.
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
    // Lists come ascending and without doubles, and may be long: compared with nothing.
    template <class AnyId>
    void add(const std::vector<AnyId>& ids) {
        refs.insert(refs.end(), ids.begin(), ids.end());
    }
};

// The first argument is the main subject; optional ids and lists of ids are taken apart.
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

// An event of any aggregate. Each aggregate's own is `using Event = EventOf<Booked, …>`.
class Event : public StructValue {
  public:
    template <class... Es>
    Event(OneOf<Event, Es...> of_aggregate)  // NOLINT(google-explicit-constructor): it is one
        : StructValue(std::move(of_aggregate)) {}
};
template <DeclaredEvent... Es>
using EventOf = OneOf<Event, Es...>;

}  // namespace dibs
