// The violation tables.
#include "projections/questions/violations.hpp"

#include "projections/questions/fleet.hpp"
#include "projections/questions/site.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

const auto first_violation = nth<ViolationId>(1), second_violation = nth<ViolationId>(2);
const auto anns_booking = booking(1, ann, {gpu_a, gpu_b, gpu_c}, "10:00", "12:00");
const auto bens = process(1, {gpu_a}, 42, "ben"), eves = process(2, {gpu_c}, 43, "eve");
const auto by_ben = intruder(1, bens, anns_booking), by_eve = intruder(2, eves, anns_booking);

// Ben's process on GPUs that Ann booked, and an unknown account's on the other host.
TablesWith& with_intruders(TablesWith& tables) {
    tables.sample_site().fact(booked(anns_booking)).fact(bens).fact(eves);
    tables.at("10:01").fact(violation::ViolationOpened{by_ben});
    return tables.at("10:02").fact(violation::ViolationOpened{by_eve});
}

TEST(ViolationTables, open_violation_names_process_person_and_holder) {
    TablesWith tables;
    const auto v = find_violation(with_intruders(tables).ask(), first_violation).value();
    EXPECT_EQ(v.state, views::ViolationState::open);
    EXPECT_EQ(v.kind, violation::Kind::intruder);
    EXPECT_EQ(v.gpus, std::vector{gpu_a});
    EXPECT_EQ(v.gpu_name, "atlas:0");
    EXPECT_EQ(v.host, atlas);
    EXPECT_EQ(v.reservation, anns_booking.id);
    EXPECT_EQ(v.owner, ann);
    EXPECT_EQ(v.owner_name->value, "ann");
    EXPECT_EQ(v.person, ben);
    EXPECT_EQ(v.opened_at, clock("10:01"));
    ASSERT_EQ(v.processes.size(), 1U);
    EXPECT_EQ(v.processes[0].pid, 42);
    EXPECT_EQ(v.processes[0].command->value, "python train.py");
    EXPECT_EQ(find_violation(tables.ask(), second_violation)->person, std::nullopt)
        << "nobody here is called eve";
}

TEST(ViolationTables, uid_of_a_container_names_no_person) {
    TablesWith tables;
    auto contained = by_ben;
    contained.kind = violation::Kind::unknown_person;
    contained.person.reset();
    contained.starter_unknown = true;
    tables.sample_site().fact(booked(anns_booking)).fact(bens);
    tables.at("10:01").fact(violation::ViolationOpened{contained});
    const auto v = find_violation(tables.ask(), first_violation).value();
    EXPECT_EQ(v.unix_name, "ben");
    EXPECT_EQ(v.starter_unknown, true);
    EXPECT_EQ(v.person, std::nullopt);
    EXPECT_EQ(v.person_name, std::nullopt);
}

TEST(ViolationTables, violation_on_two_gpus_is_found_by_either) {
    TablesWith tables;
    const auto both = intruder(1, process(1, {gpu_a, gpu_b}, 42, "ben"), anns_booking);
    tables.sample_site()
        .fact(booked(anns_booking))
        .fact(bens)
        .fact(violation::ViolationOpened{by_ben});
    tables.fact(moved(bens, both.gpus)).fact(violation::GpusChanged{both});
    const auto v = find_violation(tables.ask(), first_violation).value();
    EXPECT_EQ(v.gpus, (std::vector{gpu_a, gpu_b}));
    EXPECT_EQ(v.gpu_name, "atlas:0-1");
    EXPECT_EQ(v.processes.size(), 1U);
    for (const GpuId gpu : both.gpus) {
        EXPECT_EQ(list_violations(tables.ask(), {.gpus = {gpu}}, {}).items.size(), 1U);
        EXPECT_EQ(list_processes(tables.ask(), {.gpus = {gpu}}, {}).items.at(0).violation,
                  first_violation);
    }
    EXPECT_EQ(list_violations(tables.ask(), {}, {}).items.size(), 1U);
    EXPECT_EQ(count_rows(tables.ask()).open_violations, 1U);
    tables.fact(violation::GpusChanged{by_ben});
    EXPECT_EQ(find_violation(tables.ask(), first_violation)->gpu_name, "atlas:0");
    EXPECT_TRUE(list_violations(tables.ask(), {.gpus = {gpu_b}}, {}).items.empty());
}

