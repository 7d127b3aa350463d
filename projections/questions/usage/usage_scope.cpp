// Reads GPUs and their bookings, and finds rows.
#include "projections/questions/usage/usage_scope.hpp"

#include "projections/calendar/calendar.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>

namespace dibs::reports {
namespace {

using views::UsageBy;

template <class One>
bool any_or_in(const std::vector<One>& list, const One& one) {
    return list.empty() || std::find(list.begin(), list.end(), one) != list.end();
}

Interval time_of(const projections::GpuRow& gpu, GpuId id,
                 const std::optional<projections::HostRow>& host) {
    Interval there{made_at(id.uuid), Instant::max()};
    if (gpu.lost && gpu.lost_since) there.until = *gpu.lost_since;
    if (!host) return there;
    there.from = std::max(there.from, host->added_at);
    if (host->removed_at) there.until = std::min(there.until, *host->removed_at);
    return there;
}

}  // namespace

Scope::Scope(const Snapshot& tables, const views::ReportQuestion& question)
    : tables_(tables), question_(question) {
    for (std::uint32_t i = 0; i < question.periods.rows.size(); ++i) {
        RowKey key;
        key.period = i;
        periods_.push_back(rows.of(key));
    }
    read_units();
    join_devices();
}

void Scope::read_bookings() {
    for (auto& device : devices) read_slots(device);
}

void Scope::read_units() {
    const auto& txn = tables_.txn();
    std::map<HostId, std::optional<projections::HostRow>> hosts;
    auto cursor = txn.cursor(Table::gpus);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto id = KeyReader(cursor.key()).id<GpuId>();
        const auto row = unpack<projections::GpuRow>(cursor.value());
        const auto [host, is_new] = hosts.try_emplace(row.host);
        if (is_new) host->second = projections::find_host(txn, row.host);
        Unit unit{id, row.model, row.host, time_of(row, id, host->second)};
        const auto& models = question_.models;
        unit.wanted = any_or_in(question_.gpus, id) && any_or_in(question_.hosts, row.host) &&
                      (models.empty() || std::any_of(models.begin(), models.end(), [&](auto& part) {
                           return projections::has_part(row.model.value_or(""), part);
                       }));
        const auto card = row.parent.value_or(id);
        const auto [at, is_first] = device_at_.try_emplace(card, devices.size());
        if (is_first) devices.push_back({units.size(), {}, {}});
        auto& device = devices[at->second];
        if (!row.parent) device.unit = units.size();
        device.units.push_back(units.size());
        unit_at_[id] = units.size();
        units.push_back(std::move(unit));
    }
}

// Keeps only devices with a unit that the filters want, and assigns columns and rows of GPUs.
void Scope::join_devices() {
    const auto there_are = devices.size();
    std::erase_if(devices, [&](const Device& device) {
        return std::none_of(device.units.begin(), device.units.end(),
                            [&](std::size_t i) { return units[i].wanted; });
    });
    device_at_.clear();
    for (std::size_t d = 0; d < devices.size(); ++d) {
        auto& device = devices[d];
        device_at_[units[device.unit].id] = d;
        for (const auto i : device.units) {
            auto& unit = units[i];
            unit.column = columns++;
            if (i != device.unit && unit.there.until == Instant::max()) {
                units[device.unit].cut = true;
            }
            RowKey key;
            if (question_.by == UsageBy::gpu) key.gpu = unit.id;
            if (question_.by == UsageBy::host) key.host = unit.host;
            if (question_.by == UsageBy::model) key.text = unit.model;
            const bool of_gpus = key.gpu || key.host || question_.by == UsageBy::model;
            if (of_gpus && unit.wanted) unit.row = rows.of(key);
        }
    }
    all = devices.size() * 8 >= there_are;
}

RowKey Scope::key_of(const Slot& slot) const {
    RowKey key;
    if (views::is_of_people(question_.by)) key.person = slot.owner;
    if (question_.by == UsageBy::reservation) key.reservation = slot.reservation;
    if (question_.by == UsageBy::project) key.text = slot.project;
    return key;
}

