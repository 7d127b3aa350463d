// A refusal: why a command was not done, in terms its sender can act on. Each code is stable and
// maps to one HTTP status and one problem type (api/http/problem.cpp). Nothing here throws.
#pragma once

#include "domain/kernel/ref.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

enum class Code {
    // about the input itself
    malformed,          // not JSON, wrong type, unknown or duplicate field
    out_of_range,       // a value beyond what its field allows
    interval_reversed,  // until is not after from
    in_the_past,        // a start more than a minute ago, or a change of something in the past
    too_short,
    too_long,
    too_far_ahead,
    too_soon,
    over_limit,  // more than the person or the group may have
    // about the actor
    not_signed_in,
    second_factor_needed,  // the password was right, and a second factor is missing
    not_allowed,           // role, scope or ownership
    needs_approval,        // after this change, another person has to approve
    no_grant,              // the owner may not use this GPU at that time
    // about the subject
    not_found,
    unknown_gpu,
    unknown_host,
    unknown_person,
    unknown_zone,
    weak_password,   // among the first passwords that an attacker would try
    wrong_password,  // not the current one
    wrong_code,      // of the second factor: another person's, an old one, or used already
    slot_taken,      // another reservation holds a GPU at that time; `about` names each
    already_ended,   // finished, cancelled or released: it is final
    already_exists,
    changed_meanwhile,  // the expected version is not the current one
    key_reused,         // the same idempotency key with another body
    too_many_keys,      // the account has used up its share of remembered keys
    driver_broken,      // a GPU is lost or its driver does not work, and the booking starts soon
    gpu_unhealthy,      // by the rules of the site, at any start time
    not_ready,          // the thing is not in the state the command needs
    // about the service
    internal,  // a programming error: nothing was done, and the server's log has details
    busy,
    unavailable,  // no writer, or the outcome is unknown; `detail` names the case
};

[[nodiscard]] std::string_view to_text(Code code);

// One more wrong field.
struct Wrong {
    Code code{};
    std::string field{};
    std::string detail{};

    friend bool operator==(const Wrong&, const Wrong&) = default;
};

struct Refusal {
    Code code{};
    std::string field{};       // the member of the command; empty if none
    std::string detail{};      // one sentence for a person
    std::vector<Ref> about{};  // the conflicting things, or the subject
    std::string rule{};  // the site's rule that forbids it (domain/rules/rules.hpp); empty: none
    // Its position in the log: it describes the state at that time; 0: not in the log.
    Position position = 0;
    std::vector<Wrong> also{};  // all other errors, so a person can correct everything at once

    // The same refusal with another code, field and sentence.
    [[nodiscard]] Refusal instead(Code other, std::string of_field, std::string sentence) const {
        return {other, std::move(of_field), std::move(sentence), {}, {}, position, {}};
    }

    friend bool operator==(const Refusal&, const Refusal&) = default;
};

// Collects the errors of one input: the first error of each field. Bounded: an input with a
// thousand wrong fields gets only the first `most` errors.
class Faults {
  public:
    static constexpr std::size_t most = 32;

    void add(Refusal wrong);
    void add(Code code, std::string field, std::string detail) {
        add(Refusal{code, std::move(field), std::move(detail)});
    }
    [[nodiscard]] bool full() const { return refusal_ && refusal_->also.size() + 1 >= most; }
    // The first error, with the others in `also`. Nothing if the input is valid.
    [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }

  private:
    [[nodiscard]] bool names(const std::string& field) const;

    std::optional<Refusal> refusal_;
};

template <class T>
using Result = tl::expected<T, Refusal>;

[[nodiscard]] inline tl::unexpected<Refusal> refuse(Code code, std::string field,
                                                    std::string detail) {
    return tl::unexpected(Refusal{code, std::move(field), std::move(detail), {}});
}

}  // namespace dibs
