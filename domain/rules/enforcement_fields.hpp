// The stored format of reactions to violations, in rules, bookings and violations. The names are on
// disks permanently.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/rules/enforcement.hpp"

namespace dibs {

template <>
struct Names<enforcement::Action> {
    using E = enforcement::Action;
    static constexpr std::array list = {
        named(E::message, "message"), named(E::mail_person, "mail_person"),
        named(E::mail_owner, "mail_owner"), named(E::mail_admins, "mail_admins"),
        named(E::stop, "stop")};
};
template <>
struct Names<enforcement::Protection> {
    using E = enforcement::Protection;
    static constexpr std::array list = {named(E::shown, "shown"), named(E::told, "told"),
                                        named(E::mailed, "mailed"), named(E::stopped, "stopped")};
};
template <>
struct Names<enforcement::StopMode> {
    using E = enforcement::StopMode;
    static constexpr std::array list = {named(E::dry_run, "dry_run"),
                                        named(E::as_owner, "as_owner"),
                                        named(E::by_helper, "by_helper")};
};
template <>
struct Fields<enforcement::Step> {
    using T = enforcement::Step;
    static constexpr auto list =
        field_list(field("after_s", &T::after_s), field("action", &T::action));
};
}  // namespace dibs
