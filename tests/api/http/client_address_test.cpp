// The client's address behind trusted proxies, untrusted ones, and with forged headers.
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

// The client behind a proxy on loopback and one in 10.0.0.0/8, for this X-Forwarded-For.
std::string behind(std::string_view forwarded_for) {
    return client_address(headers_of({{"X-Forwarded-For", forwarded_for}}), "127.0.0.1",
                          trusting({"127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"}));
}

std::string behind_rfc7239(std::string_view forwarded) {
    return client_address(headers_of({{"Forwarded", forwarded}}), "127.0.0.1",
                          trusting({"127.0.0.1", "10.0.0.0/8"}));
}

TEST(ClientAddress, untrusted_peer_is_the_client) {
    const auto headers = headers_of({{"X-Forwarded-For", "203.0.113.9"}});
    EXPECT_EQ(client_address(headers, "198.51.100.7", trusting({"127.0.0.1"})), "198.51.100.7");
    EXPECT_EQ(client_address(headers, "127.0.0.1", {}), "127.0.0.1");
    EXPECT_EQ(client_address({}, "127.0.0.1", trusting({"127.0.0.1"})), "127.0.0.1");
}

TEST(ClientAddress, client_is_the_right_most_untrusted_address) {
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

TEST(ClientAddress, several_headers_form_one_list) {
    const auto headers =
        headers_of({{"X-Forwarded-For", "192.0.2.1"}, {"X-Forwarded-For", "203.0.113.9"}});
    EXPECT_EQ(client_address(headers, "127.0.0.1", trusting({"127.0.0.1"})), "203.0.113.9");
}

TEST(ClientAddress, unreadable_header_gives_the_proxys_address) {
    for (const auto* text :
         {"", "unknown", "203.0.113.9, unknown", "203.0.113", "203.0.113.9:x", "[2001:db8::1",
          "[2001:db8::1]x", "203.0.113.9,", "2001:db8::1%eth0"}) {
        EXPECT_EQ(behind(text), "127.0.0.1") << text;
    }
}

TEST(ClientAddress, forwarded_header_is_read_too) {
    EXPECT_EQ(behind_rfc7239("for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1"), "2001:db8::1");
    EXPECT_EQ(behind_rfc7239("for=192.0.2.1, proto=http;for=203.0.113.9, for=10.0.0.1"),
              "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("for=\"a,b;for=192.0.2.1\", for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(behind_rfc7239("for=_hidden"), "127.0.0.1");
    EXPECT_EQ(behind_rfc7239("proto=https"), "127.0.0.1");
}

// The proxy writes one of the two headers; the other one comes from the client.
TEST(ClientAddress, contradicting_headers_give_the_proxys_address) {
    const auto proxies = trusting({"127.0.0.1"});
    const auto of = [&](std::string_view listed, std::string_view forwarded) {
        return client_address(headers_of({{"X-Forwarded-For", listed}, {"Forwarded", forwarded}}),
                              "127.0.0.1", proxies);
    };
    EXPECT_EQ(of("203.0.113.9", "for=203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(of("203.0.113.9", "for=192.0.2.1"), "127.0.0.1");
    EXPECT_EQ(of("203.0.113.9", "for=unknown"), "127.0.0.1");
}

TEST(ClientAddress, proxy_is_an_address_or_a_network) {
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

TEST(ClientAddress, ipv6_client_counts_by_its_64_network) {
    EXPECT_EQ(network_of("203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(network_of("2001:db8:1:2::ffff"), "2001:db8:1:2::/64");
    EXPECT_EQ(network_of("::ffff:203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(network_of("test"), "test");
    EXPECT_EQ(network_of("fe80::1%eth0"), "fe80::/64");
}

TEST(ClientAddress, loopback_addresses_are_recognized) {
    for (const auto* here : {"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_TRUE(is_loopback(here)) << here;
    }
    for (const auto* there : {"128.0.0.1", "::2", "localhost", "", "10.127.0.1"}) {
        EXPECT_FALSE(is_loopback(there)) << there;
    }
}

// Over a socket: the address that a handler and the access log get.
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

TEST(ClientAddress, handlers_and_access_log_get_the_client_address) {
    const std::string forwarded = "X-Forwarded-For: 192.0.2.1, 203.0.113.9\r\n";
    std::string log;
    EXPECT_EQ(told_by_server("127.0.0.0/8", forwarded, log), "203.0.113.9");
    EXPECT_NE(log.find("peer=203.0.113.9"), std::string::npos) << log;
    EXPECT_EQ(told_by_server("192.0.2.0/24", forwarded, log), "127.0.0.1");
    EXPECT_NE(log.find("peer=127.0.0.1"), std::string::npos) << log;
}

}  // namespace
}  // namespace dibs::http
