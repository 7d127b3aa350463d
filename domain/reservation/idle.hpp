// A booking that nothing uses: its GPUs idle, or nothing of its owner ever ran (a no-show). Seen in
// the samples by whoever follows them (ops/idle_watch), which reports only what fresh samples say
// for sure; decided here, by the rules of the site:
//
//   idle for so long -> Idled -> reactors tell the owner -> IdleTold -> idle on -> Released
//                         \-> Kept (its owner needs it) \-> IdleEnded (it is used again)
//
// Nothing is released that its owner was not told of before, so long ago as they were promised. The
// events are those of a reservation (reservation.hpp). Plain values.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::reservation {

// Counts the changes of one reservation, from 1; the API's ETag. A command may name the version it
// was made for, and is refused if that is not the current one.
using Version = std::int64_t;

enum class IdleKind {
    idle,     // something ran, or may have
    no_show,  // since it began nothing of its owner was seen
};
enum class IdleEnd { in_use, released };
enum class ToldBy { mail, message };
enum class ToldOutcome {
    done,
    no_target,  // nobody to tell: no address, no terminal
    failed,
};

// What is known of a booking that idles.
struct Idle {
    IdleKind kind{};
    Instant since;                                    // for sure
    Instant at;                                       // when it was noticed
    std::optional<std::int64_t> release_after_min{};  // after its owner was told; none: not at all
    std::optional<Instant> told_at{};                 // when that came through; none: not yet
    // The soonest at which it may be freed, if it goes on; none: it is not, or not yet.
    [[nodiscard]] std::optional<Instant> frees_at() const {
        if (!told_at || !release_after_min) return std::nullopt;
        return *told_at + std::chrono::minutes{*release_after_min};
    }
    friend bool operator==(const Idle&, const Idle&) = default;
};

// So long one says at once that a booking is to be kept; before that is over, one may say it again.
inline constexpr std::int64_t longest_keep_min = 8 * 60;
// What is reported later than this says nothing.
inline constexpr Duration stale_after = std::chrono::seconds{30};

// commands
struct Keep {  // by its owner, while it runs: it is needed although it idles
    static constexpr std::string_view type = "reservation.keep";
    ReservationId id;
    std::optional<Version> expected{};
    std::int64_t for_min = 60;
    std::optional<Personal<std::string>> reason{};
};
struct ReportIdle {  // by Dibs
    static constexpr std::string_view type = "reservation.report_idle";
    ReservationId id;
    Instant since;         // all its GPUs idled, in each sample and without a gap
    Instant until;         // the newest sample of that
    bool no_show = false;  // nothing of the owner was there since it began
};
struct ReportInUse {  // by Dibs
    static constexpr std::string_view type = "reservation.report_in_use";
    ReservationId id;
};
struct ReportTold {  // by Dibs
    static constexpr std::string_view type = "reservation.report_told";
    ReservationId id;
    Instant noticed_at;  // Idled::at
    ToldBy by{};
    ToldOutcome outcome{};
    std::string words{};
};

// events
struct Idled {
    static constexpr std::string_view type = "reservation.idled.v1";
    static constexpr std::string_view description =
        "Nothing has used a running booking for so long that its owner is to be told.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};  // all of the booking: it idles if each of them does
    Interval when{};
    std::vector<HostId> hosts{};
    IdleKind kind{};
    Instant since;
    Instant at;
    std::optional<std::int64_t> release_after_min{};
};
struct IdleTold {
    static constexpr std::string_view type = "reservation.idle_told.v1";
    static constexpr std::string_view description =
        "The owner of a booking that idles was told, or could not be.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    Instant noticed_at;
    Instant at;
    ToldBy by{};
    ToldOutcome outcome{};
    std::string words{};
};
struct Kept {
    static constexpr std::string_view type = "reservation.kept.v1";
    static constexpr std::string_view description =
        "A booking is needed although it idles: until then nobody asks.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    [[nodiscard]] KeyOwner key_owner() const { return owner; }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    Instant until;
    Personal<std::string> reason{};
};
// The first time it came through is what a notice is counted from.
inline void take(std::optional<Idle>& idle, const IdleTold& e) {
    const bool reached = e.outcome == ToldOutcome::done && idle && idle->at == e.noticed_at;
    if (reached && !idle->told_at) idle->told_at = e.at;
}
struct IdleEnded {
    static constexpr std::string_view type = "reservation.idle_ended.v1";
    static constexpr std::string_view description =
        "A booking that idled is used again, or its rest was freed as its owner had been told.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};  // as it was booked
    std::vector<HostId> hosts{};
    IdleKind kind{};
    IdleEnd why{};
    Instant since;
    Instant at;
};

}  // namespace dibs::reservation
