// Questions about feeds. Bookings are walked from the latest start back, so a limit drops the
// oldest. Feeds of people and groups read bookings by owner. Feeds of GPUs and hosts read all
// bookings by start, because the table by GPU has no cancelled ones.
#include "projections/questions/feeds.hpp"

#include "projections/access/access.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/feeds/feeds.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/people.hpp"
#include "projections/store/checkpoint_row.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace dibs {
namespace {

using projections::ReservationRow;
using views::ReservationState;

bool called_off(ReservationState state) {
    return state == ReservationState::cancelled || state == ReservationState::declined ||
           state == ReservationState::lapsed;
}

// The GPUs that a booking had in one interval.
struct Part {
    Interval when;
    std::vector<GpuId> gpus;
};

// Ordered by start, the longest first. One part if the booking never swapped a GPU.
std::vector<Part> parts_of(const ReservationRow& row) {
    std::map<std::pair<Instant, Duration>, Part> by_time;
    for (const auto& stay : reservation::stays_of(row.gpus, {row.from, row.until}, row.moves)) {
        auto& part = by_time[{stay.when.from, -stay.when.length()}];
        part.when = stay.when;
        part.gpus.push_back(stay.gpu);
    }
    std::vector<Part> parts;
    for (auto& [time, part] : by_time) {
        std::sort(part.gpus.begin(), part.gpus.end());
        parts.push_back(std::move(part));
    }
    return parts;
}

std::string time_name(Instant t) {
    return '-' + std::to_string(unix_ms(t));
}

// Walks the bookings of one feed and collects those that belong to it.
class FeedCollector {
  public:
    FeedCollector(const Snapshot& tables, const FeedLimits& limits)
        : tables_(tables), limits_(limits), since_(tables.now() - limits.back) {}

    void take_of_owner(PersonId owner) { walk(Table::reservations_by_owner, Key().id(owner), {}); }
    void take_on(const std::set<GpuId>& gpus) { walk(Table::reservations_by_start, {}, gpus); }

    views::FeedBooking one(ReservationId id, ReservationRow row) {
        return named({bare(id, row), std::move(row.gpus)});
    }
    views::FeedBookings finish() {
        keep_the_newest();
        std::reverse(found_.begin(), found_.end());
        views::FeedBookings all{{}, cut_};
        for (auto& one : found_) all.items.push_back(named(std::move(one)));
        return all;
    }

  private:
    struct Found {
        views::FeedBooking booking;
        std::vector<GpuId> gpus;
    };

