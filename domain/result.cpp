// The stable names of the refusal codes, as the API, the log and the command line show them.
#include "domain/result.hpp"

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

}  // namespace dibs
