// The kinds of violations, the levels of hosts and groups, ignored processes, the grace period
// after a booking, and the protection of a booking.
#include "tests/domain/violation/violation_site.hpp"

namespace dibs::test {
namespace {

// The kind of the only violation that a tick would open.
std::optional<violation::Kind> kind_of(const Given& world) {
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    for (const auto& e : decided.value()) {
        if (const auto* opened = get_if<violation::ViolationOpened>(&e))
            return opened->violation.kind;
    }
    return std::nullopt;
}
constexpr auto level_always = rules::ViolationLevel::always;
constexpr auto level_off = rules::ViolationLevel::off;
constexpr auto against_bookings = rules::ViolationLevel::against_bookings;
rules::Rules level(rules::ViolationLevel level) {
    rules::Rules rules;
    rules.violation_level = level;
    return rules;
}

TEST(ViolationKind, known_person_without_a_booking_is_an_intruder) {
    EXPECT_EQ(kind_of(given(sample_site(), booked(anns), bens).at(clock("13:00"))),
              violation::Kind::intruder);
    const auto elsewhere = booking(2, ben, {gpu_c}, "12:00", "14:00");
    EXPECT_EQ(
        kind_of(given(sample_site(), booked(anns), booked(elsewhere), bens).at(clock("13:00"))),
        violation::Kind::intruder);
}

TEST(ViolationKind, holder_of_another_gpu_on_the_host_uses_the_wrong_gpu) {
    const auto own = booking(2, ben, {gpu_b}, "12:00", "13:30");
    auto world = given(sample_site(), booked(anns), booked(own), bens).at(clock("13:00"));
    EXPECT_EQ(kind_of(world), violation::Kind::wrong_gpu);
    auto free =
        given(sample_site(), booked(own), bens).with(level(level_always)).at(clock("13:00"));
    EXPECT_EQ(kind_of(free), violation::Kind::wrong_gpu);
}

TEST(ViolationKind, account_without_a_person_is_an_unknown_person) {
    const auto stranger = process(1, {gpu_a}, "mallory");
    EXPECT_EQ(kind_of(given(sample_site(), booked(anns), stranger).at(clock("13:00"))),
              violation::Kind::unknown_person);
    EXPECT_EQ(kind_of(given(sample_site(), stranger).with(level(level_always))),
              violation::Kind::unknown_person);
}

// In a container of unknown starter.
fleet::ProcessAppeared contained(std::string unix_name,
                                 std::optional<std::string> started_by = {}) {
    auto process = test::process(1, {gpu_a}, std::move(unix_name));
    process.origin.emplace().container =
        fleet::Container{fleet::Runtime::docker, std::string(64, 'a')};
    process.origin->started_by = std::move(started_by);
    return process;
}
std::optional<violation::Violation> opened_in(Given world) {
    world.done(Tick{});
    const auto& open = world.world().violations.open;
    return open.empty() ? std::nullopt : std::optional(open.begin()->second.violation);
}

TEST(ViolationKind, container_of_unknown_starter_accuses_no_person) {
    const auto found =
        opened_in(given(sample_site(), booked(anns), contained("ben")).at(clock("13:00")));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, violation::Kind::unknown_person);
    EXPECT_EQ(found->person, std::nullopt);
    EXPECT_EQ(found->unix_name, "ben");
    EXPECT_EQ(found->starter_unknown, true);
}

TEST(ViolationKind, container_uid_of_the_holder_is_no_violation) {
    const auto own = booking(1, ben, {gpu_a}, "12:00", "14:00");
    EXPECT_EQ(opened_in(given(sample_site(), booked(own), contained("ben")).at(clock("13:00"))),
              std::nullopt);
}

TEST(ViolationKind, container_belongs_to_its_known_starter) {
    const auto found =
        opened_in(given(sample_site(), booked(anns), contained("ben", "ben")).at(clock("13:00")));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, violation::Kind::intruder);
    EXPECT_EQ(found->person, ben);
    EXPECT_EQ(found->starter_unknown, std::nullopt);
}

TEST(ViolationKind, container_under_another_account_accuses_no_person) {
    const auto found = opened_in(
        given(sample_site(), booked(anns), contained("ben", "mallory")).at(clock("13:00")));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->person, std::nullopt);
    EXPECT_EQ(found->starter_unknown, true);
}