TEST(ViolationTables, violation_without_booking_has_no_reservation_and_no_owner) {
    TablesWith tables;
    tables.sample_site().fact(eves).fact(violation::ViolationOpened{unbooked(1, eves)});
    const auto v = find_violation(tables.ask(), first_violation).value();
    EXPECT_EQ(v.kind, violation::Kind::unbooked);
    EXPECT_EQ(v.reservation, std::nullopt);
    EXPECT_EQ(v.owner, std::nullopt);
    EXPECT_EQ(v.owner_name, std::nullopt);
    EXPECT_EQ(v.unix_name, "eve");
}

TEST(ViolationTables, process_shows_its_open_violation) {
    TablesWith tables;
    with_intruders(tables);
    EXPECT_EQ(list_processes(tables.ask(), {.host = atlas}, {}).items.at(0).violation,
              first_violation);
    tables.fact(violation::Closed{by_ben});
    EXPECT_EQ(list_processes(tables.ask(), {.host = atlas}, {}).items.at(0).violation,
              std::nullopt);
}

TEST(ViolationTables, excuse_has_person_time_and_reason) {
    TablesWith tables;
    with_intruders(tables).at("10:05").fact(violation::Excused{by_ben, "we share"}, ann);
    const auto v = find_violation(tables.ask(), first_violation).value();
    EXPECT_EQ(v.excused->by, ann);
    EXPECT_EQ(v.excused->by_name.value, "ann");
    EXPECT_EQ(v.excused->at, clock("10:05"));
    EXPECT_EQ(v.excused->reason, "we share");
    EXPECT_EQ(v.state, views::ViolationState::open);
}

TEST(ViolationTables, violation_has_the_start_of_its_step_delays) {
    TablesWith tables;
    with_intruders(tables);
    EXPECT_EQ(find_violation(tables.ask(), first_violation)->steps_since, std::nullopt)
        << "an old record does not say";
    tables.at("10:10").fact(violation::Closed{by_ben, clock("10:10")});
    const auto back = intruder(3, bens, anns_booking);
    tables.at("10:15").fact(violation::ViolationOpened{back, clock("10:06")});
    const auto again = nth<ViolationId>(3);
    EXPECT_EQ(find_violation(tables.ask(), again)->steps_since, clock("10:06"))
        << "who comes back goes on where they were";
    tables.at("10:20").fact(violation::Excused{back, "we share"}, ann);
    EXPECT_EQ(find_violation(tables.ask(), again)->steps_since, clock("10:06"));
    tables.at("10:30").fact(violation::ExcuseWithdrawn{back, clock("10:30")}, ann);
    EXPECT_EQ(find_violation(tables.ask(), again)->steps_since, clock("10:30"));
}

TEST(ViolationTables, withdrawn_excuse_is_gone_and_inherited_excuse_keeps_its_author) {
    TablesWith tables;
    with_intruders(tables).fact(violation::Excused{by_ben, "we share"}, ann);
    tables.fact(violation::ExcuseWithdrawn{by_ben}, ann);
    EXPECT_FALSE(find_violation(tables.ask(), first_violation)->excused);
    EXPECT_EQ(find_violation(tables.ask(), first_violation)->state, views::ViolationState::open);
    tables.fact(violation::Excused{by_eve, "we share", ann});
    EXPECT_EQ(find_violation(tables.ask(), second_violation)->excused->by, ann);
}

