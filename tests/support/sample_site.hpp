// The sample_site of most tests: two hosts with two GPUs each, one of them cut into two slices. Ann
// and Ben are members, Root is an admin; everyone may use everything. It is ten o'clock.
#pragma once

#include "tests/support/given.hpp"

#include <set>
#include <string>

namespace dibs::test {

// The n-th id of its kind.
template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid = {1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
    for (std::size_t i = 15; i > 11; --i, n >>= 8U)
        id.uuid[i] = static_cast<std::uint8_t>(n & 255U);
    return id;
}

inline Instant clock(std::string_view hour_minute, std::string_view day = "2026-12-01") {
    const auto text =
        std::string(day) + 'T' + std::string(hour_minute) + (hour_minute.size() > 5 ? "Z" : ":00Z");
    return parse_instant(text).value();
}

inline const PersonId ann = nth<PersonId>(1), ben = nth<PersonId>(2), root = nth<PersonId>(3);
inline const HostId atlas = nth<HostId>(1), boreas = nth<HostId>(2);
inline const GpuId gpu_a = nth<GpuId>(1), gpu_b = nth<GpuId>(2);      // on atlas
inline const GpuId gpu_c = nth<GpuId>(3), gpu_d = nth<GpuId>(4);      // on boreas
inline const GpuId slice_1 = nth<GpuId>(5), slice_2 = nth<GpuId>(6);  // of gpu_d
inline const Instant ten = clock("10:00");
inline const std::string some_key = "SHA256:" + std::string(43, 'k');

inline fleet::HostEnrolled host(HostId id, std::string name) {
    return {id, std::move(name), "10.0.0.1", 22, "dibs", some_key};
}
inline fleet::GpuDiscovered gpu(GpuId id, HostId on, std::string uuid, std::int64_t index,
                                std::optional<GpuId> parent = {}) {
    return {id, on, std::move(uuid), index, "NVIDIA A100", 40960, parent};
}
inline std::vector<HostId> hosts_of(const std::vector<GpuId>& gpus) {
    std::set<HostId> hosts;
    for (const GpuId gpu : gpus) hosts.insert(gpu == gpu_a || gpu == gpu_b ? atlas : boreas);
    return {hosts.begin(), hosts.end()};
}
inline people::PersonAdded person(PersonId id, std::string unix_name, people::Role role) {
    return {id, {unix_name}, unix_name, role, {"$argon2id$"}};
}

inline Given empty_house() {
    return Given(ten);
}
inline Given house_without_grant() {
    return given(empty_house(), person(ann, "ann", people::Role::user),
                 person(ben, "ben", people::Role::user), person(root, "root", people::Role::admin),
                 people::SetupCompleted{root}, host(atlas, "atlas"), host(boreas, "boreas"),
                 gpu(gpu_a, atlas, "GPU-a", 0), gpu(gpu_b, atlas, "GPU-b", 1),
                 gpu(gpu_c, boreas, "GPU-c", 0), gpu(gpu_d, boreas, "GPU-d", 1),
                 gpu(slice_1, boreas, "MIG-1", 0, gpu_d), gpu(slice_2, boreas, "MIG-2", 1, gpu_d));
}
inline grant::Given given_everything(GrantId id) {
    return {grant::everyone_may_use_everything(id)};
}
inline Given sample_site() {
    return given(house_without_grant(), given_everything(nth<GrantId>(1)));
}

// The n-th booking: owner, GPUs, start and end (today).
inline reservation::Booking booking(unsigned n, PersonId owner, std::vector<GpuId> gpus,
                                    Instant from, Instant until, std::string title = "") {
    return {nth<ReservationId>(n), owner, std::move(gpus), {from, until}, {std::move(title)}};
}
inline reservation::Booking booking(unsigned n, PersonId owner, std::vector<GpuId> gpus,
                                    std::string_view from, std::string_view until) {
    return booking(n, owner, std::move(gpus), clock(from), clock(until));
}
inline reservation::Booked booked(const reservation::Booking& b) {
    return {b, hosts_of(b.gpus)};
}
inline reservation::Changed changed(const reservation::Booking& before,
                                    const reservation::Booking& after) {
    return {after, before.gpus, before.when,
            hosts_of(reservation::either(before.gpus, after.gpus))};
}
inline reservation::Cancelled cancelled(const reservation::Booking& b) {
    return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus)};
}
inline reservation::Released released(const reservation::Booking& b, Instant at) {
    return {b.id, b.owner, b.gpus, b.when, at, hosts_of(b.gpus)};
}
inline reservation::Reinstated reinstated(const reservation::Booking& b) {
    return {b, hosts_of(b.gpus)};
}
inline reservation::Book book(const reservation::Booking& b) {
    return {b.id, b.owner, b.gpus, b.when, b.title};
}

}  // namespace dibs::test