TEST(ViolationKind, container_is_ignored_by_the_pattern_of_its_account) {
    rules::Rules ignoring;
    ignoring.ignored_processes = enforcement::Ignored{"ben/*", "root/*"};
    const auto of = [&](const fleet::ProcessAppeared& process) {
        return opened_in(
            given(sample_site(), booked(anns), process).with(ignoring).at(clock("13:00")));
    };
    EXPECT_EQ(of(bens), std::nullopt);
    auto daemon = contained("root");
    daemon.command_line = Personal<std::string>{"python train.py"};
    EXPECT_EQ(of(daemon), std::nullopt);
    daemon.unix_name = "cleo";
    EXPECT_TRUE(of(daemon));
}

TEST(ViolationKind, own_and_container_processes_are_excused_separately) {
    auto second = contained("ben");
    second.id = nth<ProcessId>(2);
    second.pid = 4712;
    auto world = given(sample_site(), booked(anns), bens, second).at(clock("13:00"));
    world.done(Tick{});
    EXPECT_EQ(world.world().violations.open.size(), 2U);
    EXPECT_EQ(world.world().violations.by_group.size(), 2U);
}

TEST(ViolationKind, violation_may_change_its_kind) {
    const auto own = booking(2, ben, {gpu_b}, "13:00", "13:30");
    auto world = given(sample_site(), booked(anns), booked(own), bens).at(clock("12:30"));
    world.done(Tick{});
    const auto id = only_one(world);
    world.at(clock("13:00")).done(Tick{});
    EXPECT_EQ(only_one(world), id);
    EXPECT_EQ(world.world().violations.open.at(id).violation.kind, violation::Kind::wrong_gpu);
    world.at(clock("13:30")).done(Tick{});
    EXPECT_EQ(world.world().violations.open.at(id).violation.kind, violation::Kind::intruder);
}

TEST(ViolationLevels, level_of_a_host_applies_on_that_host) {
    auto world = given(sample_site(), bens);
    EXPECT_EQ(kind_of(world), std::nullopt);
    world.done(violation::SetLevel{atlas, {}, level_always}, root);
    EXPECT_EQ(kind_of(world), violation::Kind::unbooked);
    auto elsewhere = given(sample_site(), process(1, {gpu_c}, "ben"));
    elsewhere.done(violation::SetLevel{atlas, {}, level_always}, root);
    EXPECT_EQ(kind_of(elsewhere), std::nullopt);
}

TEST(ViolationLevels, level_off_allows_every_process_on_the_host) {
    auto world = given(sample_site(), booked(anns), bens).at(clock("13:00"));
    world.done(violation::SetLevel{atlas, {}, level_off}, root);
    EXPECT_EQ(kind_of(world), std::nullopt);
    world.done(violation::SetLevel{atlas, {}, {}}, root);
    EXPECT_EQ(kind_of(world), violation::Kind::intruder);
}

TEST(ViolationLevels, most_generous_level_of_groups_and_host_applies) {
    const auto students = nth<GroupId>(1), staff = nth<GroupId>(2);
    auto world = given(sample_site(), group::GroupCreated{{students, "students"}},
                       group::GroupCreated{{staff, "staff"}},
                       group::Joined{students, ben, false, "students"}, bens);
    world.done(violation::SetLevel{{}, students, level_always}, root);
    EXPECT_EQ(kind_of(world), violation::Kind::unbooked) << "stricter than the site";
    world.done(violation::SetLevel{atlas, {}, against_bookings}, root);
    EXPECT_EQ(kind_of(world), std::nullopt) << "the host is more generous";
    world.done(violation::SetLevel{atlas, {}, level_always}, root);
    world.done(violation::SetLevel{{}, staff, level_off}, root);
    EXPECT_EQ(kind_of(world), violation::Kind::unbooked);
    world.and_then(group::Joined{staff, ben, false, "staff"});
    EXPECT_EQ(kind_of(world), std::nullopt) << "staff may do anything";
}

TEST(ViolationLevels, only_admins_set_levels_for_an_existing_host_or_group) {
    const auto world = sample_site();
    EXPECT_EQ(world.when(violation::SetLevel{atlas, {}, level_always}, root),
              events(violation::LevelSet{atlas, {}, "atlas", level_always, {}}));
    EXPECT_EQ(world.when(violation::SetLevel{atlas, {}, {}}, root), nothing());
    EXPECT_EQ(world.when(violation::SetLevel{atlas, {}, level_always}, ann),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(violation::SetLevel{{}, {}, level_always}, root),
              refused(Code::malformed, "host_id"));
    EXPECT_EQ(world.when(violation::SetLevel{atlas, nth<GroupId>(1), level_always}, root),
              refused(Code::malformed, "host_id"));
    EXPECT_EQ(world.when(violation::SetLevel{nth<HostId>(9), {}, level_always}, root),
              refused(Code::unknown_host, "host_id"));
    EXPECT_EQ(world.when(violation::SetLevel{{}, nth<GroupId>(9), level_always}, root),
              refused(Code::not_found, "group_id"));
}

