// The stable names of the refusal codes in the API, the log and the command line. Also merges
// several wrong fields into one refusal.
#include "domain/kernel/result.hpp"

#include <algorithm>
#include <array>

namespace dibs {
namespace {

// In the order of Code.
constexpr auto names_of_codes = std::to_array<std::string_view>({
    "malformed",
    "out-of-range",
    "interval-reversed",
    "in-the-past",
    "too-short",
    "too-long",
    "too-far-ahead",
    "too-soon",
    "over-limit",
    "not-signed-in",
    "second-factor-needed",
    "not-allowed",
    "needs-approval",
    "no-grant",
    "not-found",
    "unknown-gpu",
    "unknown-host",
    "unknown-person",
    "unknown-zone",
    "weak-password",
    "wrong-password",
    "wrong-code",
    "slot-taken",
    "already-ended",
    "already-exists",
    "changed-meanwhile",
    "key-reused",
    "too-many-keys",
    "driver-broken",
    "gpu-unhealthy",
    "not-ready",
    "internal",
    "busy",
    "unavailable",
});
static_assert(names_of_codes.size() == static_cast<std::size_t>(Code::unavailable) + 1);

}  // namespace

std::string_view to_text(Code code) {
    return names_of_codes.at(static_cast<std::size_t>(code));
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
