// Random bookings and samples. The parts of each row add up to its reserved time, and rows add up
// to the total. The total equals a count second by second.
#include "tests/projections/usage/usage_world.hpp"

#include <random>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using views::ReportQuestion;
using views::UsageBy;
using views::UsageReport;
using views::UsageRow;

// In thousandths of seconds.
struct Counted {
    std::int64_t reserved = 0, owner = 0, others = 0, unknown = 0, idle = 0, unmeasured = 0;
    std::int64_t unreserved = 0;
    friend bool operator==(const Counted&, const Counted&) = default;
    friend void PrintTo(const Counted& c, std::ostream* out) {
        *out << c.reserved << " = " << c.owner << " + " << c.others << " + " << c.unknown << " + "
             << c.idle << " + " << c.unmeasured << ", " << c.unreserved;
    }
};

class AnyUse : public UsageWorld {
  protected:
    struct Second {  // of a GPU: at most one account, so attribution needs no tally
        std::string account;
        bool known = true;
        std::optional<std::int32_t> utilization;
    };
    struct Held {
        Interval when;
        std::string owner;
    };

    void make(unsigned seed) {
        random.seed(seed);
        unsigned n = 0;
        for (const GpuId gpu : {gpu_a, gpu_b, gpu_c}) {
            book_some(gpu, n);
            measure_some(gpu);
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Sample& a, const Sample& b) { return a.at < b.at; });
        ASSERT_TRUE(samples->append(all));
    }
    std::int64_t pick(std::int64_t from, std::int64_t until) {
        return std::uniform_int_distribution<std::int64_t>(from, until)(random);
    }
    // Books one after the other, beginning and ending at any millisecond. Some are released early.
    void book_some(GpuId gpu, unsigned& n) {
        auto at = ten - 30min;
        while (at < ten + 3h) {
            const auto from = at + Duration{pick(0, 1'500'000)};
            auto until = from + Duration{pick(1, 4'000'000)};
            const bool anns = pick(0, 1) == 0;
            const auto plan = booking(++n, anns ? ann : ben, {gpu}, from, until);
            facts.fact(booked(plan));
            if (pick(0, 3) == 0) {
                until = from + Duration{pick(0, (until - from).count())};
                facts.fact(released(plan, until));
            }
            held[gpu].push_back({{from, until}, anns ? "ann" : "ben"});
            at = until;
        }
    }
    // Measures stretches of equal seconds, some of them not at all. The last stretch is long enough
    // to close two hours; one stays open.
    void measure_some(GpuId gpu) {
        auto at = ten;
        const auto end = ten + 2h + 40min;
        while (at < end) {
            const auto length = std::min<Duration>(std::chrono::seconds{pick(1, 120)}, end - at);
            const std::vector<std::string> names{"ann", "ben", "cleo", ""};
            Second now{names[static_cast<std::size_t>(pick(0, 3))], pick(0, 9) > 0, {}};
            if (pick(0, 9) > 0) now.utilization = static_cast<std::int32_t>(pick(0, 100));
            if (pick(0, 6) > 0) {
                const Occupancy who =
                    now.known ? Occupancy(std::vector<Occupant>{{now.account, {}}}) : Occupancy();
                for (auto t = at; t < at + length; t += 1s) {
                    seconds[gpu][t] = now;
                    auto& sample = all.emplace_back(Sample{gpu, t});
                    sample.values.set(utilization_column, now.utilization);
                    sample.occupancy = who;
                }
            }
            at += length;
        }
    }
    Counted count(const Interval& window) {
        Counted sum;
        for (const GpuId gpu : {gpu_a, gpu_b, gpu_c}) {
            for (auto t = window.from; t < window.until; t += 1s) count(gpu, t, sum);
        }
        return sum;
    }
    void count(GpuId gpu, Instant t, Counted& sum) {
        const Held* hold = nullptr;
        for (const auto& one : held[gpu]) {
            if (one.when.contains(t)) hold = &one;
        }
        const auto found = seconds[gpu].find(t);
        const bool measured = found != seconds[gpu].end() && found->second.utilization;
        if (hold) sum.reserved += 1000;
        if (!measured) {
            if (hold) sum.unmeasured += 1000;
            return;
        }
        const auto& second = found->second;
        const auto used = *second.utilization * 10;
        if (!hold) {
            sum.unreserved += used;
            return;
        }
        const bool unknown = !second.known || second.account.empty();
        (unknown ? sum.unknown : second.account == hold->owner ? sum.owner : sum.others) += used;
        sum.idle += 1000 - used;
    }
    static Counted of(const UsageRow& row) {
        return {row.reserved_s.milli,        row.used_by_owner_s.milli, row.used_by_others_s.milli,
                row.used_by_unknown_s.milli, row.idle_s.milli,          row.unmeasured_s.milli,
                row.unreserved_used_s.milli};
    }
    static void expect_parts_to_fit(const UsageRow& row) {
        const auto c = of(row);
        EXPECT_EQ(c.reserved, c.owner + c.others + c.unknown + c.idle + c.unmeasured);
        EXPECT_LE(row.idle_with_process_s.milli + row.idle_without_process_s.milli, c.idle);
        for (const auto part : {c.owner, c.others, c.unknown, c.idle, c.unmeasured, c.unreserved}) {
            EXPECT_GE(part, 0);
        }
        if (!row.capacity_s) return;
        EXPECT_GE(row.capacity_s->milli,
                  c.reserved + c.unreserved + row.unreserved_unmeasured_s->milli);
    }
    UsageReport asked(UsageBy by, const Interval& window) {
        ReportQuestion question;
        question.window = window;
        question.by = by;
        if (views::is_period(by)) {
            for (auto t = window.from; t < window.until; t += 1h) {
                question.periods.of_hour.push_back(
                    static_cast<std::uint32_t>(question.periods.rows.size()));
                question.periods.rows.push_back({Interval{t, t + 1h}, {}, {}});
            }
        }
        return report(std::move(question), window.until);
    }

    std::mt19937 random;
    std::vector<Sample> all;
    std::map<GpuId, std::vector<Held>> held;
    std::map<GpuId, std::map<Instant, Second>> seconds;
};

