// The lifetime of a token without a requested one: the configured one, limited by the site's rules.
#pragma once

#include "api/service.hpp"
#include "projections/questions/site.hpp"

#include <algorithm>

namespace dibs::routes {

[[nodiscard]] inline Duration token_life(const Service& service) {
    const auto rules = site_rules(service.model.snapshot(service.clock())).rules;
    const auto usual = service.settings.token_length;
    if (!rules.token_life_min) return usual;
    return std::min<Duration>(usual, std::chrono::minutes{*rules.token_life_min});
}

}  // namespace dibs::routes
