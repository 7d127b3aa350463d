// Processes on GPUs: they start and end, and hidden owners become known.
#include "tests/domain/fleet/seen_processes.hpp"

namespace dibs::test {
namespace {

fleet::SeenProcess running(std::vector<std::string> uuids, std::int64_t pid,
                           Instant started = ten) {
    return {std::move(uuids), pid, started, "ben", Personal<std::string>{"python train.py"}};
}
fleet::SeenProcess hidden(std::vector<std::string> uuids, std::int64_t pid) {
    return {std::move(uuids), pid};
}
fleet::ProcessAppeared without_owner(fleet::ProcessAppeared p) {
    p.started.reset();
    p.unix_name.reset();
    p.person.reset();
    p.command_line.reset();
    return p;
}

TEST(Processes, process_appears_once_and_ends_once) {
    const fleet::ReportProcesses with{atlas, {running({"GPU-a"}, 4711)}};
    const auto first = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    auto world = sample_site();
    EXPECT_EQ(world.when(with), events(first));
    EXPECT_EQ(world.done(with).when(with), nothing());
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {}}), events(gone_again(first)));
    EXPECT_EQ(world.done(fleet::ReportProcesses{atlas, {}}).when(fleet::ReportProcesses{atlas, {}}),
              nothing());
}

TEST(Processes, waiting_process_is_recorded_after_waiting) {
    auto waiting = running({"GPU-a"}, 4711);
    waiting.waits = true;
    auto world = sample_site();
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {waiting}}), nothing());
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {running({"GPU-a"}, 4711)}}),
              events(appeared(made_id<ProcessId>(1), {gpu_a}, 4711)));
}

// The same as after a start of dibsd, which does not know that they are recorded.
TEST(Processes, recorded_process_continues_while_it_waits) {
    auto seen = running({"GPU-a"}, 4711);
    auto world = sample_site();
    world.done(fleet::ReportProcesses{atlas, {seen}});
    seen.waits = true;
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {seen}}), nothing());
}

TEST(Processes, waiting_move_is_recorded_after_waiting) {
    auto seen = running({"GPU-a"}, 4711);
    auto world = sample_site();
    world.done(fleet::ReportProcesses{atlas, {seen}});
    seen.gpu_uuids = {"GPU-b"};
    seen.waits = true;
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {seen}}), nothing());
    seen.waits = false;
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {seen}}),
              events(fleet::ProcessGpusChanged{
                  made_id<ProcessId>(1), atlas, {gpu_b}, 4711, "ben", ben, {}}));
}

TEST(Processes, secret_in_a_command_line_is_not_recorded) {
    auto seen = running({"GPU-a"}, 4711);
    seen.command_line = Personal<std::string>{"python train.py --hf-token geheim"};
    auto expected = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    expected.command_line = Personal<std::string>{"python train.py --hf-token ***"};
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {seen}}), events(expected));
}

TEST(Processes, unrecorded_processes_are_reported_once_per_count) {
    const fleet::ReportNotRecorded report{atlas, ten, 1200};
    auto world = sample_site();
    EXPECT_EQ(world.when(report), events(fleet::HostProcessesNotRecorded{atlas, ten, 1200}));
    EXPECT_EQ(world.done(report).when(report), nothing());
}

TEST(Processes, unknown_account_has_no_person) {
    auto stranger = running({"GPU-a"}, 4711);
    stranger.unix_name = "mallory";
    auto expected = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    expected.unix_name = "mallory";
    expected.person.reset();
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {stranger}}), events(expected));
}

fleet::Origin container(std::optional<std::string> started_by = {}) {
    fleet::Origin origin;
    origin.container = fleet::Container{fleet::Runtime::docker, std::string(64, 'a')};
    origin.started_by = std::move(started_by);
    return origin;
}

TEST(Processes, process_is_recorded_with_its_origin) {
    auto seen = running({"GPU-a"}, 4711);
    seen.origin = container("ben");
    auto expected = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    expected.origin = container("ben");
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {seen}}), events(expected));
}

// A record names other people by id, so their names can be erased.
TEST(Processes, starter_on_dibs_is_named_by_id) {
    auto seen = running({"GPU-a"}, 4711);
    seen.unix_name = "daemon";
    seen.origin = container("ben");
    auto expected = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    expected.unix_name = "daemon";
    expected.person.reset();
    expected.origin = container();
    expected.origin->starter = ben;
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {seen}}), events(expected));
    seen.origin = container("mallory");
    expected.origin = container("mallory");
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {seen}}), events(expected));
}

