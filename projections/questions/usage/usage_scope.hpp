// The scope of a usage report: the requested GPUs, their bookings in the window, and the row of
// each. Read once from the fact tables, before hours are added up. A GPU and its slices are one
// device: samples are the GPU's, bookings may be the slices'.
#pragma once

#include "domain/usage/distribution.hpp"
#include "domain/usage/use_sums.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/report_views.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::reports {

// Identifies a row. All absent: the owner is not known, or there was none.
struct RowKey {
    std::optional<PersonId> person{};
    std::optional<GroupId> group{};
    std::optional<ReservationId> reservation{};
    std::optional<GpuId> gpu{};
    std::optional<HostId> host{};
    std::optional<std::string> text{};  // an account, a model, a project
    std::optional<std::uint32_t> period{};
    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

// Of the reserved seconds of a row.
struct RowSpread {
    Distribution utilization{};
    Distribution memory{};

    void add(const Distribution& its_utilization, const Distribution& its_memory) {
        add_all(utilization, its_utilization);
        add_all(memory, its_memory);
    }
};

class Rows {
  public:
    using At = std::size_t;
    At of(const RowKey& key) {
        const auto [at, is_new] = place_.try_emplace(key, sums_.size());
        if (is_new) {
            sums_.emplace_back();
            spreads_.emplace_back();
        }
        return at->second;
    }
    UseSums& operator[](At at) { return sums_[at]; }
    RowSpread& spread(At at) { return spreads_[at]; }
    [[nodiscard]] std::size_t size() const { return sums_.size(); }
    [[nodiscard]] const std::map<RowKey, At>& all() const { return place_; }

  private:
    std::map<RowKey, At> place_;
    std::vector<UseSums> sums_;
    std::vector<RowSpread> spreads_;
};

struct Unit {  // a GPU, or a slice of one
    GpuId id;
    std::optional<std::string> model{};
    HostId host;
    Interval there;          // when it was present, as far as known
    bool cut = false;        // partitioned into slices that are present: its capacity is theirs
    bool wanted = false;     // by the filters
    Rows::At row = 0;        // row by model, host or GPU
    std::size_t column = 0;  // index among the units of requested devices
};

struct Slot {
    std::size_t unit = 0;
    Interval when;  // within the window
    ReservationId reservation;
    PersonId owner;
    bool asked = false;                    // passes the filters of GPUs and reservations
    bool counted = false;                  // also passes the filter of people
    Rows::At row = 0;                      // row by person, group, reservation or project
    std::optional<std::string> project{};  // only if rows are projects
};

struct Device {
    std::size_t unit = 0;            // the whole GPU, if it is known
    std::vector<std::size_t> units;  // the whole GPU and its slices
    std::vector<Slot> slots;         // ordered by time; includes those that do not count
    std::size_t first = 0;           // slots before it ended before the current hour
};

class Scope {
  public:
    // Reads the GPUs. read_bookings() is separate, because too many GPUs are refused first.
    Scope(const Snapshot& tables, const views::ReportQuestion& question);
    void read_bookings();

    std::vector<Unit> units;
    std::vector<Device> devices;  // at least one of their units is wanted
    Rows rows;
    std::size_t columns = 0;
    bool all = true;  // the devices are at least an eighth of the site's

    // A booking's time on a GPU; none if the GPU is not requested.
    [[nodiscard]] std::optional<Slot> slot_of(GpuId gpu, const Interval& when, ReservationId id,
                                              PersonId owner);
    [[nodiscard]] Device* device_of(GpuId card);
    [[nodiscard]] std::vector<GpuId> cards() const;
    [[nodiscard]] Rows::At row_of(const Slot& slot, std::int64_t hour);
    // The row of use without a booking, by its account.
    [[nodiscard]] Rows::At row_of(const Unit& unit, std::int64_t hour, const std::string& account);
    // The row of an account that used another person's booking.
    [[nodiscard]] Rows::At row_of_other(const Slot& slot, std::int64_t hour,
                                        const std::string& account);
    // The row of capacity, and of measured time that was not reserved. Only if rows have a
    // capacity.
    [[nodiscard]] Rows::At row_of(const Unit& unit, std::int64_t hour);
    [[nodiscard]] bool counts(const std::string& account);
    [[nodiscard]] bool rows_have_capacity() const;

  private:
    std::optional<PersonId> person_of(const std::string& account);
    Rows::At row_of_account(const std::string& account);
    Rows::At row_of_period(std::int64_t hour);
    void read_units();
    void join_devices();
    void read_slots(Device& device);
    [[nodiscard]] RowKey key_of(const Slot& slot) const;
    [[nodiscard]] Slot made_slot(std::size_t unit, const Interval& when, ReservationId id,
                                 PersonId owner);

    const Snapshot& tables_;
    const views::ReportQuestion& question_;
    std::map<GpuId, std::size_t> device_at_, unit_at_;
    std::map<std::string, std::optional<PersonId>> persons_;
    std::vector<Rows::At> periods_;
};

[[nodiscard]] inline Interval both(const Interval& a, const Interval& b) {
    return {std::max(a.from, b.from), std::min(a.until, b.until)};
}
// Calls `take` with each hour of the window that overlaps the interval, and the number of its
// seconds in that hour.
template <class Take>
void each_hour(const Interval& window, const Interval& when, const Take& take) {
    constexpr std::chrono::hours hour{1};
    const auto its = both(window, when);
    for (auto i = (its.from - window.from) / hour;; ++i) {
        const auto start = window.from + i * hour;
        if (start >= its.until) return;
        if (const auto seconds = seconds_in(both(its, {start, start + hour})); seconds > 0) {
            take(i, seconds);
        }
    }
}

}  // namespace dibs::reports
