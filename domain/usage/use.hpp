// Who used a GPU: whom each second of it is credited to, and what the seconds of an hour come to.
// Samples say which accounts were on the GPU (Occupancy), the facts say who had booked it (Hold);
// both are brought together by time. What is not known is credited to nobody by name. A second's
// energy goes to whom its use goes, that of an idle GPU to the booking that holds it; a second
// without a power sample has none that is known. Pure values.
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

// An account of the host with processes on the GPU. Its name is empty where the host hides it.
struct Occupant {
    std::string account;
    // Of their kernels, where several accounts are there and the driver gives it.
    std::optional<std::int32_t> sm_percent{};
    friend bool operator==(const Occupant&, const Occupant&) = default;
};

// All accounts on a GPU in one second, each once; or that they are not known. One list is shared by
// all seconds in which nothing changed.
class Occupancy {
  public:
    Occupancy() = default;  // not known
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

// A booking of the GPU, or of one that it shares silicon with.
struct Hold {
    Interval when;
    ReservationId reservation;
    std::string account;  // its owner's on the hosts
};

enum class UseBy : std::uint8_t {
    holder,   // an account whose booking it was
    other,    // any other account
    nobody,   // no process was there
    unknown,  // the host hides whose it was, or the processes are not known
    shared,   // several accounts were there, and the driver does not say whose it was
};

// What the power samples of some seconds come to. Nothing is made up for seconds without one.
struct Energy {
    std::int64_t known_cs = 0;    // seconds of the GPU whose power is known, in hundredths
    std::int64_t decijoules = 0;  // tenths of a watt, times seconds
    friend bool operator==(const Energy&, const Energy&) = default;
};

// What comes together in an hour under one account and booking. The seconds of all may be more than
// an hour: several accounts can be there in one. The use of all is the GPU's, never more.
struct Use {
    UseBy by{};
    std::string account{};                       // of holder and other
    std::optional<ReservationId> reservation{};  // that was on the GPU then; none: it was free
    std::uint32_t seconds = 0;
    std::uint32_t measured_s = 0;  // of them, those whose use is known
    std::int64_t percent_s = 0;    // the use: utilisation in percent, times seconds
    // Its part of the GPU's, all parts together exactly that. None: no power is known, as in hours
    // from before energy was counted.
    std::optional<Energy> energy{};
    friend bool operator==(const Use&, const Use&) = default;
};

// How the time of a booking on the GPU was, whoever used it; without a booking: while it was free.
// The use of all under that booking and its idle time come to the seconds measured, exactly.
struct HeldTime {
    std::optional<ReservationId> reservation{};
    std::uint32_t measured_s = 0;  // seconds of which the utilisation is known
    // Idle, in percent times seconds: while a process of the owner was there, and while nothing of
    // theirs was. What both leave of it: nobody knows.
    std::int64_t idle_with_percent_s = 0;
    std::int64_t idle_without_percent_s = 0;
    friend bool operator==(const HeldTime&, const HeldTime&) = default;
};

// How the seconds of a booking on the GPU, or of free time, are spread: over utilisation, as far as
// it is the booking's, and over memory in use. Of several bookings of slices at once the memory is
// not known: samples are the card's.
struct Spread {
    std::optional<ReservationId> reservation{};
    Distribution utilization{};
    Distribution memory{};
    friend bool operator==(const Spread&, const Spread&) = default;
};

// What else was read of the GPU in a second.
struct AlsoRead {
    std::optional<std::int32_t> power_dw{};  // tenths of a watt
    std::optional<std::int32_t> memory_mib{};
};

class UseTally {
  public:
    void add(Instant at, const Occupancy& occupancy, std::optional<std::int32_t> utilization,
             std::span<const Hold> holds, const AlsoRead& also = {});
    // By kind, account, booking.
    [[nodiscard]] std::vector<Use> uses() const;
    // By booking; free time first.
    [[nodiscard]] std::vector<HeldTime> held() const;
    [[nodiscard]] std::vector<Spread> spreads() const;

  private:
    struct Second {  // of one hold; of none: the GPU is free
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
    struct Share {  // of the second's energy
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
    std::vector<Second> now_;    // of the second that is added; the first is the GPU's booking
    std::vector<Share> shares_;  // of the same second
};

}  // namespace dibs
