// Decides each symptom: present, recently gone, or unknown.
#include "domain/gpu/health.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace dibs::health {
namespace {

// The symptoms with one reading each. XID errors have one reading for each number.
constexpr std::array all{Symptom::ecc_errors, Symptom::row_remap_failed, Symptom::repair_pending,
                         Symptom::recovery_needed};

std::int64_t least_of(Symptom what, const Measure& measure) {
    return what == Symptom::ecc_errors ? measure.ecc_errors : 1;
}

template <class Of>
const Of* find(const std::vector<Of>& among, Symptom what) {
    const auto found =
        std::find_if(among.begin(), among.end(), [&](const Of& one) { return one.what == what; });
    return found == among.end() ? nullptr : &*found;
}

// XIDs of programs: an exception, a page fault, a channel that was stopped or torn down.
constexpr std::array<std::int64_t, 6> of_programs{13, 31, 43, 45, 68, 69};

std::string words_of_xid(std::int64_t number) {
    std::string_view words;
    switch (number) {
        case 48:
            words = "uncorrectable memory error";
            break;
        case 64:
            words = "bad memory could not be replaced";
            break;
        case 74:
            words = "NVLink error";
            break;
        case 79:
            words = "fallen off the bus";
            break;
        case 95:
            words = "uncontained memory error";
            break;
        case 119:
            words = "its GSP does not answer";
            break;
        case 120:
            words = "its GSP failed";
            break;
        case 140:
            words = "memory error without recovery";
            break;
        default:
            return "XID " + std::to_string(number);
    }
    return "XID " + std::to_string(number) + ": " + std::string(words);
}

// An XID counts until a day after its last occurrence. It stops earlier once the driver has
// reported for `clear_for` that no recovery is needed. Drivers before R565 do not report that. An
// XID that is not on record was cleared before, or occurred while Dibs was not running. After a
// start, Dibs knows only the driver's present report. That report is enough if the error is older
// than `clear_for`.
bool counts_still(Instant at, bool on_record, const Reading* recovery, const Measure& measure,
                  Instant now) {
    if (now >= at + xid_counts_for) return false;
    if (recovery == nullptr || recovery->value > 0) return true;
    return now < (on_record ? std::max(at, recovery->since) : at) + measure.clear_for;
}

std::vector<Fault> xid_faults(const std::vector<Fault>& before,
                              const std::vector<Reading>& readings, const Measure& measure,
                              Instant now) {
    std::vector<Fault> faults;
    const auto reading_of = [&](std::int64_t number) -> const Reading* {
        const auto found = std::find_if(readings.begin(), readings.end(), [&](const auto& one) {
            return one.what == Symptom::xid_errors && one.value == number;
        });
        return found == readings.end() ? nullptr : &*found;
    };
    const bool whole_log = reading_of(0) != nullptr;
    const auto* recovery = find(readings, Symptom::recovery_needed);
    for (const auto number : measure.xids) {
        const auto known = std::find_if(before.begin(), before.end(),
                                        [&](const auto& one) { return one.xid == number; });
        const bool on_record = known != before.end();
        std::optional<Instant> at;
        if (const auto* reading = reading_of(number)) {
            at = reading->since;
        } else if (!whole_log && on_record) {
            at = known->at;
        }
        if (!at || !counts_still(*at, on_record, recovery, measure, now)) continue;
        faults.push_back({Symptom::xid_errors, 1, number, at});
    }
    return faults;
}

std::string words_of(const Fault& fault) {
    switch (fault.what) {
        case Symptom::ecc_errors:
            return std::to_string(fault.count) +
                   (fault.count == 1 ? " uncorrected memory error" : " uncorrected memory errors");
        case Symptom::row_remap_failed:
            return "a row of its memory could not be replaced";
        case Symptom::repair_pending:
            return "its memory waits for a reset to be repaired";
        case Symptom::recovery_needed:
            return "its driver asks for a reset or a restart";
        case Symptom::xid_errors:
            return words_of_xid(fault.xid.value_or(0));
    }
    return {};
}

}  // namespace

Result<Symptoms> checked_symptoms(Symptoms symptoms) {
    if (symptoms.size() > most_symptoms) {
        return refuse(Code::out_of_range, "unhealthy_if",
                      "At most " + std::to_string(most_symptoms) + " conditions.");
    }
    std::sort(symptoms.begin(), symptoms.end());
    symptoms.erase(std::unique(symptoms.begin(), symptoms.end()), symptoms.end());
    return symptoms;
}

Result<Xids> checked_xids(Xids xids) {
    if (xids.size() > most_xids) {
        return refuse(Code::out_of_range, "unhealthy_xids",
                      "At most " + std::to_string(most_xids) + " numbers.");
    }
    for (const auto number : xids) {
        if (number < 1 || number > highest_xid) {
            return refuse(Code::out_of_range, "unhealthy_xids",
                          "The number of an XID is 1 to " + std::to_string(highest_xid) + ".");
        }
        if (std::find(of_programs.begin(), of_programs.end(), number) != of_programs.end()) {
            return refuse(Code::out_of_range, "unhealthy_xids",
                          "XID " + std::to_string(number) +
                              " comes from programs: any user could make GPUs unhealthy.");
        }
    }
    std::sort(xids.begin(), xids.end());
    xids.erase(std::unique(xids.begin(), xids.end()), xids.end());
    return xids;
}

std::vector<Fault> faults_of(const std::vector<Fault>& before, const std::vector<Reading>& readings,
                             const Measure& measure, Instant now) {
    std::vector<Fault> faults;
    const auto& counts = measure.symptoms;
    for (const Symptom what : all) {
        if (std::find(counts.begin(), counts.end(), what) == counts.end()) continue;
        const auto* reading = find(readings, what);
        const auto* known = find(before, what);
        if (reading != nullptr && reading->value >= least_of(what, measure)) {
            faults.push_back({what, reading->value, {}, {}});
        } else if (known != nullptr &&
                   (reading == nullptr || now < reading->since + measure.clear_for)) {
            faults.push_back(*known);
        }
    }
    if (std::find(counts.begin(), counts.end(), Symptom::xid_errors) != counts.end()) {
        auto xids = xid_faults(before, readings, measure, now);
        faults.insert(faults.end(), xids.begin(), xids.end());
    }
    return faults;
}

std::string words_of(const std::vector<Fault>& faults) {
    std::string text;
    for (const auto& fault : faults) {
        auto words = words_of(fault);
        text = text.empty() ? std::move(words) : text + "; " + words;
    }
    return text;
}

}  // namespace dibs::health
