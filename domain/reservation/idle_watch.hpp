// Which bookings idle, as samples say: fed with all that is measured, asked every few seconds what
// is to be reported (ops/idle_follower.hpp). Only what fresh samples say for sure counts: a GPU
// without a figure of its use, a gap of more than half a minute, a host that is away: from there on
// nothing is known, and it begins anew. Whoever computes on a GPU uses it, whatever their account:
// in containers people compute under others. Pure; one thread's.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "domain/usage/sample.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// A booking that runs now.
struct Watched {
    ReservationId id;
    std::vector<GpuId> gpus;
    Interval when;
    std::string account;   // its owner's on the hosts
    bool noticed = false;  // it is on record that it idles
};

class IdleWatch {
  public:
    // `percent`: of use, up to which a GPU idles. Another one begins anew.
    void watch(std::vector<Watched> bookings, std::int64_t percent);
    // What lies ahead was stamped by a clock that was put back since: it begins anew.
    void clock_says(Instant now);
    void take(const Sample& sample);
    // Of those that idle for a minute, and of those noticed that are used again.
    [[nodiscard]] std::vector<reservation::Command> reports(Instant now) const;

  private:
    struct Seen {  // of one GPU
        Instant last{};
        std::optional<Instant> idle_since{};     // in each sample since then
        std::optional<Instant> known_since{};    // since then it was told who is on it
        std::map<std::string, Instant> there{};  // when each account was last
    };
    [[nodiscard]] const Seen* fresh(GpuId gpu, Instant now) const;
    [[nodiscard]] bool is_no_show(const Watched& booking) const;
    [[nodiscard]] std::optional<reservation::Command> report_on(const Watched& booking,
                                                                Instant now) const;

    std::vector<Watched> bookings_;
    std::int64_t percent_ = 0;
    std::map<GpuId, Seen> gpus_;  // of these bookings
};

}  // namespace dibs
