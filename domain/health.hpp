// The health of a GPU as its own counters tell it: what makes it unhealthy, by the rules of the
// site (rules.hpp), and what is wrong with one (fleet.hpp). That a GPU is lost, or its driver does
// not work, is known apart from this. Plain values; decided in fleet_health.cpp from what the
// probes report.
#pragma once

#include "domain/ids.hpp"
#include "domain/result.hpp"
#include "domain/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dibs::health {

// What can be wrong. XID errors are not here: only root reads the kernel's log.
enum class Symptom : std::uint8_t {
    ecc_errors,        // uncorrected memory errors since its driver was loaded
    row_remap_failed,  // a row of its memory could not be replaced: no spare is left
    repair_pending,    // a row or page of its memory waits for a reset
    recovery_needed,   // its driver asks for a reset, a drain or a restart of the host
};
using Symptoms = std::vector<Symptom>;
inline constexpr std::size_t most_symptoms = 8;

// A repair that is pending alone is no reason: what caused it is, if it was an uncorrected error.
[[nodiscard]] inline Symptoms usual_symptoms() {
    return {Symptom::ecc_errors, Symptom::row_remap_failed, Symptom::recovery_needed};
}
// Ascending, each once; or that there are too many.
[[nodiscard]] Result<Symptoms> checked_symptoms(Symptoms symptoms);

// A reading of one of them: a count, or 1 and 0. `value` is what two readings running came to at
// least, so that one odd answer is none. Since `since` it was never more than that.
struct Reading {
    Symptom what{};
    std::int64_t value = 0;
    Instant since;
    friend bool operator==(const Reading&, const Reading&) = default;
};

struct Fault {
    Symptom what{};
    std::int64_t count = 1;  // of what is counted: how many, when it was found
    friend bool operator==(const Fault&, const Fault&) = default;
};
struct Unhealthy {
    std::vector<Fault> faults;  // at least one, in the order of the symptoms
    Instant since;
    friend bool operator==(const Unhealthy&, const Unhealthy&) = default;
};

// When it is unhealthy, by the site's rules.
struct Measure {
    Symptoms symptoms = usual_symptoms();
    std::int64_t ecc_errors = 1;  // so many
    Duration clear_for = std::chrono::minutes{10};  // before it is healthy again
};
// What is wrong by these readings. One that is missing says nothing: what was wrong still is.
[[nodiscard]] std::vector<Fault> faults_of(const std::vector<Fault>& before,
                                           const std::vector<Reading>& readings,
                                           const Measure& measure, Instant now);
// "3 uncorrected memory errors; a reset is needed"
[[nodiscard]] std::string words_of(const std::vector<Fault>& faults);

}  // namespace dibs::health
