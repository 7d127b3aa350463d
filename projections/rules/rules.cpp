// Projects the rules into one row. Its version counts the changes, as in the domain.
#include "projections/rules/rules.hpp"

namespace dibs::projections {
namespace {

constexpr std::string_view site_key = "site";

}  // namespace

void SiteRules::project(WriteTxn& txn, const Recorded& recorded) {
    const auto* set = get_if<rules::RulesChanged>(&recorded.event);
    if (set == nullptr) return;
    const views::Rules row{find_rules(txn).version + 1, set->rules, recorded.at,
                           recorded.origin.actor};
    txn.put(Table::rules, site_key, pack(row));
}

views::Rules find_rules(const Txn& txn) {
    const auto found = txn.get(Table::rules, site_key);
    return found ? unpack<views::Rules>(*found) : views::Rules{};
}

}  // namespace dibs::projections
