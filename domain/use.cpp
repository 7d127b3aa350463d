// One second after the other: whose booking it was, whose processes, and how much is whose.
#include "domain/use.hpp"

namespace dibs {
namespace {

// The parts of a second's use that belong to accounts, in their order: what the driver says of
// each. The GPU's figure and the accounts' are not of exactly the same moments: where theirs come
// to more, in proportion. What is left belongs to none of them by name.
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

void UseTally::credit(const Key& key, std::optional<std::int64_t> percent) {
    auto& sum = sums_[key];
    ++sum.seconds;
    if (!percent) return;
    ++sum.measured_s;
    sum.percent_s += *percent;
}

void UseTally::add(Instant at, const Occupancy& occupancy, std::optional<std::int32_t> utilization,
                   std::span<const Hold> holds) {
    std::optional<ReservationId> booked;
    for (const auto& hold : holds) {
        if (!booked && hold.when.contains(at)) booked = hold.reservation;
    }
    const auto whose = [&](const std::string& account) {
        if (account.empty()) return Key{UseBy::unknown, {}, booked};
        for (const auto& hold : holds) {
            if (hold.when.contains(at) && hold.account == account) {
                return Key{UseBy::holder, account, hold.reservation};
            }
        }
        return Key{UseBy::other, account, booked};
    };
    const auto accounts = occupancy.all();
    if (accounts.empty()) {
        // A GPU that works without a process in sight is used by somebody.
        const bool idle = occupancy.known() && utilization.value_or(0) == 0;
        credit({idle ? UseBy::nobody : UseBy::unknown, {}, booked}, utilization);
        return;
    }
    if (accounts.size() == 1) return credit(whose(accounts.front().account), utilization);
    const auto parts = split(accounts, utilization);
    std::int64_t left = utilization.value_or(0);
    for (std::size_t i = 0; i < accounts.size(); ++i) {
        credit(whose(accounts[i].account), parts[i]);
        left -= parts[i].value_or(0);
    }
    if (left > 0) credit({UseBy::shared, {}, booked}, left);
}

std::vector<Use> UseTally::uses() const {
    std::vector<Use> uses;
    for (const auto& [key, sum] : sums_) {
        uses.push_back(
            {key.by, key.account, key.reservation, sum.seconds, sum.measured_s, sum.percent_s});
    }
    return uses;
}

}  // namespace dibs
