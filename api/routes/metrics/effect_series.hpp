// Series of effects outside the log: waiting ones, their outcomes, and whether the mail server
// accepts letters.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "domain/effect/effect_status.hpp"

#include <vector>

namespace dibs::routes {

void write_effects(Exposition& out, const std::vector<effect::Status>& all, Instant now);
void write_mail(Exposition& out, const effect::MailStatus& mail, Instant now);

}  // namespace dibs::routes
