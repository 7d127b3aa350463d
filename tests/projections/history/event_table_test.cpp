// One row for each event type, and for each sentence about one: its audience, its subjects and its
// sentence. Fails for an event type or a sentence without a row.
#include "projections/questions/history.hpp"
#include "tests/projections/history/event_rows.hpp"
#include "tests/projections/history/event_rows_idle.hpp"
#include "tests/projections/history/event_rows_reminders.hpp"
#include "tests/projections/history/event_rows_reservations.hpp"
#include "tests/projections/history/event_rows_violations.hpp"
#include "tests/projections/history/event_rows_ways.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/event_types.hpp"
#include "tests/support/one_of_each.hpp"

#include <algorithm>

namespace dibs::test {
namespace {

Row driver(fleet::Driver says, std::string sentence) {
    return {event(fleet::HostDriverChanged{atlas, std::move(says), {gpu_a, gpu_b}}),
            {},
            everyone,
            {atlas, gpu_a, gpu_b},
            std::move(sentence)};
}

Rows of_the_hosts() {
    using namespace fleet;
    return {
        {one<HostEnrolled>(), root, everyone, {atlas}, "root added the host atlas"},
        {one<HostChanged>(),
         root,
         everyone,
         {atlas},
         "root changed the address of atlas from 10.0.0.1 to 10.0.0.2"},
        {one<HostRemoved>(), root, everyone, {atlas, gpu_a, gpu_b}, "root removed the host atlas"},
        {one<HostReached>(), {}, everyone, {atlas}, "atlas is reachable"},
        {one<HostLost>(), {}, everyone, {atlas}, "atlas is not reachable: no route to host"},
        {one<HostKeyRefused>(),
         {},
         everyone,
         {atlas},
         "atlas offered another host key and is not spoken to"},
        {one<HostOwnersHidden>(), {}, everyone, {atlas}, "atlas hides whose processes run on it"},
        {event(HostOwnersHidden{atlas, {Hiding::pid_namespace, {}}}),
         {},
         everyone,
         {atlas},
         "atlas runs processes whose owners Dibs cannot see"},
        {one<HostOwnersSeen>(),
         {},
         everyone,
         {atlas},
         "atlas shows again whose processes run on it"},
        {one<HostProcessesNotRecorded>(),
         {},
         everyone,
         {atlas},
         "Processes not recorded on atlas: 1200; more came than Dibs keeps"},
        {one<HostDriverChanged>(),
         {},
         everyone,
         {atlas, gpu_a, gpu_b, nth<ReservationId>(1), ann},
         "The GPU driver of atlas does not work: nvidia-smi ended with status 18: version "
         "mismatch"},
        {one<HostBooted>(), {}, everyone, {atlas}, "atlas was restarted"},
        {event(HostBooted{atlas, "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901", {}, {}}),
         {},
         everyone,
         {atlas},
         "It became known when atlas was started"},
        {one<HostTopologyChanged>(),
         {},
         everyone,
         {atlas},
         "It became known how the GPUs of atlas are linked"},
    };
}

Rows of_their_drivers() {
    using namespace fleet;
    return {
        driver({DriverState::working, ""}, "The GPU driver of atlas works"),
        driver({DriverState::working, "old"}, "The GPU driver of atlas works and warns: old"),
        driver({DriverState::missing, "no nvidia-smi"}, "atlas has no GPU driver: no nvidia-smi"),
        driver({DriverState::unsupported, "old"}, "The GPU driver of atlas is not supported: old"),
    };
}

Rows of_the_gpus() {
    using namespace fleet;
    const std::vector<Ref> it{gpu_a, atlas};
    return {
        {one<GpuDiscovered>(),
         {},
         everyone,
         {slice_1, boreas, gpu_d},
         "boreas:1.2 was found: NVIDIA A100"},
        {one<GpuChanged>(),
         {},
         everyone,
         {slice_1, atlas, boreas, gpu_a, nth<ReservationId>(1), ann},
         "boreas:1.2 moved over from boreas, with its bookings"},
        {event(GpuChanged{gpu_a, atlas, 0, "NVIDIA A100", {}, {}}),
         {},
         everyone,
         it,
         "atlas:0 has changed"},
        {event(GpuChanged{gpu_a, atlas, 0, "NVIDIA A100", {}, {}, {}, false, Holders{}}),
         {},
         everyone,
         it,
         "atlas:0 is back"},
        {one<GpuLost>(),
         {},
         everyone,
         {gpu_a, atlas, nth<ReservationId>(1), ann},
         "atlas:0 is gone: [GPU is lost]"},
        {event(GpuLost{gpu_a, atlas, "GPU-a", {}}), {}, everyone, it, "atlas:0 is gone"},
        {one<GpuUnhealthy>(),
         {},
         everyone,
         {gpu_a, atlas, slice_1, nth<ReservationId>(1), ann},
         "atlas:0 is unhealthy: 3 uncorrected memory errors; its driver asks for a reset or a "
         "restart; XID 79: fallen off the bus"},
        {one<GpuHealthy>(),
         {},
         everyone,
         {gpu_a, atlas, slice_1, nth<ReservationId>(1), ann},
         "atlas:0 is healthy again"},
        {event(GpuDiscovered{gpu_a, atlas, "GPU-a", 0, {}, {}, {}}),
         {},
         everyone,
         it,
         "atlas:0 was found"},
        {one<GpuClashBegan>(),
         {},
         everyone,
         {gpu_a, atlas, boreas},
         "boreas reports the GPU atlas:0 of atlas as its own: it stays on atlas"},
        {one<GpuClashEnded>(),
         {},
         everyone,
         {gpu_a, atlas, boreas},
         "boreas no longer claims the GPU atlas:0, which was on atlas"},
    };
}

Rows of_processes() {
    using namespace fleet;
    const std::vector<Ref> process{running, ben, gpu_a, atlas}, nobodys{running, gpu_a, atlas};
    const auto hidden = test::hidden(1, {gpu_a}, 4711);
    return {
        {one<ProcessAppeared>(), {}, everyone, process, "ben runs process 4711 on atlas:0"},
        {one<ProcessGpusChanged>(),
         {},
         everyone,
         {running, ben, gpu_a, gpu_b, atlas},
         "Process 4711 of ben runs on atlas:0-1 now"},
        {one<ProcessGone>(), {}, everyone, process, "Process 4711 of ben on atlas:0 ended"},
        {one<ProcessOwnerKnown>(),
         {},
         everyone,
         process,
         "Process 4711 on atlas:0 turned out to be run by ben"},
        {event(hidden),
         {},
         everyone,
         nobodys,
         "Process 4711 runs on atlas:0, its owner is unknown"},
        {event(moved(hidden, {gpu_a})),
         {},
         everyone,
         nobodys,
         "Process 4711 runs on atlas:0 now, its owner is unknown"},
        {event(ended(hidden)),
         {},
         everyone,
         nobodys,
         "Process 4711 on atlas:0 ended, its owner is unknown"},
    };
}

Rows of_people() {
    using namespace people;
    return {
        {one<SetupOpened>(), {}, admins, {}, "The setup was opened"},
        {one<SetupCompleted>(), root, everyone, {root}, "root completed the setup"},
        {one<PersonAdded>(), root, everyone, {ann}, "root added ann"},
        {one<PersonChanged>(), root, everyone, {ann}, "root made ann user, before: admin"},
        {event(PersonChanged{ann, {}, "annn", {}, "ann"}),
         root,
         everyone,
         {ann},
         "root changed the UNIX name of ann from ann to annn"},
        {event(PersonChanged{ann, {{"Ann"}}}), root, everyone, {ann}, "root renamed ann"},
        {event(PersonChanged{ann, {{"Ann"}}}), ann, everyone, {ann}, "ann chose another name"},
        {one<MailChanged>(), ann, concerned, {ann}, "ann gave another mail address"},
        {one<PersonLinked>(),
         {},
         concerned,
         {ann},
         "A link with an identity provider was made for ann"},
        {one<PersonUnlinked>(),
         root,
         concerned,
         {ann},
         "root took back the link of ann with identity providers"},
        {one<SecondFactorSet>(), ann, concerned, {ann}, "ann turned on a second factor"},
        {one<SecondFactorRemoved>(), ann, concerned, {ann}, "ann turned off the second factor"},
        {one<SecondFactorRemoved>(),
         root,
         concerned,
         {ann},
         "root turned off the second factor of ann"},
        {one<RecoveryUsed>(), {}, concerned, {ann}, "ann signed in with a recovery code"},
        {one<MailChanged>(), root, concerned, {ann}, "root changed where the mail of ann goes"},
        {one<PersonDisabled>(), root, everyone, {ann}, "root disabled the account of ann"},
        {one<PersonEnabled>(), root, everyone, {ann}, "root enabled the account of ann"},
        {one<PersonErased>(), root, everyone, {ann}, "root had the personal data of ann erased"},
        {one<PersonRemoved>(), root, everyone, {ann}, "root removed the account of ann"},
        {one<PasswordChanged>(), ann, concerned, {ann}, "ann chose a new password"},
        {one<PasswordChanged>(), root, concerned, {ann}, "root changed the password of ann"},
        {one<PasswordLinkMade>(),
         root,
         concerned,
         {ann},
         "root made a one-time link for ann to set a password"},
        {one<PasswordLinkUsed>(), {}, concerned, {ann}, "ann set a password with a one-time link"},
        {one<PreferencesChanged>(), ann, concerned, {ann}, "ann changed preferences"},
        {one<WeeklyReportDue>(), {}, concerned, {ann}, "The report of 2026-W48 for ann was due"},
        {one<rules::RulesChanged>(), root, everyone, {}, "root set the rules"},
        {one<rules::RulesChanged>(), {}, everyone, {}, "Dibs set the rules"},
    };
}

Rows of_boards() {
    using namespace board;
    const auto own = event(BoardCreated{{wall, ann, {"mine"}, false, {}}});
    return {
        {one<BoardCreated>(), ann, everyone, {wall, ann}, "ann made the board My \"wall\""},
        {own, ann, concerned, {wall, ann}, "ann made the board mine"},
        {one<Changed>(), ann, everyone, {wall, ann}, "ann changed the board My \"wall\""},
        {one<Changed>(), root, everyone, {wall, ann}, "root changed the board My \"wall\" of ann"},
        {one<Removed>(), ann, everyone, {wall, ann}, "ann removed a board"},
        {one<Removed>(), root, everyone, {wall, ann}, "root removed a board of ann"},
        {event(Removed{wall, ann, false}), ann, concerned, {wall, ann}, "ann removed a board"},
    };
}

Rows of_feeds() {
    using namespace feed;
    const auto id = nth<FeedId>(1);
    const std::vector<Ref> about{id, ann, a_group().id, gpu_a, atlas};
    const auto own = event(FeedCreated{id, ann, {}, {"d"}});
    return {
        {one<FeedCreated>(), ann, concerned, about, "ann made a calendar link"},
        {own, ann, concerned, {id, ann}, "ann made a calendar link"},
        {one<Closed>(), ann, concerned, about, "ann closed a calendar link"},
        {one<Closed>(), root, concerned, about, "root closed a calendar link of ann"},
    };
}

Rows of_budgets() {
    using namespace budget;
    const auto id = a_budget().id;
    const std::vector<Ref> about{id, a_group().id};
    auto warns = a_budget();
    warns.when_spent = WhenSpent::warn;
    const Budget of_bert{id, {}, "bert", 20};
    return {
        {one<BudgetCreated>(), root, everyone, about,
         "root made a budget of students: GPU-hours 500"},
        {event(BudgetCreated{of_bert, "bert"}),
         root,
         everyone,
         {id},
         "root made a budget of bert: GPU-hours 20"},
        {one<Changed>(), root, everyone, about,
         "root changed the budget of students from 400 to 500 GPU-hours"},
        {event(Changed{warns, a_budget(), "students"}), root, everyone, about,
         "root changed the budget of students"},
        {one<Removed>(), root, everyone, about, "root removed the budget of students"},
        {one<Exceeded>(),
         ann,
         everyone,
         {id, held, ann, a_group().id},
         "A booking of ann went over the budget of students: GPU-hours 501 of 500"},
        {one<Spent>(),
         {},
         everyone,
         about,
         "Of the budget of students, GPU-hours 416 of 500 are spent or booked ahead"},
    };
}

Rows of_effects_and_answers() {
    using namespace effect;
    const auto again = event(Failed{"tell", 42, 1, 3, "exit status 1", false});
    const auto private_one =
        event(answer::Refused{"token.revoke", Code::not_allowed, "", "No.", {}});
    return {
        {one<Watched>(), {}, admins, {}, "Dibs follows what happens: on * run /etc/dibs/tell"},
        {one<Done>(), {}, admins, {}, "Done for event 41: on * run /etc/dibs/tell"},
        {again, {}, admins, {}, "Failed for event 42: tell: exit status 1"},
        {one<Failed>(),
         {},
         admins,
         {},
         "Given up for event 42: on * run /etc/dibs/tell: exit status 1"},
        {one<audit::Sealed>(), {}, admins, {}, "All that happened up to event 41 was sealed"},
        {one<answer::Refused>(),
         ben,
         concerned,
         {held},
         "ben asked for reservation.book, which was refused: Taken."},
        {private_one, ben, concerned, {}, "ben asked for token.revoke, which was refused: No."},
        {one<answer::Repeated>(), ben, concerned, {}, "ben asked for reservation.book again"},
        {one<answer::Nothing>(),
         ben,
         concerned,
         {},
         "ben asked for reservation.change, which changed nothing"},
    };
}

Rows all_rows() {
    Rows rows;
    for (auto& some :
         {of_reservations(), of_idle_bookings(), of_kept_bookings(), of_reminders(), of_the_hosts(),
          of_ways_to_hosts(), of_their_drivers(), of_the_gpus(), of_processes(), of_violations(),
          of_steps(), of_people(), of_sessions(), of_access(), of_invitations(), of_boards(),
          of_feeds(), of_budgets(), of_effects_and_answers()}) {
        rows.insert(rows.end(), some.begin(), some.end());
    }
    return rows;
}

views::Event shown(const TablesWith& tables, const Row& row) {
    return view_of_event(tables.ask(), {99, ten, {.actor = row.by}, row.event, true});
}

TEST(EventTable, every_event_type_has_a_row) {
    std::set<std::string> types;
    for (const auto& row : all_rows()) types.emplace(row.event.type());
    EXPECT_EQ(types, all_event_types());
}

TEST(EventTable, each_row_has_its_audience_subjects_and_sentence) {
    TablesWith tables;
    tables.sample_site();
    for (const auto& row : all_rows()) {
        const auto view = shown(tables, row);
        EXPECT_EQ(view.audience, row.audience) << view.type;
        EXPECT_EQ(view.subjects.refs, row.subjects) << view.type;
        EXPECT_EQ(rendered_sentence(view), row.sentence) << view.type;
    }
}

TEST(EventTable, every_sentence_has_a_row_and_exactly_its_arguments) {
    TablesWith tables;
    tables.sample_site();
    SentenceForms given;
    for (const auto& row : all_rows()) {
        const auto sentence = shown(tables, row).sentence;
        const auto [known, fresh] = given.emplace(sentence.key, names_in(sentence));
        EXPECT_EQ(known->second, names_in(sentence)) << sentence.key;
    }
    const auto listed = listed_sentences();
    for (const auto& [key, arguments] : listed) EXPECT_EQ(given[key], arguments) << key;
    for (const auto& [key, arguments] : given) EXPECT_TRUE(listed.contains(key)) << key;
}

}  // namespace
}  // namespace dibs::test
