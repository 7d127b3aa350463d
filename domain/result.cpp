// The stable names of the refusal codes, as the API, the log and the command line show them, and
// how several wrong fields become one refusal.
#include "domain/result.hpp"

#include <algorithm>

namespace dibs {

std::string_view to_text(Code code) {
    switch (code) {
        case Code::malformed:
            return "malformed";
        case Code::out_of_range:
            return "out-of-range";
        case Code::interval_reversed:
            return "interval-reversed";
        case Code::in_the_past:
            return "in-the-past";
        case Code::too_short:
            return "too-short";
        case Code::too_long:
            return "too-long";
        case Code::too_far_ahead:
            return "too-far-ahead";
        case Code::not_signed_in:
            return "not-signed-in";
        case Code::not_allowed:
            return "not-allowed";
        case Code::no_grant:
            return "no-grant";
        case Code::not_found:
            return "not-found";
        case Code::unknown_gpu:
            return "unknown-gpu";
        case Code::unknown_host:
            return "unknown-host";
        case Code::unknown_person:
            return "unknown-person";
        case Code::unknown_zone:
            return "unknown-zone";
        case Code::weak_password:
            return "weak-password";
        case Code::wrong_password:
            return "wrong-password";
        case Code::slot_taken:
            return "slot-taken";
        case Code::already_ended:
            return "already-ended";
        case Code::already_exists:
            return "already-exists";
        case Code::changed_meanwhile:
            return "changed-meanwhile";
        case Code::key_reused:
            return "key-reused";
        case Code::too_many_keys:
            return "too-many-keys";
        case Code::driver_broken:
            return "driver-broken";
        case Code::not_ready:
            return "not-ready";
        case Code::internal:
            return "internal";
        case Code::busy:
            return "busy";
        case Code::unavailable:
            return "unavailable";
    }
    return "unknown";
}

bool Faults::names(const std::string& field) const {
    return refusal_->field == field ||
           std::any_of(refusal_->also.begin(), refusal_->also.end(),
                       [&](const Wrong& wrong) { return wrong.field == field; });
}

void Faults::add(Refusal wrong) {
    if (!refusal_) {
        refusal_ = std::move(wrong);
        return;
    }
    auto others = std::move(wrong.also);
    others.insert(others.begin(),
                  Wrong{wrong.code, std::move(wrong.field), std::move(wrong.detail)});
    for (auto& one : others) {
        if (!full() && !names(one.field)) refusal_->also.push_back(std::move(one));
    }
}

}  // namespace dibs
