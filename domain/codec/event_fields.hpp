// The stored format: the name of every field of every event. What stands here is on disks for
// ever; a change is a new event type and a step in upcast.cpp.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/world.hpp"

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
                                        named(Code::not_signed_in, "not-signed-in"),
                                        named(Code::not_allowed, "not-allowed"),
                                        named(Code::no_grant, "no-grant"),
                                        named(Code::not_found, "not-found"),
                                        named(Code::unknown_gpu, "unknown-gpu"),
                                        named(Code::unknown_host, "unknown-host"),
                                        named(Code::unknown_person, "unknown-person"),
                                        named(Code::slot_taken, "slot-taken"),
                                        named(Code::already_ended, "already-ended"),
                                        named(Code::already_exists, "already-exists"),
                                        named(Code::changed_meanwhile, "changed-meanwhile"),
                                        named(Code::key_reused, "key-reused"),
                                        named(Code::not_ready, "not-ready"),
                                        named(Code::internal, "internal"),
                                        named(Code::busy, "busy"),
                                        named(Code::unavailable, "unavailable")};
};
template <>
struct Names<people::Role> {
    static constexpr std::array list = {named(people::Role::user, "user"),
                                        named(people::Role::admin, "admin")};
};
template <>
struct Names<people::Theme> {
    static constexpr std::array list = {named(people::Theme::light, "light"),
                                        named(people::Theme::dark, "dark"),
                                        named(people::Theme::system, "system")};
};
template <>
struct Names<people::Language> {
    static constexpr std::array list = {named(people::Language::en, "en"),
                                        named(people::Language::pl, "pl")};
};
template <>
struct Names<grant::Grantee> {
    static constexpr std::array list = {named(grant::Grantee::everyone, "everyone")};
};
template <>
struct Names<grant::Target> {
    static constexpr std::array list = {named(grant::Target::everything, "everything")};
};
template <>
struct Names<board::Kind> {
    static constexpr std::array list = {named(board::Kind::chart, "chart"),
                                        named(board::Kind::tile, "tile"),
                                        named(board::Kind::gpus, "gpus"),
                                        named(board::Kind::reservations, "reservations"),
                                        named(board::Kind::violations, "violations"),
                                        named(board::Kind::text, "text")};
};
template <>
struct Names<board::Metric> {
    static constexpr std::array list = {
        named(board::Metric::utilization_percent, "utilization_percent"),
        named(board::Metric::memory_used_mib, "memory_used_mib"),
        named(board::Metric::temperature_c, "temperature_c"),
        named(board::Metric::power_w, "power_w")};
};

