// The health of a GPU as its own counters tell it: what makes it unhealthy, by the rules of the
// site (rules.hpp), and what is wrong with one (fleet.hpp). That a GPU is lost, or its driver does
// not work, is known apart from this. Plain values; decided in fleet_health.cpp from what the
// probes report.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dibs::health {

// What can be wrong.
enum class Symptom : std::uint8_t {
    ecc_errors,        // uncorrected memory errors since its driver was loaded
    row_remap_failed,  // a row of its memory could not be replaced: no spare is left
    repair_pending,    // a row or page of its memory waits for a reset
    recovery_needed,   // its driver asks for a reset, a drain or a restart of the host
    xid_errors,        // the kernel's log has an XID that says so
};
using Symptoms = std::vector<Symptom>;
inline constexpr std::size_t most_symptoms = 8;

// A repair that is pending alone is no reason: what caused it is, if it was an uncorrected error.
[[nodiscard]] inline Symptoms usual_symptoms() {
    return {Symptom::ecc_errors, Symptom::row_remap_failed, Symptom::recovery_needed,
            Symptom::xid_errors};
}
// Ascending, each once; or that there are too many.
[[nodiscard]] Result<Symptoms> checked_symptoms(Symptoms symptoms);

// Numbers of XID errors, by NVIDIA's catalogue of them.
using Xids = std::vector<std::int64_t>;
inline constexpr std::size_t most_xids = 32;
inline constexpr std::int64_t highest_xid = 9999;
// Those after which a card needs a reset, a restart of its host, or another card in its place.
[[nodiscard]] inline Xids usual_xids() {
    return {48, 64, 74, 79, 95, 119, 120, 140};
}
// Ascending, each once; or what is wrong with them. Those that a user's program causes are no
// reason at any site: whoever wants a card to themselves would have it taken from all.
[[nodiscard]] Result<Xids> checked_xids(Xids xids);

// A reading of one of them: a count, or 1 and 0. `value` is what two readings running came to at
// least, so that one odd answer is none. Since `since` it was never more than that.
// Of XID errors there is one for each number that the kernel's log of this boot has of the card:
// `value` is the number and `since` when it last came; and one with 0 if the log was read from its
// beginning, so that a number without a reading did not come.
struct Reading {
    Symptom what{};
    std::int64_t value = 0;
    Instant since;
    friend bool operator==(const Reading&, const Reading&) = default;
};

struct Fault {
    Symptom what{};
    std::int64_t count = 1;             // of what is counted: how many, when it was found
    std::optional<std::int64_t> xid{};  // of XID errors: its number, each is a fault of its own
    std::optional<Instant> at{};        // and when it last came, as far as known when it was found
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
    std::int64_t ecc_errors = 1;                    // so many
    Duration clear_for = std::chrono::minutes{10};  // before it is healthy again
    Xids xids = usual_xids();                       // that count
};
// An XID says nothing of what is so a day later.
inline constexpr Duration xid_counts_for = std::chrono::hours{24};
// What is wrong by these readings. One that is missing says nothing: what was wrong still is.
[[nodiscard]] std::vector<Fault> faults_of(const std::vector<Fault>& before,
                                           const std::vector<Reading>& readings,
                                           const Measure& measure, Instant now);
// "3 uncorrected memory errors; XID 79: fallen off the bus"
[[nodiscard]] std::string words_of(const std::vector<Fault>& faults);

}  // namespace dibs::health