TEST(ViolationTables, closed_violation_has_the_end_of_its_process_and_its_own) {
    TablesWith tables;
    with_intruders(tables).at("10:06").fact(ended(bens));
    tables.at("10:07").fact(violation::Closed{by_ben});
    const auto v = find_violation(tables.ask(), first_violation).value();
    EXPECT_EQ(v.closed_at, clock("10:07"));
    EXPECT_EQ(v.processes.at(0).ended_at, clock("10:06"));
}

TEST(ViolationTables, violations_are_listed_newest_first_by_state_gpu_and_host) {
    TablesWith tables;
    with_intruders(tables).fact(violation::Closed{by_ben});
    const auto list = [&](const views::ViolationFilter& filter) {
        std::vector<ViolationId> ids;
        for (const auto& v : list_violations(tables.ask(), filter, {}).items) ids.push_back(v.id);
        return ids;
    };
    using Ids = std::vector<ViolationId>;
    EXPECT_EQ(list({}), (Ids{second_violation, first_violation}));
    EXPECT_EQ(list({.state = views::ViolationState::open}), (Ids{second_violation}));
    EXPECT_EQ(list({.state = views::ViolationState::closed}), (Ids{first_violation}));
    EXPECT_EQ(list({.gpus = {gpu_a}}), (Ids{first_violation}));
    EXPECT_EQ(list({.host = boreas}), (Ids{second_violation}));
    const auto page = list_violations(tables.ask(), {}, {.limit = 1});
    ASSERT_TRUE(page.next.has_value());
    EXPECT_EQ(list_violations(tables.ask(), {}, {.limit = 1, .after = page.next}).items.at(0).id,
              first_violation);
}

violation::Escalated escalated(std::vector<violation::Violation> all, enforcement::Step step,
                               std::optional<enforcement::StopMode> mode = {}) {
    return {std::move(all), step, clock("10:03"), mode, {}};
}

TEST(ViolationTables, step_is_shown_with_its_outcome_at_each_of_its_violations) {
    TablesWith tables;
    with_intruders(tables);
    const enforcement::Step tell{0, enforcement::Action::message};
    tables.at("10:03").fact(escalated({by_ben, by_eve}, tell));
    for (const auto id : {first_violation, second_violation}) {
        const auto v = find_violation(tables.ask(), id).value();
        ASSERT_EQ(v.steps.size(), 1U);
        EXPECT_EQ(v.steps[0].action, enforcement::Action::message);
        EXPECT_EQ(v.steps[0].at, clock("10:03"));
        EXPECT_EQ(v.steps[0].outcome, std::nullopt) << "it is on its way";
    }
    tables.at("10:04").fact(violation::Acted{{by_ben}, tell, violation::Outcome::done, 2, ""});
    const auto done = find_violation(tables.ask(), first_violation)->steps.at(0);
    EXPECT_EQ(done.outcome, violation::Outcome::done);
    EXPECT_EQ(done.count, 2);
    EXPECT_EQ(done.words, std::nullopt);
    EXPECT_EQ(done.acted_at, clock("10:04"));
    EXPECT_EQ(find_violation(tables.ask(), second_violation)->steps.at(0).outcome, std::nullopt);
}

TEST(ViolationTables, outcome_of_a_repeated_step_belongs_to_the_last) {
    TablesWith tables;
    with_intruders(tables);
    const enforcement::Step stop{600, enforcement::Action::stop};
    const auto mode = enforcement::StopMode::by_helper;
    tables.fact(escalated({by_ben}, stop, mode)).fact(escalated({by_ben}, stop, mode));
    tables.fact(violation::Acted{{by_ben}, stop, violation::Outcome::failed, 0, "no sudo"});
    const auto steps = find_violation(tables.ask(), first_violation)->steps;
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].outcome, std::nullopt);
    EXPECT_EQ(steps[1].outcome, violation::Outcome::failed);
    EXPECT_EQ(steps[1].words, "no sudo");
    EXPECT_EQ(steps[1].stop_mode, mode);
}