Slot Scope::made_slot(std::size_t unit, const Interval& when, ReservationId id, PersonId owner) {
    Slot slot{unit, when, id, owner};
    slot.asked = units[unit].wanted && any_or_in(question_.reservations, id);
    slot.counted = slot.asked && any_or_in(question_.people, owner);
    if (question_.by == UsageBy::project) {
        const auto row = projections::find_reservation(tables_.txn(), id);
        if (row) slot.project = row->project;
    }
    const bool of_slot = views::is_of_people(question_.by) || views::is_of_bookings(question_.by);
    if (slot.counted && of_slot) slot.row = rows.of(key_of(slot));
    return slot;
}

std::optional<Slot> Scope::slot_of(GpuId gpu, const Interval& when, ReservationId id,
                                   PersonId owner) {
    const auto found = unit_at_.find(gpu);
    if (found == unit_at_.end() || !units[found->second].wanted) return std::nullopt;
    return made_slot(found->second, both(when, question_.window), id, owner);
}

void Scope::read_slots(Device& device) {
    auto cursor = tables_.txn().cursor(Table::reservations_by_gpu);
    for (const auto i : device.units) {
        const auto& unit = units[i];
        projections::for_each_slot(
            cursor, unit.id, question_.window, [&](const projections::Slot& found) {
                if (found.row.ending == reservation::Ending::pending) return true;
                const Interval its{found.row.from, found.until};
                device.slots.push_back(
                    made_slot(i, both(its, question_.window), found.id, found.row.owner));
                return true;
            });
    }
    std::sort(device.slots.begin(), device.slots.end(), [](const Slot& a, const Slot& b) {
        return std::tie(a.when.from, a.reservation) < std::tie(b.when.from, b.reservation);
    });
}

Device* Scope::device_of(GpuId card) {
    const auto found = device_at_.find(card);
    return found == device_at_.end() ? nullptr : &devices[found->second];
}

std::vector<GpuId> Scope::cards() const {
    std::vector<GpuId> ids;
    for (const auto& device : devices) ids.push_back(units[device.unit].id);
    return ids;
}

std::optional<PersonId> Scope::person_of(const std::string& account) {
    if (account.empty()) return std::nullopt;
    const auto [at, is_new] = persons_.try_emplace(account);
    if (is_new) at->second = person_of_unix_name(tables_, account);
    return at->second;
}

bool Scope::counts(const std::string& account) {
    if (question_.people.empty()) return true;
    const auto person = person_of(account);
    return person && any_or_in(question_.people, *person);
}

Rows::At Scope::row_of_account(const std::string& account) {
    RowKey key;
    key.person = person_of(account);
    if (!key.person && !account.empty()) key.text = account;
    return rows.of(key);
}

Rows::At Scope::row_of_period(std::int64_t hour) {
    return periods_[question_.periods.of_hour[static_cast<std::size_t>(hour)]];
}

Rows::At Scope::row_of(const Unit& unit, std::int64_t hour) {
    return views::is_period(question_.by) ? row_of_period(hour) : unit.row;
}

Rows::At Scope::row_of(const Slot& slot, std::int64_t hour) {
    const bool of_slot = views::is_of_people(question_.by) || views::is_of_bookings(question_.by);
    return of_slot ? slot.row : row_of(units[slot.unit], hour);
}

Rows::At Scope::row_of(const Unit& unit, std::int64_t hour, const std::string& account) {
    if (views::is_of_people(question_.by)) return row_of_account(account);
    if (views::is_of_bookings(question_.by)) return rows.of({});
    return row_of(unit, hour);
}

Rows::At Scope::row_of_other(const Slot& slot, std::int64_t hour, const std::string& account) {
    if (views::is_of_people(question_.by)) return row_of_account(account);
    if (!views::is_of_bookings(question_.by)) return row_of(units[slot.unit], hour);
    return rows.of(key_of(slot));
}

bool Scope::rows_have_capacity() const {
    return !views::is_of_people(question_.by) && !views::is_of_bookings(question_.by);
}

}  // namespace dibs::reports
