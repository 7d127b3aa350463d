// The budget tables: budgets with the spent, booked and remaining hours of their current period,
// and bookings by project. The tables must count like the domain.
#include "projections/questions/budgets.hpp"

#include "domain/budget/budget_rules.hpp"
#include "projections/questions/calendar.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {
namespace {

using budget::Budget;
using budget::Period;
using budget::WhenSpent;

const GroupId vision_group = nth<GroupId>(1);
const BudgetId vision_budget = nth<BudgetId>(1), bert_budget = nth<BudgetId>(2);
const PlainZones zones;

Budget of_vision(std::int64_t hours) {
    return {vision_budget, vision_group,     {}, hours, Period::month, {}, {},
            "UTC",         WhenSpent::refuse};
}
Budget of_bert(std::int64_t hours) {
    return {bert_budget, {}, "bert", hours, Period::week, {}, {}, "UTC", WhenSpent::warn};
}
reservation::Booking on(reservation::Booking b, std::string project) {
    b.project = std::move(project);
    return b;
}

// Ann is in the group; the time is 10:00.
TablesWith& site(TablesWith& tables) {
    return tables.sample_site()
        .fact(group::GroupCreated{{vision_group, "vision", false}}, root)
        .fact(group::Joined{vision_group, ann, false, "vision", {}}, root)
        .fact(budget::BudgetCreated{of_vision(10), "vision"}, root)
        .fact(budget::BudgetCreated{of_bert(10), "bert"}, root);
}
views::BudgetPeriod now_of(const TablesWith& tables, BudgetId id) {
    return find_budget(tables.ask(), zones, id).value().now.value();
}

TEST(BudgetTables, new_budget_has_its_period_and_all_hours_left) {
    TablesWith tables;
    site(tables);
    const auto view = find_budget(tables.ask(), zones, vision_budget).value();
    EXPECT_EQ(view.group, vision_group);
    EXPECT_EQ(view.group_name, "vision");
    EXPECT_EQ(view.project, std::nullopt);
    EXPECT_EQ(view.gpu_hours, 10);
    EXPECT_EQ(view.version, 1);
    EXPECT_EQ(view.changed_at, std::nullopt);
    EXPECT_EQ(view.now->from, clock("00:00", "2026-12-01"));
    EXPECT_EQ(view.now->until, clock("00:00", "2027-01-01"));
    EXPECT_EQ(view.now->spent_s, 0);
    EXPECT_EQ(view.now->ahead_s, 0);
    EXPECT_EQ(view.now->left_s, 36000);
}

TEST(BudgetTables, change_raises_version_and_removed_budget_is_not_found) {
    TablesWith tables;
    site(tables).at("10:20").fact(budget::Changed{of_vision(20), of_vision(10), "vision"}, root);
    const auto view = find_budget(tables.ask(), zones, vision_budget).value();
    EXPECT_EQ(view.gpu_hours, 20);
    EXPECT_EQ(view.version, 2);
    EXPECT_EQ(view.changed_at, clock("10:20"));
    tables.fact(budget::Removed{of_vision(20), "vision"}, root);
    EXPECT_EQ(find_budget(tables.ask(), zones, vision_budget), std::nullopt);
}

TEST(BudgetTables, past_booked_time_is_spent_and_future_time_is_ahead) {
    TablesWith tables;
    const auto of_ann = booking(1, ann, {gpu_a, gpu_b}, "08:00", "11:00");
    const auto of_ben = on(booking(2, ben, {gpu_c}, "12:00", "14:00"), "bert");
    site(tables).fact(booked(of_ann), ann).fact(booked(of_ben), ben);
    const auto now = now_of(tables, vision_budget);
    EXPECT_EQ(now.spent_s, 2 * 7200);
    EXPECT_EQ(now.ahead_s, 2 * 3600);
    EXPECT_EQ(now.left_s, 36000 - 6 * 3600);
    EXPECT_EQ(now_of(tables, bert_budget).ahead_s, 7200);
    tables.fact(released(of_ann, clock("10:00")), ann).fact(cancelled(of_ben), ben);
    EXPECT_EQ(now_of(tables, vision_budget).left_s, 36000 - 4 * 3600);
    EXPECT_EQ(now_of(tables, bert_budget).left_s, 36000);
    tables.fact(reinstated(of_ben), ben);
    EXPECT_EQ(now_of(tables, bert_budget).ahead_s, 7200);
}

TEST(BudgetTables, left_is_negative_if_more_is_booked) {
    TablesWith tables;
    const auto much = booking(1, ann, {gpu_a, gpu_b}, clock("12:00"), clock("18:00"));
    site(tables).fact(booked(much), ann);
    EXPECT_EQ(now_of(tables, vision_budget).left_s, -2 * 3600);
}

TEST(BudgetTables, booking_counts_for_its_project_and_its_owners_groups) {
    TablesWith tables;
    const auto before = on(booking(1, ann, {gpu_a}, "12:00", "14:00"), "bert");
    const auto after = on(before, "gpt");
    site(tables).fact(booked(before), ann).fact(changed(before, after), ann);
    EXPECT_EQ(now_of(tables, bert_budget).ahead_s, 0);
    EXPECT_EQ(now_of(tables, vision_budget).ahead_s, 7200);
    tables.fact(group::Left{vision_group, ann, "vision"}, root);
    EXPECT_EQ(now_of(tables, vision_budget).ahead_s, 0);
}

TEST(BudgetTables, tables_and_domain_count_the_same) {
    TablesWith tables;
    site(tables);
    auto world = given(test::sample_site(), group::GroupCreated{{vision_group, "vision", false}},
                       group::Joined{vision_group, ann, false, "vision", {}});
    for (unsigned i = 1; i < 40; ++i) {
        const auto from = ten + std::chrono::minutes{37 * i} - std::chrono::hours{12};
        auto b = booking(i, i % 3 == 0 ? ben : ann,
                         i % 2 == 0 ? std::vector{gpu_a} : std::vector{gpu_b, gpu_c}, from,
                         from + std::chrono::minutes{11 * i + 30});
        if (i % 4 == 0) b.project = "bert";
        tables.fact(booked(b));
        world.and_then(booked(b));
        if (i % 5 == 0) {
            tables.fact(cancelled(b));
            world.and_then(cancelled(b));
        }
    }
    const auto books = budget::books_of(world.world(), &zones);
    for (const auto& one : {of_vision(10), of_bert(10)}) {
        const auto now = now_of(tables, one.id);
        const auto booked = budget::booked_in(books, one, {now.from, now.until});
        EXPECT_EQ(now.spent_s + now.ahead_s, booked / std::chrono::seconds{1});
        EXPECT_GT(now.spent_s, 0);
        EXPECT_GT(now.ahead_s, 0);
    }
}

TEST(BudgetTables, one_time_budget_shows_its_whole_period_at_any_time) {
    TablesWith tables;
    auto once = of_bert(10);
    once.id = nth<BudgetId>(3);
    once.period = Period::once;
    once.from = clock("00:00", "2026-12-24");
    once.until = clock("00:00", "2026-12-27");
    site(tables).fact(budget::BudgetCreated{once, "bert"}, root);
    EXPECT_EQ(now_of(tables, once.id).from, once.from);
    tables.at("10:00", "2027-01-05");
    EXPECT_EQ(now_of(tables, once.id).until, once.until);
}

TEST(BudgetTables, budget_of_unknown_zone_has_no_period) {
    TablesWith tables;
    auto lost = of_bert(10);
    lost.id = nth<BudgetId>(3);
    lost.zone = "Mars";
    site(tables).fact(budget::BudgetCreated{lost, "bert"}, root);
    EXPECT_EQ(find_budget(tables.ask(), zones, lost.id)->now, std::nullopt);
}

TEST(BudgetTables, budgets_are_filtered_by_group_project_or_person) {
    TablesWith tables;
    site(tables);
    const auto count = [&](const views::BudgetFilter& filter) {
        return list_budgets(tables.ask(), zones, filter, {}).items.size();
    };
    EXPECT_EQ(count({}), 2U);
    EXPECT_EQ(count({vision_group, {}, {}}), 1U);
    EXPECT_EQ(count({{}, "bert", {}}), 1U);
    EXPECT_EQ(count({{}, {}, ann}), 2U);
    EXPECT_EQ(count({{}, {}, ben}), 1U);
}

TEST(ProjectTables, projects_are_listed_once_by_name_in_pages) {
    TablesWith tables;
    site(tables);
    unsigned n = 0;
    for (const auto* project : {"gpt", "bert", "bert", "bert-large", "gpt"}) {
        const auto from = clock("12:00") + std::chrono::hours{n++};
        tables.fact(
            booked(on(booking(n, ann, {gpu_a}, from, from + std::chrono::hours{1}), project)), ann);
    }
    const auto names = [](const Slice<views::Project>& slice) {
        std::vector<std::string> all;
        for (const auto& one : slice.items) all.push_back(one.project);
        return all;
    };
    const auto all = list_projects(tables.ask(), {});
    EXPECT_EQ(names(all), (std::vector<std::string>{"bert", "bert-large", "gpt"}));
    EXPECT_EQ(all.items[0].last_from, clock("14:00"));
    PageFrom page;
    page.limit = 2;
    const auto two = list_projects(tables.ask(), page);
    ASSERT_EQ(names(two), (std::vector<std::string>{"bert", "bert-large"}));
    ASSERT_TRUE(two.next);
    page.after = two.next;
    EXPECT_EQ(names(list_projects(tables.ask(), page)), std::vector<std::string>{"gpt"});
    views::ReservationFilter filter;
    filter.project = "bert";
    EXPECT_EQ(list_reservations(tables.ask(), filter, {}).items.size(), 2U);
    filter.owner = ben;
    EXPECT_TRUE(list_reservations(tables.ask(), filter, {}).items.empty());
}

}  // namespace
}  // namespace dibs::test
