// The readiness of Dibs: one answer for /readyz, /api/v1/system, the daemon's start and its
// terminal output. Any thread.
#pragma once

#include "api/service.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct Check {
    std::string name;
    std::string why{};              // the reason if it is not ready; otherwise empty
    std::string note{};             // a remark although it is ready
    bool reads = false;             // it is still reading the log
    std::optional<double> share{};  // the share that is read, 0 to 1, if known
};

struct Readiness {
    std::vector<Check> checks;

    [[nodiscard]] bool ready() const;
    // The reason in one line. If several are reading, the one furthest behind counts.
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Readiness readiness_of(const Service& service);

}  // namespace dibs::routes
