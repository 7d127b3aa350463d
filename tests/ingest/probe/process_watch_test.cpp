// When a process counts as present, and when as gone.
#include "ingest/probe/process_watch.hpp"

#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

const Instant noon = *parse_instant("2026-11-21T12:00:00Z");

ProcessReading process(std::int64_t pid, Instant started = noon) {
    return {.gpu_uuid = "GPU-00001",
            .pid = pid,
            .owner = ProcessOwner{"alice", started, "train"},
            .values = test::readings(Subject::process, {{"memory_used_mib", 10}})};
}
ProcessReading hidden(std::int64_t pid) {
    auto reading = process(pid);
    reading.owner.reset();
    return reading;
}

ProbeFrame frame(std::vector<ProcessReading> processes) {
    ProbeFrame frame;
    frame.processes = std::move(processes);
    frame.processes_known = true;
    return frame;
}

TEST(ProcessWatch, a_process_appears_with_its_third_frame_and_only_once) {
    ProcessWatch watch;
    const auto seen = frame({process(1)});
    EXPECT_TRUE(watch.observe(seen).appeared.empty());
    EXPECT_TRUE(watch.observe(seen).appeared.empty());
    const auto third = watch.observe(seen);
    ASSERT_EQ(third.appeared.size(), 1U);
    EXPECT_EQ(third.appeared[0], process(1));
    EXPECT_TRUE(watch.observe(seen).appeared.empty());
    EXPECT_EQ(watch.present().size(), 1U);
}

TEST(ProcessWatch, origin_of_a_process_stays_after_its_parents_end) {
    ProcessWatch watch;
    auto first = process(1);
    first.origin.emplace().session = fleet::Session{fleet::SessionKind::screen, {}};
    static_cast<void>(watch.observe(frame({first})));
    auto later = process(1);
    later.origin.emplace();
    for (int i = 0; i < frames_to_appear; ++i) static_cast<void>(watch.observe(frame({later})));
    EXPECT_EQ(watch.present().at(0).origin, first.origin);
}

TEST(ProcessWatch, reused_pid_gets_a_new_origin) {
    ProcessWatch watch;
    auto first = process(1);
    first.origin.emplace().tty = "pts/1";
    for (int i = 0; i < frames_to_appear; ++i) static_cast<void>(watch.observe(frame({first})));
    const auto other = process(1, noon + std::chrono::minutes{1});
    for (int i = 0; i < frames_to_appear; ++i) static_cast<void>(watch.observe(frame({other})));
    EXPECT_EQ(watch.present().at(0).origin, std::nullopt);
}

TEST(ProcessWatch, missing_frame_restarts_the_count_to_appear) {
    ProcessWatch watch;
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(watch.observe(frame({process(1)})).appeared.empty());
        EXPECT_TRUE(watch.observe(frame({process(1)})).appeared.empty());
        EXPECT_TRUE(watch.observe(frame({})).gone.empty());
    }
}

ProcessWatch watch_with(const ProcessReading& reading) {
    ProcessWatch watch;
    for (int i = 0; i < frames_to_appear; ++i) {
        static_cast<void>(watch.observe(frame({reading})));
    }
    return watch;
}

TEST(ProcessWatch, process_is_gone_after_two_consecutive_missing_frames) {
    auto watch = watch_with(process(1));
    EXPECT_TRUE(watch.observe(frame({})).gone.empty());
    const auto second = watch.observe(frame({}));
    ASSERT_EQ(second.gone.size(), 1U);
    EXPECT_EQ(second.gone[0].pid, 1);
    EXPECT_TRUE(watch.present().empty());
}

TEST(ProcessWatch, single_missing_frame_changes_nothing) {
    auto watch = watch_with(process(1));
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(watch.observe(frame({})).gone.empty());
        const auto back = watch.observe(frame({process(1)}));
        EXPECT_TRUE(back.appeared.empty());
        EXPECT_TRUE(back.gone.empty());
    }
}

TEST(ProcessWatch, frames_without_a_process_list_change_nothing) {
    auto watch = watch_with(process(1));
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(watch.observe(ProbeFrame{}).gone.empty());
    }
    EXPECT_EQ(watch.present().size(), 1U);
}

