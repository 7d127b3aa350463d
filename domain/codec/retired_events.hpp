// Events that only old versions of Dibs wrote. Their form remains on disks and in topics
// permanently. External readers find their schemas with the present ones; upcast.cpp converts each
// to its present form. Never add members to one of these.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs::retired {

enum class Everyone { everyone };
enum class Everything { everything };

// The only form of a grant in that version: everyone may use everything.
struct GrantGivenV1 {
    static constexpr std::string_view type = "grant.given.v1";
    static constexpr std::string_view description = "Somebody may use GPUs from now on.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    GrantId id;
    Everyone to{};
    Everything what{};
};

using Event = EventOf<GrantGivenV1>;

}  // namespace dibs::retired

namespace dibs {

template <>
struct Names<retired::Everyone> {
    static constexpr std::array list = {named(retired::Everyone::everyone, "everyone")};
};
template <>
struct Names<retired::Everything> {
    static constexpr std::array list = {named(retired::Everything::everything, "everything")};
};
template <>
struct Fields<retired::GrantGivenV1> {
    using T = retired::GrantGivenV1;
    static constexpr auto list =
        field_list(field("id", &T::id), field("to", &T::to), field("what", &T::what));
};

}  // namespace dibs