    // Sorts by latest start and applies the limit. Also called during the walk, so a feed of a
    // thousand people needs no more memory.
    void keep_the_newest() {
        std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
            return std::tie(a.booking.from, a.booking.id, a.booking.part) >
                   std::tie(b.booking.from, b.booking.id, b.booking.part);
        });
        if (found_.size() <= limits_.most) return;
        found_.resize(limits_.most);
        cut_ = true;
    }

    void walk(Table table, const Key& prefix, const std::set<GpuId>& gpus) {
        const auto& txn = tables_.txn();
        const Instant earliest = since_ - projections::longest_reservation(txn);
        std::size_t taken = 0;
        if (found_.size() >= 2 * limits_.most) keep_the_newest();
        auto cursor = txn.cursor(table);
        bool more = begin_walk(cursor, {.prefix = prefix.view(), .order = Order::descending}, {});
        for (; more && cursor.key().starts_with(prefix.view()); more = cursor.prev()) {
            KeyReader key(cursor.key().substr(prefix.view().size()));
            if (key.time() < earliest) return;
            const auto id = key.id<ReservationId>();
            if (taken > limits_.most || ++looked_at_ > limits_.most_looked_at) {
                cut_ = true;
                return;
            }
            auto row = projections::find_reservation(txn, id);
            if (row && belongs(*row)) taken += take(id, *row, gpus);
        }
    }
    // Adds the whole booking, or its parts that had one of these GPUs. Returns their number.
    //
    // A part keeps its name, so that calendars which merge events keep no stale copy of it. The
    // part that continues is named by its start, even if it ends earlier. A part given up alongside
    // it is named by its end too, which is past and no longer changes.
    std::size_t take(ReservationId id, const ReservationRow& row, const std::set<GpuId>& gpus) {
        if (gpus.empty()) {
            found_.push_back({bare(id, row), row.gpus});
            return 1;
        }
        const auto before = found_.size();
        std::optional<Instant> begun;  // start of the part before
        for (auto& part : parts_of(row)) {
            const bool on_them = std::any_of(part.gpus.begin(), part.gpus.end(),
                                             [&](GpuId gpu) { return gpus.contains(gpu); });
            if (!on_them) continue;
            const bool goes_on = begun != part.when.from;
            begun = part.when.from;
            if (part.when.until <= since_) continue;
            auto one = bare(id, row);
            if (!goes_on || part.when.from != row.from) one.part = time_name(part.when.from);
            if (!goes_on) one.part += time_name(part.when.until);
            one.from = part.when.from;
            one.until = part.when.until;
            found_.push_back({std::move(one), std::move(part.gpus)});
        }
        return found_.size() - before;
    }

    [[nodiscard]] ReservationState state_of(const ReservationRow& row) const {
        return views::state_at(row.ending, {row.from, row.until}, tables_.now());
    }
    [[nodiscard]] bool belongs(const ReservationRow& row) const {
        if (row.until <= since_) return false;
        return !called_off(state_of(row)) || row.changed_at.value_or(row.created_at) >= since_;
    }
    [[nodiscard]] views::FeedBooking bare(ReservationId id, const ReservationRow& row) const {
        views::FeedBooking one;
        one.id = id;
        one.owner = row.owner;
        one.title = row.title;
        one.from = row.from;
        one.until = row.until;
        one.state = state_of(row);
        one.version = row.version;
        one.created_at = row.created_at;
        one.changed_at = row.changed_at.value_or(row.created_at);
        return one;
    }

    // Called only for the bookings that are kept: a walk reads thousands.
    views::FeedBooking named(Found found) {
        const auto& txn = tables_.txn();
        auto& one = found.booking;
        one.gpus_short = projections::gpu_names_short(txn, found.gpus);
        std::vector<projections::GpuPlace> places;
        std::vector<std::string> gone;  // not in the tables, named with their hosts
        for (const GpuId id : found.gpus) {
            auto place = projections::place_of(txn, id);
            if (place) {
                places.push_back(*std::move(place));
            } else {
                gone.push_back(projections::gpu_name(txn, id));
            }
        }
        std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
            return std::pair(a.host_name, a.index()) < std::pair(b.host_name, b.index());
        });
        for (const auto& place : places) {
            one.gpus.push_back(place.name());
            if (!contains(one.hosts, place.host_name)) one.hosts.push_back(place.host_name);
        }
        one.gpus.insert(one.gpus.end(), gone.begin(), gone.end());
        const auto [owner, fresh] = owners_.try_emplace(one.owner);
        if (fresh) owner->second = projections::find_person(txn, one.owner);
        if (owner->second) {
            one.owner_name = owner->second->name;
            one.owner_mail = owner->second->mail;
        }
        return std::move(one);
    }

    const Snapshot& tables_;
    const FeedLimits& limits_;
    const Instant since_;
    std::size_t looked_at_ = 0;
    std::vector<Found> found_{};
    bool cut_ = false;
    std::map<PersonId, std::optional<projections::PersonRow>> owners_{};
};

}  // namespace

