// How often somebody may ask. The loop's thread owns it.
#pragma once

#include "api/http/rate_limit.hpp"
#include "domain/ids.hpp"

#include <string_view>

namespace dibs::auth {

struct RateSettings {
    double commands_per_min = 120;  // of one person
    double sign_ins_per_min = 5;    // from one address ...
    double sign_in_burst = 10;      // ... and so many at once
    double sign_ins_per_account_min = 10;
};

class Rates {
  public:
    explicit Rates(const RateSettings& settings);

    // 0, or the seconds to wait.
    [[nodiscard]] int command(PersonId person);
    [[nodiscard]] int sign_in(std::string_view address);
    [[nodiscard]] int account(std::string_view name);

  private:
    http::RateLimit commands_, addresses_, accounts_;
};

}  // namespace dibs::auth
