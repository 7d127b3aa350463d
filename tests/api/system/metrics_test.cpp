// /metrics and /metrics/dcgm: their series of GPUs, hosts and bookings, and the omitted ones.
#include "tests/support/api_world.hpp"
#include "tests/support/samples.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(MetricsRoute, driver_state_is_shown_once_it_is_known) {
    ApiWorld world;
    const auto report = [&](fleet::DriverState state) {
        (void)world.command(fleet::Command{fleet::ReportDriver{world.atlas, {state, "x"}}});
        world.settle();
        world.advance(std::chrono::seconds{2});
        return world.nobody().get("/metrics").body;
    };
    const auto has = [](const std::string& text, const std::string& line) {
        return text.find(line) != std::string::npos;
    };
    EXPECT_FALSE(has(world.nobody().get("/metrics").body, "dibs_host_driver_up{"));
    EXPECT_TRUE(
        has(report(fleet::DriverState::unsupported), "dibs_host_driver_up{host=\"atlas\"} 0\n"));
    const auto works = report(fleet::DriverState::working);
    EXPECT_TRUE(has(works, "dibs_host_driver_up{host=\"atlas\"} 1\n"));
    EXPECT_FALSE(has(works, "dibs_host_driver_up{host=\"boreas\"}"));
}

TEST(MetricsRoute, metrics_show_bookings_violations_and_boot_times) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0], world.gpus[1]}, 0, 4);
    world.book(world.ben, {world.gpus[0]}, 10, 12);
    world.book(world.ben, {world.gpus[0]}, 40, 42);
    (void)world.command(fleet::Command{fleet::ReportBoot{world.atlas, "boot", from_unix_ms(5000)}});
    world.settle();
    const auto text = world.nobody().get("/metrics").body;
    for (const auto* line :
         {"dibs_reservations{state=\"running\"} 1\n", "dibs_reservations{state=\"upcoming\"} 1\n",
          "dibs_host_boot_time_seconds{host=\"atlas\"} 5\n",
          "dibs_host_violations_open{host=\"atlas\",kind=\"intruder\"} 0\n",
          "dibs_host_violations_open{host=\"boreas\",kind=\"unbooked\"} 0\n",
          "dibs_host_violations_open{host=\"boreas\",kind=\"wrong_gpu\"} 0\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << line;
    }
    EXPECT_EQ(text.find("dibs_host_boot_time_seconds{host=\"boreas\""), std::string::npos);
}

// Cleo runs on the GPU beside her own, and no person is called zoe.
TEST(MetricsRoute, violations_are_counted_by_kind) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0], world.gpus[1]}, 0, 4);
    world.book(world.cleo, {world.gpus[2]}, 0, 4);
    fleet::ReportProcesses report{world.atlas, {}};
    const auto runs = [&](const std::string& gpu, std::int64_t pid, const std::string& account) {
        report.running.push_back(
            {{gpu}, pid, world.now(), account, Personal<std::string>{"python"}});
    };
    runs("GPU-atlas0", 1, "cleo");
    runs("GPU-atlas1", 2, "zoe");
    (void)world.command(fleet::Command{report});
    (void)world.command(Tick{});
    world.settle();
    const auto open = world.as(world.ben).get("/api/v1/violations?state=open");
    ASSERT_EQ(open.size("items"), 2U) << open.body;
    const auto text = world.nobody().get("/metrics").body;
    for (const std::string line :
         {"intruder\"} 0", "unbooked\"} 0", "wrong_gpu\"} 1", "unknown_person\"} 1"}) {
        EXPECT_NE(text.find("dibs_host_violations_open{host=\"atlas\",kind=\"" + line + '\n'),
                  std::string::npos)
            << line << " in\n"
            << text;
    }
}

TEST(MetricsRoute, unseen_gpus_have_no_values) {
    ApiWorld world;
    world.service->settings.dcgm_metrics = true;
    const auto measure = [&] {
        world.model->usage().take(
            std::array{sample_of(world.gpus[0], world.now(), {{"utilization_percent", 50}}),
                       sample_of(world.other[0], world.now(), {{"utilization_percent", 20}}),
                       sample_of(world.atlas, world.now(), {{"cpu_percent", 7}})});
    };
    const auto has = [&](const std::string& path, const std::string& part) {
        return world.nobody().get(path).body.find(part) != std::string::npos;
    };
    const auto of_gpu = std::string("dibs_gpu_utilization_ratio{host=\"atlas\"");
    const auto of_host = std::string("dibs_host_cpu_ratio{host=\"atlas\"");
    measure();
    EXPECT_TRUE(has("/metrics", of_gpu));
    EXPECT_TRUE(has("/metrics", of_host));
    EXPECT_TRUE(has("/metrics/dcgm", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-atlas0\""));
    (void)world.command(fleet::Command{fleet::ReportLost{world.atlas, "no route"}});
    world.settle();
    world.advance(std::chrono::seconds{2});
    measure();
    EXPECT_TRUE(has("/metrics", "dibs_gpu_available{host=\"atlas\",gpu=\"0\"} 0"));
    EXPECT_FALSE(has("/metrics", of_gpu)) << "young, and of a GPU that nobody sees";
    EXPECT_FALSE(has("/metrics", of_host));
    EXPECT_FALSE(has("/metrics/dcgm", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-atlas0\""));
    EXPECT_TRUE(has("/metrics", "dibs_gpu_utilization_ratio{host=\"boreas\""));
}