TEST(ViolationHandOver, process_of_the_last_holder_has_a_grace_period) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    auto world = given(sample_site(), booked(bens_time), booked(anns), bens).at(clock("12:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(violation::Aggregate::next_due(world.world(), clock("12:00")), clock("12:05"));
    EXPECT_EQ(tick(world.at(clock("12:04:59"))), "");
    EXPECT_EQ(tick(world.at(clock("12:05"))), opened(bens, anns));
    rules::Rules short_grace;
    short_grace.handover_grace_min = 1;
    EXPECT_EQ(tick(world.with(short_grace).at(clock("12:01"))), opened(bens, anns));
}

TEST(ViolationHandOver, process_started_after_the_end_has_no_grace_period) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    auto late = bens;
    late.started = clock("12:01");
    auto world = given(sample_site(), booked(bens_time), booked(anns), late).at(clock("12:02"));
    EXPECT_EQ(tick(world), opened(late, anns));
}

TEST(ViolationHandOver, grace_period_is_for_the_holder_and_starts_at_release) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    const auto strangers = process(1, {gpu_a}, "mallory");
    EXPECT_NE(
        tick(given(sample_site(), booked(bens_time), booked(anns), strangers).at(clock("12:01"))),
        "");
    auto early = given(sample_site(), booked(bens_time), bens).with(level(level_always));
    early.at(clock("11:30")).done(reservation::Release{bens_time.id}, ben);
    EXPECT_EQ(tick(early.at(clock("11:34"))), "");
    EXPECT_NE(tick(early.at(clock("11:35"))), "");
}

TEST(ViolationIgnored, processes_that_match_a_pattern_are_ignored) {
    auto server = process(1, {gpu_a}, "root");
    server.command_line = Personal<std::string>{"/usr/lib/xorg/Xorg :0"};
    EXPECT_EQ(tick(given(sample_site(), booked(anns), server).at(clock("13:00"))), "");
    rules::Rules none;
    none.ignored_processes = enforcement::Ignored{};
    EXPECT_NE(tick(given(sample_site(), booked(anns), server).with(none).at(clock("13:00"))), "");
}

TEST(Protection, protection_of_a_booking_is_limited_by_the_rules) {
    auto wanted = book(anns);
    wanted.protection = enforcement::Protection::stopped;
    EXPECT_EQ(sample_site().when(wanted, ann), refused(Code::not_allowed, "protection"));
    rules::Rules rules;
    rules.most_protection = enforcement::Protection::stopped;
    auto asking = anns;
    asking.protection = wanted.protection;
    EXPECT_EQ(sample_site().with(rules).when(wanted, ann), events(booked(asking)));
}

TEST(Protection, default_protection_is_at_most_the_maximum) {
    using enforcement::Protection;
    EXPECT_EQ(sample_site().when(rules::Set{.protection = Protection::stopped,
                                            .most_protection = Protection::told},
                                 root),
              refused(Code::out_of_range, "most_protection"));
    rules::Rules told;
    told.protection = told.most_protection = Protection::told;
    auto world = sample_site().with(told);
    EXPECT_EQ(world.when(rules::Set{.protection = Protection::mailed}, root),
              refused(Code::out_of_range, "protection"));
    EXPECT_EQ(world.when(rules::Set{.most_protection = Protection::shown}, root),
              refused(Code::out_of_range, "most_protection"));
    rules::Rules open;
    open.most_protection = Protection::stopped;
    rules::Rules raised = open;
    raised.protection = Protection::stopped;
    EXPECT_EQ(sample_site().with(open).when(rules::Set{.protection = Protection::stopped}, root),
              events(rules::RulesChanged{rules::Scope::site, raised, open}));
}

TEST(Protection, protection_of_a_running_booking_can_change) {
    auto world = given(sample_site(), booked(anns)).at(clock("13:00"));
    auto mild = anns;
    mild.protection = enforcement::Protection::shown;
    reservation::Change change{.id = anns.id};
    change.protection = enforcement::Protection::shown;
    EXPECT_EQ(world.when(change, ann), events(changed(anns, mild)));
    change.protection = std::optional<enforcement::Protection>{};
    EXPECT_EQ(given(world, changed(anns, mild)).when(change, ann), events(changed(mild, anns)));
    change.protection = enforcement::Protection::stopped;
    EXPECT_EQ(world.when(change, ann), refused(Code::not_allowed, "protection"));
}

}  // namespace
}  // namespace dibs::test
