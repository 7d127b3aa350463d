// Access to /metrics: with a token of scope scrape. Without one only from this machine, by one of
// its own names, without a proxy, and if the configuration allows it.
#include "tests/support/api_world.hpp"

#include <future>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string metrics_path = "/metrics";

TEST(Scraping, scraping_needs_a_token_unless_loopback_is_open) {
    ApiWorld world;
    EXPECT_EQ(world.nobody().get(metrics_path).status, 200);
    EXPECT_EQ(world.nobody().from("203.0.113.9").get(metrics_path).status, 401);
    for (const auto* mark : {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via",
                             "X-Forwarded-Proto", "X-Forwarded-Host"}) {
        EXPECT_EQ(world.nobody().with(mark, "127.0.0.1").get(metrics_path).status, 401) << mark;
    }
    const auto read = world.with_token(world.ben, {Scope::read}).from("203.0.113.9");
    EXPECT_EQ(read.get(metrics_path).problem(), "not-allowed");
    const auto scraper = world.with_token(world.ben, {Scope::scrape}).from("203.0.113.9");
    EXPECT_EQ(scraper.get(metrics_path).status, 200);
    EXPECT_EQ(scraper.get("/api/v1/gpus").problem(), "not-allowed") << "and nothing else";
    world.service->scraping.open_on_loopback = false;
    world.router.set_gate(auth::make_gate(routes::guard_of(*world.service)));
    EXPECT_EQ(world.nobody().get(metrics_path).status, 401) << "a proxy here looks like this";
}

TEST(Scraping, scraping_needs_a_configured_host_name) {
    ApiWorld world;
    world.service->scraping = {true, "192.0.2.5", {"https://dibs.example.org"}};
    world.router.set_gate(auth::make_gate(routes::guard_of(*world.service)));
    const auto as = [&](const char* host) {
        return world.nobody().with("Host", host).get(metrics_path).status;
    };
    for (const auto* here :
         {"localhost", "LOCALHOST:8080", "127.0.0.1:9000", "[::1]:8080", "192.0.2.5:8080"}) {
        EXPECT_EQ(as(here), 200) << here;
    }
    EXPECT_EQ(as("dibs.example.org"), 401) << "the public name comes through a proxy";
    for (const auto* foreign : {"evil.test", "evil.test:8080", "localhost.evil.test", "192.0.2.6",
                                "127.0.0.1.evil.test", "", "[::1].evil.test"}) {
        EXPECT_EQ(as(foreign), 421) << foreign;
        EXPECT_EQ(as("localhost"), 200) << "nothing is learned from requests";
    }
    world.service->scraping.listen_address = "0.0.0.0";
    world.router.set_gate(auth::make_gate(routes::guard_of(*world.service)));
    EXPECT_EQ(as("192.0.2.6"), 200) << "any address of this machine";
    EXPECT_EQ(as("evil.test"), 421);
}

TEST(Scraping, scraping_does_not_wait_for_silent_hosts) {
    ApiWorld world;
    std::promise<void> let_go;
    const auto hang = let_go.get_future().share();
    world.service->fingerprint_of =
        [hang](const std::string&, std::uint16_t,
               const fleet::Jumps&) -> tl::expected<routes::HostKey, std::string> {
        hang.wait();
        return tl::unexpected(std::string("no answer"));
    };
    const auto ann = world.as(world.ann);
    std::vector<std::future<ApiReply>> waiting;
    for (int i = 0; i < 6; ++i) {
        waiting.push_back(std::async(std::launch::async, [&] {
            return ann.post("/api/v1/hosts/fingerprint", R"({"address":"gpu09.example.org"})");
        }));
    }
    EXPECT_EQ(world.nobody().get(metrics_path).status, 200);
    EXPECT_EQ(ann.get("/api/v1/gpus").status, 200);
    let_go.set_value();
    for (auto& one : waiting) EXPECT_EQ(one.get().status, 503);
}

}  // namespace
}  // namespace dibs::test