TEST(MetricsRoute, budgets_show_limit_spent_and_booked_seconds) {
    ApiWorld world;
    const auto as_ann = world.as(world.ann);
    const std::string rest = R"(,"period":"once","when_spent":"warn","from":")" + world.time(-10);
    const auto make = [&](const std::string& whose, int until) {
        const auto made =
            as_ann.post("/api/v1/budgets", R"({"gpu_hours":10,)" + whose + rest + R"(","until":")" +
                                               world.time(until) + R"("})");
        EXPECT_EQ(made.status, 201) << made.body;
        return made.at("id");
    };
    const auto group = as_ann.post("/api/v1/groups", R"({"name":"vi\"sion"})").at("id");
    const auto member = "/api/v1/groups/" + group + "/members/" + to_text(world.ben);
    EXPECT_EQ(as_ann.put(member, "{}").status, 204);
    const auto of_group = make(R"("group_id":")" + group + '"', 50);
    const auto of_bert = make(R"("project":"bert")", 50);
    const auto over = make(R"("project":"bert")", 1);
    world.book(world.ben, {world.gpus[0], world.gpus[1]}, 0, 2);
    world.settle();
    world.advance(std::chrono::hours{1});
    const auto text = world.nobody().get("/metrics").body;
    const auto labels = [](std::string_view scope, std::string_view name, std::string_view id) {
        return "_gpu_seconds{scope=\"" + std::string(scope) + "\",name=\"" + std::string(name) +
               "\",period=\"once\",budget=\"" + std::string(id) + "\"} ";
    };
    const auto vision = labels("group", R"(vi\"sion)", of_group);
    const auto bert = labels("project", "bert", of_bert);
    for (const auto& line :
         {"limit" + vision + "36000", "spent" + vision + "7200", "ahead" + vision + "7200",
          "limit" + bert + "36000", "spent" + bert + "0", "ahead" + bert + "0"}) {
        EXPECT_NE(text.find("\ndibs_budget_" + line + '\n'), std::string::npos) << line;
    }
    EXPECT_EQ(text.find(over), std::string::npos) << "its time is over";
}

TEST(MetricsRoute, first_action_against_violations_is_a_histogram) {
    ApiWorld world;
    const auto text = [&] {
        world.advance(std::chrono::seconds{2});
        return world.nobody().get("/metrics").body;
    };
    EXPECT_EQ(text().find("dibs_violation_first_action_seconds"), std::string::npos)
        << "nobody counts here";
    violation::FirstActions times;
    world.service->status.first_actions = [&] { return times; };
    EXPECT_EQ(text().find("dibs_violation_first_action_seconds_count"), std::string::npos);
    auto& told = times[{enforcement::Action::message, violation::Outcome::done}];
    told.add(std::chrono::milliseconds{700});
    told.add(std::chrono::milliseconds{1900});
    told.add(std::chrono::minutes{20});
    const auto counted = text();
    const std::string name = "dibs_violation_first_action_seconds";
    const std::string labels = R"(action="message",outcome="done")";
    EXPECT_NE(counted.find("# TYPE " + name + " histogram\n"), std::string::npos);
    for (const auto& line :
         {name + "_bucket{" + labels + ",le=\"0.5\"} 0\n",
          name + "_bucket{" + labels + ",le=\"1\"} 1\n",
          name + "_bucket{" + labels + ",le=\"2\"} 2\n",
          name + "_bucket{" + labels + ",le=\"300\"} 2\n",
          name + "_bucket{" + labels + ",le=\"+Inf\"} 3\n", name + "_sum{" + labels + "} 1202.6\n",
          name + "_count{" + labels + "} 3\n"}) {
        EXPECT_NE(counted.find(line), std::string::npos) << line;
    }
}

