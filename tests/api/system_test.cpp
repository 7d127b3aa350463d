// GET /api/v1/system.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(System, tells_where_log_and_projections_stand) {
    ApiWorld world;
    world.service->status.probes = [] {
        return std::vector<probe::HostStats>{
            {.name = "atlas", .reachable = true, .frames = 7, .clock_offset_s = -400},
            {.name = "boreas"}};
    };
    world.service->status.clock_is_synchronised = [] { return std::optional(false); };
    world.service->status.disk = [] { return std::optional(routes::DiskSpace{5, 10}); };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("clock_synchronised"), "false");
    EXPECT_EQ(reply.at("disk.free_bytes"), "5");
    EXPECT_EQ(reply.at("disk.size_bytes"), "10");
    EXPECT_EQ(reply.at("probes[0].clock_offset_s"), "-400");
    EXPECT_EQ(reply.at("probes[1].clock_offset_s"), "") << "it was not heard";
    const auto hosts = world.as(world.ben).get("/api/v1/hosts");
    ASSERT_EQ(hosts.at("items[0].name"), "atlas");
    EXPECT_EQ(hosts.at("items[0].clock_offset_s"), "-400");
    EXPECT_EQ(hosts.at("items[1].clock_offset_s"), "");
    const auto metrics = world.nobody().get("/metrics").body;
    for (const auto* line :
         {"dibs_host_clock_offset_seconds{host=\"atlas\"} -400\n", "dibs_clock_synchronised 0\n",
          "dibs_data_free_bytes 5\n", "dibs_data_size_bytes 10\n"}) {
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
    EXPECT_EQ(metrics.find("dibs_host_clock_offset_seconds{host=\"boreas"), std::string::npos);
    EXPECT_EQ(reply.at("version"), DIBS_VERSION);
    EXPECT_EQ(reply.at("log.adapter"), "memory");
    EXPECT_EQ(reply.at("log.role"), "writing");
    EXPECT_EQ(reply.at("log.position"), reply.at("projections[0].position"));
    EXPECT_EQ(reply.at("projections[0].lag"), "0");
    EXPECT_EQ(reply.at("ready"), "true");
    EXPECT_EQ(reply.at("hosts.total"), "2");
    EXPECT_EQ(reply.at("hosts.reached"), "1");
    EXPECT_EQ(reply.at("gpus"), "6");
    EXPECT_EQ(reply.at("probes[0].host_name"), "atlas");
    EXPECT_EQ(reply.at("probes[0].frames"), "7");
    EXPECT_EQ(reply.at("probes[1].last_frame_at"), "") << "none yet";
}

TEST(System, says_that_its_log_is_not_what_was_sealed) {
    ApiWorld world;
    EXPECT_EQ(world.as(world.ben).get("/api/v1/system").at("log.seals_problem"), "");
    world.service->status.audit = [] {
        return AuditFindings{.read = 6, .broken = "The seal of position 7 does not fit."};
    };
    EXPECT_EQ(world.as(world.ben).get("/api/v1/system").at("log.seals_problem"),
              "The seal of position 7 does not fit.");
    const auto metrics = world.nobody().get("/metrics").body;
    EXPECT_NE(metrics.find("dibs_log_tampered 1\n"), std::string::npos);
    EXPECT_NE(metrics.find("dibs_log_seals_checked_position 6\n"), std::string::npos);
}

TEST(System, what_nobody_tells_is_absent) {
    ApiWorld world;
    world.service->status.clock_is_synchronised = [] { return std::optional<bool>{}; };
    world.service->status.disk = [] { return std::optional<routes::DiskSpace>{}; };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.at("clock_synchronised"), "");
    EXPECT_EQ(reply.at("disk.free_bytes"), "");
    EXPECT_EQ(world.nobody().get("/metrics").body.find("dibs_data_"), std::string::npos);
}

TEST(System, names_what_keeps_it_from_writing) {
    ApiWorld world;
    world.service->status.writer = [] {
        Writer::Status status;
        status.role = Writer::Role::stopped;
        status.problem = "The log was replaced at offset 7.";
        status.position = 1'000'000;
        return status;
    };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.at("ready"), "false");
    EXPECT_EQ(reply.at("log.problem"), "The log was replaced at offset 7.");
    EXPECT_GT(std::stoll(reply.at("projections[0].lag")), 900'000);
}

}  // namespace
}  // namespace dibs::test
