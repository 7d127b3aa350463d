// Who used GPUs: rows of the closed hours, and what they come to.
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

namespace dibs {
namespace {

// By kind and account, whatever the booking.
using Totals = std::map<std::pair<UseBy, std::string>, views::UseOf>;

views::UseOf view_of(const Use& use) {
    views::UseOf view{use.by, {}, {}, use.reservation, use.seconds, use.measured_s, {}};
    if (!use.account.empty()) view.account = use.account;
    view.used_s = {use.percent_s * 10};  // hundredths of a second, in thousandths
    return view;
}

void add(Totals& totals, const Use& use) {
    auto more = view_of(use);
    more.reservation.reset();
    const auto [at, is_new] = totals.try_emplace({use.by, use.account}, more);
    if (is_new) return;
    auto& total = at->second;
    total.seconds += more.seconds;
    total.measured_s += more.measured_s;
    total.used_s.milli += more.used_s.milli;
}

}  // namespace

Result<views::UseAnswer> Usage::use(const views::UseQuestion& q) const {
    if (q.until <= q.from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    views::UseAnswer answer{floor_to(q.from, hour), q.until, {}, {}, {}};
    const auto hours = (q.until - answer.from + hour - Duration{1}) / hour;
    if (hours > views::most_gpu_hours ||
        hours * static_cast<std::int64_t>(q.gpus.size()) > views::most_gpu_hours) {
        return refuse(Code::out_of_range, "until",
                      "That is more than 10,000 hours of GPUs: ask for less time or fewer GPUs.");
    }
    const std::shared_lock lock(state_->mutex);
    answer.closed_until = state_->reported;
    const auto txn = state_->store->read();
    Totals totals;
    for (const GpuId gpu : q.gpus) {
        auto& of_gpu = answer.gpus.emplace_back(views::GpuUse{gpu, {}});
        for (auto at = answer.from; at < q.until; at += hour) {
            const auto row = txn.get(Table::usage_uses, bucket_key(at, gpu));
            const auto uses = row ? decode_uses(*row) : std::nullopt;
            if (!uses) continue;
            auto& of_hour = of_gpu.hours.emplace_back(views::HourOfUse{at, {}});
            for (const auto& use : *uses) {
                of_hour.uses.push_back(view_of(use));
                add(totals, use);
            }
        }
    }
    for (auto& [key, total] : totals) answer.totals.push_back(std::move(total));
    return answer;
}

}  // namespace dibs