TEST(Processes, host_report_cannot_name_a_person) {
    auto seen = running({"GPU-a"}, 4711);
    seen.origin = container("mallory");
    seen.origin->starter = ann;
    auto expected = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    expected.origin = container("mallory");
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {seen}}), events(expected));
}

TEST(Processes, known_owner_event_has_the_origin) {
    const auto unknown = without_owner(appeared(nth<ProcessId>(1), {gpu_a}, 4711));
    auto seen = running({"GPU-a"}, 4711);
    seen.origin = container("ben");
    const fleet::ProcessOwnerKnown expected{
        nth<ProcessId>(1), atlas, {gpu_a}, 4711, ten, "ben", ben, seen.command_line, seen.origin};
    EXPECT_EQ(given(sample_site(), unknown).when(fleet::ReportProcesses{atlas, {seen}}),
              events(expected));
}

TEST(Processes, same_pid_with_a_later_start_is_another_process) {
    const auto later = clock("11:00");
    const auto first = appeared(nth<ProcessId>(1), {gpu_a}, 4711);
    EXPECT_EQ(given(sample_site(), first)
                  .when(fleet::ReportProcesses{atlas, {running({"GPU-a"}, 4711, later)}}),
              events(gone_again(first), appeared(made_id<ProcessId>(1), {gpu_a}, 4711, later)));
}

TEST(Processes, starts_within_two_seconds_are_the_same_start) {
    const auto world = given(sample_site(), appeared(nth<ProcessId>(1), {gpu_a}, 4711));
    for (const int off : {-2, -1, 1, 2}) {
        const auto started = ten + std::chrono::seconds{off};
        EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {running({"GPU-a"}, 4711, started)}}),
                  nothing());
    }
}

TEST(Processes, process_with_a_hidden_owner_appears_without_person) {
    const auto unknown = without_owner(appeared(made_id<ProcessId>(1), {gpu_a}, 4711));
    const fleet::ReportProcesses report{atlas, {hidden({"GPU-a"}, 4711)}};
    auto world = sample_site();
    EXPECT_EQ(world.when(report), events(unknown));
    EXPECT_EQ(world.done(report).when(report), nothing());
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {}}), events(gone_again(unknown)));
}

TEST(Processes, known_owner_is_recorded_once) {
    const auto known = appeared(nth<ProcessId>(1), {gpu_a}, 4711);
    auto world = given(sample_site(), without_owner(known));
    const fleet::ReportProcesses report{atlas, {running({"GPU-a"}, 4711)}};
    EXPECT_EQ(world.when(report),
              events(fleet::ProcessOwnerKnown{known.id, atlas, known.gpus, known.pid, known.started,
                                              "ben", ben, known.command_line}));
    EXPECT_EQ(world.done(report).when(report), nothing());
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {}}), events(gone_again(known)));
}

TEST(Processes, new_gpu_and_known_owner_are_both_recorded) {
    const auto known = appeared(nth<ProcessId>(1), {gpu_a, gpu_b}, 4711);
    auto before = without_owner(known);
    before.gpus = {gpu_a};
    EXPECT_EQ(given(sample_site(), before)
                  .when(fleet::ReportProcesses{atlas, {running({"GPU-a", "GPU-b"}, 4711)}}),
              events(fleet::ProcessOwnerKnown{known.id, atlas, known.gpus, 4711, known.started,
                                              "ben", ben, known.command_line},
                     fleet::ProcessGpusChanged{known.id, atlas, known.gpus, 4711, "ben", ben}));
}

TEST(Processes, owner_stays_when_missing_in_one_report) {
    const auto world = given(sample_site(), appeared(nth<ProcessId>(1), {gpu_a}, 4711));
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {hidden({"GPU-a"}, 4711)}}), nothing());
}

fleet::ReportOwners owners(bool proc_hides, std::optional<bool> all_known,
                           std::optional<std::string> group = {}) {
    return {atlas, proc_hides, std::move(group), all_known};
}
const fleet::HostOwnersHidden by_proc{atlas, {fleet::Hiding::hidepid, "proc"}};
const fleet::HostOwnersHidden owners_hidden{atlas, {fleet::Hiding::pid_namespace, {}}};
const fleet::HostOwnersSeen seen_again{atlas};

