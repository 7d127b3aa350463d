// Budgets of GPU-hours: who makes them, what counts against them, what they refuse. The past of a
// period counts even after the world has forgotten its bookings.
#include "domain/kernel/text.hpp"
#include "tests/domain/budget/budget_site.hpp"

#include <algorithm>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
Outcome over_budget(const Budget& budget) {
    std::vector<Ref> about{budget.id};
    if (budget.group) about.emplace_back(*budget.group);
    return {text_of(
        Refusal{Code::over_limit, budget.project ? "project" : "until", "", std::move(about)})};
}
std::string budget_sentence(const Given& world, const reservation::Booking& b, PersonId by) {
    const auto result = world.decide(book_all(b), Context{by, Scopes::all(), world.world().now});
    return result ? "booked" : result.error().detail;
}
const auto two_gpu_hours = booking(1, ann, {gpu_a}, "14:00", "16:00");
const auto four_gpu_hours = booking(2, ann, {gpu_b, gpu_c}, "14:00", "16:00");

TEST(Project, project_is_a_short_tag_in_normal_form) {
    EXPECT_EQ(normal_project("BERT", "project").value(), "bert");
    EXPECT_EQ(normal_project("Llama-3.1_ft", "project").value(), "llama-3.1_ft");
    EXPECT_EQ(normal_project("7b", "project").value(), "7b");
    EXPECT_TRUE(normal_project(std::string(64, 'a'), "project"));
    for (const std::string no : {"", "-x", ".x", "_x", "a b", "a/b", "=1+1", "za\xc5\xbc", "a\n"}) {
        const auto result = normal_project(no, "project");
        ASSERT_FALSE(result) << no;
        EXPECT_EQ(result.error().code, Code::out_of_range);
        EXPECT_EQ(result.error().field, "project");
    }
    EXPECT_FALSE(normal_project(std::string(65, 'a'), "project"));
}