template <>
struct Fields<Interval> {
    using T = Interval;
    static constexpr auto list = std::tuple(field("from", &T::from), field("until", &T::until));
};
template <>
struct Fields<reservation::Booking> {
    using T = reservation::Booking;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("owner", &T::owner), field("gpus", &T::gpus),
                   field("when", &T::when), field("title", &T::title));
};
template <>
struct Fields<reservation::Booked> {
    using T = reservation::Booked;
    static constexpr auto list = std::tuple(field("booking", &T::booking));
};
template <>
struct Fields<reservation::Changed> {
    using T = reservation::Changed;
    static constexpr auto list = std::tuple(field("booking", &T::booking));
};
template <>
struct Fields<reservation::Cancelled> {
    using T = reservation::Cancelled;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<reservation::Released> {
    using T = reservation::Released;
    static constexpr auto list = std::tuple(field("id", &T::id), field("at", &T::at));
};
template <>
struct Fields<reservation::Reinstated> {
    using T = reservation::Reinstated;
    static constexpr auto list = std::tuple(field("booking", &T::booking));
};
template <>
struct Fields<fleet::HostEnrolled> {
    using T = fleet::HostEnrolled;
    static constexpr auto list = std::tuple(
        field("id", &T::id), field("name", &T::name), field("address", &T::address),
        field("port", &T::port), field("account", &T::account), field("host_key", &T::host_key));
};
template <>
struct Fields<fleet::HostChanged> {
    using T = fleet::HostChanged;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("address", &T::address), field("port", &T::port),
                   field("account", &T::account), field("host_key", &T::host_key));
};
template <>
struct Fields<fleet::HostRemoved> {
    using T = fleet::HostRemoved;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<fleet::HostReached> {
    using T = fleet::HostReached;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<fleet::HostLost> {
    using T = fleet::HostLost;
    static constexpr auto list = std::tuple(field("id", &T::id), field("reason", &T::reason));
};
template <>
struct Fields<fleet::HostKeyRefused> {
    using T = fleet::HostKeyRefused;
    static constexpr auto list = std::tuple(field("id", &T::id), field("offered", &T::offered));
};
template <>
struct Fields<fleet::GpuDiscovered> {
    using T = fleet::GpuDiscovered;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("host", &T::host), field("uuid", &T::uuid),
                   field("index", &T::index), field("model", &T::model),
                   field("memory_total_mib", &T::memory_total_mib), field("parent", &T::parent));
};
template <>
struct Fields<fleet::GpuChanged> {
    using T = fleet::GpuChanged;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("host", &T::host), field("index", &T::index),
                   field("model", &T::model), field("memory_total_mib", &T::memory_total_mib),
                   field("parent", &T::parent));
};
template <>
struct Fields<fleet::GpuLost> {
    using T = fleet::GpuLost;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<fleet::ProcessAppeared> {
    using T = fleet::ProcessAppeared;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("gpu", &T::gpu), field("pid", &T::pid),
                   field("started", &T::started), field("unix_name", &T::unix_name),
                   field("command_line", &T::command_line));
};
template <>
struct Fields<fleet::ProcessGone> {
    using T = fleet::ProcessGone;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<violation::Opened> {
    using T = violation::Opened;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("process", &T::process), field("gpu", &T::gpu),
                   field("reservation", &T::reservation), field("unix_name", &T::unix_name));
};
template <>
struct Fields<violation::Excused> {
    using T = violation::Excused;
    static constexpr auto list = std::tuple(field("id", &T::id), field("reason", &T::reason));
};
template <>
struct Fields<violation::Closed> {
    using T = violation::Closed;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<people::SetupOpened> {
    using T = people::SetupOpened;
    static constexpr auto list =
        std::tuple(field("token", &T::token), field("expires", &T::expires));
};
template <>
struct Fields<people::SetupCompleted> {
    using T = people::SetupCompleted;
    static constexpr auto list = std::tuple(field("person", &T::person));
};
template <>
struct Fields<people::PersonAdded> {
    using T = people::PersonAdded;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("name", &T::name), field("unix_name", &T::unix_name),
                   field("role", &T::role), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::PasswordChanged> {
    using T = people::PasswordChanged;
    static constexpr auto list =
        std::tuple(field("person", &T::person), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::Preferences> {
    using T = people::Preferences;
    static constexpr auto list = std::tuple(field("zone", &T::zone), field("theme", &T::theme),
                                            field("language", &T::language));
};
template <>
struct Fields<people::PreferencesChanged> {
    using T = people::PreferencesChanged;
    static constexpr auto list =
        std::tuple(field("person", &T::person), field("preferences", &T::preferences));
};
template <>
struct Fields<people::SessionStarted> {
    using T = people::SessionStarted;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("person", &T::person), field("token", &T::token),
                   field("expires", &T::expires));
};
template <>
struct Fields<people::SessionLent> {
    using T = people::SessionLent;
    static constexpr auto list = std::tuple(
        field("id", &T::id), field("person", &T::person), field("by", &T::by),
        field("scopes", &T::scopes), field("token", &T::token), field("expires", &T::expires));
};
template <>
struct Fields<people::SessionEnded> {
    using T = people::SessionEnded;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<people::TokenIssued> {
    using T = people::TokenIssued;
    static constexpr auto list = std::tuple(
        field("id", &T::id), field("person", &T::person), field("label", &T::label),
        field("scopes", &T::scopes), field("token", &T::token), field("expires", &T::expires));
};
template <>
struct Fields<people::TokenRevoked> {
    using T = people::TokenRevoked;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<grant::Given> {
    using T = grant::Given;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("to", &T::to), field("what", &T::what));
};
template <>
struct Fields<board::Panel> {
    using T = board::Panel;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("kind", &T::kind), field("title", &T::title),
                   field("metric", &T::metric), field("gpus", &T::gpus), field("host", &T::host),
                   field("window_s", &T::window_s), field("text", &T::text), field("x", &T::x),
                   field("y", &T::y), field("w", &T::w), field("h", &T::h));
};
template <>
struct Fields<board::Board> {
    using T = board::Board;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("owner", &T::owner), field("title", &T::title),
                   field("shared", &T::shared), field("panels", &T::panels));
};
template <>
struct Fields<board::Made> {
    using T = board::Made;
    static constexpr auto list = std::tuple(field("board", &T::board));
};
template <>
struct Fields<board::Changed> {
    using T = board::Changed;
    static constexpr auto list = std::tuple(field("board", &T::board));
};
template <>
struct Fields<board::Removed> {
    using T = board::Removed;
    static constexpr auto list = std::tuple(field("id", &T::id));
};
template <>
struct Fields<answer::Refused> {
    using T = answer::Refused;
    static constexpr auto list = std::tuple(field("command", &T::command), field("code", &T::code),
                                            field("field", &T::field), field("detail", &T::detail),
                                            field("conflicts", &T::conflicts));
};
template <>
struct Fields<answer::Repeated> {
    using T = answer::Repeated;
    static constexpr auto list = std::tuple(field("command", &T::command));
};
template <>
struct Fields<answer::Nothing> {
    using T = answer::Nothing;
    static constexpr auto list = std::tuple(field("command", &T::command));
};

}  // namespace dibs