TEST(HiddenOwners, hidden_owners_and_their_end_are_recorded) {
    auto world = sample_site();
    EXPECT_EQ(world.when(owners(false, true)), nothing());
    EXPECT_EQ(world.when(owners(true, {}, "proc")), events(by_proc)) << "before anything runs";
    EXPECT_EQ(world.and_then(by_proc).when(owners(true, false, "proc")), nothing());
    EXPECT_EQ(world.when(owners(true, true, "proc")), nothing()) << "the probe's own processes";
    EXPECT_EQ(world.when(owners(false, {})), events(seen_again));
    EXPECT_EQ(world.when(owners(false, false)), events(owners_hidden));
    EXPECT_EQ(world.and_then(seen_again).when(owners(false, {})), nothing());
}

TEST(HiddenOwners, hidden_pid_namespace_stays_while_no_process_runs) {
    auto world = sample_site();
    EXPECT_EQ(world.when(owners(false, false)), events(owners_hidden));
    EXPECT_EQ(world.and_then(owners_hidden).when(owners(false, {})), nothing());
    EXPECT_EQ(world.when(owners(false, true)), events(seen_again));
    EXPECT_EQ(world.when(owners(true, {}, "proc")), events(by_proc));
}

TEST(HiddenOwners, only_probes_report_hidden_owners_of_known_hosts) {
    EXPECT_EQ(sample_site().when(owners(true, {}), root), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(fleet::ReportOwners{.host = nth<HostId>(9)}),
              refused(Code::unknown_host, "host_id"));
}

TEST(Processes, process_on_two_gpus_is_one_process) {
    const fleet::ReportProcesses report{atlas, {running({"GPU-b", "GPU-a"}, 4711)}};
    EXPECT_EQ(sample_site().when(report),
              events(appeared(made_id<ProcessId>(1), {gpu_a, gpu_b}, 4711)));
}

TEST(Processes, process_that_takes_another_gpu_stays_the_same) {
    auto world = given(sample_site(), appeared(nth<ProcessId>(1), {gpu_a}, 4711));
    const fleet::ReportProcesses wider{atlas, {running({"GPU-a", "GPU-b"}, 4711)}};
    EXPECT_EQ(world.when(wider), events(fleet::ProcessGpusChanged{
                                     nth<ProcessId>(1), atlas, {gpu_a, gpu_b}, 4711, "ben", ben}));
    EXPECT_EQ(world.done(wider).when(wider), nothing());
}

TEST(Processes, processes_on_unknown_gpus_are_omitted) {
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {running({"GPU-new"}, 4711)}}),
              nothing());
}

TEST(Processes, host_reports_only_its_own_gpus) {
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{atlas, {running({"GPU-c"}, 4711)}}),
              nothing());
}

TEST(Processes, report_of_one_host_ends_no_process_on_another) {
    const auto world = given(sample_site(), appeared(nth<ProcessId>(1), {gpu_c}, 4711));
    EXPECT_EQ(world.when(fleet::ReportProcesses{atlas, {}}), nothing());
}

TEST(Processes, process_on_an_unknown_slice_is_on_its_card_until_it_is_known) {
    fleet::SeenProcess on_card{{"GPU-d"}, 7, ten, "ben", Personal<std::string>{"python train.py"},
                               {"GPU-d"}};
    auto process = appeared(made_id<ProcessId>(1), {gpu_d}, 7);
    process.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{boreas, {on_card}}), events(process));
    auto on_slice = on_card;
    on_slice.gpu_uuids = {"MIG-2"};
    on_slice.unknown_slice_gpus = {};
    EXPECT_EQ(given(sample_site(), process).when(fleet::ReportProcesses{boreas, {on_slice}}),
              events(fleet::ProcessGpusChanged{process.id, boreas, {slice_2}, 7, "ben", ben}));
    EXPECT_EQ(given(sample_site(), process).when(fleet::ReportProcesses{boreas, {on_card}}),
              nothing());
}

TEST(Processes, process_is_uncertain_only_on_the_sliced_card) {
    fleet::SeenProcess on_both{
        {"GPU-c", "GPU-d"}, 7, ten, "ben", Personal<std::string>{"python train.py"}, {"GPU-d"}};
    auto process = appeared(made_id<ProcessId>(1), {gpu_c, gpu_d}, 7);
    process.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(sample_site().when(fleet::ReportProcesses{boreas, {on_both}}), events(process));
}

}  // namespace
}  // namespace dibs::test