TEST(Project, project_of_a_booking_can_change_until_its_end) {
    auto asked = two_gpu_hours;
    asked.project = "BERT";
    const auto stored = on(two_gpu_hours, "bert");
    EXPECT_EQ(budget_site().when(book_all(asked), ann), events(booked(stored)));
    EXPECT_EQ(budget_site().when(book_all(on(two_gpu_hours, "no such!")), ann),
              refused(Code::out_of_range, "project"));
    auto world = given(budget_site(), booked(stored));
    reservation::Change change{stored.id};
    change.project = "GPT";
    EXPECT_EQ(world.when(change, ann), events(changed(stored, on(two_gpu_hours, "gpt"))));
    EXPECT_EQ(world.when(change, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(change, root), events(changed(stored, on(two_gpu_hours, "gpt"))));
    world.at(clock("15:00"));  // it runs
    EXPECT_EQ(world.when(change, ann), events(changed(stored, on(two_gpu_hours, "gpt"))));
    change.project = std::optional<std::string>{};
    EXPECT_EQ(world.when(change, ann), events(changed(stored, two_gpu_hours)));
    world.at(clock("16:00"));
    EXPECT_EQ(world.when(change, ann), refused(Code::already_ended));
}

TEST(Budget, admin_makes_changes_and_removes_a_budget) {
    const auto made = of_vision(100);
    EXPECT_EQ(budget_site().when(budget::Make{made}, root),
              events(budget::BudgetCreated{made, "vision"}));
    EXPECT_EQ(budget_site().when(budget::Make{made}, ann), refused(Code::not_allowed));
    EXPECT_EQ(with(made).when(budget::Make{made}, root), refused(Code::already_exists, "id"));
    budget::Change change{first_budget, 1, 50};
    change.when_spent = WhenSpent::warn;
    const auto after = of_vision(50, WhenSpent::warn);
    EXPECT_EQ(with(made).when(change, root), events(budget::Changed{after, made, "vision"}));
    EXPECT_EQ(with(made).when(change, ann), refused(Code::not_allowed));
    change.expected = 2;
    EXPECT_EQ(with(made).when(change, root), refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(with(made).when(budget::Change{first_budget, {}, 100}, root), nothing());
    EXPECT_EQ(with(made).when(budget::Remove{first_budget}, root),
              events(budget::Removed{made, "vision"}));
    EXPECT_EQ(with(made).when(budget::Remove{first_budget}, ann), refused(Code::not_allowed));
    EXPECT_EQ(budget_site().when(budget::Remove{first_budget}, root),
              refused(Code::not_found, "id"));
}

TEST(Budget, rejects_invalid_budget_fields) {
    const auto refuses = [](Budget wrong, Code code, const char* field) {
        EXPECT_EQ(budget_site().when(budget::Make{std::move(wrong)}, root), refused(code, field));
    };
    auto wrong = of_vision(10);
    wrong.project = "bert";
    refuses(wrong, Code::out_of_range, "group_id");
    wrong = of_vision(10);
    wrong.group.reset();
    refuses(wrong, Code::out_of_range, "group_id");
    wrong.group = nth<GroupId>(9);
    refuses(wrong, Code::not_found, "group_id");
    refuses(of_vision(0), Code::out_of_range, "gpu_hours");
    refuses(of_vision(10'000'001), Code::out_of_range, "gpu_hours");
    wrong = of_vision(10);
    wrong.from = ten;
    refuses(wrong, Code::out_of_range, "from");
    wrong = of_vision(10, WhenSpent::refuse, Period::once);
    refuses(wrong, Code::out_of_range, "from");
    wrong.from = ten;
    refuses(wrong, Code::out_of_range, "until");
    wrong.until = ten;
    refuses(wrong, Code::interval_reversed, "until");
    wrong.until = ten + std::chrono::days{367};
    refuses(wrong, Code::out_of_range, "until");
    wrong = of_vision(10);
    wrong.zone = "Mars";
    refuses(wrong, Code::unknown_zone, "zone");
    wrong = of_bert(10);
    wrong.project = "no such!";
    refuses(wrong, Code::out_of_range, "project");
    auto upper = of_bert(10);
    upper.project = "BERT";
    EXPECT_EQ(budget_site().when(budget::Make{upper}, root),
              events(budget::BudgetCreated{of_bert(10), "bert"}));
}

TEST(Budget, second_budget_of_the_same_kind_is_refused) {
    auto again = of_vision(10);
    again.id = second_budget;
    EXPECT_EQ(
        with(of_vision(100)).decide(budget::Make{again}, {root, Scopes::all(), ten}).error().field,
        "period");
    again.period = Period::week;
    EXPECT_EQ(with(of_vision(100)).when(budget::Make{again}, root),
              events(budget::BudgetCreated{again, "vision"}));
}

TEST(Budget, budget_changed_from_once_loses_from_and_until) {
    auto once = of_vision(10, WhenSpent::refuse, Period::once);
    once.from = ten;
    once.until = ten + 24h;
    budget::Change change{first_budget};
    change.period = Period::week;
    EXPECT_EQ(
        with(once).when(change, root),
        events(budget::Changed{of_vision(10, WhenSpent::refuse, Period::week), once, "vision"}));
}

TEST(Budget, removed_group_removes_its_budget) {
    const auto made = of_vision(10);
    const auto result = with(made).decide(group::Remove{vision}, Context{root, Scopes::all(), ten});
    ASSERT_TRUE(result);
    const auto removed = event(budget::Removed{made, "vision"});
    EXPECT_TRUE(std::any_of(result->begin(), result->end(),
                            [&](const Event& e) { return text_of(e) == text_of(removed); }));
}

TEST(Budget, refusing_budget_limits_all_members_of_its_group) {
    auto world = given(with(of_vision(5)), booked(two_gpu_hours));
    EXPECT_EQ(world.when(book(four_gpu_hours), ann), over_budget(of_vision(5)));
    EXPECT_EQ(
        budget_sentence(world, four_gpu_hours, ann),
        "That makes 6 GPU-hours from 2026-12-01 to 2026-12-31 in the budget of vision, which has "
        "5: 3 are left. What is released early counts no more. An admin can change the "
        "budget.");
    const auto of_ben = booking(2, ben, {gpu_b, gpu_c}, "14:00", "16:00");
    EXPECT_EQ(world.when(book(of_ben), ben), events(booked(of_ben)));
    EXPECT_EQ(world.when(book(four_gpu_hours), root),
              over_budget(of_vision(5)));  // the group of the owner counts
    const auto fits = booking(2, ann, {gpu_b}, "14:00", "17:00");
    EXPECT_EQ(world.when(book(fits), ann), events(booked(fits)));
}

TEST(Budget, project_budget_counts_all_bookings_with_the_project) {
    auto world = given(with(of_bert(5)), booked(on(two_gpu_hours, "bert")));
    const auto of_ben = on(booking(2, ben, {gpu_b, gpu_c}, "14:00", "16:00"), "bert");
    EXPECT_EQ(world.when(book_all(of_ben), ben), over_budget(of_bert(5)));
    const auto other = on(of_ben, "gpt");
    EXPECT_EQ(world.when(book_all(other), ben), events(booked(other)));
    world.and_then(booked(other));
    reservation::Change change{other.id};
    change.project = "bert";
    EXPECT_EQ(world.when(change, ben), over_budget(of_bert(5)));
    reservation::Change leave{two_gpu_hours.id};
    leave.project = std::optional<std::string>{};
    EXPECT_EQ(world.done(leave, ann).when(change, ben), events(changed(other, of_ben)));
}

TEST(Budget, warning_budget_records_that_it_is_exceeded) {
    auto world = given(with(of_vision(5, WhenSpent::warn)), booked(two_gpu_hours));
    const Interval december{clock("00:00"), clock("00:00", "2027-01-01")};
    EXPECT_EQ(world.when(book(four_gpu_hours), ann),
              events(booked(four_gpu_hours),
                     budget::Exceeded{first_budget, vision, "vision", four_gpu_hours.id, ann,
                                      december, 5, 6 * 3600, 3 * 3600}));
}

TEST(Budget, released_and_cancelled_hours_return_to_the_budget) {
    auto world = given(with(of_vision(5)), booked(two_gpu_hours),
                       booked(booking(3, ann, {gpu_d}, "10:00", "13:00")));
    EXPECT_EQ(hours_booked(world, of_vision(5)), 5);
    world.at(clock("11:00")).done(reservation::Release{nth<ReservationId>(3)}, ann);
    EXPECT_EQ(hours_booked(world, of_vision(5)), 3);
    world.done(reservation::Cancel{two_gpu_hours.id}, ann);
    EXPECT_EQ(hours_booked(world, of_vision(5)), 1);
    EXPECT_EQ(world.when(book(four_gpu_hours), ann), events(booked(four_gpu_hours)));
    EXPECT_EQ(world.when(reservation::Reinstate{two_gpu_hours.id}, ann),
              events(reinstated(two_gpu_hours)));
    world.done(book(four_gpu_hours), ann);
    EXPECT_EQ(world.when(reservation::Reinstate{two_gpu_hours.id}, ann), over_budget(of_vision(5)));
}

TEST(Budget, suspended_booking_does_not_count) {
    auto world = given(with(of_vision(2)), booked(two_gpu_hours));
    world.done(grant::Withdraw{nth<GrantId>(1)}, root);
    EXPECT_EQ(hours_booked(world, of_vision(2)), 0);
}

TEST(Budget, raised_or_removed_budget_revives_a_suspended_booking) {
    auto world = given(with(of_vision(4)), booked(four_gpu_hours));
    world.done(budget::Change{first_budget, {}, 1}, root);
    world.done(grant::Withdraw{nth<GrantId>(1)}, root);
    world.done(grant::Give{grant::everyone_may_use_everything(nth<GrantId>(9))}, root);
    const auto is_back = [](const Outcome& outcome) {
        return outcome.text.find("reservation.revived") != std::string::npos;
    };
    EXPECT_FALSE(is_back(world.when(budget::Change{first_budget, {}, 3}, root))) << "not enough";
    EXPECT_TRUE(is_back(world.when(budget::Change{first_budget, {}, 4}, root)));
    EXPECT_TRUE(is_back(world.when(budget::Remove{first_budget}, root)));
}

TEST(Budget, refusal_names_the_requested_field) {
    const auto tagged = on(two_gpu_hours, "bert");
    auto of_bert = of_vision(2);
    of_bert.group.reset();
    of_bert.project = "bert";
    auto world = given(with(of_bert), booked(tagged));
    const auto field_of = [&](const auto& command) {
        const auto result = world.decide(command, Context{ann, Scopes::all(), ten});
        return result ? "none" : result.error().field;
    };
    reservation::Change longer{tagged.id};
    longer.until = clock("17:00");
    EXPECT_EQ(field_of(longer), "until") << "its project is as it was";
    world.and_then(booked(four_gpu_hours));
    reservation::Change tag{four_gpu_hours.id};
    tag.project = "bert";
    EXPECT_EQ(field_of(tag), "project");
    EXPECT_EQ(field_of(book_all(on(booking(3, ann, {gpu_d}, "14:00", "16:00"), "bert"))),
              "project");
}

TEST(Budget, change_that_takes_no_more_is_never_refused) {
    auto world = given(with(of_vision(100)), booked(four_gpu_hours));
    world.done(budget::Change{first_budget, {}, 1}, root);  // cancels nothing
    EXPECT_EQ(hours_booked(world, of_vision(1)), 4);
    reservation::Change shorter{four_gpu_hours.id};
    shorter.until = clock("15:00");
    auto after = four_gpu_hours;
    after.when.until = clock("15:00");
    EXPECT_EQ(world.when(shorter, ann), events(changed(four_gpu_hours, after)));
    reservation::Change titled{four_gpu_hours.id};
    titled.title = Personal<std::string>{"x"};
    after = four_gpu_hours;
    after.title.value = "x";
    EXPECT_EQ(world.when(titled, ann), events(changed(four_gpu_hours, after)));
    reservation::Change longer{four_gpu_hours.id};
    longer.until = clock("16:30");
    EXPECT_EQ(world.when(longer, ann), over_budget(of_vision(1)));
}

TEST(Budget, budget_is_relaxed_for_bookings_that_start_soon) {
    auto world = with(of_vision(1));
    rules::Rules rules;
    rules.relaxed_within_min = 60;
    world.with(rules);
    const auto soon = booking(1, ann, {gpu_a}, "10:30", "12:30");
    const auto result = world.decide(book(soon), Context{ann, Scopes::all(), ten});
    ASSERT_TRUE(result) << result.error().detail;
    ASSERT_EQ(result->size(), 2U);  // and it is recorded
    EXPECT_EQ(result->back().type(), budget::Exceeded::type);
    EXPECT_EQ(world.when(book(two_gpu_hours), ann), over_budget(of_vision(1)));
}

TEST(Budget, booking_across_two_periods_counts_partly_in_each) {
    const auto across =
        booking(1, ann, {gpu_a, gpu_b}, clock("22:00", "2026-12-31"), clock("03:00", "2027-01-01"));
    auto world = given(with(of_vision(100)), booked(across));
    EXPECT_EQ(hours_booked(world, of_vision(100)), 4);
    EXPECT_EQ(hours_booked(world, of_vision(100), clock("00:00", "2027-01-01")), 6);
    // The second period.
    EXPECT_EQ(with(of_vision(5)).when(book(across), ann), over_budget(of_vision(5)));
    EXPECT_EQ(with(of_vision(6)).when(book(across), ann), events(booked(across)));
}

TEST(Budget, periods_follow_the_zone_of_the_budget) {
    static const PlainZones zones;
    auto budget = of_vision(1);
    const auto period = [&](Period of, Instant at) {
        budget.period = of;
        return budget::period_at(budget, at, &zones);
    };
    const auto day = [](std::string_view text) { return clock("00:00", text); };
    EXPECT_EQ(period(Period::week, ten), (Interval{day("2026-11-30"), day("2026-12-07")}));
    EXPECT_EQ(period(Period::month, ten), (Interval{day("2026-12-01"), day("2027-01-01")}));
    EXPECT_EQ(period(Period::quarter, ten), (Interval{day("2026-10-01"), day("2027-01-01")}));
    EXPECT_EQ(period(Period::year, ten), (Interval{day("2026-01-01"), day("2027-01-01")}));
    budget.zone = "East";  // two hours ahead
    EXPECT_EQ(period(Period::month, clock("22:00", "2026-12-31")),
              (Interval{clock("22:00", "2026-12-31"), clock("22:00", "2027-01-31")}));
    EXPECT_EQ(period(Period::month, clock("21:59", "2026-12-31")),
              (Interval{clock("22:00", "2026-11-30"), clock("22:00", "2026-12-31")}));
    budget.zone = "Mars";
    EXPECT_EQ(period(Period::month, ten), std::nullopt);
    budget.from = ten;
    budget.until = ten + 1h;
    EXPECT_EQ(period(Period::once, ten), (Interval{ten, ten + 1h}));
    EXPECT_EQ(period(Period::once, ten + 1h), std::nullopt);
}

TEST(Budget, taken_gpu_is_reported_before_a_spent_budget) {
    auto world = given(with(of_vision(1)), booked(booking(3, ben, {gpu_b}, "14:00", "16:00")));
    EXPECT_EQ(world.when(book(four_gpu_hours), ann),
              refused(Code::slot_taken, "gpus", {nth<ReservationId>(3)}));
}

TEST(Budget, nearly_spent_and_spent_are_each_recorded_once_a_period) {
    const Interval december{clock("00:00"), clock("00:00", "2027-01-01")};
    const budget::ReportBudgetThreshold call{first_budget};
    const auto told = [&](std::int64_t of, std::int64_t hours, Step step) {
        return events(
            budget::Spent{first_budget, vision, "vision", december, of, hours * 3600, step});
    };
    auto world = given(with(of_vision(6)), booked(four_gpu_hours));
    EXPECT_EQ(world.when(call), nothing()) << "four of six";
    world.done(budget::Change{first_budget, {}, 5}, root);
    EXPECT_EQ(world.when(call), told(5, 4, Step::nearly_spent));
    EXPECT_EQ(world.when(call, root), refused(Code::not_allowed));
    world.done(call);
    EXPECT_EQ(world.when(call), nothing());
    world.done(book(booking(3, ann, {gpu_a}, "14:00", "15:00")), ann);
    EXPECT_EQ(world.when(call), told(5, 5, Step::spent));
    world.done(call);
    EXPECT_EQ(world.when(call), nothing());
    world.done(reservation::Cancel{nth<ReservationId>(3)}, ann);
    EXPECT_EQ(world.when(call), nothing()) << "that most of it is spent was told";
    budget::Change warns{first_budget};
    warns.when_spent = WhenSpent::warn;
    EXPECT_EQ(world.done(warns, root).when(call), nothing());
    world.done(budget::Change{first_budget, {}, 4}, root);
    EXPECT_EQ(world.when(call), told(4, 4, Step::spent)) << "with other hours it is told anew";
    EXPECT_EQ(world.at(clock("00:00", "2027-01-01")).when(call), nothing());
    EXPECT_EQ(world.done(budget::Remove{first_budget}, root).when(call), nothing());
}

TEST(Budget, budget_outside_its_period_records_no_step) {
    auto once = of_vision(1, WhenSpent::warn, Period::once);
    once.from = clock("13:00");
    once.until = clock("18:00");
    auto world = given(with(once), booked(two_gpu_hours));
    EXPECT_EQ(world.when(budget::ReportBudgetThreshold{first_budget}), nothing()) << "not yet";
    EXPECT_EQ(
        world.at(clock("13:00")).when(budget::ReportBudgetThreshold{first_budget}),
        events(budget::Spent{
            first_budget, vision, "vision", {*once.from, *once.until}, 1, 7200, Step::spent}));
    EXPECT_EQ(world.at(clock("18:00")).when(budget::ReportBudgetThreshold{first_budget}), nothing())
        << "over";
}

TEST(Budget, budget_keeps_the_hours_of_forgotten_bookings) {
    auto yearly = of_vision(5, WhenSpent::refuse, Period::year);
    auto world = given(with(yearly), booked(on(two_gpu_hours, "bert")));
    world.at(clock("15:00")).done(reservation::Release{two_gpu_hours.id}, ann);
    forgetting(world, clock("10:00", "2027-03-01"));
    EXPECT_TRUE(world.world().reservations.all.empty());
    EXPECT_EQ(hours_booked(world, yearly), 1);
    EXPECT_EQ(hours_booked(world, of_bert(5)), 1);
    forgetting(world, clock("10:00", "2028-03-01"));  // no open period needs it
    EXPECT_TRUE(world.world().budgets.past.empty());
}

}  // namespace
}  // namespace dibs::test
