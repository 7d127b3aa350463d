// One event of every type with every member set; the second list omits optional members.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

// Its panels together have every possible member.
inline board::Board a_board() {
    using namespace board;
    const Panel chart{.id = "p1",
                      .kind = Kind::chart,
                      .title = Personal<std::string>{"Tr\xC3\xA4ning"},
                      .metric = gpu_metric("utilization_percent"),
                      .gpus = std::vector{gpu_a, gpu_c},
                      .window_s = 3600,
                      .w = 8,
                      .h = 4};
    const Panel tile{.id = "p2",
                     .kind = Kind::tile,
                     .metric = gpu_metric("power_w"),
                     .host = boreas,
                     .x = 8,
                     .w = 4,
                     .h = 2};
    const Panel load{.id = "p4",
                     .kind = Kind::chart,
                     .host_metric = host_metric("cpu_percent"),
                     .host = boreas,
                     .window_s = 31'536'000,
                     .y = 5,
                     .w = 12,
                     .h = 2};
    const Panel text{.id = "p3",
                     .kind = Kind::text,
                     .text = Personal<std::string>{"Call <Ann>\nfirst"},
                     .y = 4,
                     .w = 12};
    return {nth<BoardId>(1), ann, {"My \"wall\""}, true, {chart, tile, text, load}};
}

inline violation::Violation an_intrusion(const reservation::Booking& held) {
    return {nth<ViolationId>(1),
            violation::Kind::intruder,
            nth<ProcessId>(1),
            atlas,
            {gpu_a},
            held.id,
            ann,
            "ben",
            ben};
}

inline group::Group a_group() {
    return {nth<GroupId>(1), "students", true};
}
inline grant::Grant a_grant() {
    return {nth<GrantId>(1),
            "nights",
            {false, {ann}, {a_group().id}},
            {false, {gpu_a}, {atlas}, {"A100"}},
            clock("10:00"),
            clock("10:00", "2027-01-01"),
            "Europe/Warsaw",
            {{{Weekday::mon, Weekday::sun}, {22 * 60}, {6 * 60}}},
            grant::Approval{4, 1440, {{ben}}}};
}

inline budget::Budget a_budget() {
    using namespace budget;
    return {nth<BudgetId>(1),
            a_group().id,
            {},
            500,
            Period::once,
            clock("00:00"),
            clock("00:00", "2027-01-01"),
            "East",
            WhenSpent::refuse};
}
inline std::vector<Event> one_of_each_of_budgets(const reservation::Booking& held) {
    auto before = a_budget();
    before.gpu_hours = 400;
    const Interval period{*before.from, *before.until};
    return {
        event(budget::BudgetCreated{a_budget(), "students"}),
        event(budget::Changed{a_budget(), before, "students"}),
        event(budget::Removed{a_budget(), "students"}),
        event(budget::Exceeded{a_budget().id, a_group().id, "students", held.id, held.owner, period,
                               500, 1'800'001, 3600}),
        event(budget::Spent{a_budget().id, a_group().id, "students", period, 500, 1'500'001,
                            budget::Step::nearly_spent}),
    };
}

inline Limits some_limits() {
    return {10, 1440, 2, 60, 20160, 4, 200, 1000, 120};
}
inline rules::Rules all_rules() {
    rules::Rules rules;
    rules.shortest_min = 10;
    rules.lead_min = 5;
    rules.gpus_at_once = 8;
    rules.gpu_hours_week = 400;
    rules.relaxed_within_min = 60;
    rules.approval_hold_min = 720;
    rules.token_life_min = 129600;
    rules.session_life_min = 600;
    rules.session_idle_min = 60;
    rules.handover_grace_min = 2;
    rules.gpu_idle_percent = 3;
    rules.idle_tell_min = 30;
    rules.idle_release_min = 20;
    rules.no_show_tell_min = 15;
    rules.no_show_release_min = 10;
    rules.violation_steps = enforcement::usual_steps();
    rules.ignored_processes = enforcement::Ignored{"root/Xorg"};
    rules.protection = enforcement::Protection::told;
    rules.most_protection = enforcement::Protection::stopped;
    rules.stop_mode = enforcement::StopMode::as_owner;
    rules.unhealthy_if =
        health::Symptoms{health::Symptom::ecc_errors, health::Symptom::recovery_needed};
    rules.unhealthy_xids = health::Xids{62, 79};
    rules.unhealthy_ecc_errors = 3;
    rules.healthy_after_min = 20;
    return rules;
}

