// dibsd check-mail: sends one letter, and says what the mail server said. Nothing else is started.
#pragma once

#include "ops/config/config.hpp"

#include <iosfwd>
#include <string>

namespace dibs {

// 0: the server has taken it. 1: it will not, or the settings are wrong. 75: it could not be asked,
// or wants to be asked later.
[[nodiscard]] int check_mail(const Config& config, const std::string& address, std::ostream& out);

}  // namespace dibs
