// dibs metrics against canned answers: a metric over time, the list of metrics, and unknown values.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string all_gpus = R"({"items":[{"id":"gpu_1","host_name":"gpu03","index":0},
    {"id":"gpu_2","host_name":"gpu03","index":1}]})";
const std::string two_hours = R"({"from":"2026-11-20T22:00:00.000Z",
    "until":"2026-11-21T00:00:00.000Z","step_s":3600,"statistic":"max",
    "gpus":[{"gpu_id":"gpu_1","power_w":[250.5,null]},{"gpu_id":"gpu_2"}]})";

class MetricsVerb : public CommandTest {};

TEST_F(MetricsVerb, table_has_a_line_per_step_and_a_column_per_gpu) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, all_gpus);
    server.answer(200, R"({"kind":"duration","duration_s":31536000,"zone":"UTC","echo":"x"})");
    server.answer(200, two_hours);
    EXPECT_EQ(run({"metrics", "gpu03:0-1", "--metric", "power_w", "--since", "365d", "--statistic",
                   "max"}),
              0)
        << err.str();
    EXPECT_EQ(server.line(3), "POST /usage/query");
    EXPECT_EQ(server.body(3)["gpu"].dump(), R"(["gpu_1","gpu_2"])");
    EXPECT_EQ(server.body(3)["metric"].dump(), R"(["power_w"])");
    EXPECT_EQ(server.body(3)["from"].text(), "2025-11-21T01:45:03.250Z");
    EXPECT_EQ(server.body(3)["points"].integer(), 60);
    EXPECT_EQ(server.body(3)["statistic"].text(), "max");
    EXPECT_NE(out.str().find("gpu03:0  gpu03:1\n"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("  250.5    -\n"), std::string::npos) << out.str();
    EXPECT_NE(err.str().find("power_w, max of each 1h; - where nothing was measured."),
              std::string::npos)
        << err.str();
}

TEST_F(MetricsVerb, pipe_gets_whole_moments_and_empty_cells) {
    server.answer(200, gpus_1_and_2);
    server.answer(200, all_gpus);
    server.answer(200, two_hours);
    output.settings.form = Form::tsv;
    EXPECT_EQ(run({"metrics", "gpu03:0-1", "--metric", "power_w", "--step", "1h"}), 0) << err.str();
    EXPECT_EQ(server.body(2)["step"].integer(), 3600);
    EXPECT_FALSE(server.body(2)["points"]);
    EXPECT_EQ(out.str(), "2026-11-20T22:00:00.000Z\t250.5\t\n2026-11-20T23:00:00.000Z\t\t\n");
}

TEST_F(MetricsVerb, unknown_values_are_reported_and_not_zeros) {
    server.answer(200, R"({"items":[{"id":"host_1","name":"gpu03"}]})");
    server.answer(200, R"({"from":"2026-11-20T00:00:00.000Z","until":"2026-11-21T00:00:00.000Z",
        "step_s":86400,"statistic":"mean","gpus":[],"hosts":[{"host_id":"host_1"}]})");
    EXPECT_EQ(run({"metrics", "--host", "gpu03"}), 0) << err.str();
    EXPECT_EQ(server.body(1)["host"].dump(), R"(["host_1"])");
    EXPECT_NE((out.str() + err.str()).find("Nothing is known of cpu_percent then."),
              std::string::npos);
}

TEST_F(MetricsVerb, longer_answer_than_requested_is_explained) {
    const std::string three_days = R"({"from":"2026-11-20T00:00:00.000Z",
        "until":"2026-11-23T00:00:00.000Z","step_s":86400,"statistic":"mean","gpus":[],
        "hosts":[{"host_id":"host_1","cpu_percent":[1,2,3]}]})";
    for (const auto& [points, told] : {std::pair{"2", true}, std::pair{"3", false}}) {
        server.answer(200, R"({"items":[{"id":"host_1","name":"gpu03"}]})");
        server.answer(200, three_days);
        EXPECT_EQ(run({"metrics", "--host", "gpu03", "--points", points}), 0) << err.str();
        const bool found =
            err.str().find("3 lines in place of 2: no step is kept that is longer.") !=
            std::string::npos;
        EXPECT_EQ(found, told) << err.str();
        err.str("");
    }
}

TEST_F(MetricsVerb, bare_command_lists_metrics_and_their_retention) {
    server.answer(
        200,
        R"({"metrics":[{"name":"power_w","subject":"gpu","unit":"watt","help":"Its power draw."},
        {"name":"memory_used_mib","subject":"process","unit":"mebibyte"}],
        "usage":{"steps":[{"step_s":60,"kept_s":2592000}]}})");
    EXPECT_EQ(run({"metrics"}), 0) << err.str();
    EXPECT_NE(out.str().find("power_w"), std::string::npos);
    EXPECT_EQ(out.str().find("memory_used_mib"), std::string::npos) << "of processes none is kept";
    EXPECT_NE(err.str().find("every 1min for 30d"), std::string::npos) << err.str();
}

TEST_F(MetricsVerb, step_and_lines_exclude_each_other) {
    EXPECT_EQ(run({"metrics", "gpu03:0", "--step", "1h", "--points", "5"}), 2);
    EXPECT_EQ(run({"metrics", "gpu03:0", "--step", "5min"}), 2);
}

}  // namespace
}  // namespace dibs::cli