inline std::vector<Event> one_of_each_of_the_fleet() {
    return {
        event(fleet::HostEnrolled{atlas, "atlas", "10.0.0.1", 2222, "dibs", some_key}),
        event(fleet::HostChanged{atlas, "10.0.0.2", 22, "probe", some_key,
                                 fleet::HostWay{"10.0.0.1", 22, "probe", some_key,
                                                fleet::Jumps{{"login1", 22, "dibs", some_key}}},
                                 fleet::Jumps{{"login1", 22, "dibs", some_key}}}),
        event(fleet::HostRemoved{atlas, "atlas", {gpu_a, gpu_b}}),
        event(fleet::HostReached{atlas}),
        event(fleet::HostLost{atlas, "no route to host"}),
        event(fleet::HostKeyRefused{atlas, some_key}),
        event(fleet::HostOwnersHidden{atlas, {fleet::Hiding::hidepid, "proc"}}),
        event(fleet::HostOwnersSeen{atlas}),
        event(fleet::HostDriverChanged{
            atlas,
            {fleet::DriverState::broken, "nvidia-smi ended with status 18: version mismatch"},
            {gpu_a, gpu_b},
            fleet::Holders{{nth<ReservationId>(1)}, {ann}}}),
        event(fleet::HostBooted{atlas, "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901", ten,
                                "11111111-7d44-4c0e-9d5b-0a6a1f2be901"}),
        event(fleet::HostTopologyChanged{
            atlas,
            {{{0, 1, fleet::LinkKind::nvlink, 12}, {0, 2, fleet::LinkKind::sys, 0}}, {{0, 1}}}}),
        event(fleet::HostProcessesNotRecorded{atlas, ten, 1200}),
        event(gpu(slice_1, boreas, "MIG-1", 3, gpu_d)),
        event(fleet::GpuChanged{slice_1, atlas, 2, "NVIDIA H100", 81920, gpu_a, boreas, false,
                                fleet::Holders{{nth<ReservationId>(1)}, {ann}}}),
        event(fleet::GpuLost{gpu_a, atlas, "GPU-a", "[GPU is lost]",
                             fleet::Holders{{nth<ReservationId>(1)}, {ann}}}),
        event(fleet::GpuUnhealthy{gpu_a,
                                  atlas,
                                  {{{health::Symptom::ecc_errors, 3},
                                    {health::Symptom::recovery_needed, 1},
                                    {health::Symptom::xid_errors, 1, 79, ten}},
                                   ten},
                                  {slice_1},
                                  {nth<ReservationId>(1)},
                                  {ann}}),
        event(fleet::GpuHealthy{gpu_a,
                                atlas,
                                {{{health::Symptom::ecc_errors, 3}}, ten},
                                {slice_1},
                                {nth<ReservationId>(1)},
                                {ann}}),
        event(fleet::GpuClashBegan{gpu_a, atlas, boreas, "GPU-a", 2, ten}),
        event(fleet::GpuClashEnded{gpu_a, atlas, boreas, "GPU-a"}),
    };
}

