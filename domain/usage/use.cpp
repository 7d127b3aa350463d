// Processes one second after another: its booking, its processes, and the part of each account.
#include "domain/usage/use.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs {
namespace {

// Splits a second's use among the accounts, in their order, by the driver's values. The GPU's value
// and the accounts' values are not from exactly the same moment. If the accounts' sum is higher,
// they are scaled down. The rest belongs to no named account.
std::vector<std::optional<std::int64_t>> split(std::span<const Occupant> accounts,
                                               std::optional<std::int32_t> utilization) {
    std::vector<std::optional<std::int64_t>> parts(accounts.size());
    if (!utilization) return parts;
    std::int64_t given = 0;
    for (const auto& one : accounts) given += one.sm_percent.value_or(0);
    const std::int64_t whole = *utilization;
    std::int64_t sum = 0;
    std::int64_t done = 0;
    for (std::size_t i = 0; i < accounts.size(); ++i) {
        if (whole == 0) parts[i] = 0;
        if (whole == 0 || !accounts[i].sm_percent) continue;
        sum += *accounts[i].sm_percent;
        const auto up_to = given > whole ? whole * sum / given : sum;
        parts[i] = up_to - done;
        done = up_to;
    }
    return parts;
}

}  // namespace

void UseTally::find_holds(Instant at, std::span<const Hold> holds) {
    now_.clear();
    for (const auto& hold : holds) {
        if (!hold.when.contains(at)) continue;
        // A booking of several slices of the card has one hold for each slice.
        const bool there = std::any_of(now_.begin(), now_.end(), [&](const Second& one) {
            return one.hold->reservation == hold.reservation;
        });
        if (!there) now_.push_back({&hold});
    }
    if (now_.empty()) now_.push_back({});
}

UseTally::Key UseTally::whose(const std::string& account) const {
    const auto* first = now_.front().hold;
    const auto booked = first ? std::optional(first->reservation) : std::nullopt;
    if (account.empty()) return {UseBy::unknown, {}, booked};
    for (const auto& second : now_) {
        if (second.hold && is_same_account(second.hold->account, account)) {
            return {UseBy::holder, account, second.hold->reservation};
        }
    }
    return {UseBy::other, account, booked};
}

void UseTally::credit(const Key& key, std::optional<std::int64_t> percent) {
    auto& sum = sums_[key];
    ++sum.seconds;
    if (!percent) return;
    ++sum.measured_s;
    sum.percent_s += *percent;
    for (auto& second : now_) {
        const bool its = second.hold ? key.reservation == second.hold->reservation
                                     : !key.reservation.has_value();
        if (its) second.used += *percent;
    }
}

// Also records the shares in the second's energy: by use if it is known. Several accounts without
// use have equal shares. Use of an unknown account has no name.
void UseTally::credit_all(const Occupancy& occupancy, std::optional<std::int32_t> utilization) {
    const auto accounts = occupancy.all();
    auto unnamed = whose({});
    shares_.clear();
    if (accounts.empty()) {
        // If a GPU works without a visible process, its user is unknown.
        if (occupancy.known() && utilization.value_or(0) == 0) unnamed.by = UseBy::nobody;
        shares_.push_back({unnamed, 1});
        return credit(unnamed, utilization);
    }
    if (accounts.size() == 1) {
        shares_.push_back({whose(accounts.front().account), 1});
        return credit(shares_.front().key, utilization);
    }
    unnamed.by = UseBy::shared;
    const auto parts = split(accounts, utilization);
    std::int64_t left = utilization.value_or(0);
    for (std::size_t i = 0; i < accounts.size(); ++i) {
        const auto key = whose(accounts[i].account);
        credit(key, parts[i]);
        left -= parts[i].value_or(0);
        shares_.push_back({key, utilization == 0 ? 1 : parts[i].value_or(0)});
    }
    if (!utilization) shares_.push_back({unnamed, 1});
    if (left <= 0) return;
    credit(unnamed, left);
    shares_.push_back({unnamed, left});
}

// Rounds at the end of each share, so all shares together are exactly the whole.
void UseTally::credit_power(std::int64_t power_dw) {
    constexpr std::int64_t a_second_cs = 100;
    std::int64_t whole = 0;
    for (const auto& share : shares_) whole += share.weight;
    if (whole == 0) return;
    std::int64_t sum = 0;
    Energy done;
    for (const auto& share : shares_) {
        if (share.weight == 0) continue;
        sum += share.weight;
        const Energy up_to{a_second_cs * sum / whole, power_dw * sum / whole};
        auto& energy = sums_[share.key].energy;
        if (!energy) energy.emplace();
        energy->known_cs += up_to.known_cs - done.known_cs;
        energy->decijoules += up_to.decijoules - done.decijoules;
        done = up_to;
    }
}

// Adds the rest of the second as idle, and whether the owner could have used it.
void UseTally::measure(const Second& second, const Occupancy& occupancy) {
    const auto reservation = second.hold ? std::optional(second.hold->reservation) : std::nullopt;
    auto& time = held_[reservation];
    time.reservation = reservation;
    ++time.measured_s;
    if (!second.hold) return;
    const auto accounts = occupancy.all();
    bool owner_there = false;
    bool hidden = !occupancy.known() || (accounts.empty() && second.used > 0);
    for (const auto& one : accounts) {
        if (one.account.empty()) {
            hidden = true;
        } else if (is_same_account(one.account, second.hold->account)) {
            owner_there = true;
        }
    }
    const std::int64_t idle = 100 - second.used;
    if (owner_there) {
        time.idle_with_percent_s += idle;
    } else if (!hidden) {
        time.idle_without_percent_s += idle;
    }
}

void UseTally::spread(std::optional<std::int32_t> utilization, const AlsoRead& also) {
    for (const auto& second : now_) {
        const auto reservation =
            second.hold ? std::optional(second.hold->reservation) : std::nullopt;
        const bool memory_is_its = also.memory_mib && now_.size() == 1;
        if (!utilization && !memory_is_its) continue;
        auto& its = spreads_[reservation];
        its.reservation = reservation;
        if (utilization) add_seconds(its.utilization, utilization_bin(second.used), 1);
        if (memory_is_its) add_seconds(its.memory, memory_bin(*also.memory_mib), 1);
    }
}

void UseTally::add(Instant at, const Occupancy& occupancy, std::optional<std::int32_t> utilization,
                   std::span<const Hold> holds, const AlsoRead& also) {
    find_holds(at, holds);
    credit_all(occupancy, utilization);
    if (also.power_dw) credit_power(*also.power_dw);
    spread(utilization, also);
    if (!utilization) return;
    for (const auto& second : now_) measure(second, occupancy);
}

std::vector<Use> UseTally::uses() const {
    std::vector<Use> uses;
    for (const auto& [key, sum] : sums_) {
        uses.push_back({key.by, key.account, key.reservation, sum.seconds, sum.measured_s,
                        sum.percent_s, sum.energy});
    }
    return uses;
}

std::vector<HeldTime> UseTally::held() const {
    std::vector<HeldTime> times;
    for (const auto& [reservation, time] : held_) times.push_back(time);
    return times;
}

std::vector<Spread> UseTally::spreads() const {
    std::vector<Spread> all;
    for (const auto& [reservation, spread] : spreads_) all.push_back(spread);
    return all;
}

}  // namespace dibs