TEST_F(AnyUse, parts_and_rows_add_up_and_the_total_equals_a_count) {
    make(1);
    catch_up();
    const Interval window{ten, ten + 2h + 35min};
    const auto wanted = count(window);
    for (const auto by : {UsageBy::person, UsageBy::model, UsageBy::host, UsageBy::gpu,
                          UsageBy::reservation, UsageBy::hour}) {
        const auto answer = asked(by, window);
        EXPECT_EQ(answer.closed_until, ten + 2h);
        EXPECT_EQ(of(answer.total), wanted) << name_of_value(by);
        Counted sum;
        std::int64_t of_others = 0;
        std::int64_t with = 0;
        for (const auto& row : answer.rows) {
            expect_parts_to_fit(row);
            const auto c = of(row);
            sum = {sum.reserved + c.reserved,    sum.owner + c.owner, sum.others + c.others,
                   sum.unknown + c.unknown,      sum.idle + c.idle,   sum.unmeasured + c.unmeasured,
                   sum.unreserved + c.unreserved};
            of_others += row.used_of_others_s.milli;
            with += row.idle_with_process_s.milli;
        }
        expect_parts_to_fit(answer.total);
        EXPECT_EQ(sum, wanted) << name_of_value(by);
        EXPECT_EQ(of_others, wanted.others) << "each use of others' time has its user";
        EXPECT_EQ(with, answer.total.idle_with_process_s.milli);
    }
}

TEST_F(AnyUse, hours_add_up_to_their_window) {
    make(2);
    catch_up();
    Counted sum;
    for (int hour = 0; hour < 3; ++hour) {
        const auto c = of(asked(UsageBy::person, {ten + hour * 1h, ten + (hour + 1) * 1h}).total);
        sum = {sum.reserved + c.reserved,    sum.owner + c.owner, sum.others + c.others,
               sum.unknown + c.unknown,      sum.idle + c.idle,   sum.unmeasured + c.unmeasured,
               sum.unreserved + c.unreserved};
    }
    EXPECT_EQ(sum, of(asked(UsageBy::person, {ten, ten + 3h}).total));
}

}  // namespace
}  // namespace dibs::test
