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
    // the input itself
    malformed,          // not JSON, wrong type, unknown or duplicate field
    out_of_range,       // a value beyond what its field allows
    interval_reversed,  // until is not after from
    in_the_past,        // a start more than a minute ago, or a change of what already happened
    too_short,
    too_long,
    too_far_ahead,
    too_soon,
    over_limit,  // more than the person, or their group, may have
    // who asks
    not_signed_in,
    second_factor_needed,  // the password was right, and is not enough
    not_allowed,           // role, scope or ownership
    needs_approval,        // changed so, somebody else has to agree
    no_grant,              // the owner may not use this GPU then
    // what it is about
    not_found,
    unknown_gpu,
    unknown_host,
    unknown_person,
    unknown_zone,
    weak_password,   // among the first that anybody would try
    wrong_password,  // not the current one
    wrong_code,      // of the second factor: another's, an old one, or used already
    slot_taken,      // another reservation holds a GPU then; `about` names each
    already_ended,   // finished, cancelled or released: it never changes again
    already_exists,
    changed_meanwhile,  // the version named is not the current one
    key_reused,         // the same idempotency key with another body
    too_many_keys,      // the account's share of remembered keys is used up
    driver_broken,      // a GPU is lost or its driver does not work, and the booking starts soon
    gpu_unhealthy,      // by the rules of the site, whenever the booking starts
    not_ready,          // the thing is not in the state the command needs
    // the service
    internal,  // a programming error: nothing was done, and the server's log says more
    busy,
    unavailable,  // no writer, or the outcome is unknown; `detail` says which
};

[[nodiscard]] std::string_view to_text(Code code);

// One more field that is wrong.
struct Wrong {
    Code code{};
    std::string field{};
    std::string detail{};

    friend bool operator==(const Wrong&, const Wrong&) = default;
};

struct Refusal {
    Code code{};
    std::string field{};       // the member of the command it is about; empty if none
    std::string detail{};      // one sentence for a person
    std::vector<Ref> about{};  // what stands in the way, or what it is about
    std::string rule{};        // the site's rule that says no (domain/rules/rules.hpp); empty: none
    Position position = 0;  // where the log has it: it speaks of how things were then; 0: nowhere
    std::vector<Wrong> also{};  // what else is wrong, so that all can be mended at once

    // The same refusal, told otherwise.
    [[nodiscard]] Refusal instead(Code other, std::string of_field, std::string sentence) const {
        return {other, std::move(of_field), std::move(sentence), {}, {}, position, {}};
    }

    friend bool operator==(const Refusal&, const Refusal&) = default;
};

// Gathers what is wrong with one input, of each field the first thing only. Bounded: an input of a
// thousand wrong fields is told of the first few.
class Faults {
  public:
    static constexpr std::size_t most = 32;

    void add(Refusal wrong);
    void add(Code code, std::string field, std::string detail) {
        add(Refusal{code, std::move(field), std::move(detail)});
    }
    [[nodiscard]] bool full() const { return refusal_ && refusal_->also.size() + 1 >= most; }
    // The first, with the others behind it; none: all is well.
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
