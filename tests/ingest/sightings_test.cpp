// When a process was last seen, and what a later frame shows about it.
#include "ingest/sightings.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const HostId seen_host{1, 1};
const Instant noon{std::chrono::hours{12}};

probe::ProbeFrame frame(std::vector<std::int64_t> pids, std::string boot_id = "the-boot") {
    probe::ProbeFrame frame;
    frame.host.boot_id = std::move(boot_id);
    frame.processes_known = true;
    for (const auto pid : pids) {
        frame.processes.emplace_back();
        frame.processes.back().pid = pid;
    }
    return frame;
}

TEST(Sightings, a_later_frame_shows_whether_a_process_is_still_there) {
    Sightings seen;
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon), Shown::unknown) << "no frame of this host";
    seen.take(seen_host, noon, frame({42, 43}));
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon), Shown::unknown) << "none came after it";
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon - 1s), Shown::still);
    seen.take(seen_host, noon + 1s, frame({43}));
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon), Shown::no_more);
    EXPECT_EQ(seen.shown_after(seen_host, 43, noon), Shown::still);
    EXPECT_EQ(seen.shown_after(seen_host, 44, noon), Shown::no_more);
    EXPECT_EQ(seen.find(seen_host, 42)->at, noon) << "it is remembered when it was seen";
}

TEST(Sightings, frame_without_a_process_list_shows_nothing) {
    Sightings seen;
    seen.take(seen_host, noon, frame({42}));
    auto blind = frame({});
    blind.processes_known = false;
    seen.take(seen_host, noon + 1s, blind);
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon), Shown::unknown);
}

TEST(Sightings, reboot_clears_all_sightings) {
    Sightings seen;
    seen.take(seen_host, noon, frame({42}));
    seen.take(seen_host, noon + 60s, frame({}, "another-boot"));
    EXPECT_EQ(seen.shown_after(seen_host, 42, noon), Shown::no_more);
    EXPECT_FALSE(seen.find(seen_host, 42));
}

}  // namespace
}  // namespace dibs::test
