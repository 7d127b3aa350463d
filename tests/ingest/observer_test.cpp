// What frames of a host make of its processes: frames into the observer, its reports decided and
// folded at once. A row for each way in which ps can fail to say whose a process is.
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
    bool time_passes_between = false;  // two reports of one frame
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
        (void)told();
    }

    // As after a start of dibsd: what was seen is forgotten, what is on record is not.
    void start() {
        observer.emplace(
            node,
            [this](HostId, Instant, const probe::ProbeFrame&) { reported_before = node.submitted; },
            [this] { return node.world.now; });
        observer->set_hosts({{"atlas", atlas}});
        sequence = 0;
    }
    // So many frames, a second each, with one process on GPU-a.
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
    // So many frames, a second each, in which nvidia-smi says nothing of GPUs and processes.
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
    // As the sample site knows it.
    static probe::GpuReading gpu(std::string uuid, int index) {
        return {.uuid = std::move(uuid),
                .index = index,
                .name = "NVIDIA A100",
                .memory_total_mib = 40960};
    }
    // Without what is done about violations.
    [[nodiscard]] std::vector<std::string> told() {
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

    // Ann holds it all day.
    DecidingHandler node{
        given(sample_site(),
              fleet::HostDriverChanged{atlas, {fleet::DriverState::working, {}}, {gpu_a, gpu_b}},
              booked(booking(1, ann, {gpu_a}, "10:00", "20:00")))
            .world()};
    probe::HostReading host{.hostname = "atlas", .boot_id = "boot"};
    int reported_before = 0;  // the newest frame was handed on
    std::optional<Observer> observer;
    std::int64_t sequence = 0;
    const ProcessOwner bens{"ben", ten, "train"}, anns{"ann", ten, "train"};
    const std::optional<ProcessOwner> nobody{};
    using Types = std::vector<std::string>;
};

// Who acts on a report asks at once when the process was seen.
TEST_F(Owners, a_frame_is_handed_on_before_what_it_shows_is_reported) {
    while (node.world.fleet.processes.empty()) {
        const auto before = node.submitted;
        frames(1, ProcessOwner{"ann", ten, "train"});
        ASSERT_EQ(reported_before, before);
        ASSERT_LT(sequence, 10) << "it is reported within a few frames";
    }
}

TEST_F(Owners, one_that_stays_unknown_is_unknown_and_no_violation_and_the_host_says_so) {
    frames(40, nobody);
    EXPECT_EQ(told(), (Types{"process.appeared.v1", "host.owners_hidden.v1"}));
    EXPECT_EQ(only().unix_name, std::nullopt);
    EXPECT_EQ(only().started, std::nullopt);
    EXPECT_EQ(violations(), 0U);
    EXPECT_EQ(hidden(), (fleet::HiddenOwners{fleet::Hiding::pid_namespace, {}}));
}

TEST_F(Owners, one_that_is_known_late_is_decided_then) {
    frames(5, nobody);
    (void)told();
    frames(1, bens);
    EXPECT_EQ(told(), (Types{"process.owner_known.v1", "violation.opened.v1"}));
    EXPECT_EQ(only().person, ben);
    frames(5, bens);
    EXPECT_EQ(told(), (Types{"host.owners_seen.v1"}));
}

TEST_F(Owners, one_that_is_known_late_to_be_the_holder_is_no_violation_at_any_time) {
    frames(5, nobody);
    frames(40, anns);
    EXPECT_EQ(told(), (Types{"process.appeared.v1", "host.owners_hidden.v1",
                             "process.owner_known.v1", "host.owners_seen.v1"}));
}

TEST_F(Owners, one_that_ps_shows_in_one_frame_alone_stays_known) {
    frames(1, nobody);
    frames(1, bens);
    frames(40, nobody);
    EXPECT_EQ(told(), (Types{"process.appeared.v1", "violation.opened.v1"}));
    EXPECT_EQ(only().unix_name, "ben");
}

TEST_F(Owners, one_that_ps_no_longer_shows_after_a_start_of_dibs_stays_as_recorded) {
    frames(5, bens);
    (void)told();
    start();
    frames(40, nobody);
    EXPECT_EQ(only().unix_name, "ben");
    EXPECT_EQ(violations(), 1U);
    EXPECT_EQ(told(), (Types{"host.owners_hidden.v1"}));
}

// The third frame was long believed, whatever the first ones had said.
TEST_F(Owners, one_that_is_told_late_after_a_start_of_dibs_goes_on) {
    frames(5, bens);
    (void)told();
    for (const int late : {1, 2, 3, 4}) {
        start();
        frames(late, nobody, 0);
        frames(20, bens);
        EXPECT_EQ(told(), (Types{})) << late;
    }
}

TEST_F(Owners, of_a_pid_given_out_again_the_new_start_tells) {
    frames(5, bens);
    frames(5, ProcessOwner{"ann", clock("11:00"), "other"});
    EXPECT_EQ(told(), (Types{"process.appeared.v1", "violation.opened.v1", "process.gone.v1",
                             "violation.closed.v1", "process.appeared.v1"}));
    EXPECT_EQ(only().unix_name, "ann");
}

TEST_F(Owners, of_a_hidden_pid_given_out_again_the_boot_tells) {
    frames(5, bens);
    host.boot_id = "next boot";
    frames(5, nobody);
    EXPECT_EQ(told(),
              (Types{"process.appeared.v1", "violation.opened.v1", "process.gone.v1",
                     "violation.closed.v1", "process.appeared.v1", "host.owners_hidden.v1"}));
    EXPECT_EQ(only().unix_name, std::nullopt);
}

