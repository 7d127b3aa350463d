// Processes from frames: frames go into the observer, and its reports are decided and folded at
// once. There is one test for each way in which ps can fail to give the owner of a process.
#include "ingest/observer.hpp"

#include "tests/support/sample_site.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

class DecidingHandler final : public CommandHandler {
  public:
    explicit DecidingHandler(World before) : world(std::move(before)) {}
    void submit(Envelope envelope, OnReply) override {
        ++submitted;
        const auto decided =
            decide(world, envelope.command, Context{{}, Scopes::all(), world.now, &ids_});
        ASSERT_TRUE(decided);
        for (const auto& e : *decided) {
            types.emplace_back(e.type());
            world = evolve(std::move(world), Recorded{world.position + 1, world.now, {}, e, true});
        }
        const bool report = !envelope.command.is<Tick>();
        if (report && time_passes_between) submit({Tick{}}, nullptr);
    }
    World world;
    bool time_passes_between = false;  // of two reports of one frame
    std::vector<std::string> types;
    int submitted = 0;

  private:
    IdsInARow ids_;
};

using probe::ProcessOwner;

class Owners : public testing::Test {
  protected:
    Owners() {
        start();
        observer->on_reachable("atlas");
        (void)take_event_types();
    }

    // Simulates a start of dibsd: the observer forgets everything, the world stays.
    void start() {
        observer.emplace(
            node,
            [this](HostId, Instant, const probe::ProbeFrame&) { reported_before = node.submitted; },
            [this] { return node.world.now; });
        observer->set_hosts({{"atlas", atlas}});
        sequence = 0;
    }
    // Sends `count` frames, one a second, with one process on GPU-a.
    void frames(int count, std::optional<ProcessOwner> owner, std::int64_t pid = 4711) {
        probe::ProbeFrame frame;
        frame.host = host;
        frame.driver.state = fleet::DriverState::working;
        frame.gpus_known = frame.processes_known = true;
        frame.gpus = {gpu("GPU-a", 0), gpu("GPU-b", 1)};
        if (pid > 0) frame.processes.push_back({"GPU-a", pid, std::move(owner)});
        for (; count > 0; --count) {
            frame.sequence = ++sequence;
            node.world.now += std::chrono::seconds{1};
            observer->on_frame("atlas", frame);
            node.submit({Tick{}}, nullptr);
        }
    }
    // Sends `count` frames, one a second, in which nvidia-smi gives no GPUs and no processes.
    void silence(int count) {
        probe::ProbeFrame frame;
        frame.host = host;
        frame.driver = {fleet::DriverState::broken, "no answer"};
        for (; count > 0; --count) {
            frame.sequence = ++sequence;
            node.world.now += std::chrono::seconds{1};
            observer->on_frame("atlas", frame);
            node.submit({Tick{}}, nullptr);
        }
    }
    // The GPU as sample_site() has it.
    static probe::GpuReading gpu(std::string uuid, int index) {
        return {.uuid = std::move(uuid),
                .index = index,
                .name = "NVIDIA A100",
                .memory_total_mib = 40960};
    }
    // Returns the events without actions on violations.
    [[nodiscard]] std::vector<std::string> take_event_types() {
        auto types = std::exchange(node.types, {});
        std::erase(types, "violation.escalated.v1");
        return types;
    }
    [[nodiscard]] const fleet::Process& only() const {
        EXPECT_EQ(node.world.fleet.processes.size(), 1U);
        return node.world.fleet.processes.begin()->second;
    }
    [[nodiscard]] std::size_t violations() const { return node.world.violations.open.size(); }
    [[nodiscard]] auto hidden() const { return node.world.fleet.hosts.at(atlas).hidden_owners; }

    // Ann has booked it for the whole day.
    DecidingHandler node{
        given(sample_site(),
              fleet::HostDriverChanged{atlas, {fleet::DriverState::working, {}}, {gpu_a, gpu_b}},
              booked(booking(1, ann, {gpu_a}, "10:00", "20:00")))
            .world()};
    probe::HostReading host{.hostname = "atlas", .boot_id = "boot"};
    int reported_before = 0;  // reports when the newest frame was passed on
    std::optional<Observer> observer;
    std::int64_t sequence = 0;
    const ProcessOwner bens{"ben", ten, "train"}, anns{"ann", ten, "train"};
    const std::optional<ProcessOwner> nobody{};
    using Types = std::vector<std::string>;
};

// Effects of a report ask at once for the last sighting of the process.
TEST_F(Owners, frame_is_passed_on_before_its_reports) {
    while (node.world.fleet.processes.empty()) {
        const auto before = node.submitted;
        frames(1, ProcessOwner{"ann", ten, "train"});
        ASSERT_EQ(reported_before, before);
        ASSERT_LT(sequence, 10) << "it is reported within a few frames";
    }
}

