// The health of a GPU by its own counters. Has the rules of the site for an unhealthy GPU
// (rules.hpp), and the faults of one GPU (fleet.hpp). A lost GPU and a failing driver are separate
// states. Plain values. fleet_health.cpp decides from the reports of the probes.
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

enum class Symptom : std::uint8_t {
    ecc_errors,        // uncorrected memory errors since the driver was loaded
    row_remap_failed,  // a memory row could not be replaced: no spare row is left
    repair_pending,    // a memory row or page waits for a reset
    recovery_needed,   // the driver requests a reset, a drain or a restart of the host
    xid_errors,        // the kernel's log has an XID that makes the GPU unhealthy
};
using Symptoms = std::vector<Symptom>;
inline constexpr std::size_t most_symptoms = 8;

// A pending repair alone is not a default symptom. If an uncorrected error caused it, that error is
// one.
[[nodiscard]] inline Symptoms usual_symptoms() {
    return {Symptom::ecc_errors, Symptom::row_remap_failed, Symptom::recovery_needed,
            Symptom::xid_errors};
}
// Sorts the symptoms and removes duplicates. Rejects too many.
[[nodiscard]] Result<Symptoms> checked_symptoms(Symptoms symptoms);

// XID error numbers of NVIDIA's catalogue.
using Xids = std::vector<std::int64_t>;
inline constexpr std::size_t most_xids = 32;
inline constexpr std::int64_t highest_xid = 9999;
// The XIDs after which a card needs a reset, a restart of its host, or a replacement.
[[nodiscard]] inline Xids usual_xids() {
    return {48, 64, 74, 79, 95, 119, 120, 140};
}
// Sorts the numbers and removes duplicates, or reports their error. Rejects XIDs that a user's
// program can cause, at any site. Otherwise a person could make a card unavailable to all others.
[[nodiscard]] Result<Xids> checked_xids(Xids xids);

// A reading of one symptom: a count, or 1 or 0. `value` is the minimum of two consecutive readings,
// so one odd value is ignored. Since `since` it was never higher. XID errors have one reading for
// each number that the kernel's log of this boot has for the card. There `value` is the number, and
// `since` is its last occurrence. A reading with `value` 0 means that the log was read from its
// beginning, so a number without a reading did not occur.
struct Reading {
    Symptom what{};
    std::int64_t value = 0;
    Instant since;
    friend bool operator==(const Reading&, const Reading&) = default;
};

struct Fault {
    Symptom what{};
    std::int64_t count = 1;  // of a counted symptom: the count when it was found
    // Of XID errors: the number; each number is a fault of its own.
    std::optional<std::int64_t> xid{};
    std::optional<Instant> at{};  // of XID errors: the last occurrence known when it was found
    friend bool operator==(const Fault&, const Fault&) = default;
};
struct Unhealthy {
    std::vector<Fault> faults;  // at least one, in the order of the symptoms
    Instant since;
    friend bool operator==(const Unhealthy&, const Unhealthy&) = default;
};

// The conditions that make a GPU unhealthy, by the rules of the site.
struct Measure {
    Symptoms symptoms = usual_symptoms();
    std::int64_t ecc_errors = 1;  // at least this many
    // How long the symptoms must be gone before it is healthy again.
    Duration clear_for = std::chrono::minutes{10};
    Xids xids = usual_xids();  // the XIDs that count
};
// An XID does not describe the state of a card a day later.
inline constexpr Duration xid_counts_for = std::chrono::hours{24};
// The faults by these readings. A missing reading changes nothing: an earlier fault remains.
[[nodiscard]] std::vector<Fault> faults_of(const std::vector<Fault>& before,
                                           const std::vector<Reading>& readings,
                                           const Measure& measure, Instant now);
// "3 uncorrected memory errors; XID 79: fallen off the bus"
[[nodiscard]] std::string words_of(const std::vector<Fault>& faults);

}  // namespace dibs::health