views::Feed view_of(const Snapshot& tables, const feed::Feed& feed, Instant opened_at) {
    const auto& what = feed.what;
    const auto kind = what.group  ? views::FeedKind::group
                      : what.gpu  ? views::FeedKind::gpu
                      : what.host ? views::FeedKind::host
                                  : views::FeedKind::person;
    return {feed.id,
            feed.owner,
            kind,
            what.group,
            what.gpu,
            what.host,
            name_of(tables, what, feed.owner),
            may_read(tables, what, feed.owner),
            opened_at};
}

std::optional<views::Feed> find_feed(const Snapshot& tables, FeedId id) {
    const auto row = projections::find_feed(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(tables, row->feed, row->opened_at);
}

std::optional<views::Feed> feed_of_secret(const Snapshot& tables, const people::Digest& secret) {
    const auto id = projections::find_feed_secret(tables.txn(), secret);
    return id ? find_feed(tables, *id) : std::nullopt;
}

Slice<views::Feed> list_feeds(const Snapshot& tables, PersonId owner, const PageFrom& page) {
    const auto prefix = Key().id(owner);
    auto cursor = tables.txn().cursor(Table::feeds_by_owner);
    return scan_page<views::Feed>(
        cursor, {.prefix = prefix}, page, [&](TableCursor& at, auto& view) {
            view = find_feed(tables, KeyReader(at.key().substr(prefix.view().size())).id<FeedId>());
            return true;
        });
}

feed::What what_of(const views::Feed& feed) {
    return {feed.group, feed.gpu, feed.host};
}

bool may_read(const Snapshot& tables, const feed::What& what, PersonId person) {
    const auto& txn = tables.txn();
    const auto role = role_of(tables, person);
    if (!role) return false;
    if (what.gpu && !projections::find_gpu(txn, *what.gpu)) return false;
    if (what.host) {
        const auto host = projections::find_host(txn, *what.host);
        if (!host || host->removed_at) return false;
    }
    if (!what.group) return true;
    if (!projections::find_group(txn, *what.group)) return false;
    const auto groups = projections::groups_of(txn, person);
    return *role == people::Role::admin ||
           std::any_of(groups.begin(), groups.end(),
                       [&](const auto& group) { return group.id == *what.group; });
}

std::string name_of(const Snapshot& tables, const feed::What& what, PersonId owner) {
    const auto& txn = tables.txn();
    if (what.gpu) return projections::gpu_name(txn, *what.gpu);
    if (what.host) return projections::host_name(txn, *what.host);
    if (!what.group) return projections::person_name(txn, owner).value;
    const auto group = projections::find_group(txn, *what.group);
    return group ? group->held.group.name : to_text(*what.group);
}

views::FeedBookings feed_bookings(const Snapshot& tables, const feed::What& what, PersonId owner,
                                  const FeedLimits& limits) {
    const auto& txn = tables.txn();
    FeedCollector collector(tables, limits);
    if (what.group) {
        const auto group = projections::find_group(txn, *what.group);
        if (!group) return {};
        for (const auto& member : group->held.members) collector.take_of_owner(member.person);
    } else if (what.gpu) {
        const auto all = projections::overlapping_devices(txn, *what.gpu);
        collector.take_on({all.begin(), all.end()});
    } else if (what.host) {
        std::set<GpuId> gpus;
        for (const auto& gpu : projections::gpus_of_host(txn, *what.host)) gpus.insert(gpu.id);
        if (gpus.empty()) return {};
        collector.take_on(gpus);
    } else {
        collector.take_of_owner(owner);
    }
    return collector.finish();
}

std::optional<views::FeedBooking> feed_booking(const Snapshot& tables, ReservationId id) {
    auto row = projections::find_reservation(tables.txn(), id);
    if (!row) return std::nullopt;
    const FeedLimits any;
    return FeedCollector(tables, any).one(id, *std::move(row));
}

std::string log_id_of(const Snapshot& tables) {
    const auto checkpoint = projections::stored_checkpoint(tables.txn());
    return checkpoint ? checkpoint->log_id : std::string();
}

}  // namespace dibs
