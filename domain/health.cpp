// One symptom at a time: it shows, it shows no longer but did a moment ago, or nothing is known.
#include "domain/health.hpp"

#include <algorithm>
#include <array>

namespace dibs::health {
namespace {

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

std::string words_of(const Fault& fault) {
    switch (fault.what) {
        case Symptom::ecc_errors:
            return std::to_string(fault.count) + (fault.count == 1 ? " uncorrected memory error"
                                                                   : " uncorrected memory errors");
        case Symptom::row_remap_failed:
            return "a row of its memory could not be replaced";
        case Symptom::repair_pending:
            return "its memory waits for a reset to be repaired";
        case Symptom::recovery_needed:
            return "its driver asks for a reset or a restart";
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

std::vector<Fault> faults_of(const std::vector<Fault>& before,
                             const std::vector<Reading>& readings, const Measure& measure,
                             Instant now) {
    std::vector<Fault> faults;
    const auto& counts = measure.symptoms;
    for (const Symptom what : all) {
        if (std::find(counts.begin(), counts.end(), what) == counts.end()) continue;
        const auto* reading = find(readings, what);
        const auto* known = find(before, what);
        if (reading != nullptr && reading->value >= least_of(what, measure)) {
            faults.push_back({what, reading->value});
        } else if (known != nullptr &&
                   (reading == nullptr || now < reading->since + measure.clear_for)) {
            faults.push_back(*known);
        }
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
