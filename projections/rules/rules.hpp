// The current rules of all scopes in one row, and their view for the API.
#pragma once

#include "domain/rules/rules_fields.hpp"
#include "domain/world/recorded.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs::views {

struct Rules {
    rules::Version version = 0;  // 0: never set; these are the defaults of Dibs
    rules::Rules rules{};
    std::optional<Instant> set_at{};
    std::optional<PersonId> set_by{};  // none: the configuration, at the first start
};

}  // namespace dibs::views

namespace dibs::projections {

struct SiteRules {
    static constexpr std::string_view name = "rules";
    static constexpr int version = 2;
    static constexpr TableSet tables{Table::rules};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] views::Rules find_rules(const Txn& txn);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<views::Rules> {
    using T = views::Rules;
    static constexpr auto list =
        field_list(field("version", &T::version), field("rules", &T::rules),
                   field("set_at", &T::set_at), field("set_by_id", &T::set_by));
};

}  // namespace dibs
