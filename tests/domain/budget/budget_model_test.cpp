// Budgets under random commands. A refusing budget is never exceeded, and the hours of forgotten
// bookings still count. DIBS_SEED repeats a run.
#include "tests/domain/budget/budget_site.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace dibs::test {
namespace {

class RandomSite {
  public:
    explicit RandomSite(unsigned seed) : random_(seed) {
        world_ = given(with(of_vision(40, WhenSpent::refuse, Period::week)),
                       budget::BudgetCreated{of_bert(60), "bert"},
                       group::Joined{vision, ben, false, "vision", {}});
    }
    void step() {
        now_ += std::chrono::minutes{below(600)};
        world_.at(now_);
        const auto by = below(2) == 0 ? ann : ben;
        switch (below(6)) {
            case 0:
            case 1:
                return book_one(by);
            case 2:
                return change_one(by);
            case 3:
                return attempt(reservation::Cancel{some()}, by);
            case 4:
                return attempt(reservation::Reinstate{some()}, by);
            default:
                return attempt(reservation::Release{some()}, by);
        }
    }
    void forget() {
        const auto before = sums();
        forgetting(world_, now_);
        EXPECT_EQ(sums(), before);
    }
    // The hours of every period of both budgets around now.
    std::vector<double> sums() const {
        std::vector<double> all;
        for (int week = -8; week < 6; ++week) {
            const auto at = now_ + std::chrono::days{7} * week;
            all.push_back(hours_booked(world_, weekly_, at));
            all.push_back(hours_booked(world_, of_bert(60), at));
        }
        return all;
    }
    void check() const {
        const auto all = sums();
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_LE(all[i], i % 2 == 0 ? 40 : 60);
        }
    }
    int accepted = 0, refused = 0;

  private:
    std::int64_t below(std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>{0, n - 1}(random_);
    }
    ReservationId some() { return nth<ReservationId>(static_cast<unsigned>(1 + below(last_ + 1))); }
    std::optional<std::string> project() {
        return below(2) == 0 ? std::optional<std::string>("bert") : std::nullopt;
    }
    std::vector<GpuId> gpus() {
        std::vector all{gpu_a, gpu_b, gpu_c, gpu_d};
        std::shuffle(all.begin(), all.end(), random_);
        all.resize(static_cast<std::size_t>(1 + below(3)));
        return all;
    }
    void book_one(PersonId by) {
        const auto from = now_ + std::chrono::minutes{below(20'000)};
        const auto until = from + std::chrono::minutes{30 + below(1200)};
        auto b = booking(static_cast<unsigned>(++last_), by, gpus(), from, until);
        b.project = project();
        attempt(book_all(b), by);
    }
    void change_one(PersonId by) {
        reservation::Change change{some()};
        if (below(2) == 0) change.project = project();
        if (below(2) == 0) change.from = now_ + std::chrono::minutes{below(10'000)};
        if (below(2) == 0) change.until = now_ + std::chrono::minutes{below(12'000)};
        if (below(3) == 0) change.gpus = gpus();
        attempt(change, by);
    }
    template <class C>
    void attempt(C c, PersonId by) {
        auto decided = world_.decide(std::move(c), Context{by, Scopes::all(), now_});
        if (!decided) {
            refused += decided.error().code == Code::over_limit ? 1 : 0;
            return;
        }
        ++accepted;
        for (auto& e : *decided) world_.and_then(std::move(e));
    }

    std::mt19937 random_;
    Given world_{ten};
    Instant now_ = ten;
    std::int64_t last_ = 0;
    Budget weekly_ = of_vision(40, WhenSpent::refuse, Period::week);
};

TEST(Budget, refusing_budget_is_never_exceeded_by_random_commands) {
    const auto* seed = std::getenv("DIBS_SEED");
    RandomSite site(seed ? static_cast<unsigned>(std::atoi(seed)) : 1U);
    for (int i = 1; i <= 4000; ++i) {
        site.step();
        if (i % 5 == 0) site.check();
        if (i % 200 == 0) site.forget();
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(site.accepted, 300);
    EXPECT_GT(site.refused, 100);  // the budgets did refuse
}

// The parts add up to the whole for every division.
TEST(Budget, parts_of_a_booking_add_up_to_it) {
    std::mt19937 random(7);
    const auto below = [&](int n) { return std::uniform_int_distribution<int>{0, n - 1}(random); };
    static const PlainZones zones;
    for (const auto period : {Period::week, Period::month, Period::quarter, Period::year}) {
        for (int i = 0; i < 200; ++i) {
            auto budget = of_vision(1, WhenSpent::warn, period);
            budget.zone = below(2) == 0 ? "UTC" : "East";
            const auto from = ten + std::chrono::minutes{below(600'000)};
            const Interval when{from, from + std::chrono::milliseconds{1 + below(2'000'000'000)}};
            Duration sum{};
            auto part = budget::period_at(budget, when.from, &zones);
            for (; part->from < when.until; part = budget::period_at(budget, part->until, &zones)) {
                sum += budget::part_of(when, 3, *part);
            }
            EXPECT_EQ(sum, when.length() * 3);
        }
    }
}

}  // namespace
}  // namespace dibs::test