TEST(MetricsRoute, dcgm_metrics_are_shown_if_enabled) {
    ApiWorld world;
    const std::string path = "/metrics/dcgm";
    EXPECT_EQ(world.nobody().get(path).problem(), "not-found");
    world.service->settings.dcgm_metrics = true;
    EXPECT_EQ(world.nobody().from("203.0.113.9").get(path).status, 401) << "as of /metrics";
    world.model->usage().take(
        std::array{sample_of(world.gpus[0], world.now(),
                             {{"utilization_percent", 50},
                              {"memory_used_mib", 1024},
                              {"memory_reserved_mib", 512},
                              {"power_w", 875},
                              {"row_remap_failed", 1},
                              {"last_xid", 79},
                              {"pcie_generation_most", 4},
                              {"pcie_lanes_most", 16}}),
                   sample_of(world.gpus[1], world.now(), {{"memory_used_mib", 1024}})});
    const auto text = world.nobody().get(path).body;
    const auto labels =
        R"({gpu="0",UUID="GPU-atlas0",device="nvidia0",modelName="NVIDIA A100",Hostname="atlas"})";
    for (const std::string value :
         {"GPU_UTIL 50", "FB_USED 1024", "FB_RESERVED 512", "FB_TOTAL 40960", "FB_FREE 39424",
          "POWER_USAGE 87.5", "ROW_REMAP_FAILURE 1", "FB_USED_PERCENT 0.025", "PCIE_MAX_LINK_GEN 4",
          "PCIE_MAX_LINK_WIDTH 16", "XID_ERRORS 79"}) {
        const auto blank = value.find(' ');
        const auto line = "DCGM_FI_DEV_" + value.substr(0, blank) + labels + value.substr(blank);
        EXPECT_NE(text.find(line + '\n'), std::string::npos) << line << " in\n" << text;
    }
    EXPECT_EQ(text.find("DCGM_FI_DEV_GPU_TEMP{"), std::string::npos) << "unknown is absent";
    EXPECT_NE(text.find("DCGM_FI_DEV_FB_FREE{gpu=\"1\""), std::string::npos);
    EXPECT_EQ(text.find("DCGM_FI_DEV_FB_USED_PERCENT{gpu=\"1\""), std::string::npos)
        << "what is reserved there is not known";
    for (const auto* never : {"TOTAL_ENERGY_CONSUMPTION", "pci_bus_id", "PROF_"}) {
        EXPECT_EQ(text.find(never), std::string::npos) << never << " is not known to Dibs";
    }
    EXPECT_EQ(text.find("dibs_"), std::string::npos);
}

TEST(Metrics, gpu_series_have_valid_prometheus_format) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 0, 4);
    const std::vector samples{sample_of(world.gpus[0], world.now(),
                                        {{"utilization_percent", 50},
                                         {"memory_used_mib", 1024},
                                         {"temperature_c", 60},
                                         {"power_w", 875}})};
    world.model->usage().take(samples);
    const auto reply = world.nobody().get("/metrics");
    ASSERT_EQ(reply.status, 200) << reply.body;
    for (const auto* line :
         {"dibs_gpu_utilization_ratio{host=\"atlas\",gpu=\"0\"} 0.5\n",
          "dibs_gpu_memory_used_bytes{host=\"atlas\",gpu=\"0\"} 1073741824\n",
          "dibs_gpu_power_watts{host=\"atlas\",gpu=\"0\"} 87.5\n",
          "dibs_gpu_reserved{host=\"atlas\",gpu=\"0\"} 1\n",
          "dibs_gpu_reserved{host=\"atlas\",gpu=\"1\"} 0\n",
          "dibs_gpu_processes{host=\"atlas\",gpu=\"1\"} 0\n", "\nprocess_start_time_seconds ",
          "dibs_violations_open{state=\"seen\"} 0\n", "dibs_writer_writing 1\n"}) {
        EXPECT_NE(reply.body.find(line), std::string::npos) << line;
    }
    EXPECT_EQ(reply.body.find("dibs_gpu_utilization_ratio{host=\"atlas\",gpu=\"1\"}"),
              std::string::npos)
        << "unknown is absent, never 0";
    EXPECT_EQ(reply.body.find("ben"), std::string::npos) << "no label names a person";
    world.model->usage().take(std::array{sample_of(
        world.gpus[0], world.now() + std::chrono::seconds{1}, {{"utilization_percent", 90}})});
    EXPECT_EQ(world.nobody().get("/metrics").body, reply.body) << "one text a second, for all";
    world.advance(std::chrono::minutes{1});
    EXPECT_EQ(world.nobody().get("/metrics").body.find("dibs_gpu_power_watts{"), std::string::npos)
        << "an old sample says nothing about now";

    if (std::system("command -v promtool >/dev/null 2>&1") != 0) GTEST_SKIP() << "no promtool";
    const auto file =
        std::filesystem::temp_directory_path() / ("dibs-metrics-" + std::to_string(world.port()));
    std::ofstream(file) << reply.body;
    EXPECT_EQ(std::system(("promtool check metrics < " + file.string()).c_str()), 0);
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace dibs::test
