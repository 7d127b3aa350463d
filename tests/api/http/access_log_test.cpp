// The access log records requests of a secret path without the secret.
#include "tests/api/http/running_server.hpp"

#include <sstream>

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace dibs::http {
namespace {

TEST(AccessLog, access_log_omits_secrets_in_paths) {
    std::ostringstream lines;
    ServerConfig config;
    config.base_path = "/gpus";
    config.secret_behind = "/calendar/";
    config.access_log = std::make_shared<spdlog::logger>(
        "access", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines));
    Router router;
    router.add(
        {Method::get, "/calendar/{file}", "read", {}, [](const Request&, const Respond& respond) {
             respond(text_response(200, "x"));
         }});
    {
        const RunningServer server(config, std::move(router));
        EXPECT_EQ(server.get("/gpus/calendar/S3CRET.ics").body, "x");
        for (const auto* path : {"/calendar/S3CRET.ics", "/gpus/calendar/S3CRET.ics/more",
                                 "/gpus/other/calendar/S3CRET.ics", "/gpus/calendar/S3CRET"}) {
            (void)server.get(path);
        }
        (void)server.get("/gpus/plain");
    }
    const auto log = lines.str();
    EXPECT_EQ(log.find("S3CRET"), std::string::npos) << log;
    EXPECT_NE(log.find("GET /gpus/calendar/... 200"), std::string::npos) << log;
    EXPECT_NE(log.find("GET /gpus/plain 404"), std::string::npos) << log;
}

}  // namespace
}  // namespace dibs::http