inline const fleet::Origin in_a_container{
    fleet::Container{fleet::Runtime::podman, std::string(64, 'a')},
    "pts/3",
    fleet::Session{fleet::SessionKind::screen, Personal<std::string>{"4711.train"}},
    "ben",
    {},
    100'999};

inline std::vector<Event> one_of_each_of_processes() {
    return {
        event(fleet::ProcessAppeared{nth<ProcessId>(1),
                                     atlas,
                                     {gpu_a},
                                     4711,
                                     ten,
                                     "ben",
                                     ben,
                                     Personal<std::string>{"python a.py"},
                                     {},
                                     in_a_container}),
        event(fleet::ProcessOwnerKnown{nth<ProcessId>(1),
                                       atlas,
                                       {gpu_a},
                                       4711,
                                       ten,
                                       "ben",
                                       ben,
                                       Personal<std::string>{"python a.py"},
                                       in_a_container}),
        event(
            fleet::ProcessGpusChanged{nth<ProcessId>(1), atlas, {gpu_a, gpu_b}, 4711, "ben", ben}),
        event(fleet::ProcessGone{nth<ProcessId>(1), atlas, {gpu_a}, 4711, ten, "ben", ben}),
    };
}

inline std::vector<Event> one_of_each_of_accounts_and_access() {
    return {
        event(people::PersonChanged{
            ann, {{"Ann Nowak"}}, "annn", people::Role::user, "ann", people::Role::admin}),
        event(people::MailChanged{ann, {{"ann@example.org"}}}),
        event(people::PersonLinked{ann, {"https://id.example.org", "0f"}}),
        event(people::PersonUnlinked{ann}),
        event(people::PasswordLinkMade{ann, {std::string(64, 'd')}, clock("10:00", "2026-12-02")}),
        event(people::PasswordLinkUsed{ann, {"$argon2id$new"}}),
        event(people::SecondFactorSet{ann, "3f", 59'000'000}),
        event(people::SecondFactorRemoved{ann}),
        event(people::RecoveryUsed{ann, 3}),
        event(people::PersonDisabled{ann}),
        event(people::PersonEnabled{ann}),
        event(people::PersonRemoved{ann, "ann"}),
        event(people::PersonErased{ann, {std::string(32, '0')}}),
        event(group::GroupCreated{a_group()}),
        event(group::Changed{a_group(), "pupils"}),
        event(group::Removed{a_group().id, a_group().name, {ann, ben}}),
        event(group::Joined{a_group().id, ann, true, a_group().name, false}),
        event(group::Left{a_group().id, ann, a_group().name}),
        event(group::Invited{a_group().id, ann, ben, a_group().name}),
        event(group::InvitationDeclined{a_group().id, ann, ben, a_group().name}),
        event(group::InvitationWithdrawn{a_group().id, ann, ben, a_group().name}),
        event(group::Limited{a_group().id, a_group().name, some_limits(), some_limits()}),
        event(grant::Given{a_grant()}),
        event(grant::Changed{a_grant(), grant::everyone_may_use_everything(a_grant().id)}),
        event(grant::Withdrawn{a_grant()}),
    };
}

inline std::vector<Event> one_of_each_of_violations(const reservation::Booking& held) {
    const auto intrusion = an_intrusion(held);
    return {
        event(violation::ViolationOpened{intrusion, clock("10:20")}),
        event(violation::GpusChanged{intrusion}),
        event(violation::KindChanged{intrusion, violation::Kind::unknown_person}),
        event(violation::Escalated{{intrusion},
                                   {600, enforcement::Action::stop},
                                   clock("10:30"),
                                   enforcement::StopMode::by_helper,
                                   {}}),
        event(violation::Acted{{intrusion},
                               {600, enforcement::Action::stop},
                               violation::Outcome::failed,
                               0,
                               "sudo is not there",
                               clock("10:31"),
                               clock("10:30")}),
        event(violation::Excused{intrusion, "agreed on the phone", ann}),
        event(violation::ExcuseWithdrawn{intrusion, clock("10:25")}),
        event(violation::Closed{intrusion, clock("10:40")}),
        event(violation::LevelSet{
            atlas, {}, "atlas", rules::ViolationLevel::always, rules::ViolationLevel::off}),
    };
}

inline std::vector<Event> one_of_each_of_idle(const reservation::Booking& held) {
    return {
        event(reservation::Idled{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus),
                                 reservation::IdleKind::idle, clock("10:00"), clock("10:30"), 30}),
        event(reservation::IdleTold{held.id, held.owner, held.gpus, hosts_of(held.gpus),
                                    clock("10:30"), clock("10:31"), reservation::ToldBy::mail,
                                    reservation::ToldOutcome::done, ""}),
        event(reservation::Kept{
            held.id, held.owner, held.gpus, hosts_of(held.gpus), clock("11:31"), {"Debugging"}}),
        event(reservation::IdleEnded{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus),
                                     reservation::IdleKind::idle, reservation::IdleEnd::released,
                                     clock("10:00"), clock("11:01")}),
    };
}

inline std::vector<Event> one_of_each_of_reminders(const reservation::Booking& held) {
    return {
        event(reservation::Reminded{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus),
                                    reservation::Boundary::end, clock("11:30")})};
}

