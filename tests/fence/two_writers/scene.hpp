// The resources that the two writers compete for: three GPUs, and eight hours of each in every
// round. Both book all of it, one after the other. Each also reports four GPUs of another host at
// once: a command of several records, all or nothing.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/codec/event_json.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/people/people.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/facts/kafka_log.hpp"
#include "tests/support/record_maker.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dibs::two_writers {

inline constexpr unsigned gpus = 3, hours = 8, group_size = 4;

template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid[14] = static_cast<std::uint8_t>(n >> 8U);
    id.uuid[15] = static_cast<std::uint8_t>(n & 255U);
    return id;
}

inline const PersonId ann = nth<PersonId>(1);
inline const HostId atlas = nth<HostId>(1), boreas = nth<HostId>(2);

inline GpuId gpu(unsigned n) {
    return nth<GpuId>(n + 1);
}
inline Interval hour_of(unsigned round, unsigned hour) {
    const Instant from = test::some_time + std::chrono::hours{24 + round * hours + hour};
    return {from, from + std::chrono::hours{1}};
}

// The key file of all programs of a scene.
inline std::filesystem::path keys_file(const std::string& topic) {
    return std::filesystem::temp_directory_path() / (topic + ".keys");
}

// The log's first record and its first facts.
inline std::vector<std::string> first_records(Keys& keys) {
    test::RecordMaker maker;
    std::vector<std::string> records{maker.created(), maker.claim("setup")};
    const auto say = [&](Event event) {
        records.push_back(maker.next(false, event.type(), event_json(event, keys)));
    };
    say(people::Event{people::PersonAdded{ann, {"ann"}, "ann", people::Role::user, {"-"}}});
    say(grant::Event{grant::Given{grant::everyone_may_use_everything(nth<GrantId>(1))}});
    const std::string key = "SHA256:" + std::string(43, 'k');
    say(fleet::Event{fleet::HostEnrolled{atlas, "atlas", "10.0.0.1", 22, "dibs", key}});
    say(fleet::Event{fleet::HostEnrolled{boreas, "boreas", "10.0.0.2", 22, "dibs", key}});
    for (unsigned n = 0; n < gpus; ++n) {
        say(fleet::Event{fleet::GpuDiscovered{
            gpu(n), atlas, "GPU-" + std::to_string(n), n, "NVIDIA A100", 40960, {}}});
    }
    return records;
}

}  // namespace dibs::two_writers
