// A log after years: many facts, with 50,000 bookings of 2,000 people on 8,000 GPUs in the newest
// 30 days. The newest 7 days have 200,000 commands with a key. Written directly into the log,
// record by record, in the form of the active writer.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/codec/event_json.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "domain/people/people.hpp"
#include "domain/reservation/reservation.hpp"
#include "domain/world/answer.hpp"
#include "ingest/keys/keys.hpp"
#include "tests/bench/bench_node.hpp"

namespace dibs::bench {

class LongLog {
  public:
    static constexpr int people = 2'000, gpus = 8'000, gpus_per_host = 8, bookings = 50'000;
    static constexpr int keys = 200'000;
    static constexpr Duration remembered = std::chrono::days{30};  // finished bookings
    static constexpr Duration keys_kept = std::chrono::days{7};

    // Requires a log with only its first record, the creation.
    LongLog(EventLog& log, Sealer& sealer, Instant end)
        : sealer_(sealer), end_(end), appender_(need(log.open_appender())) {
        Tail tail(log, {});
        (void)tail.read_to_end([](auto) {});
        fence_ = tail.fence();
        claim();
    }

    void fill(std::int64_t facts) {
        const auto rest = facts - people - gpus - gpus / gpus_per_host - keys - 3;
        const auto count = std::max<std::int64_t>(rest * 2 / 3, bookings);  // each 2nd is released
        const Duration step = remembered / bookings;
        at_ = end_ - count * step - std::chrono::hours{1};
        found();
        const auto with_keys = keys_kept / step;
        for (std::int64_t n = 0; n < count; ++n) {
            at_ = end_ - (count - n) * step;
            book(n);
            const auto left = count - n;
            if (left < with_keys) answer_some(keys * (with_keys - left) / with_keys);
        }
        flush();
    }
    [[nodiscard]] std::int64_t facts() const { return facts_; }

  private:
    template <class AnyId>
    static AnyId nth(std::uint64_t n) {
        AnyId id;
        id.uuid = {1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
        for (std::size_t i = 15; i > 8; --i, n >>= 8U) id.uuid[i] = static_cast<uint8_t>(n & 255U);
        return id;
    }

    void claim() {
        auto bytes = encode_record({fence_.epoch + 1, 0, false, fence_.chain}, end_, claimed_type,
                                   {}, "", R"({"nonce":"bench","node":"bench"})");
        fence_.read(*parse_record(bytes), bytes);
        records_.push_back(std::move(bytes));
    }
    template <class E>
    void fact(E event, Origin origin = {}) {
        const Event full{std::move(event)};
        auto bytes =
            encode_record({fence_.epoch, fence_.seq, false, fence_.chain}, at_, full.type(), origin,
                          main_subject(full), event_json(full, sealer_));
        fence_.chain = Fence::link(fence_.chain, bytes);
        ++fence_.seq;
        ++facts_;
        records_.push_back(std::move(bytes));
        if (records_.size() == 10'000) flush();
    }
    void flush() {
        (void)appender_->append(std::exchange(records_, {}));
        if (const auto done = appender_->flush(std::chrono::seconds{60}); !done) {
            std::fprintf(stderr, "%s\n", done.error().text.c_str());
            std::exit(1);
        }
    }

    void found() {
        for (int n = 0; n < people; ++n) {
            const auto name = "user" + std::to_string(n);
            fact(
                people::Event{people::PersonAdded{nth<PersonId>(n),
                                                  {name},
                                                  name,
                                                  n == 0 ? people::Role::admin : people::Role::user,
                                                  {"$argon2id$none"}}});
        }
        fact(people::Event{people::SetupCompleted{nth<PersonId>(0)}});
        fact(grant::Event{grant::Given{grant::everyone_may_use_everything(nth<GrantId>(0))}});
        for (int n = 0; n < gpus; ++n) {
            const auto host = nth<HostId>(n / gpus_per_host);
            if (n % gpus_per_host == 0) {
                fact(fleet::Event{
                    fleet::HostEnrolled{host, "gpu" + std::to_string(n / gpus_per_host),
                                        "127.0.0.1", 9, "dibs", "SHA256:" + std::string(43, 'A')}});
            }
            fact(fleet::Event{fleet::GpuDiscovered{nth<GpuId>(n),
                                                   host,
                                                   "GPU-" + std::to_string(n),
                                                   n % gpus_per_host,
                                                   "NVIDIA A100-SXM4-40GB",
                                                   40960,
                                                   {}}});
        }
    }
    void book(std::int64_t n) {
        const reservation::Booking booking{nth<ReservationId>(n),
                                           nth<PersonId>(n % people),
                                           {nth<GpuId>(n % gpus)},
                                           {at_, at_ + std::chrono::hours{2}},
                                           {"training run " + std::to_string(n)}};
        const std::vector hosts{nth<HostId>(n % gpus / gpus_per_host)};
        fact(reservation::Event{reservation::Booked{booking, hosts}}, {booking.owner});
        if (n % 2 != 0) return;
        fact(reservation::Event{reservation::Released{booking.id, booking.owner, booking.gpus,
                                                      booking.when, at_ + std::chrono::hours{1},
                                                      hosts}},
             {booking.owner});
    }
    void answer_some(std::int64_t until) {
        for (; answered_ < until; ++answered_) {
            fact(answer::Event{answer::Nothing{"reservation.change"}},
                 {nth<PersonId>(answered_ % people), "10.0.0.9", "req_bench",
                  "key-" + std::to_string(answered_), std::string(32, 'a')});
        }
    }

    Sealer& sealer_;
    const Instant end_;
    std::unique_ptr<LogAppender> appender_;
    Fence fence_;
    Instant at_{};
    std::vector<std::string> records_;
    std::int64_t facts_ = 0, answered_ = 0;
};

}  // namespace dibs::bench
