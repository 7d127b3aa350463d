// Is Dibs ready to be used: one answer for /readyz, /api/v1/system, the daemon's own start and what
// it says on the terminal. Any thread.
#pragma once

#include "api/service.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct Check {
    std::string name;
    std::string why{};              // it is not good; empty if it is
    std::string note{};             // worth a word though it is good
    bool reads = false;             // it has only to read on ...
    std::optional<double> share{};  // ... and has so much of the log, if that is known
};

struct Readiness {
    std::vector<Check> checks;

    [[nodiscard]] bool ready() const;
    // Why not, in one line. When more than one reads, the one that is behind counts.
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Readiness readiness_of(const Service& service);

}  // namespace dibs::routes
