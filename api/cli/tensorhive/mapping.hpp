// Maps TensorHive's contents to the contract of Dibs. Pure.
#pragma once

#include "api/cli/tensorhive/site.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli::tensorhive {

// The ids of Dibs for rows of TensorHive; a missing row does not exist on Dibs.
struct KnownIds {
    std::map<RowId, std::string> people{}, groups{};  // ids, by row number
    std::map<std::string, std::string> gpus{};        // ids, by UUID
};

// An id with the prefix of its kind ("res"), equal for equal content. A command that is repeated or
// sent twice finds what it made. Ids sort by `at_ms`, in ms since 1970.
[[nodiscard]] std::string lasting_id(std::string_view kind, std::int64_t at_ms,
                                     std::string_view content);

// A restriction as a grant. A null `body` means that none is possible, and `why` has the reason.
// Otherwise `why` names what the grant leaves out.
struct GrantPlan {
    Json body{};
    std::string why{};
};
[[nodiscard]] GrantPlan plan_grant(RowId id, const Restriction& restriction, const Site& site,
                                   const KnownIds& known, const std::string& zone);

// How an existing grant differs from the wanted one.
enum class Difference { none, lacks, other };
// `lacks`: the existing grant only needs more people, groups or GPUs.
[[nodiscard]] Difference compare(const Json& there, const Json& wanted);

// Title and description joined, cut to the maximum length.
[[nodiscard]] std::string title_of(const Reservation& reservation);

// A job with its tasks, kept in a file until Dibs has jobs.
[[nodiscard]] Json draft_of(const Job& job, const std::string& owner);

}  // namespace dibs::cli::tensorhive
