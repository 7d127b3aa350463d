// Finds idle bookings in the samples. It gets all samples, and is asked every few seconds for
// reports (ops/idle_follower.hpp). Only fresh samples count. After a missing usage value, a gap of
// more than half a minute, or an unreachable host, the state is unknown and starts again. Every
// process uses a GPU, whatever its account, because people compute in containers under other
// accounts. Pure; one thread uses it.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "domain/usage/sample.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// A running booking.
struct Watched {
    ReservationId id;
    std::vector<GpuId> gpus;
    Interval when;
    std::string account;   // the owner's account on the hosts
    bool noticed = false;  // the log has that it is idle
};

class IdleWatch {
  public:
    // A GPU with at most `percent` use is idle. A change of `percent` starts all again.
    void watch(std::vector<Watched> bookings, std::int64_t percent);
    // Samples in the future were stamped by a clock that was corrected since: their GPUs start
    // again.
    void clock_says(Instant now);
    void take(const Sample& sample);
    // Reports bookings that are idle for a minute, and noticed ones that are used again.
    [[nodiscard]] std::vector<reservation::Command> reports(Instant now) const;

  private:
    struct Seen {  // of one GPU
        Instant last{};
        std::optional<Instant> idle_since{};     // idle in each sample since then
        std::optional<Instant> known_since{};    // the accounts on it are known since then
        std::map<std::string, Instant> there{};  // the last time of each account on it
    };
    [[nodiscard]] const Seen* fresh(GpuId gpu, Instant now) const;
    [[nodiscard]] bool is_no_show(const Watched& booking) const;
    [[nodiscard]] std::optional<reservation::Command> report_on(const Watched& booking,
                                                                Instant now) const;

    std::vector<Watched> bookings_;
    std::int64_t percent_ = 0;
    std::map<GpuId, Seen> gpus_;  // the GPUs of these bookings
};

}  // namespace dibs