TEST(ViolationTables, outcome_belongs_to_the_step_that_it_names) {
    TablesWith tables;
    with_intruders(tables);
    const enforcement::Step tell{0, enforcement::Action::message};
    auto again = escalated({by_ben}, tell);
    again.at = clock("10:30");
    tables.fact(escalated({by_ben}, tell)).fact(again);
    using violation::Outcome;
    const auto at = clock("10:31");
    tables.fact(violation::Acted{{by_ben}, tell, Outcome::not_needed, 0, "", at, clock("10:03")});
    tables.fact(violation::Acted{{by_ben}, tell, Outcome::done, 1, "", at, clock("10:30")});
    // Dibs was killed before it learned that the step was on record.
    tables.fact(violation::Acted{{by_ben}, tell, Outcome::not_needed, 0, "", at, clock("10:30")});
    const auto steps = find_violation(tables.ask(), first_violation)->steps;
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].outcome, Outcome::not_needed);
    EXPECT_EQ(steps[1].outcome, Outcome::done) << "what was done is not undone";
}

TEST(ViolationTables, withheld_stop_is_listed_before_the_later_stop) {
    TablesWith tables;
    with_intruders(tables);
    const enforcement::Step stop{600, enforcement::Action::stop};
    using violation::Outcome;
    const auto held_at = clock("10:13");
    tables.at("10:13").fact(
        violation::Acted{{by_ben}, stop, Outcome::not_told, 0, "", held_at, {}});
    auto late = escalated({by_ben}, stop, enforcement::StopMode::as_owner);
    late.at = clock("10:20");
    tables.at("10:20").fact(late);
    tables.fact(violation::Acted{{by_ben}, stop, Outcome::done, 1, "", clock("10:20"), late.at});
    const auto steps = find_violation(tables.ask(), first_violation)->steps;
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].outcome, Outcome::not_told);
    EXPECT_EQ(steps[0].at, held_at);
    EXPECT_EQ(steps[0].stop_mode, std::nullopt) << "nothing was tried";
    EXPECT_EQ(steps[1].outcome, Outcome::done);
}

TEST(ViolationTables, closed_violation_shows_the_outcome_of_its_step) {
    TablesWith tables;
    with_intruders(tables);
    const enforcement::Step stop{600, enforcement::Action::stop};
    tables.fact(escalated({by_ben}, stop, enforcement::StopMode::as_owner));
    tables.fact(violation::Closed{by_ben});
    tables.fact(violation::Acted{{by_ben}, stop, violation::Outcome::done, 1, ""});
    EXPECT_EQ(find_violation(tables.ask(), first_violation)->steps.at(0).outcome,
              violation::Outcome::done);
}

TEST(ViolationTables, levels_of_hosts_and_groups_are_listed_while_set) {
    TablesWith tables;
    const auto students = nth<GroupId>(1);
    tables.sample_site().fact(group::GroupCreated{{students, "students"}});
    using rules::ViolationLevel;
    tables.at("10:05").fact(violation::LevelSet{atlas, {}, "atlas", ViolationLevel::always, {}});
    tables.fact(violation::LevelSet{{}, students, "students", ViolationLevel::off, {}});
    const auto levels = violation_levels(tables.ask());
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].group_name, "students");
    EXPECT_EQ(levels[0].level, ViolationLevel::off);
    EXPECT_EQ(levels[1].host_name, "atlas");
    EXPECT_EQ(levels[1].level, ViolationLevel::always);
    EXPECT_EQ(levels[1].set_at, clock("10:05"));
    tables.fact(violation::LevelSet{atlas, {}, "atlas", {}, ViolationLevel::always});
    tables.fact(group::Removed{students, "students", {}});
    EXPECT_TRUE(violation_levels(tables.ask()).empty()) << "one of a group that is gone is none";
}

}  // namespace
}  // namespace dibs::test
