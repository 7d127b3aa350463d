// From what TensorHive holds to what the contract of Dibs takes. Pure.
#pragma once

#include "api/cli/tensorhive/site.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli::tensorhive {

// What things are called by Dibs; what is not here is not known there.
struct Known {
    std::map<RowId, std::string> people{}, groups{};  // ids, by the row's number
    std::map<std::string, std::string> gpus{};        // ids, by UUID
};

// An id of its kind ("res") that is the same each time the same content is imported: repeated, or
// sent twice, a command finds what it made. It sorts by the moment.
[[nodiscard]] std::string lasting_id(std::string_view kind, std::int64_t at_ms,
                                     std::string_view content);

// A restriction as a grant; without a body it cannot be one, and `why` says so. Otherwise `why`
// names what it goes without.
struct GrantPlan {
    Json body{};
    std::string why{};
};
[[nodiscard]] GrantPlan plan_grant(RowId id, const Restriction& restriction, const Site& site,
                                   const Known& known, const std::string& zone);

// How a grant of the server differs from a wanted one.
enum class Difference { none, lacks, other };
// `lacks`: to become the wanted one it only needs more people, groups or GPUs.
[[nodiscard]] Difference compare(const Json& there, const Json& wanted);

// Title and description in one, as far as there is room.
[[nodiscard]] std::string title_of(const Reservation& reservation);

// A job with its tasks, to be kept until Dibs has jobs.
[[nodiscard]] Json draft_of(const Job& job, const std::string& owner);

}  // namespace dibs::cli::tensorhive
