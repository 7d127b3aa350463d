// Events that old versions of Dibs wrote and no version writes any more: how they look on disks and
// in topics for ever. Readers elsewhere find their schemas beside those of today; here upcast.cpp
// turns each into what it is today. Nothing is added to one of these, ever.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs::retired {

enum class Everyone { everyone };
enum class Everything { everything };

// The only grant that there was: everyone may use everything.
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
