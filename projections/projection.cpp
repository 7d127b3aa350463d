// The list of projections.
#include "projections/projection.hpp"

#include "projections/boards/boards.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/history/history.hpp"
#include "projections/people/people.hpp"
#include "projections/rules/rules.hpp"
#include "projections/violations/violations.hpp"

namespace dibs {
namespace {

template <Projection... Ps>
struct List {
    static void project(WriteTxn& txn, const Recorded& recorded) {
        (Ps::project(txn, recorded), ...);
    }
    static std::vector<std::string_view> names() { return {Ps::name...}; }
    static std::string format() {
        std::string text;
        ((((text += Ps::name) += '=') += std::to_string(Ps::version) + ' '), ...);
        return text;
    }
};
using All =
    List<projections::History, projections::Fleet, projections::People, projections::Calendar,
         projections::Violations, projections::Boards, projections::SiteRules>;

}  // namespace

void project_all(WriteTxn& txn, const Recorded& recorded) {
    All::project(txn, recorded);
}

std::vector<std::string_view> projection_names() {
    return All::names();
}

std::string projections_format() {
    return All::format();
}

}  // namespace dibs