TEST_F(Owners, unknown_owner_is_no_violation_and_marks_the_host) {
    frames(40, nobody);
    EXPECT_EQ(take_event_types(), (Types{"process.appeared.v1", "host.owners_hidden.v1"}));
    EXPECT_EQ(only().unix_name, std::nullopt);
    EXPECT_EQ(only().started, std::nullopt);
    EXPECT_EQ(violations(), 0U);
    EXPECT_EQ(hidden(), (fleet::HiddenOwners{fleet::Hiding::pid_namespace, {}}));
}

TEST_F(Owners, late_owner_is_checked_when_it_becomes_known) {
    frames(5, nobody);
    (void)take_event_types();
    frames(1, bens);
    EXPECT_EQ(take_event_types(), (Types{"process.owner_known.v1", "violation.opened.v1"}));
    EXPECT_EQ(only().person, ben);
    frames(5, bens);
    EXPECT_EQ(take_event_types(), (Types{"host.owners_seen.v1"}));
}

TEST_F(Owners, late_owner_with_the_booking_is_never_a_violation) {
    frames(5, nobody);
    frames(40, anns);
    EXPECT_EQ(take_event_types(), (Types{"process.appeared.v1", "host.owners_hidden.v1",
                                         "process.owner_known.v1", "host.owners_seen.v1"}));
}

TEST_F(Owners, owner_seen_in_one_frame_stays_known) {
    frames(1, nobody);
    frames(1, bens);
    frames(40, nobody);
    EXPECT_EQ(take_event_types(), (Types{"process.appeared.v1", "violation.opened.v1"}));
    EXPECT_EQ(only().unix_name, "ben");
}

TEST_F(Owners, recorded_owner_stays_when_ps_hides_it_after_a_restart) {
    frames(5, bens);
    (void)take_event_types();
    start();
    frames(40, nobody);
    EXPECT_EQ(only().unix_name, "ben");
    EXPECT_EQ(violations(), 1U);
    EXPECT_EQ(take_event_types(), (Types{"host.owners_hidden.v1"}));
}

// Guards against trusting the third frame whatever the first ones showed.
TEST_F(Owners, process_listed_late_after_a_restart_continues) {
    frames(5, bens);
    (void)take_event_types();
    for (const int late : {1, 2, 3, 4}) {
        start();
        frames(late, nobody, 0);
        frames(20, bens);
        EXPECT_EQ(take_event_types(), (Types{})) << late;
    }
}

TEST_F(Owners, reused_pid_with_a_new_start_is_a_new_process) {
    frames(5, bens);
    frames(5, ProcessOwner{"ann", clock("11:00"), "other"});
    EXPECT_EQ(take_event_types(),
              (Types{"process.appeared.v1", "violation.opened.v1", "process.gone.v1",
                     "violation.closed.v1", "process.appeared.v1"}));
    EXPECT_EQ(only().unix_name, "ann");
}

TEST_F(Owners, reused_hidden_pid_after_a_reboot_is_a_new_process) {
    frames(5, bens);
    host.boot_id = "next boot";
    frames(5, nobody);
    EXPECT_EQ(take_event_types(),
              (Types{"process.appeared.v1", "violation.opened.v1", "process.gone.v1",
                     "violation.closed.v1", "process.appeared.v1", "host.owners_hidden.v1"}));
    EXPECT_EQ(only().unix_name, std::nullopt);
}

TEST_F(Owners, owner_of_the_probes_own_process_is_known_behind_hidepid) {
    host.hidden = probe::HiddenProcesses{"proc"};
    frames(5, ProcessOwner{"dibs", ten, "burn-in"});
    EXPECT_EQ(only().unix_name, "dibs");
    EXPECT_EQ(violations(), 1U) << "it is on what Ann holds";
    EXPECT_EQ(hidden(), (fleet::HiddenOwners{fleet::Hiding::hidepid, "proc"}));
    host.hidden.reset();
    frames(5, nobody, 0);
    EXPECT_EQ(hidden(), std::nullopt);
}

TEST_F(Owners, process_that_ends_before_ps_runs_is_not_recorded) {
    for (int i = 0; i < 10; ++i) {
        frames(probe::frames_to_appear - 1, nobody, 100 + i);
        frames(1, nobody, 0);
    }
    EXPECT_EQ(take_event_types(), (Types{}));
    EXPECT_EQ(hidden(), std::nullopt);
}

TEST_F(Owners, host_that_alternates_each_second_makes_no_facts) {
    for (int i = 0; i < 30; ++i) {
        host.hidden.reset();
        if (i % 2 == 0) host.hidden.emplace();
        frames(1, nobody, 0);
    }
    EXPECT_EQ(take_event_types(), (Types{}));
}

TEST_F(Owners, unchanged_state_is_reported_each_half_minute) {
    host.hidden.emplace();
    frames(10, nobody, 0);
    const auto before = node.submitted;
    frames(60, nobody, 0);
    EXPECT_LE(node.submitted - before, 60 + 5 * 2 + 1)
        << "ticks, and that it is reached, driver, GPUs, processes and owners twice";
    EXPECT_EQ(take_event_types(), (Types{"host.owners_hidden.v1"}));
}

