// A booking that is not used: its GPUs are idle, or no process of its owner ever ran (a no-show). A
// follower of the samples (ops/idle_watch) reports only what fresh samples show with certainty.
// This decides by the rules of the site:
//
//   idle for so long -> Idled -> reactors notify the owner -> IdleTold -> idle on -> Released
//                         \-> Kept (its owner needs it)    \-> IdleEnded (it is used again)
//
// A booking is freed only if its owner was notified, and the promised time has passed since then.
// The events are those of a reservation (reservation.hpp). Plain values.
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
// was made for. It is refused if that is not the current version.
using Version = std::int64_t;

enum class IdleKind {
    idle,     // a process ran, or may have run
    no_show,  // no process of its owner was seen since it began
};
enum class IdleEnd { in_use, released };
enum class ToldBy { mail, message };
enum class ToldOutcome {
    done,
    no_target,  // no address and no terminal
    failed,
};

// The state of an idle booking.
struct Idle {
    IdleKind kind{};
    Instant since;  // idle with certainty since then
    Instant at;     // when Dibs noticed it
    // Minutes from the notification to the release; none: no release.
    std::optional<std::int64_t> release_after_min{};
    std::optional<Instant> told_at{};  // when the notification succeeded; none: not yet
    // The earliest release if it stays idle. Nothing if there is no release, or no notification
    // yet.
    [[nodiscard]] std::optional<Instant> frees_at() const {
        if (!told_at || !release_after_min) return std::nullopt;
        return *told_at + std::chrono::minutes{*release_after_min};
    }
    friend bool operator==(const Idle&, const Idle&) = default;
};

// The longest time for one Keep. The owner may repeat Keep before it ends.
inline constexpr std::int64_t longest_keep_min = 8 * 60;
// Reports later than this are ignored.
inline constexpr Duration stale_after = std::chrono::seconds{30};

// commands
struct Keep {  // by its owner while it runs: the owner needs it although it is idle
    static constexpr std::string_view type = "reservation.keep";
    ReservationId id;
    std::optional<Version> expected{};
    std::int64_t for_min = 60;
    std::optional<Personal<std::string>> reason{};
};
struct ReportIdle {  // by Dibs
    static constexpr std::string_view type = "reservation.report_idle";
    ReservationId id;
    Instant since;         // all its GPUs were idle since then, in each sample and without a gap
    Instant until;         // the newest of these samples
    bool no_show = false;  // no process of the owner was there since the booking began
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
    std::vector<GpuId> gpus{};  // all GPUs of the booking: it is idle only if each of them is
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
// The notice starts with the first successful notification.
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
    Interval when{};  // the booked interval
    std::vector<HostId> hosts{};
    IdleKind kind{};
    IdleEnd why{};
    Instant since;
    Instant at;
};

}  // namespace dibs::reservation
