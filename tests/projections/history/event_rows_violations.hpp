// Rows of event_table_test.cpp about violations and the steps against them.
#pragma once

#include "tests/projections/history/event_rows.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {

inline Rows of_violations() {
    using namespace violation;
    const std::vector<Ref> about{wrong, ben, held, ann, gpu_a, atlas, running};
    const auto alone = event(ViolationOpened{unbooked(1, process(1, {gpu_a}, 42, "ben"))});
    auto contained = unbooked(1, process(1, {gpu_a}, 42, "ben"));
    contained.person.reset();
    contained.starter_unknown = true;
    auto on_anns = contained;
    on_anns.reservation = nth<ReservationId>(1);
    on_anns.owner = ann;
    return {
        {one<ViolationOpened>(), {}, everyone, about, "ben uses atlas:0, which ann booked"},
        {alone,
         {},
         everyone,
         {wrong, ben, gpu_a, atlas, running},
         "ben uses atlas:0, which nobody booked"},
        {event(ViolationOpened{contained}),
         {},
         everyone,
         {wrong, gpu_a, atlas, running},
         "A container as ben, started by an unknown user, uses atlas:0, which nobody booked"},
        {event(ViolationOpened{on_anns}),
         {},
         everyone,
         {wrong, held, ann, gpu_a, atlas, running},
         "A container as ben, started by an unknown user, uses atlas:0, which ann booked"},
        {one<GpusChanged>(), {}, everyone, about, "The violation of ben is on atlas:0 now"},
        {one<Excused>(), ann, everyone, about, "ann excused ben on atlas:0"},
        {one<Excused>(), {}, everyone, about, "ben is excused on atlas:0 too, as ann said before"},
        {one<ExcuseWithdrawn>(), ann, everyone, about,
         "ann took back the excuse of ben on atlas:0"},
        {one<Closed>(), {}, everyone, about, "The violation of ben on atlas:0 ended"},
        {one<KindChanged>(),
         {},
         everyone,
         about,
         "The violation of ben on atlas:0 is of another kind now"},
        {one<LevelSet>(), root, everyone, {atlas}, "root set what counts as a violation on atlas"},
        {event(LevelSet{{}, a_group().id, "students", rules::ViolationLevel::off, {}}),
         root,
         everyone,
         {a_group().id},
         "root set what counts as a violation for students"},
    };
}

// About an open violation: a step that is due, or the outcome of one.
inline Row of_the_case(Event e, std::string sentence) {
    return {std::move(e),
            {},
            everyone,
            {wrong, ben, held, ann, gpu_a, atlas, running},
            std::move(sentence)};
}
inline Row step(enforcement::Action action, std::string sentence,
                std::optional<enforcement::StopMode> mode = {}) {
    const auto violation = an_intrusion(booking(1, ann, {gpu_a}, "10:00", "12:00"));
    return of_the_case(event(violation::Escalated{{violation}, {0, action}, ten, mode, {}}),
                       std::move(sentence));
}
inline Row outcome(enforcement::Action action, violation::Outcome outcome, std::string sentence) {
    const auto violation = an_intrusion(booking(1, ann, {gpu_a}, "10:00", "12:00"));
    const auto failed = outcome == violation::Outcome::failed;
    return of_the_case(
        event(violation::Acted{{violation}, {0, action}, outcome, 2, failed ? "no way" : ""}),
        std::move(sentence));
}

inline Rows of_steps() {
    using enforcement::Action;
    using enforcement::StopMode;
    using violation::Outcome;
    return {
        step(Action::message, "ben uses atlas:0; the next step is a message on their terminals"),
        step(Action::mail_person, "ben still uses atlas:0; the next step is a mail to them"),
        step(Action::mail_owner, "ben still uses atlas:0; the next step is a mail to their holder"),
        step(Action::mail_admins, "ben still uses atlas:0; the next step is a mail to the admins"),
        step(Action::stop, "ben still uses atlas:0; the next step is to stop their processes there",
             StopMode::by_helper),
        step(Action::stop,
             "ben still uses atlas:0; the next step is to try whether their processes could be "
             "stopped",
             StopMode::dry_run),
        outcome(Action::message, Outcome::done,
                "ben, who uses atlas:0, was notified on their terminals (2)"),
        outcome(Action::message, Outcome::no_target,
                "ben, who uses atlas:0, has no terminal that takes messages"),
        outcome(Action::message, Outcome::failed,
                "ben, who uses atlas:0, got no message on their terminals: no way"),
        outcome(Action::mail_owner, Outcome::done, "The mail about ben on atlas:0 was sent (2)"),
        outcome(Action::mail_person, Outcome::no_target,
                "Nobody to be written to about ben on atlas:0 has a mail address"),
        outcome(Action::mail_admins, Outcome::failed,
                "No mail about ben on atlas:0 could be sent: no way"),
        outcome(Action::mail_owner, Outcome::skipped,
                "No mail about ben on atlas:0: this site sends none"),
        outcome(Action::message, Outcome::not_needed,
                "No message to ben about atlas:0: it was over or called off by then"),
        outcome(Action::mail_admins, Outcome::not_needed,
                "No mail about ben on atlas:0: it was over or called off by then"),
        outcome(Action::stop, Outcome::not_needed,
                "No stop of ben on atlas:0: it was over or called off by then"),
        outcome(Action::stop, Outcome::not_told,
                "Processes of ben on atlas:0 were not stopped: nobody could be told before"),
        outcome(Action::stop, Outcome::done, "Processes of ben on atlas:0 were stopped (2)"),
        outcome(Action::stop, Outcome::dry_run,
                "Processes of ben on atlas:0 would have been stopped (2): the rules only try"),
        outcome(Action::stop, Outcome::no_target,
                "Processes of ben on atlas:0 that were to be stopped had ended"),
        outcome(Action::stop, Outcome::failed,
                "Processes of ben on atlas:0 were not stopped: no way"),
    };
}

}  // namespace dibs::test