// The first report could not be recorded.
TEST_F(Owners, reached_host_is_reported_again) {
    frames(1, nobody, 0);
    node.world.fleet.hosts.at(atlas).reach = fleet::Reach::lost;
    frames(40, nobody, 0);
    EXPECT_EQ(node.world.fleet.hosts.at(atlas).reach, fleet::Reach::reached);
}

TEST_F(Owners, report_from_a_clock_ahead_is_repeated_at_once) {
    const auto now = node.world.now;
    node.world.now += std::chrono::days{30};
    host.hidden.emplace();
    frames(10, nobody, 0);
    node.world.now = now;
    node.world.fleet.hosts.at(atlas).hidden_owners.reset();
    (void)take_event_types();
    frames(2, nobody, 0);
    EXPECT_EQ(take_event_types(), (Types{"host.owners_hidden.v1"}));
}

// Boot and link readings of a host, a frame a second.
class Machine : public Owners {
  protected:
    static constexpr const char* one = "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901";
    static constexpr const char* other = "11111111-7d44-4c0e-9d5b-0a6a1f2be901";
    void booted(const char* id, int count) {
        host.boot_id = id;
        for (; count > 0; --count) {
            host.values.set(column_of(Subject::host, "uptime_s"), ++uptime);
            frames(1, nobody, 0);
        }
    }
    std::int32_t uptime = 3600;
};

TEST_F(Machine, boot_is_recorded_once_three_frames_agree) {
    booted(one, 2);
    EXPECT_EQ(take_event_types(), Types{});
    booted(one, 40);
    EXPECT_EQ(take_event_types(), (Types{"host.booted.v1"}));
    EXPECT_EQ(node.world.fleet.hosts.at(atlas).boot_id, one);
    booted(other, 30);
    EXPECT_EQ(take_event_types(), (Types{"host.booted.v1"}));
}

TEST_F(Machine, alternating_boot_ids_make_at_most_one_fact_a_minute) {
    for (int i = 0; i < 20; ++i) booted(i % 2 == 0 ? one : other, 6);
    EXPECT_LE(take_event_types().size(), 3U);
    booted("not-an-id", 100);
    EXPECT_EQ(take_event_types(), Types{});
}

TEST_F(Machine, changing_topology_makes_at_most_one_fact_a_minute) {
    host.topology = fleet::Topology{{{0, 1, fleet::LinkKind::pix, 0}}, {}};
    frames(130, nobody, 0);
    EXPECT_EQ(take_event_types(), (Types{"host.topology_changed.v1"}));
    for (int i = 0; i < 120; ++i) {
        host.topology->links[0].nvlinks = i;
        frames(1, nobody, 0);
    }
    EXPECT_LE(take_event_types().size(), 3U);
}

// Ben's process is on ann's GPU when the driver falls silent; dibsd may restart meanwhile.
class Silence : public Owners, public testing::WithParamInterface<bool> {
  protected:
    Silence() {
        node.time_passes_between = true;
        frames(5, bens);
        EXPECT_EQ(take_event_types(), (Types{"process.appeared.v1", "violation.opened.v1"}));
        before = open();
        silence(10);
        EXPECT_EQ(take_event_types(), (Types{"host.driver_changed.v1"}));
        if (GetParam()) {
            start();
            silence(5);
        }
    }
    [[nodiscard]] ViolationId open() const {
        EXPECT_EQ(violations(), 1U);
        return node.world.violations.open.begin()->first;
    }
    ViolationId before{};
};
INSTANTIATE_TEST_SUITE_P(AlsoOfDibs, Silence, testing::Bool());

TEST_P(Silence, violation_of_a_continuing_process_stays_open) {
    frames(40, bens);
    EXPECT_EQ(take_event_types(), (Types{"host.driver_changed.v1"}));
    EXPECT_EQ(open(), before);
}

TEST_P(Silence, violation_of_an_ended_process_closes_once) {
    frames(40, nobody, 0);
    EXPECT_EQ(take_event_types(),
              (Types{"process.gone.v1", "violation.closed.v1", "host.driver_changed.v1"}));
    EXPECT_EQ(violations(), 0U);
}

TEST_P(Silence, process_from_the_silence_opens_one_violation) {
    frames(40, ProcessOwner{"ben", node.world.now, "another"}, 4712);
    auto facts = take_event_types();
    const auto opened = std::count(facts.begin(), facts.end(), "violation.opened.v1");
    const auto closed = std::count(facts.begin(), facts.end(), "violation.closed.v1");
    EXPECT_EQ(opened, 1);
    EXPECT_EQ(closed, 1);
    EXPECT_NE(open(), before);
    EXPECT_EQ(node.world.violations.open.begin()->second.violation.process, only().id);
}

}  // namespace
}  // namespace dibs::test