TEST_F(Owners, the_probes_own_is_known_where_proc_hides_all_others) {
    host.hidden = probe::HiddenProcesses{"proc"};
    frames(5, ProcessOwner{"dibs", ten, "burn-in"});
    EXPECT_EQ(only().unix_name, "dibs");
    EXPECT_EQ(violations(), 1U) << "it is on what Ann holds";
    EXPECT_EQ(hidden(), (fleet::HiddenOwners{fleet::Hiding::hidepid, "proc"}));
    host.hidden.reset();
    frames(5, nobody, 0);
    EXPECT_EQ(hidden(), std::nullopt);
}

TEST_F(Owners, one_that_ended_between_the_driver_and_ps_never_was) {
    for (int i = 0; i < 10; ++i) {
        frames(probe::frames_to_appear - 1, nobody, 100 + i);
        frames(1, nobody, 0);
    }
    EXPECT_EQ(told(), (Types{}));
    EXPECT_EQ(hidden(), std::nullopt);
}

TEST_F(Owners, a_host_that_changes_its_mind_each_second_makes_no_facts) {
    for (int i = 0; i < 30; ++i) {
        host.hidden.reset();
        if (i % 2 == 0) host.hidden.emplace();
        frames(1, nobody, 0);
    }
    EXPECT_EQ(told(), (Types{}));
}

TEST_F(Owners, what_stays_is_reported_again_each_half_minute_only) {
    host.hidden.emplace();
    frames(10, nobody, 0);
    const auto before = node.submitted;
    frames(60, nobody, 0);
    EXPECT_LE(node.submitted - before, 60 + 5 * 2 + 1)
        << "ticks, and that it is reached, driver, GPUs, processes and owners twice";
    EXPECT_EQ(told(), (Types{"host.owners_hidden.v1"}));
}

// Nobody could take it down when it was told first.
TEST_F(Owners, that_a_host_is_reached_is_reported_again) {
    frames(1, nobody, 0);
    node.world.fleet.hosts.at(atlas).reach = fleet::Reach::lost;
    frames(40, nobody, 0);
    EXPECT_EQ(node.world.fleet.hosts.at(atlas).reach, fleet::Reach::reached);
}

TEST_F(Owners, what_was_told_by_a_clock_that_was_ahead_is_told_again_at_once) {
    const auto now = node.world.now;
    node.world.now += std::chrono::days{30};
    host.hidden.emplace();
    frames(10, nobody, 0);
    node.world.now = now;
    node.world.fleet.hosts.at(atlas).hidden_owners.reset();
    (void)told();
    frames(2, nobody, 0);
    EXPECT_EQ(told(), (Types{"host.owners_hidden.v1"}));
}

// What a host says of its start and of its links, a frame a second.
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

TEST_F(Machine, says_when_it_was_started_once_three_frames_agree) {
    booted(one, 2);
    EXPECT_EQ(told(), Types{});
    booted(one, 40);
    EXPECT_EQ(told(), (Types{"host.booted.v1"}));
    EXPECT_EQ(node.world.fleet.hosts.at(atlas).boot_id, one);
    booted(other, 30);
    EXPECT_EQ(told(), (Types{"host.booted.v1"}));
}

TEST_F(Machine, that_says_otherwise_each_few_seconds_makes_a_fact_a_minute_at_most) {
    for (int i = 0; i < 20; ++i) booted(i % 2 == 0 ? one : other, 6);
    EXPECT_LE(told().size(), 3U);
    booted("not-an-id", 100);
    EXPECT_EQ(told(), Types{});
}

TEST_F(Machine, says_how_its_gpus_are_linked_and_a_fact_a_minute_at_most) {
    host.topology = fleet::Topology{{{0, 1, fleet::LinkKind::pix, 0}}, {}};
    frames(130, nobody, 0);
    EXPECT_EQ(told(), (Types{"host.topology_changed.v1"}));
    for (int i = 0; i < 120; ++i) {
        host.topology->links[0].nvlinks = i;
        frames(1, nobody, 0);
    }
    EXPECT_LE(told().size(), 3U);
}

// Ben's process is on ann's card when the driver falls silent, and dibsd may start anew meanwhile.
class Silence : public Owners, public testing::WithParamInterface<bool> {
  protected:
    Silence() {
        node.time_passes_between = true;
        frames(5, bens);
        EXPECT_EQ(told(), (Types{"process.appeared.v1", "violation.opened.v1"}));
        before = open();
        silence(10);
        EXPECT_EQ(told(), (Types{"host.driver_changed.v1"}));
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

TEST_P(Silence, leaves_the_violation_of_who_goes_on_the_one_that_it_was) {
    frames(40, bens);
    EXPECT_EQ(told(), (Types{"host.driver_changed.v1"}));
    EXPECT_EQ(open(), before);
}

TEST_P(Silence, closes_the_violation_of_who_has_ended_once) {
    frames(40, nobody, 0);
    EXPECT_EQ(told(), (Types{"process.gone.v1", "violation.closed.v1", "host.driver_changed.v1"}));
    EXPECT_EQ(violations(), 0U);
}

TEST_P(Silence, opens_one_for_who_came_meanwhile_and_none_for_who_is_gone) {
    frames(40, ProcessOwner{"ben", node.world.now, "another"}, 4712);
    auto facts = told();
    const auto opened = std::count(facts.begin(), facts.end(), "violation.opened.v1");
    const auto closed = std::count(facts.begin(), facts.end(), "violation.closed.v1");
    EXPECT_EQ(opened, 1);
    EXPECT_EQ(closed, 1);
    EXPECT_NE(open(), before);
    EXPECT_EQ(node.world.violations.open.begin()->second.violation.process, only().id);
}

}  // namespace
}  // namespace dibs::test
