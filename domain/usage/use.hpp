// The use of a GPU: the account of each second, and the sums of an hour. Samples have the accounts
// on the GPU (Occupancy), the facts have the bookings (Hold). This joins both by time. Unknown use
// has no account. The energy of a second follows its use; that of an idle GPU belongs to its
// booking. A second without a power sample has unknown energy. Pure values.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/usage/distribution.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dibs {

// An account of the host with processes on the GPU. Its name is empty if the host hides it.
struct Occupant {
    std::string account;
    // The use by its kernels, if there are several accounts and the driver reports it.
    std::optional<std::int32_t> sm_percent{};
    friend bool operator==(const Occupant&, const Occupant&) = default;
};

// All accounts on a GPU in one second without duplicates, or unknown. All seconds without a change
// share one list.
class Occupancy {
  public:
    Occupancy() = default;  // unknown
    explicit Occupancy(std::vector<Occupant> all)
        : all_(std::make_shared<const std::vector<Occupant>>(std::move(all))) {}

    [[nodiscard]] bool known() const { return all_ != nullptr; }
    [[nodiscard]] std::span<const Occupant> all() const {
        return all_ ? std::span<const Occupant>(*all_) : std::span<const Occupant>();
    }
    friend bool operator==(const Occupancy& a, const Occupancy& b) {
        return a.all_ == b.all_ || (a.all_ && b.all_ && *a.all_ == *b.all_);
    }

  private:
    std::shared_ptr<const std::vector<Occupant>> all_;
};

// A booking of the GPU, or of a device that shares hardware with it.
struct Hold {
    Interval when;
    ReservationId reservation;
    std::string account;  // the owner's account on the hosts
};

enum class UseBy : std::uint8_t {
    holder,   // an account that had the booking
    other,    // any other account
    nobody,   // no process was there
    unknown,  // the host hides the account, or the processes are unknown
    shared,   // several accounts were there, and the driver does not report whose use it was
};

// The sum of the power samples of some seconds. Seconds without a sample add nothing.
struct Energy {
    std::int64_t known_cs = 0;    // seconds of the GPU with known power, in hundredths
    std::int64_t decijoules = 0;  // tenths of a watt, times seconds
    friend bool operator==(const Energy&, const Energy&) = default;
};

// The use of an hour under one account and booking. The seconds of all together may exceed an hour,
// because several accounts can use one second. The use of all together is that of the GPU, never
// more.
struct Use {
    UseBy by{};
    std::string account{};                       // only for holder and other
    std::optional<ReservationId> reservation{};  // the booking at that time; none: the GPU was free
    std::uint32_t seconds = 0;
    std::uint32_t measured_s = 0;  // those of `seconds` with known use
    std::int64_t percent_s = 0;    // the use: utilisation in percent, times seconds
    // Its part of the GPU's energy. All parts together are exactly the whole. None if no power is
    // known, as in hours from before energy was counted.
    std::optional<Energy> energy{};
    friend bool operator==(const Use&, const Use&) = default;
};

// The time of a booking on the GPU, whatever the account; without a booking, the free time. The use
// of all under that booking and its idle time add up exactly to the measured seconds.
struct HeldTime {
    std::optional<ReservationId> reservation{};
    std::uint32_t measured_s = 0;  // seconds with known utilisation
    // Idle, in percent times seconds: while a process of the owner was there, and while none was.
    // For the rest of the idle time this is unknown.
    std::int64_t idle_with_percent_s = 0;
    std::int64_t idle_without_percent_s = 0;
    friend bool operator==(const HeldTime&, const HeldTime&) = default;
};

// The distribution of the seconds of a booking on the GPU, or of free time: over the booking's
// utilisation, and over memory in use. While several bookings have slices, the memory is unknown:
// samples are those of the card.
struct Spread {
    std::optional<ReservationId> reservation{};
    Distribution utilization{};
    Distribution memory{};
    friend bool operator==(const Spread&, const Spread&) = default;
};

// Other values of the GPU in a second.
struct AlsoRead {
    std::optional<std::int32_t> power_dw{};  // tenths of a watt
    std::optional<std::int32_t> memory_mib{};
};

class UseTally {
  public:
    void add(Instant at, const Occupancy& occupancy, std::optional<std::int32_t> utilization,
             std::span<const Hold> holds, const AlsoRead& also = {});
    // Sorted by kind, account, booking.
    [[nodiscard]] std::vector<Use> uses() const;
    // Sorted by booking; free time first.
    [[nodiscard]] std::vector<HeldTime> held() const;
    [[nodiscard]] std::vector<Spread> spreads() const;

  private:
    struct Second {  // the part of one hold; no hold: the GPU is free
        const Hold* hold = nullptr;
        std::int64_t used = 0;  // percent
    };
    struct Key {
        UseBy by{};
        std::string account{};
        std::optional<ReservationId> reservation{};
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Sum {
        std::uint32_t seconds = 0, measured_s = 0;
        std::int64_t percent_s = 0;
        std::optional<Energy> energy{};
    };
    struct Share {  // in the second's energy
        Key key;
        std::int64_t weight = 0;
    };
    void find_holds(Instant at, std::span<const Hold> holds);
    [[nodiscard]] Key whose(const std::string& account) const;
    void credit(const Key& key, std::optional<std::int64_t> percent);
    void credit_all(const Occupancy& occupancy, std::optional<std::int32_t> utilization);
    void credit_power(std::int64_t power_dw);
    void measure(const Second& second, const Occupancy& occupancy);
    void spread(std::optional<std::int32_t> utilization, const AlsoRead& also);

    std::map<Key, Sum> sums_;
    std::map<std::optional<ReservationId>, HeldTime> held_;
    std::map<std::optional<ReservationId>, Spread> spreads_;
    std::vector<Second> now_;    // for the current second; the first is the GPU's booking
    std::vector<Share> shares_;  // for the current second
};

}  // namespace dibs