TEST(ProcessWatch, the_same_pid_with_another_start_is_another_process) {
    auto watch = watch_with(process(1));
    const auto reused = frame({process(1, noon + Duration{60'000})});
    EXPECT_EQ(watch.observe(reused).gone.size(), 1U);
    EXPECT_TRUE(watch.observe(reused).appeared.empty());
    const auto third = watch.observe(reused);
    ASSERT_EQ(third.appeared.size(), 1U);
    EXPECT_EQ(third.appeared[0].owner.value().started, noon + Duration{60'000});
}

TEST(ProcessWatch, a_start_that_varies_by_a_second_is_the_same_process) {
    auto watch = watch_with(process(1));
    for (const int ms : {1000, -1000, 0, 1000}) {
        const auto changes = watch.observe(frame({process(1, noon + Duration{ms})}));
        EXPECT_TRUE(changes.gone.empty());
        EXPECT_TRUE(changes.appeared.empty());
    }
    EXPECT_EQ(watch.present().at(0).owner.value().started, noon);
}

TEST(ProcessWatch, late_owner_is_kept_when_ps_misses_it_again) {
    ProcessWatch watch;
    static_cast<void>(watch.observe(frame({hidden(1)})));
    static_cast<void>(watch.observe(frame({process(1)})));
    const auto third = watch.observe(frame({hidden(1)}));
    ASSERT_EQ(third.appeared.size(), 1U);
    EXPECT_EQ(third.appeared[0].owner, (ProcessOwner{"alice", noon, "train"}));
    EXPECT_TRUE(third.owned.empty()) << "told as it appeared";
}

TEST(ProcessWatch, late_owner_is_reported_once) {
    auto watch = watch_with(hidden(1));
    EXPECT_EQ(watch.owners_known(), false);
    const auto known = watch.observe(frame({process(1)}));
    ASSERT_EQ(known.owned.size(), 1U);
    EXPECT_EQ(known.owned[0].owner, (ProcessOwner{"alice", noon, "train"}));
    EXPECT_TRUE(known.appeared.empty());
    EXPECT_TRUE(watch.observe(frame({hidden(1)})).owned.empty());
    EXPECT_TRUE(watch.observe(frame({process(1)})).owned.empty());
    EXPECT_EQ(watch.owners_known(), true);
}

TEST(ProcessWatch, owners_known_needs_all_owners_and_is_absent_without_processes) {
    EXPECT_EQ(ProcessWatch().owners_known(), std::nullopt);
    ProcessWatch watch;
    for (int i = 1; i < frames_to_appear; ++i) {
        static_cast<void>(watch.observe(frame({process(1), hidden(2)})));
        EXPECT_EQ(watch.owners_known(), std::nullopt) << "ended between two questions, perhaps";
    }
    static_cast<void>(watch.observe(frame({process(1), hidden(2)})));
    EXPECT_EQ(watch.owners_known(), false);
}

TEST(ProcessWatch, new_boot_ends_all_processes) {
    ProcessWatch watch;
    auto seen = frame({hidden(1)});
    seen.host.boot_id = "one";
    for (int i = 0; i < frames_to_appear; ++i) static_cast<void>(watch.observe(seen));
    seen.host.boot_id.clear();
    EXPECT_TRUE(watch.observe(seen).gone.empty()) << "not told: nothing follows";
    seen.host.boot_id = "two";
    EXPECT_EQ(watch.observe(seen).gone.size(), 1U);
    EXPECT_TRUE(watch.observe(seen).appeared.empty());
    EXPECT_EQ(watch.observe(seen).appeared.size(), 1U);
}

TEST(ProcessWatch, process_on_two_gpus_appears_on_each) {
    auto other = process(1);
    other.gpu_uuid = "GPU-00002";
    ProcessWatch watch;
    static_cast<void>(watch.observe(frame({process(1), other})));
    static_cast<void>(watch.observe(frame({process(1), other})));
    EXPECT_EQ(watch.observe(frame({process(1), other})).appeared.size(), 2U);
}

// Counts the frames until the watch is settled; `at` gives the processes of each frame.
template <class At>
int frames_until_settled(At at) {
    ProcessWatch watch;
    int count = 0;
    while (!watch.settled() && count < 100) static_cast<void>(watch.observe(at(++count)));
    return count;
}

TEST(ProcessWatch, watch_settles_once_running_processes_had_time_to_appear) {
    EXPECT_EQ(frames_until_settled([](int) { return frame({}); }), frames_to_be_sure);
    EXPECT_EQ(frames_until_settled([](int) { return frame({process(1)}); }), frames_to_be_sure);
    EXPECT_EQ(frames_until_settled([](int n) { return n < 5 ? frame({}) : frame({process(1)}); }),
              7)
        << "told late: it has not appeared before";
    EXPECT_EQ(frames_until_settled([](int n) {
                  auto seen = frame({});
                  seen.processes_known = n > 3;
                  return seen;
              }),
              3 + frames_to_be_sure);
    EXPECT_EQ(frames_until_settled([](int n) { return frame({process(n)}); }),
              most_frames_to_be_sure)
        << "one that never stays";
}

ProcessReading on_unknown_slice() {
    auto reading = process(1);
    reading.slice_unknown = true;
    return reading;
}
ProcessReading on_slice() {
    auto reading = process(1);
    reading.gpu_uuid = "MIG-1";
    reading.card_uuid = "GPU-00001";
    return reading;
}

TEST(ProcessWatch, process_moves_to_its_known_slice_in_one_step_and_stays) {
    auto watch = watch_with(on_unknown_slice());
    const auto changes = watch.observe(frame({on_slice()}));
    EXPECT_EQ(changes.appeared, std::vector{on_slice()});
    EXPECT_EQ(watch.present(), std::vector{on_slice()});
    for (int i = 0; i < 5; ++i) {
        const auto later = watch.observe(frame({on_unknown_slice()}));
        EXPECT_TRUE(later.appeared.empty() && later.gone.empty());
    }
    EXPECT_EQ(watch.present(), std::vector{on_slice()});
}

TEST(ProcessWatch, reused_pid_does_not_inherit_the_slice) {
    auto watch = watch_with(on_slice());
    auto other = on_unknown_slice();
    other.owner->started = noon + Duration{60'000};
    static_cast<void>(watch.observe(frame({other})));
    static_cast<void>(watch.observe(frame({other})));
    EXPECT_EQ(watch.observe(frame({other})).appeared, std::vector{other});
    EXPECT_EQ(watch.present(), std::vector{other});
}

}  // namespace
}  // namespace dibs::probe
