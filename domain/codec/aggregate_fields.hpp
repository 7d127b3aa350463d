// Includes the fields of every aggregate's events and commands, one header each.
#pragma once

#include "domain/access/grant_fields.hpp"
#include "domain/access/group_fields.hpp"
#include "domain/board/board_fields.hpp"
#include "domain/budget/budget_fields.hpp"
#include "domain/effect/effect_fields.hpp"
#include "domain/fleet/fleet_fields.hpp"
#include "domain/people/feed_fields.hpp"
#include "domain/people/people_fields.hpp"
#include "domain/reservation/reservation_fields.hpp"
#include "domain/rules/rules_fields.hpp"
#include "domain/violation/violation_fields.hpp"
#include "domain/world/answer_fields.hpp"
#include "domain/world/audit_fields.hpp"
#include "domain/world/recorded.hpp"

namespace dibs {

template <>
struct Fields<Tick> {
    static constexpr auto list = field_list();
};

}  // namespace dibs
