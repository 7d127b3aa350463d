// dibsd check-mail: sends one letter and reports the answer of the mail server. Starts nothing
// else.
#pragma once

#include "ops/config/config.hpp"

#include <iosfwd>
#include <string>

namespace dibs {

// 0: the server accepted the letter. 1: it rejected the letter, or the settings are wrong. 75: the
// server was not reachable, or asks for a retry later.
[[nodiscard]] int check_mail(const Config& config, const std::string& address, std::ostream& out);

}  // namespace dibs
