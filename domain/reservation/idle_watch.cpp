// Keeps a few moments for each GPU. Computes the result for a booking when asked.
#include "domain/reservation/idle_watch.hpp"

#include "domain/kernel/text.hpp"
#include "domain/reservation/reservation_rules.hpp"

#include <algorithm>
#include <set>

namespace dibs {
namespace {

using reservation::stale_after;

constexpr auto utilization_column = column_of(Subject::gpu, "utilization_percent");
constexpr Duration least_idle_time = std::chrono::minutes{1};
// Remembered for a GPU; with more accounts it starts again.
constexpr std::size_t most_accounts = 64;

// The real owner of these accounts is unknown: a host hides the name, or a container has its own
// root.
bool is_unidentified(const std::string& account) {
    return account.empty() || account == "root";
}

}  // namespace

void IdleWatch::watch(std::vector<Watched> bookings, std::int64_t percent) {
    if (percent != percent_) gpus_.clear();
    percent_ = percent;
    bookings_ = std::move(bookings);
    std::set<GpuId> wanted;
    for (const auto& booking : bookings_) wanted.insert(booking.gpus.begin(), booking.gpus.end());
    std::erase_if(gpus_, [&](const auto& one) { return !wanted.contains(one.first); });
    for (const GpuId gpu : wanted) gpus_.try_emplace(gpu);
}

void IdleWatch::clock_says(Instant now) {
    for (auto& [id, gpu] : gpus_) {
        if (is_ahead(gpu.last, now)) gpu = {};
    }
}

void IdleWatch::take(const Sample& sample) {
    if (sample.of.kind != Subject::gpu) return;
    const auto found = gpus_.find(GpuId{sample.of.uuid});
    if (found == gpus_.end()) return;
    auto& gpu = found->second;
    if (sample.at <= gpu.last) return;  // a duplicate
    if (sample.at - gpu.last > stale_after) {
        gpu.idle_since.reset();
        gpu.known_since.reset();
    }
    gpu.last = sample.at;
    const auto use = sample.values[utilization_column];
    if (!use || *use > percent_) {
        gpu.idle_since.reset();
    } else if (!gpu.idle_since) {
        gpu.idle_since = sample.at;
    }
    if (!use) gpu.last = {};  // its use is unknown
    if (!sample.occupancy.known() || gpu.there.size() > most_accounts) {
        gpu.known_since.reset();
        gpu.there.clear();
        return;
    }
    if (!gpu.known_since) gpu.known_since = sample.at;
    for (const auto& one : sample.occupancy.all()) gpu.there[one.account] = sample.at;
}

const IdleWatch::Seen* IdleWatch::fresh(GpuId gpu, Instant now) const {
    const auto found = gpus_.find(gpu);
    if (found == gpus_.end()) return nullptr;
    const auto& seen = found->second;
    return seen.last <= now && now - seen.last <= stale_after ? &seen : nullptr;
}

// Watched from its beginning, without any process that may be the owner's.
bool IdleWatch::is_no_show(const Watched& booking) const {
    return std::all_of(booking.gpus.begin(), booking.gpus.end(), [&](GpuId id) {
        const auto& gpu = gpus_.at(id);
        if (!gpu.known_since || *gpu.known_since > booking.when.from + reservation::late_start) {
            return false;
        }
        return std::none_of(gpu.there.begin(), gpu.there.end(), [&](const auto& one) {
            const bool theirs =
                is_same_account(one.first, booking.account) || is_unidentified(one.first);
            return theirs && one.second >= booking.when.from;
        });
    });
}

std::optional<reservation::Command> IdleWatch::report_on(const Watched& booking,
                                                         Instant now) const {
    auto since = booking.when.from;
    auto until = now;
    bool idles = !booking.gpus.empty();
    for (const GpuId id : booking.gpus) {
        const auto* gpu = fresh(id, now);
        if (gpu && !gpu->idle_since && booking.noticed) {
            return reservation::ReportInUse{booking.id};
        }
        idles = idles && gpu && gpu->idle_since;
        if (!idles) continue;
        since = std::max(since, *gpu->idle_since);
        until = std::min(until, gpu->last);
    }
    if (!idles || until - since < least_idle_time) return std::nullopt;
    return reservation::ReportIdle{booking.id, since, until, is_no_show(booking)};
}

std::vector<reservation::Command> IdleWatch::reports(Instant now) const {
    std::vector<reservation::Command> all;
    for (const auto& booking : bookings_) {
        if (auto report = report_on(booking, now)) all.push_back(*std::move(report));
    }
    return all;
}

}  // namespace dibs
