// The client's address behind proxies that are trusted, that are not, and that are lied to.
#include "api/http/message/client_address.hpp"

#include "tests/api/http/running_server.hpp"

#include <sstream>

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace dibs::http {
namespace {

TrustedProxies trusting(const std::vector<std::string>& texts) {
    return TrustedProxies::parse(texts).value();
}

Headers headers_of(std::initializer_list<std::pair<std::string_view, std::string_view>> list) {
    Headers headers;
    for (const auto& [name, value] : list) headers.add(name, value);
    return headers;
}

// Behind a proxy on loopback and one in 10.0.0.0/8, as X-Forwarded-For says.
std::string behind(std::string_view forwarded_for) {
    return client_address(headers_of({{"X-Forwarded-For", forwarded_for}}), "127.0.0.1",
                          trusting({"127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"}));
}

std::string behind_rfc7239(std::string_view forwarded) {
    return client_address(headers_of({{"Forwarded", forwarded}}), "127.0.0.1",
                          trusting({"127.0.0.1", "10.0.0.0/8"}));
}

TEST(ClientAddress, is_the_peers_where_the_peer_is_not_trusted) {
    const auto headers = headers_of({{"X-Forwarded-For", "203.0.113.9"}});
    EXPECT_EQ(client_address(headers, "198.51.100.7", trusting({"127.0.0.1"})), "198.51.100.7");
    EXPECT_EQ(client_address(headers, "127.0.0.1", {}), "127.0.0.1");
    EXPECT_EQ(client_address({}, "127.0.0.1", trusting({"127.0.0.1"})), "127.0.0.1");
}

TEST(ClientAddress, is_the_right_most_that_is_no_trusted_proxy) {
    EXPECT_EQ(behind("203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind("192.0.2.1, 203.0.113.9"), "203.0.113.9") << "the client wrote the first";
    EXPECT_EQ(behind("203.0.113.9, 10.1.2.3"), "203.0.113.9") << "through two proxies of ours";
    EXPECT_EQ(behind("spoofed, 203.0.113.9 , 10.1.2.3"), "203.0.113.9");
    EXPECT_EQ(behind("10.9.9.9, 10.1.2.3"), "10.9.9.9") << "a client of our own network";
    EXPECT_EQ(behind("2001:DB8::1"), "2001:db8::1");
    EXPECT_EQ(behind("[2001:db8::1]:4711"), "2001:db8::1");
    EXPECT_EQ(behind("203.0.113.9:4711"), "203.0.113.9");
    EXPECT_EQ(behind("::ffff:203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind("203.0.113.9, fd00::5"), "203.0.113.9");
}

TEST(ClientAddress, several_headers_are_one_list) {
    const auto headers =
        headers_of({{"X-Forwarded-For", "192.0.2.1"}, {"X-Forwarded-For", "203.0.113.9"}});
    EXPECT_EQ(client_address(headers, "127.0.0.1", trusting({"127.0.0.1"})), "203.0.113.9");
}

TEST(ClientAddress, is_the_proxys_where_it_cannot_be_read) {
    for (const auto* text :
         {"", "unknown", "203.0.113.9, unknown", "203.0.113", "203.0.113.9:x", "[2001:db8::1",
          "[2001:db8::1]x", "203.0.113.9,", "2001:db8::1%eth0"}) {
        EXPECT_EQ(behind(text), "127.0.0.1") << text;
    }
}

TEST(ClientAddress, is_read_from_forwarded_too) {
    EXPECT_EQ(behind_rfc7239("for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1"), "2001:db8::1");
    EXPECT_EQ(behind_rfc7239("for=192.0.2.1, proto=http;for=203.0.113.9, for=10.0.0.1"),
              "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("for=\"a,b;for=192.0.2.1\", for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("for=_hidden"), "127.0.0.1");
    EXPECT_EQ(behind_rfc7239("proto=https"), "127.0.0.1");
}

// Whichever of the two headers the proxy writes, the other one is the client's own.
TEST(ClientAddress, is_the_proxys_where_the_two_headers_name_two_clients) {
    const auto proxies = trusting({"127.0.0.1"});
    const auto of = [&](std::string_view listed, std::string_view forwarded) {
        return client_address(headers_of({{"X-Forwarded-For", listed}, {"Forwarded", forwarded}}),
                              "127.0.0.1", proxies);
    };
    EXPECT_EQ(of("203.0.113.9", "for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(of("203.0.113.9", "for=192.0.2.1"), "127.0.0.1");
    EXPECT_EQ(of("203.0.113.9", "for=unknown"), "127.0.0.1");
}

TEST(ClientAddress, a_proxy_is_an_address_or_a_network) {
    for (const auto* wrong : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8x", "::/129",
                              "10.0.0/8", "/8", "10.0.0.0/-1"}) {
        EXPECT_FALSE(TrustedProxies::parse({wrong})) << wrong;
    }
    const auto headers = headers_of({{"X-Forwarded-For", "203.0.113.9"}});
    const auto seen_from = [&](const std::string& peer, const char* network) {
        return client_address(headers, peer, trusting({network}));
    };
    EXPECT_EQ(seen_from("10.31.255.255", "10.16.0.0/12"), "203.0.113.9");
    EXPECT_EQ(seen_from("10.32.0.0", "10.16.0.0/12"), "10.32.0.0");
    EXPECT_EQ(seen_from("2001:db8:0:ffff::1", "2001:db8::/48"), "203.0.113.9");
    EXPECT_EQ(seen_from("2001:db8:1::1", "2001:db8::/48"), "2001:db8:1::1");
    EXPECT_EQ(seen_from("192.0.2.1", "::/0"), "203.0.113.9");
}

TEST(ClientAddress, counts_ipv6_by_what_one_client_is_given) {
    EXPECT_EQ(network_of("203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(network_of("2001:db8:1:2::ffff"), "2001:db8:1:2::/64");
    EXPECT_EQ(network_of("::ffff:203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(network_of("test"), "test");
    EXPECT_EQ(network_of("fe80::1%eth0"), "fe80::/64");
}

TEST(ClientAddress, knows_this_machine) {
    for (const auto* here : {"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_TRUE(is_loopback(here)) << here;
    }
    for (const auto* there : {"128.0.0.1", "::2", "localhost", "", "10.127.0.1"}) {
        EXPECT_FALSE(is_loopback(there)) << there;
    }
}

// Over a socket: what a handler and the access log are told.
std::string told_by_server(const char* trusted, const std::string& headers, std::string& log) {
    std::ostringstream lines;
    ServerConfig config;
    config.proxies = trusting({trusted});
    config.access_log = std::make_shared<spdlog::logger>(
        "access", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines));
    Router router;
    router.add({Method::get, "/who", "who", {}, [](const Request& request, const Respond& respond) {
                    respond(text_response(200, request.peer));
                }});
    std::string body;
    {
        const RunningServer server(config, std::move(router));
        body = server.get("/who", headers).body;
    }
    log = lines.str();
    return body;
}

TEST(ClientAddress, is_told_to_handlers_and_to_the_access_log) {
    const std::string forwarded = "X-Forwarded-For: 192.0.2.1, 203.0.113.9\r\n";
    std::string log;
    EXPECT_EQ(told_by_server("127.0.0.0/8", forwarded, log), "203.0.113.9");
    EXPECT_NE(log.find("peer=203.0.113.9"), std::string::npos) << log;
    EXPECT_EQ(told_by_server("192.0.2.0/24", forwarded, log), "127.0.0.1");
    EXPECT_NE(log.find("peer=127.0.0.1"), std::string::npos) << log;
}

}  // namespace
}  // namespace dibs::http
