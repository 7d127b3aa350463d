// Request bodies for reservations, with the contract's rules of form.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"
#include "domain/rules/enforcement_fields.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct ReservationNew {
    std::optional<ReservationId> id{};
    std::vector<GpuId> gpus;
    Instant from;
    Instant until;
    std::optional<std::string> title{};
    std::optional<PersonId> owner{};
    std::optional<enforcement::Protection> protection{};
    std::optional<std::string> project{};
};

struct ReservationPatch {
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::string> title{};
    std::optional<std::optional<enforcement::Protection>> protection{};
    std::optional<std::optional<std::string>> project{};
};

struct DeclineBody {
    std::string reason;
};

struct KeepBody {
    std::optional<std::int64_t> for_min{};  // none: an hour
    std::optional<std::string> reason{};
};

inline std::optional<Refusal> check_unique(std::vector<GpuId> gpus) {
    std::sort(gpus.begin(), gpus.end());
    const auto twice = std::adjacent_find(gpus.begin(), gpus.end());
    if (twice == gpus.end()) return std::nullopt;
    return Refusal{Code::malformed, "gpus", to_text(*twice) + " is named twice."};
}

inline std::optional<Refusal> check_patch(const ReservationPatch& patch) {
    if (!patch.gpus && !patch.from && !patch.until && !patch.title && !patch.protection &&
        !patch.project) {
        return Refusal{Code::malformed, "", "A change names at least one member."};
    }
    return patch.gpus ? check_unique(*patch.gpus) : std::nullopt;
}

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ReservationNew> {
    using T = routes::ReservationNew;
    static constexpr auto list = field_list(
        field("id", &T::id), field("gpus", &T::gpus), field("from", &T::from),
        field("until", &T::until), field("title", &T::title), field("owner_id", &T::owner),
        field("protection", &T::protection), field("project", &T::project));
};
template <>
struct Fields<routes::DeclineBody> {
    static constexpr auto list = field_list(field("reason", &routes::DeclineBody::reason));
};
template <>
struct Fields<routes::KeepBody> {
    using T = routes::KeepBody;
    static constexpr auto list =
        field_list(field("for_min", &T::for_min), field("reason", &T::reason));
};
template <>
struct Fields<routes::ReservationPatch> {
    using T = routes::ReservationPatch;
    static constexpr auto list =
        field_list(field("gpus", &T::gpus), field("from", &T::from), field("until", &T::until),
                   field("title", &T::title), field("protection", &T::protection),
                   field("project", &T::project));
};

}  // namespace dibs