inline std::vector<Event> one_of_each() {
    const auto held = booking(1, ann, {gpu_a, gpu_c}, ten, clock("12:00"), "Tr\xC3\xA4ning \"7\"");
    const people::Digest digest{std::string(64, 'd')};
    std::vector<Event> all{
        event(booked(held)),
        event(changed(booking(1, ann, {gpu_a}, ten, clock("12:00")), held)),
        event(cancelled(held)),
        event(released(held, clock("11:00"))),
        event(reinstated(held)),
        event(reservation::Suspended{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus),
                                     reservation::Reason::person_disabled}),
        event(reservation::Revived{held, hosts_of(held.gpus)}),
        event(reservation::Requested{held, clock("18:00"), hosts_of(held.gpus)}),
        event(reservation::Approved{held, hosts_of(held.gpus)}),
        event(reservation::Declined{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus),
                                    Personal<std::string>{"Exams"}}),
        event(reservation::Lapsed{held.id, held.owner, held.gpus, held.when, hosts_of(held.gpus)}),
        event(people::SetupOpened{digest, clock("11:00")}),
        event(people::SetupCompleted{root}),
        event(people::PersonAdded{ann, {"Ann Example"}, "ann", people::Role::admin, {"$argon2"}}),
        event(people::PasswordChanged{ann, {"$argon2id$new"}}),
        event(people::SessionStarted{nth<SessionId>(1), ann, digest, clock("22:00"),
                                     "Mozilla/5.0 (X11; Linux x86_64)", 59'000'001}),
        event(people::SessionEnded{nth<SessionId>(1), ann}),
        event(people::TokenIssued{
            nth<TokenId>(1), ann, {"laptop"}, Scopes::all(), digest, clock("10:00", "2027-01-01")}),
        event(people::TokenRevoked{nth<TokenId>(1), ann}),
        event(people::SessionCreatedFromToken{
            nth<SessionId>(2), ann, nth<TokenId>(1), {Scope::read}, digest, clock("22:00")}),
        event(people::PreferencesChanged{ann,
                                         {"Europe/Warsaw", people::Theme::dark,
                                          people::Language::pl, 15, 60, true, true, true, false}}),
        event(people::WeeklyReportDue{ann, "2026-W48"}),
        event(board::BoardCreated{a_board()}),
        event(board::Changed{a_board()}),
        event(board::Removed{a_board().id, ann, true}),
        event(feed::FeedCreated{
            nth<FeedId>(1), ann, {a_group().id, gpu_a, atlas}, people::Digest{digest}}),
        event(feed::Closed{nth<FeedId>(1), ann, {a_group().id, gpu_a, atlas}}),
        event(rules::RulesChanged{rules::Scope::site, all_rules(), all_rules()}),
        event(effect::Watched{"on * run /etc/dibs/tell"}),
        event(effect::Done{"on * run /etc/dibs/tell", 41, 1, 3}),
        event(effect::Failed{"on * run /etc/dibs/tell", 42, 6, 3, "exit status 1", true}),
        event(
            audit::Sealed{{41, std::string(64, 'e'), std::string(64, 'k'), std::string(128, 's')}}),
        event(answer::Refused{
            "reservation.book", Code::slot_taken, "gpus", "Taken.", {held.id}, "most_gpus"}),
        event(answer::Repeated{"reservation.book", 12}),
        event(answer::Nothing{"reservation.change"}),
    };
    for (const auto& more :
         {one_of_each_of_accounts_and_access(), one_of_each_of_the_fleet(),
          one_of_each_of_processes(), one_of_each_of_violations(held), one_of_each_of_idle(held),
          one_of_each_of_reminders(held), one_of_each_of_budgets(held)}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

inline std::vector<Event> with_absent_members() {
    auto discovered = gpu(gpu_a, atlas, "GPU-a", 0);
    discovered.memory_total_mib.reset();
    return {
        event(discovered),
        event(fleet::GpuChanged{gpu_a, atlas, 0, "NVIDIA A100", {}, {}}),
        event(fleet::HostOwnersHidden{atlas, {fleet::Hiding::pid_namespace, {}}}),
        event(fleet::HostBooted{atlas, "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901", {}, {}}),
        event(fleet::HostTopologyChanged{atlas, {}}),
        event(fleet::ProcessAppeared{nth<ProcessId>(1), atlas, {gpu_a}, 4711}),
        event(fleet::ProcessOwnerKnown{nth<ProcessId>(1), atlas, {gpu_a}, 4711, {}, "ben", {}, {}}),
        event(fleet::ProcessGpusChanged{nth<ProcessId>(1), atlas, {gpu_a}, 4711}),
        event(fleet::ProcessGone{nth<ProcessId>(1), atlas, {gpu_a}, 4711}),
        event(people::TokenIssued{nth<TokenId>(1), ann, {""}, {Scope::read}, {""}, {}}),
        event(feed::FeedCreated{nth<FeedId>(1), ann, {}, {""}}),
        event(rules::RulesChanged{rules::Scope::site, rules::Rules{}, {}}),
        event(group::Limited{a_group().id, a_group().name, {}, {}}),
        event(grant::Given{grant::everyone_may_use_everything(a_grant().id)}),
        event(people::PreferencesChanged{ann, {}}),
        event(answer::Refused{"", Code::malformed, "", "", {}}),
        event(violation::Escalated{{{nth<ViolationId>(1), {}, {}, {}, {}, {}, {}, "ben", {}}},
                                   {},
                                   ten,
                                   {},
                                   clock("10:30")}),
        event(violation::ViolationOpened{{nth<ViolationId>(1), {}, {}, {}, {}, {}, {}, "ben", {}}}),
        event(board::BoardCreated{{nth<BoardId>(1), ann, {"empty"}, false, {}}}),
        event(budget::BudgetCreated{{nth<BudgetId>(1), {}, "bert", 1}, "bert"}),
        event(booked(booking(1, ann, {}, ten, ten)))};
}

}  // namespace dibs::test
