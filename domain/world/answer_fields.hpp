// The stored format of answer: the names of all fields of its events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/world/answer.hpp"

namespace dibs {

template <>
struct Names<Code> {
    static constexpr std::array list = {named(Code::malformed, "malformed"),
                                        named(Code::out_of_range, "out-of-range"),
                                        named(Code::interval_reversed, "interval-reversed"),
                                        named(Code::in_the_past, "in-the-past"),
                                        named(Code::too_short, "too-short"),
                                        named(Code::too_long, "too-long"),
                                        named(Code::too_far_ahead, "too-far-ahead"),
                                        named(Code::too_soon, "too-soon"),
                                        named(Code::over_limit, "over-limit"),
                                        named(Code::not_signed_in, "not-signed-in"),
                                        named(Code::second_factor_needed, "second-factor-needed"),
                                        named(Code::not_allowed, "not-allowed"),
                                        named(Code::needs_approval, "needs-approval"),
                                        named(Code::no_grant, "no-grant"),
                                        named(Code::not_found, "not-found"),
                                        named(Code::unknown_gpu, "unknown-gpu"),
                                        named(Code::unknown_host, "unknown-host"),
                                        named(Code::unknown_person, "unknown-person"),
                                        named(Code::unknown_zone, "unknown-zone"),
                                        named(Code::weak_password, "weak-password"),
                                        named(Code::wrong_password, "wrong-password"),
                                        named(Code::wrong_code, "wrong-code"),
                                        named(Code::slot_taken, "slot-taken"),
                                        named(Code::already_ended, "already-ended"),
                                        named(Code::already_exists, "already-exists"),
                                        named(Code::changed_meanwhile, "changed-meanwhile"),
                                        named(Code::key_reused, "key-reused"),
                                        named(Code::too_many_keys, "too-many-keys"),
                                        named(Code::driver_broken, "driver-broken"),
                                        named(Code::gpu_unhealthy, "gpu-unhealthy"),
                                        named(Code::not_ready, "not-ready"),
                                        named(Code::internal, "internal"),
                                        named(Code::busy, "busy"),
                                        named(Code::unavailable, "unavailable")};
};
template <>
struct Fields<answer::Refused> {
    using T = answer::Refused;
    static constexpr auto list = field_list(field("command", &T::command), field("code", &T::code),
                                            field("field", &T::field), field("detail", &T::detail),
                                            field("about", &T::about), field("rule", &T::rule));
};
template <>
struct Fields<answer::Repeated> {
    using T = answer::Repeated;
    static constexpr auto list =
        field_list(field("command", &T::command), field("first", &T::first));
};
template <>
struct Fields<answer::Nothing> {
    using T = answer::Nothing;
    static constexpr auto list = field_list(field("command", &T::command));
};

}  // namespace dibs
