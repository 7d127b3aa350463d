// The fields of every aggregate's events and commands; a header each.
#pragma once

#include "domain/codec/answer_fields.hpp"
#include "domain/codec/audit_fields.hpp"
#include "domain/codec/board_fields.hpp"
#include "domain/codec/budget_fields.hpp"
#include "domain/codec/effect_fields.hpp"
#include "domain/codec/feed_fields.hpp"
#include "domain/codec/fleet_fields.hpp"
#include "domain/codec/grant_fields.hpp"
#include "domain/codec/group_fields.hpp"
#include "domain/codec/people_fields.hpp"
#include "domain/codec/reservation_fields.hpp"
#include "domain/codec/rules_fields.hpp"
#include "domain/codec/violation_fields.hpp"
#include "domain/recorded.hpp"

namespace dibs {

template <>
struct Fields<Tick> {
    static constexpr auto list = field_list();
};

}  // namespace dibs
